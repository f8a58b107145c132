import type { Bedrooms, HomeType } from "./bedrooms.ts";
import type { FieldErrors } from "./errors.ts";
import type { BenchmarkKind, MarketPosition } from "./market.ts";
import type { Quartiles } from "./market-pages.ts";
import { type Done, operation, types } from "./operation.ts";
import type { PlaceConfidence, RentControlReason } from "./places.ts";

/** Minimum number of asking rents for showing quartiles. A percentage requires OWN_RENTS_MIN. */
export const QUARTILES_MIN = 20;
/** Maximum number of asking rents that a check reads and shows. The newest asking rents are used. */
export const RENTS_AROUND_MAX = 60;
/** Maximum number of comparable homes that a check shows. */
export const COMPARABLE_HOMES = 5;

/** Extras that a rent may include, named as in the filters of lists. */
export const INCLUDED = { utilities: "Utilities", parking: "Parking", furnished: "Furniture" } as const;
export type Included = keyof typeof INCLUDED;

/** Days of written notice before a rent increase (Residential Tenancies Act, 2006, s. 116). */
export const NOTICE_DAYS = 90;
/** Links to the official pages about the rules. */
export const RULE_LINKS = {
  guideline: "https://www.ontario.ca/page/residential-rent-increases",
  act: "https://www.ontario.ca/laws/statute/06r17",
  board: "https://tribunalsontario.ca/ltb/",
  forms: "https://tribunalsontario.ca/ltb/forms/",
} as const;

/** Size of the block of house numbers that is shown instead of a house number: "100-200 Main St" for 123. */
export const BLOCK_SIZE = 100;

/** The location of a rent check, without a house number. */
export interface SettledPlace {
  kind: "block" | "neighbourhood" | "municipality";
  /** Name in the URL of a check: "100-200 Main St, East End-Danforth", "The Annex", "Mississauga". */
  name: string;
  /** Lowest number of the block, and its street in the format of streetKey(). Null for other kinds of location. */
  block: { low: number; street: string } | null;
  /** Neighbourhoods of the City that the location covers; empty if unknown. */
  neighbourhoods: readonly string[];
  /** The municipality as in addresses, such as "Toronto"; null if unknown. */
  municipality: string | null;
}

/** The benchmark that a rent is compared with. */
export interface CheckedMarket {
  /** Percent below the benchmark; negative if the rent is above the benchmark. */
  percentBelow: number;
  standing: MarketPosition;
  /** The benchmark in monthly dollars. */
  rent: number;
  /** Area of the benchmark: 'City of Toronto', 'Mississauga'. */
  area: string;
  source: string;
  kind: BenchmarkKind | "own";
  /** Month of the benchmark, `2025-10`. */
  asOf: string;
  /** Full months since the end of the benchmark's month. */
  ageMonths: number;
  isEstimate: boolean;
  method: string | null;
}

/** A public listing of the same type and kind as the checked home. */
export interface ComparableHome {
  id: number;
  title: string;
  path: string;
  /** The home's rent in monthly dollars. */
  rent: number;
  neighbourhood: string | null;
  /** Time of the approval, ISO 8601 UTC. */
  approvedAt: string;
}

/** Asking rents on this site, in monthly dollars, for homes of the same type and kind as the checked home. */
export interface RentsAround {
  /** Area of the homes: 'The Annex', 'City of Toronto'. */
  area: string;
  /** Number of public homes counted: the newest, at most {@link RENTS_AROUND_MAX}. */
  homes: number;
  /** True if there are older homes that were not counted. */
  isPartial: boolean;
  /** Quartiles of the rents; null below {@link QUARTILES_MIN} homes. */
  quartiles: Quartiles | null;
  /** Percent below the median; negative if the rent is above the median. Null below 30 homes. */
  percentBelow: number | null;
  /** Each asking rent, lowest first. */
  rents: number[];
  /** The most similar homes, at most {@link COMPARABLE_HOMES}. */
  comparable: ComparableHome[];
}

/** The guideline of a year, as confirmed by the operator. */
export interface RentGuideline {
  year: number;
  /** Maximum increase in percent, with one decimal. */
  percent: number;
  source: string;
  /** Day of the operator's confirmation, YYYY-MM-DD. */
  confirmedOn: string;
}

/** A guideline as shown in the admin panel. Unconfirmed guidelines appear nowhere else. */
export type StoredGuideline = Omit<RentGuideline, "confirmedOn"> & { confirmedOn: string | null };

/** Reasons why a notice of a rent increase breaks the rules. */
export const NOTICE_PROBLEMS = {
  too_soon: { section: "119", text: "Less than 12 months have passed since the last increase or the move-in." },
  short_notice: { section: "116", text: "The notice came less than 90 days before the new rent begins." },
  above_guideline: {
    section: "120",
    text: "It is above the guideline. That needs an order of the Board or a written agreement (s. 121, 123, 126).",
  },
} as const;
export type NoticeProblem = keyof typeof NOTICE_PROBLEMS;

/** A notice of a rent increase, checked against the rules. */
export interface CheckedNotice {
  /** The new rent in monthly dollars. */
  rent: number;
  /** First day of the new rent, and the day the notice was given, if known; YYYY-MM-DD. */
  from: string;
  given: string | null;
  /** The guideline of the year in which the new rent begins; null if this site does not know the guideline. */
  guideline: RentGuideline | null;
  /** Highest rent under that guideline, in dollars and cents; null if the guideline is unknown or does not apply. */
  highestRent: number | null;
  problems: NoticeProblem[];
}

/**
 * The largest increase that the rules allow as of a day. The guideline does not apply to exempt homes. If it is unknown
 * whether a home is exempt, the guideline may not apply.
 */
export interface LawfulIncrease {
  /** Toronto day of the check, YYYY-MM-DD. */
  asOf: string;
  /** Day of the last increase, or of moving in. */
  since: string;
  /** The first day on which a higher rent may begin: 12 months after `since`, and 90 days from now. */
  earliest: string;
  /** True if the guideline limits this rent; null if that is unknown. */
  isLimited: boolean | null;
  /**
   * Confidence in {@link isLimited}. Below "high", a known {@link isLimited} relies only on the building year that the
   * visitor entered, which nobody has checked.
   */
  confidence: PlaceConfidence;
  guideline: RentGuideline | null;
  /** The year whose guideline applies: the year of `earliest`. */
  guidelineYear: number;
  /** Dollars and cents; null for exempt homes, and while this site does not know the guideline. */
  highestRent: number | null;
  /** Form of the Landlord and Tenant Board: N1, or N2 for homes that are exempt from the guideline. */
  form: "N1" | "N2";
  notice: CheckedNotice | null;
}

/** Returns whether the rent-control result relies only on the building year that a visitor entered. */
export const reliesOnEnteredYear = ({ isLimited, confidence }: Pick<LawfulIncrease, "isLimited" | "confidence">) =>
  isLimited !== null && confidence !== "high";

/** Returns the rules that could not be checked for a notice, or could be checked only conditionally. */
export function uncheckedRules({ given, guideline, highestRent, rent }: CheckedNotice, isLimited: boolean | null) {
  return {
    /** The {@link NOTICE_DAYS} days cannot be checked, because the day of the notice is unknown. */
    days: given === null,
    /** This site does not know the guideline of its year. */
    amount: isLimited !== false && guideline === null,
    /** The rent is above the guideline, but the guideline may not apply to the home. */
    isAboveIfLimited: isLimited === null && highestRent !== null && rent > highestRent,
  };
}

/** The result of a rent check. */
export interface RentCheck {
  asked: {
    type: Bedrooms;
    homeType: HomeType | null;
    /** The checked rent in monthly dollars. */
    rent: number;
    place: Omit<SettledPlace, "block"> | null;
    built: number | null;
    included: Included[];
  };
  /** Day of the check in Toronto, YYYY-MM-DD. */
  asOf: string;
  /**
   * Comparison with the benchmark; null if there is no benchmark for this kind of home in its area, or if the rent is
   * under $300 or over $15,000.
   */
  market: CheckedMarket | null;
  around: RentsAround;
  rentControl: {
    isRentControlled: boolean | null;
    confidence: PlaceConfidence;
    reason: RentControlReason;
    /** Year of the registered building, or the stated year. */
    yearBuilt: number | null;
  };
  /** The largest lawful increase; null unless the query contains the day of the last increase or of moving in. */
  increase: LawfulIncrease | null;
}

/** The result of a query string: the rent check, or the problems in the query. Both are null if the form is empty. */
export interface RentCheckAnswer {
  check: RentCheck | null;
  problems: FieldErrors | null;
}

/**
 * Checks the fields of the form. A location with a house number is redirected (303) to the same query without the
 * number.
 */
export const checkRent = operation(
  "GET",
  "/api/rent-check",
  types<{ query: URLSearchParams; answer: RentCheck | Response }>,
);

/** Lists the guidelines of all years. */
export const listGuidelines = operation("GET", "/api/admin/rent-guidelines", types<{ answer: StoredGuideline[] }>);
/** Adds or changes the guideline of a year. The guideline applies once it is confirmed. */
export const setGuideline = operation(
  "PUT",
  "/api/admin/rent-guidelines/:year",
  types<{ body: { percent: string | number; source: string; isConfirmed: boolean }; answer: StoredGuideline }>,
);
export const removeGuideline = operation("DELETE", "/api/admin/rent-guidelines/:year", types<{ answer: Done }>);

import { isInToronto } from "../../contracts/areas.ts";
import { monthsAfterEnd, daysAfter } from "../../contracts/days.ts";
import { storedHomeType } from "../../contracts/bedrooms.ts";
import { areaName, CITY, marketPosition, OWN_RENTS_MIN } from "../../contracts/market.ts";
import { streetKey } from "../../contracts/parse-address.ts";
import { DISTRICTS, type NamedPlace, placeByName } from "../../contracts/place-names.ts";
import type { RentCheckQuery, GuidelineDraft } from "../../contracts/rent-check.schemas.ts";
import {
  BLOCK_SIZE,
  type CheckedMarket,
  COMPARABLE_HOMES,
  QUARTILES_MIN,
  type RentCheck,
  RENTS_AROUND_MAX,
  type RentsAround,
  type SettledPlace,
  type CheckedNotice,
  type LawfulIncrease,
  NOTICE_DAYS,
  type NoticeProblem,
  type RentGuideline,
  INCLUDED,
  type Included,
  type StoredGuideline,
} from "../../contracts/rent-check.ts";
import { percentBelowMarket } from "../../contracts/rents.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { LruMap } from "../../platform/lru-map.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { auditEntry, type Moderator } from "../audit/audit.service.ts";
import { homesAround, mostSimilarHomes, type RentedHome } from "../listings/search/around.service.ts";
import { quantile, quartilesOf } from "../market/market.benchmarks.ts";
import { compareWithMarket } from "../market/market.service.ts";
import { registeredOnBlock, findBlockOrArea } from "../places/block.service.ts";
import { rentControlOf } from "../places/rent-control.ts";
import {
  allGuidelines,
  confirmedGuidelines,
  deleteGuideline,
  guidelineOf,
  writeGuideline,
} from "./rent-guidelines.repo.ts";
import type { RentGuidelineRow } from "./rent-guidelines.table.ts";

const toStored = ({ year, percent, source, confirmedAt }: RentGuidelineRow): StoredGuideline => ({
  year,
  percent,
  source,
  confirmedOn: confirmedAt && torontoDay(confirmedAt),
});

/** Returns the guidelines of the given years that the operator confirmed. Other guidelines count as unknown. */
async function confirmedGuidelinesOf(deps: Deps, years: readonly number[]): Promise<RentGuideline[]> {
  const rows = await confirmedGuidelines(deps, years);
  return rows
    .map(toStored)
    .flatMap((row) => (row.confirmedOn === null ? [] : [{ ...row, confirmedOn: row.confirmedOn }]));
}

/** Returns all guidelines for the operator, newest year first. */
export const readGuidelines = async (deps: Deps): Promise<StoredGuideline[]> =>
  (await allGuidelines(deps)).map(toStored);

const TARGET = "rent_guideline";
const toAudited = ({ percent, source, confirmedAt }: RentGuidelineRow) => ({
  percent,
  source,
  isConfirmed: confirmedAt !== null,
});

/**
 * Adds or changes the guideline of a year, confirmed or not. Idempotent.
 * @throws AppError `rent_guideline.changed` after a race
 */
export async function setGuideline(
  deps: Deps,
  year: number,
  { percent, source, isConfirmed }: GuidelineDraft,
  by: Moderator,
): Promise<StoredGuideline> {
  const existing = await guidelineOf(deps, year);
  const isSame = existing !== null && existing.percent === percent && existing.source === source;
  if (isSame && (existing.confirmedAt !== null) === isConfirmed) return toStored(existing);
  const row = { year, percent, source, confirmedAt: isConfirmed ? deps.now() : null };
  const [[written]] = await runAllOrNone(deps, [
    writeGuideline(deps, existing, row),
    auditEntry(deps, {
      action: existing ? "rent_guideline.changed" : "rent_guideline.added",
      targetType: TARGET,
      targetId: year,
      before: existing && toAudited(existing),
      after: toAudited(row),
      ...by,
    }),
  ]);
  if (!written) throw new AppError("rent_guideline.changed");
  return toStored(written);
}

/** Deletes a year's guideline. @throws AppError `rent_guideline.not_found`, `rent_guideline.changed` after a race */
export async function removeGuideline(deps: Deps, year: number, by: Moderator): Promise<void> {
  const existing = await guidelineOf(deps, year);
  if (!existing) throw new AppError("rent_guideline.not_found");
  const [[deleted]] = await runAllOrNone(deps, [
    deleteGuideline(deps, existing),
    auditEntry(deps, {
      action: "rent_guideline.deleted",
      targetType: TARGET,
      targetId: year,
      before: toAudited(existing),
      ...by,
    }),
  ]);
  if (!deleted) throw new AppError("rent_guideline.changed");
}

/** Matches a block such as "100-200 Main St, Moss Park". */
const BLOCK = /^(\d{1,5})-(\d{1,6}) ([^,]+)(?:, (.+))?$/;
/** Matches the name of a street. Digits are only allowed in names such as "5th St", "Highway 7" or "Line 5". */
const STREET =
  /^(?:\d{1,3}(?:st|nd|rd|th) )?\p{L}[\p{L}.'-]*(?: \p{L}[\p{L}.'-]*)*$|^(?:highway|line|sideroad) \d{1,3}(?: [\p{L}]+)?$/iu;

/**
 * Returns the former municipality that contains all of the given neighbourhoods. If there is none, returns the City.
 */
function districtOf(neighbourhoods: readonly string[]): string {
  const district = DISTRICTS.find(([, names]) => neighbourhoods.every((name) => names.includes(name)))?.[0];
  return district !== undefined && isInToronto(district) ? district : CITY;
}

const areaOf = (named: NamedPlace) =>
  named.neighbourhoods
    ? { neighbourhoods: named.neighbourhoods, municipality: districtOf(named.neighbourhoods) }
    : { neighbourhoods: [], municipality: named.municipality };

/**
 * Returns the location that a text names: an area, or a block in the form of {@link SettledPlace.name}. Returns null if
 * the text may identify a house.
 */
export function settledPlace(text: string): SettledPlace | null {
  const named = placeByName(text);
  if (named)
    return {
      kind: named.neighbourhoods ? "neighbourhood" : "municipality",
      name: named.name,
      block: null,
      ...areaOf(named),
    };
  const [, low = "", high = "", street = "", area = ""] = BLOCK.exec(text) ?? [];
  const isBlock = low !== "" && Number(low) % BLOCK_SIZE === 0 && Number(high) === Number(low) + BLOCK_SIZE;
  const within = placeByName(area);
  if (!isBlock || !STREET.test(street) || (area !== "" && !within)) return null;
  return {
    kind: "block",
    name: `${Number(low)}-${Number(high)} ${street}${within ? `, ${within.name}` : ""}`,
    block: { low: Number(low), street: streetKey(street) },
    ...(within ? areaOf(within) : { neighbourhoods: [], municipality: null }),
  };
}

/** Returns whether the location of a question is in the form that the URL of a result may contain. */
export const isSettled = ({ place }: Pick<RentCheckQuery, "place">): boolean =>
  place === null || settledPlace(place)?.name === place;

/**
 * Returns the question with the house replaced by its block or neighbourhood. Returns null if the text names no block
 * and no neighbourhood. `register` is set to the year of the registered building at the house, if there is one.
 */
export async function questionWithoutHouse(deps: Deps, question: RentCheckQuery): Promise<RentCheckQuery> {
  const { place } = question;
  if (place === null) return question;
  const settled = settledPlace(place);
  if (settled) return { ...question, place: settled.name };
  const { block, neighbourhood, municipality, registeredYear } = await findBlockOrArea(deps, place, BLOCK_SIZE);
  const area = placeByName(neighbourhood ?? municipality ?? "")?.name ?? null;
  const street = block && `${block.low}-${block.low + BLOCK_SIZE} ${block.street}`;
  const asBlock = street && settledPlace([street, ...(area === null ? [] : [area])].join(", "));
  return { ...question, place: asBlock ? asBlock.name : area, register: asBlock ? registeredYear : null };
}

/** Returns the services that the rent in a question includes. */
const includedServicesOf = (question: RentCheckQuery): Included[] =>
  (Object.keys(INCLUDED) as Included[]).filter((name) => question[name] === true);

/** Returns the URL parameters of a question without a house number. Cents become dollars. */
export function parametersOf(question: RentCheckQuery): URLSearchParams {
  const { type, homeType, rent, place, built, register, since, noticeRent, noticeFrom, noticeGiven } = question;
  const values = {
    type,
    homeType,
    rent: rent / 100,
    place,
    built,
    register,
    ...Object.fromEntries(includedServicesOf(question).map((name) => [name, 1])),
    since,
    noticeRent: noticeRent === null ? null : noticeRent / 100,
    noticeFrom,
    noticeGiven,
  };
  const known = Object.entries(values).filter(([, value]) => value !== null);
  return new URLSearchParams(known.map(([name, value]) => [name, String(value)]));
}

/** The tenancy that a check is about. */
interface Tenancy {
  rentCents: number;
  /** Day of the last rent increase, or of moving in, YYYY-MM-DD. */
  since: string;
  /** The new rent in cents, the first day on which it applies, and the day on which notice was given, if known. */
  notice: { rentCents: number; from: string; given: string | null } | null;
}

/** Returns the same day a year later; for February 29, returns March 1. */
const yearAfter = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)) + 1, Number(day.slice(5, 7)) - 1, Number(day.slice(8))))
    .toISOString()
    .slice(0, 10);

const yearOf = (day: string) => Number(day.slice(0, 4));
const later = (a: string, b: string) => (a > b ? a : b);

/**
 * Returns the first day on which a higher rent may begin if the landlord gives notice today (Residential Tenancies Act,
 * s. 116 and 119).
 */
const earliestDay = ({ since }: Tenancy, today: string): string =>
  later(yearAfter(since), daysAfter(today, NOTICE_DAYS));

/** Returns the years whose guidelines a check needs. */
const guidelineYears = (tenancy: Tenancy, today: string): number[] => [
  ...new Set([earliestDay(tenancy, today), ...(tenancy.notice ? [tenancy.notice.from] : [])].map(yearOf)),
];

/**
 * Returns the highest rent under a guideline in dollars, rounded down to the cent. Computes in tenths of a percent, so
 * that the result is exact.
 */
const highestRent = (rentCents: number, { percent }: RentGuideline): number =>
  Math.floor((rentCents * (1000 + Math.round(percent * 10))) / 1000) / 100;

/**
 * Returns the largest lawful increase of a rent (Residential Tenancies Act, 2006, s. 116, 119, 120; exempt homes s.
 * 6.1).
 * @param isLimited whether the guideline limits this rent; null if that is unknown
 * @param guidelines the confirmed guidelines of the years in {@link guidelineYears}
 */
function lawfulIncrease(
  tenancy: Tenancy,
  {
    isLimited,
    confidence,
    today,
    guidelines,
  }: Pick<LawfulIncrease, "isLimited" | "confidence"> & { today: string; guidelines: readonly RentGuideline[] },
): LawfulIncrease {
  const { rentCents, since } = tenancy;
  const earliest = earliestDay(tenancy, today);
  const limitOf = (day: string) => {
    const guideline = guidelines.find(({ year }) => year === yearOf(day)) ?? null;
    const isUsed = guideline !== null && isLimited !== false;
    return { guideline, highestRent: isUsed ? highestRent(rentCents, guideline) : null };
  };
  const notice = tenancy.notice && checkedNotice(tenancy, tenancy.notice, limitOf(tenancy.notice.from), isLimited);
  return {
    asOf: today,
    since,
    earliest,
    isLimited,
    confidence,
    guidelineYear: yearOf(earliest),
    ...limitOf(earliest),
    form: isLimited === false ? "N2" : "N1",
    notice,
  };
}

function checkedNotice(
  { since }: Tenancy,
  { rentCents, from, given }: NonNullable<Tenancy["notice"]>,
  limit: Pick<CheckedNotice, "guideline" | "highestRent">,
  isLimited: boolean | null,
): CheckedNotice {
  const problems: Record<NoticeProblem, boolean> = {
    too_soon: from < yearAfter(since),
    short_notice: given !== null && from < daysAfter(given, NOTICE_DAYS),
    // If it is unknown whether rent control applies, the page states that instead.
    above_guideline: isLimited === true && limit.highestRent !== null && rentCents / 100 > limit.highestRent,
  };
  const found = Object.entries(problems).filter(([, isSo]) => isSo);
  return { rent: rentCents / 100, from, given, ...limit, problems: found.map(([problem]) => problem as NoticeProblem) };
}

/** Computes the data for a question whose location has no house number. */
function readQuestion(question: RentCheckQuery) {
  const { type, rent, since, noticeRent, noticeFrom, noticeGiven } = question;
  const place = question.place === null ? null : settledPlace(question.place);
  const notice =
    noticeRent === null || noticeFrom === null ? null : { rentCents: noticeRent, from: noticeFrom, given: noticeGiven };
  return {
    place,
    home: {
      bedrooms: type,
      homeType: storedHomeType({ bedrooms: type, homeType: question.homeType }),
      municipality: place === null ? CITY : place.municipality,
      rentCents: rent,
    },
    tenancy: since === null ? null : ({ rentCents: rent, since, notice } satisfies Tenancy),
  };
}
type Home = ReturnType<typeof readQuestion>["home"];

async function marketOf(deps: Deps, home: Home, today: string): Promise<CheckedMarket | null> {
  const found = await compareWithMarket(deps, home);
  const { comparedPercent, marketRentCents, marketArea, marketSource, marketKind, marketAsOf } = found;
  if (
    comparedPercent === null ||
    marketRentCents === null ||
    marketArea === null ||
    marketSource === null ||
    marketKind === null ||
    marketAsOf === null
  )
    return null;
  return {
    percentBelow: comparedPercent,
    standing: marketPosition(comparedPercent),
    rent: marketRentCents / 100,
    area: areaName(marketArea),
    source: marketSource,
    kind: marketKind,
    asOf: marketAsOf,
    ageMonths: Math.max(0, monthsAfterEnd(marketAsOf, today)),
    isEstimate: found.marketIsEstimate,
    method: found.marketMethod,
  };
}

/** Returns homes in the neighbourhood, or in the whole municipality if too few homes are known in the neighbourhood. */
async function homesNear(
  deps: Deps,
  home: Home,
  place: SettledPlace | null,
): Promise<{ area: string; homes: RentedHome[]; isPartial: boolean }> {
  const { neighbourhoods = [], municipality = CITY } = place ?? {};
  const isInCity = neighbourhoods.length > 0 || place === null;
  const near = neighbourhoods.length > 0 ? await homesAround(deps, home, { neighbourhoods }, RENTS_AROUND_MAX) : null;
  if (near && near.homes.length >= QUARTILES_MIN) {
    // For a block, the page shows its neighbourhood. A common place name may cover several neighbourhoods.
    return { area: place?.kind === "neighbourhood" ? place.name : neighbourhoods.join(", "), ...near };
  }
  const wide = isInCity ? CITY : (municipality ?? CITY);
  return { area: areaName(wide), ...(await homesAround(deps, home, { area: wide }, RENTS_AROUND_MAX)) };
}

async function rentsAround(deps: Deps, question: RentCheckQuery, home: Home, place: SettledPlace | null) {
  const { area, homes, isPartial } = await homesNear(deps, home, place);
  const rents = homes.map(({ rentCents }) => rentCents / 100).toSorted((a, b) => a - b);
  const percentBelow =
    rents.length < OWN_RENTS_MIN ? null : percentBelowMarket(home.rentCents, Math.round(quantile(rents, 0.5) * 100));
  const alike = { ...home, included: includedServicesOf(question) };
  return {
    area,
    homes: rents.length,
    isPartial,
    quartiles: rents.length < QUARTILES_MIN ? null : quartilesOf(rents),
    percentBelow,
    rents,
    comparable: mostSimilarHomes(homes, alike, COMPARABLE_HOMES),
  } satisfies RentsAround;
}

async function rentControlAt(
  deps: Deps,
  { type, built, register }: RentCheckQuery,
  place: SettledPlace | null,
): Promise<RentCheck["rentControl"]> {
  const block = place?.block;
  const building =
    block && register !== null
      ? await registeredOnBlock(deps, { ...block, high: block.low + BLOCK_SIZE - 1 }, register)
      : null;
  const control = rentControlOf({ bedrooms: type, building, statedYear: built });
  return { ...control, yearBuilt: building?.yearBuilt ?? built };
}

/**
 * Number of milliseconds for which the result of a check is reused for the same question, and number of results that an
 * isolate caches.
 */
const REUSED_MS = 10_000;
const REMEMBERED = 200;
const answers = new WeakMap<Deps["db"], LruMap<{ at: number; answer: Promise<RentCheck> }>>();

async function check(deps: Deps, question: RentCheckQuery): Promise<RentCheck> {
  const today = torontoDay(deps.now());
  const { place, home, tenancy } = readQuestion(question);
  const [market, around, rentControl, guidelines] = await Promise.all([
    marketOf(deps, home, today),
    rentsAround(deps, question, home, place),
    rentControlAt(deps, question, place),
    tenancy === null ? [] : confirmedGuidelinesOf(deps, guidelineYears(tenancy, today)),
  ]);
  const { isRentControlled: isLimited, confidence } = rentControl;
  const { block: _block, ...shown } = place ?? { block: null };
  return {
    asked: {
      type: home.bedrooms,
      homeType: home.homeType,
      rent: home.rentCents / 100,
      place: place && (shown as Omit<SettledPlace, "block">),
      built: question.built,
      included: includedServicesOf(question),
    },
    asOf: today,
    market,
    around,
    rentControl,
    increase: tenancy && lawfulIncrease(tenancy, { isLimited, confidence, today, guidelines }),
  };
}

/**
 * Compares a rent with the benchmark and this site's asking rents, and checks a rent increase against the law. Stores
 * nothing. If the question names a house, the house is first replaced by its block ({@link questionWithoutHouse}).
 * Replacing the house reads up to a thousand rows; other questions take at most six statements. Results are reused for
 * ten seconds.
 */
export async function checkRent(deps: Deps, asked: RentCheckQuery): Promise<RentCheck> {
  const question = await questionWithoutHouse(deps, asked);
  const key = parametersOf(question).toString();
  const memory = answers.get(deps.db) ?? new LruMap<{ at: number; answer: Promise<RentCheck> }>(REMEMBERED);
  answers.set(deps.db, memory);
  const at = deps.now().getTime();
  const kept = memory.get(key);
  if (kept && Math.abs(at - kept.at) < REUSED_MS) return kept.answer;
  const answer = check(deps, question);
  memory.set(key, { at, answer });
  // A failed check is not cached.
  answer.catch(() => memory.delete(key));
  return answer;
}

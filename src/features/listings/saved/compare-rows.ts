import { ATTRIBUTES, attributeText } from "../../../../worker/contracts/attributes.ts";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import type { ListingFacts } from "../../../../worker/contracts/places.ts";
import { formatMetres } from "../../../lib/format.ts";
import {
  areaText,
  attributeFacts,
  comparisonDetailsText,
  moveInText,
  noPercentText,
  priceText,
} from "../facts/listing-text.ts";
import type { SavedHome } from "../saving/saved-homes.ts";
import { goneText, rentChangeText, STATE_TEXTS, viewingText } from "./saved-text.ts";

/** A value in a comparison; the text is null if unknown. */
interface CompareCell {
  text: string | null;
  isBest: boolean;
  /** Number of a footnote, from 1; null without one. */
  note: number | null;
}

export interface CompareRow {
  name: string;
  cells: CompareCell[];
}

/** Rows of values for each home. Footnotes say what the percentages compare the rents with. */
interface Comparison {
  rows: CompareRow[];
  /** Rows with the visitor's own notes about the homes. */
  ownRows: CompareRow[];
  footnotes: string[];
}

type Known<Value> = (listing: PublicListing) => Value | null;

/** Returns a text that stays on one line, such as a number with its unit. */
const withUnbreakableSpaces = (text: string) => text.replaceAll(" ", "\u00a0");

const sentence = (...parts: (string | null)[]) => parts.filter(Boolean).join(", ") || null;

function rentControlText({ isRentControlled, rentControlConfidence }: PublicListing): string | null {
  if (isRentControlled === null) return null;
  const answer = isRentControlled ? "Yes" : "No";
  return rentControlConfidence === "high" ? answer : `Probably ${answer.toLowerCase()}`;
}

/** Rent control answers, from a certain yes to a certain no. */
const RENT_CONTROL_RANKS: readonly (string | null)[] = ["Yes", "Probably yes", "Probably no", "No"];

function stationText({ closestSubwayStation, subwayLines, distanceToSubway }: PublicListing): string | null {
  if (closestSubwayStation === null) return null;
  const lines = subwayLines.length === 0 ? null : `line ${subwayLines.join(", ")}`;
  return sentence(
    closestSubwayStation,
    lines,
    distanceToSubway === null ? null : withUnbreakableSpaces(formatMetres(distanceToSubway)),
  );
}

const MARKET = "Compared with the market";

/** Returns `15% below`, with `≈` for an estimate; null without a comparison. */
function marketPercentText({ belowMarketPercent: percent, marketIsEstimate }: PublicListing): string | null {
  if (percent === null) return null;
  const position = percent === 0 ? "Same" : `${Math.abs(percent)}% ${percent > 0 ? "below" : "above"}`;
  return `${marketIsEstimate ? "≈" : ""}${position}`;
}

/** Returns the kind of home. An apartment has a short name here, because the full name is too long for a column. */
const kindText = ({ homeType }: PublicListing) =>
  homeType === "apartment" ? "Apartment" : attributeText("homeType", homeType);

/** Rows of the table: name, text and, if the values can be ranked, a rank that is lower for better values. */
const ROWS: readonly (readonly [name: string, textOf: Known<string>, rankOf?: Known<number>])[] = [
  ["Rent", priceText, ({ rentCents }) => rentCents],
  [MARKET, marketPercentText, ({ belowMarketPercent }) => belowMarketPercent && -belowMarketPercent],
  ["Bedrooms", ({ bedrooms }) => bedrooms],
  ["Bathrooms", ({ bathrooms }) => bathrooms, ({ bathrooms }) => -Number.parseFloat(bathrooms)],
  ["Kind of home", kindText],
  ["Move-in", ({ moveInDate }) => withUnbreakableSpaces(moveInText(moveInDate, new Date()))],
  ["Area", (listing) => areaText(listing) ?? listing.municipality],
  [
    "Downtown",
    ({ distanceToDowntown }) => distanceToDowntown && withUnbreakableSpaces(`${distanceToDowntown} km`),
    ({ distanceToDowntown }) => (distanceToDowntown === null ? null : Number(distanceToDowntown)),
  ],
  ["Station", stationText, ({ distanceToSubway }) => distanceToSubway],
  [
    "Rent control",
    rentControlText,
    (listing) => (listing.isRentControlled === null ? null : RENT_CONTROL_RANKS.indexOf(rentControlText(listing))),
  ],
];

/** Returns which values are the best; none if all known values are equal. @param ranks lower is better */
export function areBest(ranks: readonly (number | null)[]): boolean[] {
  const known = ranks.filter((rank) => rank !== null);
  const best = Math.min(...known);
  return ranks.map((rank) => rank === best && known.some((other) => other !== best));
}

function buildingText(facts: ListingFacts | null): string | null {
  const building = facts?.building;
  if (!building) return null;
  const year = building.yearBuilt === null ? null : `built ${building.yearBuilt}`;
  return sentence(building.score === null ? null : `${building.score} of 100`, year);
}

const plainRow = (
  name: string,
  texts: readonly (string | null)[],
  ranks: readonly (number | null)[] = [],
): CompareRow => {
  const best = areBest(ranks);
  return { name, cells: texts.map((text, nth) => ({ text, isBest: best[nth] === true, note: null })) };
};

const isKnown = ({ cells }: CompareRow) => cells.some(({ text, note }) => text !== null || note !== null);

/** Returns the rows of a comparison, without rows in which no home has a known value. */
export function compare(homes: readonly SavedHome[], facts: readonly (ListingFacts | null)[]): Comparison {
  const listings = homes.map(({ snapshot }) => snapshot?.listing ?? null);
  const each = <Value>(known: Known<Value>) => listings.map((listing) => listing && known(listing));
  const stated = listings.map((listing) => new Map(listing ? attributeFacts(listing) : []));
  const formulas = each((listing) => comparisonDetailsText(listing) ?? noPercentText(listing));
  const footnotes = [...new Set(formulas.filter((formula) => formula !== null))];
  const withNotes = (row: CompareRow): CompareRow => ({
    ...row,
    cells: row.cells.map((cell, nth) => ({ ...cell, note: footnotes.indexOf(formulas[nth] ?? "") + 1 || null })),
  });
  const rows: CompareRow[] = [
    ...ROWS.map(([name, textOf, rankOf]) => plainRow(name, each(textOf), rankOf && each(rankOf))),
    plainRow(
      "Building’s score",
      facts.map(buildingText),
      facts.map((known) => known?.building?.score ?? null).map((score) => score && -score),
    ),
    ...Object.values(ATTRIBUTES).map(({ label }) =>
      plainRow(
        label,
        stated.map((known) => known.get(label) ?? null),
      ),
    ),
    plainRow(
      "Changes since you saved it",
      homes.map((home) => sentence(goneText(home), rentChangeText(home))),
    ),
  ];
  const ownRows = [
    plainRow(
      "Status",
      homes.map(({ state }) => state && STATE_TEXTS[state]),
    ),
    plainRow(
      "Viewing",
      homes.map(({ viewingAt }) => viewingAt && viewingText(viewingAt)),
    ),
    plainRow(
      "Your note",
      homes.map(({ note }) => note || null),
    ),
  ];
  return {
    rows: rows.map((row) => (row.name === MARKET ? withNotes(row) : row)).filter(isKnown),
    ownRows: ownRows.filter(isKnown),
    footnotes,
  };
}

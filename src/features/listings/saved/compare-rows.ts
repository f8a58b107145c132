import { ATTRIBUTES, attributeText } from "../../../../worker/contracts/attributes.ts";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import type { ListingFacts } from "../../../../worker/contracts/places.ts";
import { formatDate, formatMetres } from "../../../lib/format.ts";
import {
  areaText,
  attributeFacts,
  belowMarketText,
  comparedWithText,
  marketStandingText,
  noPercentText,
  priceText,
} from "../facts/listing-text.ts";
import { goneText, repricedText, STATE_TEXTS, viewingText } from "./saved-text.ts";
import type { SavedHome } from "../keeping/stored-homes.ts";

/** A row of the comparison; null values are not known. */
export interface CompareRow {
  name: string;
  values: (string | null)[];
}

/** Whether some of the values differ from others. */
export const differs = (values: readonly (string | null)[]): boolean => new Set(values).size > 1;

const sentence = (...parts: (string | null)[]) => parts.filter(Boolean).join(", ") || null;

function rentControlText({ isRentControlled, rentControlConfidence }: PublicListing): string | null {
  if (isRentControlled === null) return null;
  const answer = isRentControlled ? "Yes" : "No";
  return rentControlConfidence === "high" ? answer : `Probably ${answer.toLowerCase()}`;
}

function stationText({ closestSubwayStation, subwayLines, distanceToSubway }: PublicListing): string | null {
  if (closestSubwayStation === null) return null;
  const lines = subwayLines.length === 0 ? null : `line ${subwayLines.join(", ")}`;
  return sentence(closestSubwayStation, lines, distanceToSubway === null ? null : formatMetres(distanceToSubway));
}

const ROWS: readonly [name: string, textOf: (listing: PublicListing) => string | null][] = [
  ["Rent", priceText],
  ["Against the market", (listing) => belowMarketText(listing) ?? marketStandingText(listing)],
  ["Compared with", (listing) => comparedWithText(listing) ?? noPercentText(listing)],
  ["Bedrooms", ({ bedrooms }) => bedrooms],
  ["Bathrooms", ({ bathrooms }) => bathrooms],
  ["Kind of home", ({ homeType }) => attributeText("homeType", homeType)],
  ["Move-in", ({ moveInDate }) => formatDate(moveInDate)],
  ["Area", (listing) => areaText(listing) ?? listing.municipality],
  ["Downtown", ({ distanceToDowntown }) => distanceToDowntown && `${distanceToDowntown} km`],
  ["Station", stationText],
  ["Rent control", rentControlText],
];

function buildingText(facts: ListingFacts | null): string | null {
  const building = facts?.building;
  if (!building) return null;
  const year = building.yearBuilt === null ? null : `built ${building.yearBuilt}`;
  return sentence(building.score === null ? null : `${building.score} of 100`, year);
}

/** The rows of a comparison, without what is known of none of the homes. */
export function compareRows(homes: readonly SavedHome[], facts: readonly (ListingFacts | null)[]): CompareRow[] {
  const listings = homes.map(({ snapshot }) => snapshot?.listing ?? null);
  const stated = listings.map((listing) => new Map(listing ? attributeFacts(listing) : []));
  const labels = Object.values(ATTRIBUTES).map(({ label }) => label);
  const own: CompareRow[] = [
    { name: "What became of it", values: homes.map((home) => sentence(goneText(home), repricedText(home))) },
    { name: "State", values: homes.map(({ state }) => state && STATE_TEXTS[state]) },
    { name: "Viewing", values: homes.map(({ viewingAt }) => viewingAt && viewingText(viewingAt)) },
    { name: "Your note", values: homes.map(({ note }) => note || null) },
  ];
  return [
    ...ROWS.map(([name, textOf]) => ({ name, values: listings.map((listing) => listing && textOf(listing)) })),
    { name: "Building’s score", values: facts.map(buildingText) },
    ...labels.map((name) => ({ name, values: stated.map((known) => known.get(name) ?? null) })),
    ...own,
  ].filter(({ values }) => values.some((value) => value !== null));
}

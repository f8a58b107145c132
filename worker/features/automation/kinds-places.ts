import { BEDROOMS } from "../../contracts/bedrooms.ts";
import { SUBWAY_LINES } from "../../contracts/search.ts";
import {
  basis,
  counted,
  dollars,
  ENOUGH,
  ENOUGH_AT_A_PLACE,
  type Facts,
  grouped,
  listLink,
  longDay,
  median,
  NEAR_A_STATION,
  rentsOf,
  signedFigures,
  STATION_METRES,
  type Unit,
} from "./facts.ts";
import { fromListings, picked, type ThreadKind, wordings } from "./kinds.ts";

const SHOWN = 5;
/** Rents are compared between places for the type that is listed most: of different types they say nothing. */
function usualType(units: readonly Unit[]) {
  const [first] = grouped(units, ({ bedrooms }) => (bedrooms === "Private Room" ? null : bedrooms));
  return first && { name: first.name, units: first.units };
}

/** Median rents of places, cheapest first; only places with enough of them. */
function ranked(units: readonly Unit[], nameOf: (unit: Unit) => string | readonly string[] | null, enough: number) {
  return grouped(units, nameOf)
    .map(({ name, units }) => ({ name, rents: rentsOf(units) }))
    .filter(({ rents }) => rents.length >= enough)
    .map(({ name, rents }) => ({ name, median: median(rents), count: rents.length }))
    .toSorted((a, b) => a.median - b.median || a.name.localeCompare(b.name, "en"));
}

interface Ranking {
  name: string;
  nameOf: (unit: Unit) => string | readonly string[] | null;
  enough: number;
  /** "subway station" */
  place: string;
  /** "near" */
  at: string;
  /** What makes a listing one of a place, where that is not plain; "" or " (…)". */
  meaning?: string;
  label: (name: string) => string;
  link: (facts: Facts, name: string) => string;
}

/** Where the usual type is listed for least, by places of a kind. */
const ranking = ({ name, nameOf, enough, place, at, meaning = "", label, link }: Ranking) =>
  fromListings(name, (facts) => {
    const type = usualType(facts.units);
    const places = ranked(type?.units ?? [], nameOf, enough);
    const [cheapest, next] = places;
    // With two as cheap, none is the cheapest.
    if (!type || !cheapest || !next || cheapest.median === next.median) return [];
    const day = longDay(facts.day);
    const rows = places
      .slice(0, SHOWN)
      .map((row) => `- ${label(row.name)}: ${dollars(row.median)} (${counted(row.count)})`)
      .join("\n");
    return wordings(
      [`The cheapest ${place} to live ${at}, by what is listed (${day})`, `Rents by ${place}, cheapest first (${day})`],
      [
        `Median rent of listings of the type "${type.name}", for each ${place} with ${enough} of them or more${meaning}:\n${rows}\n\n${link(facts, cheapest.name)}`,
        `${label(cheapest.name)} comes out cheapest for the type "${type.name}": half of its ${counted(cheapest.count)} ask ${dollars(cheapest.median)} a month or less. By ${place}${meaning}:\n${rows}\n\n${link(facts, cheapest.name)}`,
      ],
      ["Would you live further out for this difference?", "Does this fit with what you know of these places?"],
      signedFigures(facts),
    );
  });

/** What is listed at a place: its types with their counts, and medians where enough back them. */
function portrait(units: readonly Unit[]): string {
  return BEDROOMS.flatMap((type) => {
    const found = units.filter(({ bedrooms }) => bedrooms === type);
    if (found.length === 0) return [];
    const rents = rentsOf(found);
    const middle = rents.length >= ENOUGH_AT_A_PLACE ? `, median rent ${dollars(median(rents))}` : "";
    return [`- ${type}: ${counted(found.length)}${middle}`];
  }).join("\n");
}

/** One place of a kind, another each time. */
function onePlace(name: string, nameOf: (unit: Unit) => string | null, key: "neighbourhood" | "station") {
  return fromListings(name, (facts, random) => {
    const places = grouped(facts.units, nameOf).filter(({ units }) => units.length >= ENOUGH_AT_A_PLACE);
    const place = picked(places, random);
    if (!place) return [];
    const day = longDay(facts.day);
    const isStation = key === "station";
    const link = listLink(facts, isStation ? nearStation(place.name) : { neighbourhood: place.name });
    const where = isStation ? `near ${place.name} station` : `in ${place.name}`;
    const meaning = isStation ? ` have it as their closest station, ${NEAR_A_STATION}` : "";
    const controlled = place.units.filter(({ isControlled }) => isControlled).length;
    const badge = controlled > 0 ? `\n\nIn a registered building from before 2018: ${counted(controlled)}.` : "";
    return wordings(
      [`Renting ${where}: what is listed (${day})`, `Listings ${where}, by type (${day})`],
      [
        `${counted(place.units.length)} out of ${basis(facts)}${meaning}:\n${portrait(place.units)}${badge}\n\n${link}`,
        `Right now there are ${counted(place.units.length)} here, out of ${basis(facts)}.${isStation ? ` Counted are those with ${place.name} as their closest station, ${NEAR_A_STATION}.` : ""}\n${portrait(place.units)}${badge}\n\n${link}`,
      ],
      [
        `Do you live ${where}? Say what a newcomer should know.`,
        `What is it like ${where} on a weekday evening?`,
        `What do you miss ${where}, and what do you like?`,
      ],
      signedFigures(facts),
    );
  });
}

const NEAR_METRES = 500;
const nearStation = (station: string) => ({ station, maxSubway: STATION_METRES });
const nearSubway = fromListings("subway.near", (facts) => {
  const known = facts.units.filter(({ metresToSubway }) => metresToSubway !== null);
  const near = known.filter(({ metresToSubway }) => (metresToSubway ?? Infinity) <= NEAR_METRES);
  if (near.length < ENOUGH) return [];
  const day = longDay(facts.day);
  const link = listLink(facts, { maxSubway: NEAR_METRES });
  return wordings(
    [
      `Listings within ${NEAR_METRES} m of the subway (${day})`,
      `How many listings are a short walk from a station (${day})`,
    ],
    [
      `${counted(near.length)} of the ${known.length} whose distance is known lie within ${NEAR_METRES} m of a station, in a straight line.\n\n${link}`,
      `In a straight line, ${near.length} of ${counted(known.length)} with a known distance are within ${NEAR_METRES} m of the subway.\n\n${link}`,
    ],
    ["How far would you walk to a station in winter?", "Is a streetcar at the door worth as much to you?"],
    signedFigures(facts),
  );
});

const controlledAreas = fromListings("controlled.neighbourhoods", (facts) => {
  const groups = grouped(facts.units, (unit) => (unit.isControlled ? unit.neighbourhood : null));
  const count = groups.reduce((sum, { units }) => sum + units.length, 0);
  if (count < ENOUGH || groups.length < 2) return [];
  const day = longDay(facts.day);
  const rows = groups
    .slice(0, SHOWN)
    .map(({ name, units }) => `- ${name}: ${counted(units.length)}`)
    .join("\n");
  const link = listLink(facts, { controlled: true });
  return wordings(
    [`Where the listings with the rent control badge are (${day})`, `The rent control badge by neighbourhood (${day})`],
    [
      `${counted(count)} with the rent control badge have a known neighbourhood:\n${rows}\n\n${link}`,
      `By neighbourhood, these are the listings in registered buildings from before 2018:\n${rows}\n\n${link}`,
    ],
    ["Do older buildings near you keep their rents?", "What is it like to live in one of these buildings?"],
    signedFigures(facts),
  );
});

const NAMES: Record<string, string> = { "1": "Line 1", "2": "Line 2", "4": "Line 4", "5": "Line 5", "6": "Line 6" };

const BY_STATION = `, counting each listing at its closest station where that is ${NEAR_A_STATION}`;

/** Where things are listed. */
export const PLACE_KINDS: readonly ThreadKind[] = [
  ranking({
    name: "cheapest.line",
    nameOf: ({ lines }) => lines.filter((line) => SUBWAY_LINES.some((known) => known === line)),
    enough: ENOUGH,
    place: "subway line",
    at: "on",
    meaning: BY_STATION,
    label: (line) => NAMES[line] ?? line,
    link: (facts, name) =>
      listLink(facts, { line: SUBWAY_LINES.find((line) => line === name) ?? null, maxSubway: STATION_METRES }),
  }),
  ranking({
    name: "cheapest.station",
    nameOf: ({ station }) => station,
    enough: ENOUGH_AT_A_PLACE,
    place: "subway station",
    at: "near",
    meaning: BY_STATION,
    label: (name) => name,
    link: (facts, station) => listLink(facts, nearStation(station)),
  }),
  ranking({
    name: "cheapest.neighbourhood",
    nameOf: ({ neighbourhood }) => neighbourhood,
    enough: ENOUGH_AT_A_PLACE,
    place: "neighbourhood",
    at: "in",
    label: (name) => name,
    link: (facts, neighbourhood) => listLink(facts, { neighbourhood }),
  }),
  onePlace("neighbourhood.page", ({ neighbourhood }) => neighbourhood, "neighbourhood"),
  onePlace("station.page", ({ station }) => station, "station"),
  nearSubway,
  controlledAreas,
];

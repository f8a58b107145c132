import { medianCents } from "../market/market.figures.ts";
import { BEDROOMS } from "../../contracts/bedrooms.ts";
import { AMENITY_RADII_M } from "../../contracts/places.ts";
import { SUBWAY_LINES } from "../../contracts/search.ts";
import texts from "./content/figures.json" with { type: "json" };
import subjects from "./content/subjects.json" with { type: "json" };
import {
  basis,
  counted,
  dollars,
  MIN_LISTINGS,
  MIN_LISTINGS_AT_PLACE,
  type Facts,
  grouped,
  listLink,
  NEAR_A_STATION,
  rentsOf,
  signedFigures,
  STATION_METRES,
  type Unit,
} from "./facts.ts";
import { counts, rowsOf } from "./kinds-figures.ts";
import { fromListings, randomItem, REST_DAYS, type ThreadKind, wordings } from "./kinds.ts";

/** The most common type: rents of different types cannot be compared between places. */
const usualType = (units: readonly Unit[]) =>
  grouped(units, ({ bedrooms }) => (bedrooms === "Private Room" ? null : bedrooms))[0];

interface Ranking {
  name: string;
  nameOf: (unit: Unit) => string | readonly string[] | null;
  enough: number;
  /** "subway station" */
  place: string;
  /** "near" */
  at: string;
  /** How listings are assigned to a place, as a clause or "". */
  meaning?: string;
  label?: (name: string) => string;
  link: (facts: Facts, name: string) => string;
}

/** The cheapest places of a kind for the most common type. */
const ranking = ({ name, nameOf, enough, place, at, meaning = "", label = (of) => of, link }: Ranking) =>
  fromListings(name, (facts) => {
    const type = usualType(facts.units);
    const places = grouped(type?.units ?? [], nameOf)
      .map((group) => ({ name: group.name, rents: rentsOf(group.units) }))
      .filter(({ rents }) => rents.length >= enough)
      .map(({ rents, ...of }) => ({ ...of, median: medianCents(rents), count: rents.length }))
      .toSorted((a, b) => a.median - b.median || a.name.localeCompare(b.name, "en"));
    const [cheapest, next] = places;
    // A tie has no cheapest place.
    if (!type || !cheapest || !next || cheapest.median === next.median) return [];
    const values = {
      ...counts(facts, cheapest.count),
      place,
      at,
      meaning,
      enough,
      type: type.name,
      cheapest: label(cheapest.name),
      median: dollars(cheapest.median),
      rows: places
        .slice(0, 5)
        .map((row) => `- ${label(row.name)}: ${dollars(row.median)} (${counted(row.count)})`)
        .join("\n"),
      link: link(facts, cheapest.name),
    };
    return wordings(texts.cheapest, values, signedFigures(facts));
  });

/** The types listed at a place with counts, and medians where enough listings back them. */
function typeSummary(units: readonly Unit[]): string {
  return BEDROOMS.flatMap((type) => {
    const found = units.filter(({ bedrooms }) => bedrooms === type);
    if (found.length === 0) return [];
    const rents = rentsOf(found);
    const middle = rents.length >= MIN_LISTINGS_AT_PLACE ? `, median rent ${dollars(medianCents(rents))}` : "";
    return [`- ${type}: ${counted(found.length)}${middle}`];
  }).join("\n");
}

const nearStation = (station: string) => ({ station, maxSubway: STATION_METRES });

/** A random place of a kind. */
const onePlace = (name: string, key: "neighbourhood" | "station") =>
  fromListings(
    name,
    (facts, random) => {
      const places = grouped(facts.units, (unit) => unit[key]).filter(
        ({ units }) => units.length >= MIN_LISTINGS_AT_PLACE,
      );
      const place = randomItem(places, random);
      if (!place) return [];
      const isStation = key === "station";
      const controlled = place.units.filter(({ isControlled }) => isControlled).length;
      const values = {
        ...counts(facts, place.units.length),
        basis: basis(facts),
        where: isStation ? `near ${place.name} station` : `in ${place.name}`,
        have: isStation ? ` have it as their closest station, ${NEAR_A_STATION}` : "",
        counting: isStation ? ` Counted are those with ${place.name} as their closest station, ${NEAR_A_STATION}.` : "",
        badge: controlled > 0 ? `\n\nIn a registered building from before 2018: ${counted(controlled)}.` : "",
        rows: typeSummary(place.units),
        link: listLink(facts, isStation ? nearStation(place.name) : { neighbourhood: place.name }),
      };
      return wordings(texts.place, values, signedFigures(facts));
    },
    REST_DAYS.subjects,
  );

const NEAR_METRES = 500;
const nearSubway = fromListings("subway.near", (facts) => {
  const known = facts.units.filter(({ metresToSubway }) => metresToSubway !== null);
  const near = known.filter(({ metresToSubway }) => (metresToSubway ?? Infinity) <= NEAR_METRES);
  if (near.length < MIN_LISTINGS) return [];
  const values = {
    ...counts(facts, near.length),
    metres: NEAR_METRES,
    known: known.length.toLocaleString("en-CA"),
    knownListings: counted(known.length),
    link: listLink(facts, { maxSubway: NEAR_METRES }),
  };
  return wordings(texts["subway.near"], values, signedFigures(facts));
});

/** Features that landlords may state; listings without a statement are not counted. */
const FEATURES = Object.keys(subjects.with) as (keyof typeof subjects.with)[];

/** The number of listings with a feature. */
const features = fromListings(
  "with",
  (facts) =>
    FEATURES.flatMap((name) => {
      const count = facts.units.filter(({ meets }) => meets.has(name)).length;
      if (count < MIN_LISTINGS) return [];
      const { questions, that, note } = subjects.with[name];
      const link = listLink(facts, { attributes: [name] });
      const values = { ...counts(facts, count), basis: basis(facts), is: count === 1 ? "is" : "are", that, note, link };
      return wordings({ ...texts.with, questions }, values, signedFigures(facts));
    }),
  REST_DAYS.subjects,
);

const NEARBY = Object.keys(subjects.near) as (keyof typeof subjects.near)[];

/** The number of listings with an amenity nearby, according to open data. */
const nearby = fromListings(
  "near",
  (facts) =>
    NEARBY.flatMap((key) => {
      const count = facts.units.filter((unit) => unit.nearby.has(key)).length;
      if (count < MIN_LISTINGS) return [];
      const { questions, what } = subjects.near[key];
      const has = count === 1 ? "has" : "have";
      const values = { ...counts(facts, count), basis: basis(facts), has, what, metres: AMENITY_RADII_M[key] };
      return wordings({ ...texts.near, questions }, values, signedFigures(facts));
    }),
  REST_DAYS.subjects,
);

const controlled = fromListings("controlled.count", (facts) => {
  const count = facts.units.filter(({ isControlled }) => isControlled).length;
  if (count < MIN_LISTINGS) return [];
  const link = listLink(facts, { controlled: true });
  const values = { ...counts(facts, count), basis: basis(facts), is: count === 1 ? "is" : "are", link };
  return wordings(texts["controlled.count"], values, signedFigures(facts));
});

const controlledAreas = fromListings("controlled.neighbourhoods", (facts) => {
  const groups = grouped(facts.units, (unit) => (unit.isControlled ? unit.neighbourhood : null));
  const count = groups.reduce((sum, { units }) => sum + units.length, 0);
  if (count < MIN_LISTINGS || groups.length < 2) return [];
  const link = listLink(facts, { controlled: true });
  const values = { ...counts(facts, count), have: count === 1 ? "has" : "have", rows: rowsOf(groups), link };
  return wordings(texts["controlled.neighbourhoods"], values, signedFigures(facts));
});

const BY_STATION = `, counting each listing at its closest station where that is ${NEAR_A_STATION}`;

/** Threads about places: rents, features and amenities by area. */
export const PLACE_KINDS: readonly ThreadKind[] = [
  ranking({
    name: "cheapest.line",
    nameOf: ({ lines }) => lines.filter((line) => SUBWAY_LINES.some((known) => known === line)),
    enough: MIN_LISTINGS,
    place: "subway line",
    at: "on",
    meaning: BY_STATION,
    label: (line) => `Line ${line}`,
    link: (facts, name) =>
      listLink(facts, { line: SUBWAY_LINES.find((line) => line === name) ?? null, maxSubway: STATION_METRES }),
  }),
  ranking({
    name: "cheapest.station",
    nameOf: ({ station }) => station,
    enough: MIN_LISTINGS_AT_PLACE,
    place: "subway station",
    at: "near",
    meaning: BY_STATION,
    link: (facts, station) => listLink(facts, nearStation(station)),
  }),
  ranking({
    name: "cheapest.neighbourhood",
    nameOf: ({ neighbourhood }) => neighbourhood,
    enough: MIN_LISTINGS_AT_PLACE,
    place: "neighbourhood",
    at: "in",
    link: (facts, neighbourhood) => listLink(facts, { neighbourhood }),
  }),
  onePlace("neighbourhood.page", "neighbourhood"),
  onePlace("station.page", "station"),
  nearSubway,
  features,
  nearby,
  controlled,
  controlledAreas,
];

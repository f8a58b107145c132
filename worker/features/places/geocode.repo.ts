import { and, asc, between, desc, eq, gt, lt, sql } from "drizzle-orm";
import { GEOCODE_ANSWER_DAYS } from "../../contracts/places.ts";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Coordinates } from "../../platform/grid.ts";
import { addressPoints, geocodeAnswers } from "./places.table.ts";

/** A house as the table of addresses knows it. */
export type AddressPoint = Pick<
  typeof addressPoints.$inferSelect,
  "number" | "suffix" | "municipality" | "latitude" | "longitude" | "source"
>;

/** The columns of a house. */
export const HOUSE = {
  number: addressPoints.number,
  suffix: addressPoints.suffix,
  municipality: addressPoints.municipality,
  latitude: addressPoints.latitude,
  longitude: addressPoints.longitude,
  source: addressPoints.source,
};
/** Houses with the numbers of one address: a range has 36 on its side of the street, and streets of a name are few. */
const MOST_HOUSES = 80;
/** Neighbours that are read on each side: both sides of the street, in all streets of the name. */
const MOST_NEIGHBOURS = 24;

/** Houses on the streets of a name, by number, both ends included (index address_points_place). */
export async function housesBetween(deps: Deps, street: string, low: number, high: number): Promise<AddressPoint[]> {
  return deps.db
    .select(HOUSE)
    .from(addressPoints)
    .where(and(eq(addressPoints.street, street), between(addressPoints.number, low, high)))
    .orderBy(addressPoints.number)
    .limit(MOST_HOUSES);
}

/** Houses with the next lower and the next higher numbers, nearest first (index address_points_place, both ways). */
export async function housesAround(
  deps: Deps,
  street: string,
  number: number,
): Promise<{ below: AddressPoint[]; above: AddressPoint[] }> {
  const isHere = eq(addressPoints.street, street);
  const houses = () => deps.db.select(HOUSE).from(addressPoints);
  const [below, above] = await deps.db.batch([
    houses()
      .where(and(isHere, lt(addressPoints.number, number)))
      .orderBy(desc(addressPoints.number))
      .limit(MOST_NEIGHBOURS),
    houses()
      .where(and(isHere, gt(addressPoints.number, number)))
      .orderBy(asc(addressPoints.number))
      .limit(MOST_NEIGHBOURS),
  ]);
  return { below, above };
}

/** What the remote geocoder said, by primary key; null when it was not asked. */
export async function answerTo(deps: Deps, query: string) {
  const [row] = await deps.db.select().from(geocodeAnswers).where(eq(geocodeAnswers.query, query)).limit(1);
  return row ?? null;
}

/** Keeps what the remote geocoder said; null is that it knows no such house. */
export async function keepAnswer(deps: Deps, query: string, place: Coordinates | null): Promise<void> {
  const answer = {
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    askedAt: deps.now(),
  };
  await deps.db
    .insert(geocodeAnswers)
    .values({ query, ...answer })
    .onConflictDoUpdate({ target: geocodeAnswers.query, set: answer });
}

const KEPT_MS = GEOCODE_ANSWER_DAYS * 86_400_000;

/** Forgets answers of more than {@link GEOCODE_ANSWER_DAYS} days ago (index geocode_answers_asked). */
export async function forgetAnswers(deps: Deps, time: Date): Promise<void> {
  const before = time.getTime() - KEPT_MS;
  await deleteInBatches(deps, "geocode_answers", sql`asked_at < ${before}`);
}

import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../../platform/deps.ts";
import { listings } from "../listing/listings.table.ts";
import { conditionsOf, type Matches, type SearchRequest } from "./search.conditions.ts";
import type { Candidate } from "./search.repo.ts";

/** Maximum number of bound values per statement, because D1 allows 100. */
const VALUES_PER_STATEMENT = 90;
/** Maximum number of columns per statement, because D1 returns at most 100. */
const COLUMNS = 80;

const FACTS = {
  id: listings.id,
  bedrooms: listings.bedrooms,
  rentCents: listings.rentCents,
  municipality: listings.municipality,
  neighbourhood: listings.neighbourhood,
  closestSubwayStation: listings.closestSubwayStation,
  latitude: listings.latitude,
  longitude: listings.longitude,
};

const isThisPublic = (deps: Deps, id: number) =>
  and(eq(listings.id, id), sql`${listings.status} = 'approved'`, gt(listings.expiresAt, deps.now()));

/**
 * Reads the properties of a public listing that are compared with saved searches (by primary key). Returns null if the
 * listing is not public.
 */
export async function publicFacts(deps: Deps, id: number) {
  const [row] = await deps.db.select(FACTS).from(listings).where(isThisPublic(deps, id)).limit(1);
  return row ?? null;
}
export type MatchFacts = NonNullable<Awaited<ReturnType<typeof publicFacts>>>;

/**
 * Returns the SQL conditions of a search, to be checked for one listing. They look up words only in that listing's row
 * of the word index.
 */
function conditionsFor(wanted: SearchRequest): SQL<number> {
  const words = wanted.match === undefined ? undefined : isSaid(wanted.match);
  return sql<number>`coalesce(${and(conditionsOf(wanted, isSaid), words) ?? sql`1`}, 0)`;
}

const isSaid: Matches = (query) =>
  sql`EXISTS (SELECT 1 FROM listings_words WHERE rowid = ${listings.id} AND listings_words MATCH ${query})`;

/** The searches that one statement checks, by their positions in the list. */
interface Part {
  places: number[];
  columns: Record<string, SQL<number>>;
  values: number;
}

const valuesOf = (deps: Deps, condition: SQL) => deps.db.select({ condition }).from(listings).toSQL().params.length;

/** Distributes the conditions over as few statements as D1's limits allow. */
function partsOf(deps: Deps, wanted: readonly SearchRequest[]): Part[] {
  const parts: Part[] = [];
  for (const [place, one] of wanted.entries()) {
    const condition = conditionsFor(one);
    const values = valuesOf(deps, condition);
    const last = parts.at(-1);
    const fits = last && last.values + values <= VALUES_PER_STATEMENT && last.places.length < COLUMNS;
    const part: Part = fits ? last : { places: [], columns: {}, values: 0 };
    if (!fits) parts.push(part);
    part.columns[`meets${part.places.length}`] = condition;
    part.places.push(place);
    part.values += values;
  }
  return parts;
}

/**
 * Returns, for each search, whether a public listing meets its conditions (by primary key). Ignores conditions on
 * commutes. One statement checks about ten searches.
 */
export async function meetsConditions(deps: Deps, id: number, wanted: readonly SearchRequest[]): Promise<boolean[]> {
  const found = wanted.map(() => false);
  for (const { places, columns } of partsOf(deps, wanted)) {
    const [row] = await deps.db.select(columns).from(listings).where(isThisPublic(deps, id)).limit(1);
    for (const [nth, place] of places.entries()) found[place] = row?.[`meets${nth}`] === 1;
  }
  return found;
}

export const candidateOf = ({ id, latitude, longitude, bedrooms }: MatchFacts): Candidate => ({
  id,
  latitude,
  longitude,
  isRoom: bedrooms === "Private Room",
});

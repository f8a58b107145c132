import { municipalitiesIn } from "../../../contracts/market.ts";
import type { Bedrooms, HomeType } from "../../../contracts/bedrooms.ts";
import { listingTitle } from "../../../contracts/listing-names.ts";
import type { ComparableHome, Included } from "../../../contracts/rent-check.ts";
import { isComparableRent } from "../../../contracts/rents.ts";
import type { Deps } from "../../../platform/deps.ts";
import { ownKindOf } from "../../market/market.benchmarks.ts";
import { pathOf } from "../views/listings.mappers.ts";
import { publicAddress } from "../../../address/index.ts";
import { type HomeAround, newestInNeighbourhood, newestInEach, newestOfType } from "./around.repo.ts";

/** A public home whose rent is in the comparable range. */
export type RentedHome = HomeAround & { rentCents: number; approvedAt: Date };

type Where = { neighbourhoods: readonly string[] } | { area: string };

/**
 * Maximum number of the newest homes of a type that are read to find homes in an area, because there is no index for
 * areas. A rent check may read 400 rows.
 */
const AREA_ROWS = 220;

function rowsAround(deps: Deps, bedrooms: Bedrooms, where: Where, limit: number): Promise<HomeAround[]> {
  if ("area" in where) return newestOfType(deps, bedrooms, AREA_ROWS);
  const [only = "", ...others] = where.neighbourhoods;
  return others.length === 0
    ? newestInNeighbourhood(deps, bedrooms, only, limit)
    : newestInEach(deps, bedrooms, where.neighbourhoods, limit);
}

/**
 * Returns whether rows may be missing. With several neighbourhoods, about the same number of rows is read from each, so
 * a neighbourhood that reaches its share may have more homes.
 */
function mayLackRows(rows: readonly HomeAround[], where: Where, limit: number): boolean {
  if ("area" in where) return rows.length >= AREA_ROWS;
  const ofEach = Math.ceil(limit / where.neighbourhoods.length);
  const counts = Map.groupBy(rows, ({ neighbourhood }) => neighbourhood);
  return [...counts.values()].some(({ length }) => length >= ofEach);
}

/**
 * Returns the newest public homes of a type and kind in some neighbourhoods or in an area of the market. Basements and
 * shared beds are separate kinds. Leaves out homes that await a moderator's confirmation.
 * @param limit maximum number of homes
 * @returns `isPartial` if there may be older homes that were not read
 */
export async function homesAround(
  deps: Deps,
  { bedrooms, homeType }: { bedrooms: Bedrooms; homeType: HomeType | null },
  where: Where,
  limit: number,
): Promise<{ homes: RentedHome[]; isPartial: boolean }> {
  const rows = await rowsAround(deps, bedrooms, where, limit);
  const municipalities = "area" in where ? municipalitiesIn(where.area) : null;
  const homes = rows.flatMap((row) => {
    const { rentCents, approvedAt } = row;
    const isAlike = ownKindOf(row.homeType) === ownKindOf(homeType) && !row.awaitsConfirmation;
    const isThere = municipalities === null || municipalities.includes(row.municipality);
    return isAlike && isThere && isComparableRent(rentCents) && approvedAt ? [{ ...row, rentCents, approvedAt }] : [];
  });
  return { homes: homes.slice(0, limit), isPartial: homes.length > limit || mayLackRows(rows, where, limit) };
}

/** Tests, for each extra, whether a home's rent includes the extra according to the landlord. */
const INCLUDES: Record<Included, (home: HomeAround) => boolean> = {
  utilities: ({ utilitiesIncluded }) => utilitiesIncluded === true,
  parking: ({ parking }) => parking === "included",
  furnished: ({ furnished }) => furnished === true,
};

/**
 * Returns the homes that are most similar to another home. Homes with the fewest differences in home type and
 * inclusions come first; among those, homes whose rent is closest to the other home's.
 */
export function mostSimilarHomes(
  homes: readonly RentedHome[],
  to: { homeType: HomeType | null; rentCents: number; included: readonly Included[] },
  count: number,
): ComparableHome[] {
  const differences = (home: RentedHome) =>
    Number(to.homeType !== null && home.homeType !== to.homeType) +
    Object.entries(INCLUDES).filter(([name, has]) => has(home) !== to.included.includes(name as Included)).length;
  return homes
    .toSorted(
      (a, b) =>
        differences(a) - differences(b) ||
        Math.abs(a.rentCents - to.rentCents) - Math.abs(b.rentCents - to.rentCents) ||
        b.id - a.id,
    )
    .slice(0, count)
    .map((home) => ({
      id: home.id,
      title: listingTitle(home.bedrooms, publicAddress(home)),
      path: pathOf(home),
      rent: home.rentCents / 100,
      neighbourhood: home.neighbourhood,
      approvedAt: home.approvedAt.toISOString(),
    }));
}

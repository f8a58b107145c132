import { and, between, eq, gte } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { RANGE_MAX } from "../../contracts/parse-address.ts";
import { rentalBuildings } from "./places.table.ts";

/** Buildings that can hold one number: several are registered at some addresses. */
const MOST = 20;

/**
 * Buildings whose numbers on a street hold a number (index rental_buildings_address), those without coordinates too:
 * both are 0 then.
 */
export async function registeredAt(deps: Deps, street: string, number: number) {
  return deps.db
    .select()
    .from(rentalBuildings)
    .where(
      and(
        eq(rentalBuildings.street, street),
        between(rentalBuildings.lowestNumber, number - RANGE_MAX, number),
        gte(rentalBuildings.highestNumber, number),
      ),
    )
    .orderBy(rentalBuildings.lowestNumber, rentalBuildings.rsn)
    .limit(MOST);
}

/** {@link registeredAt}, those whose place is known. */
export async function buildingsAt(deps: Deps, street: string, number: number) {
  const registered = await registeredAt(deps, street, number);
  return registered.filter(({ latitude, longitude }) => latitude !== 0 || longitude !== 0);
}

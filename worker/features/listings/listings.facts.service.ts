import { parseRentCents } from "../../contracts/rents.ts";
import type { Deps } from "../../platform/deps.ts";
import { compareWithMarket } from "../market/market.service.ts";
import { addressKey, municipalityOfAddress } from "./address-key.ts";
import { duplicateNotes } from "./duplicates.service.ts";
import { phoneKeyOf } from "./phone-key.ts";
import { samePhoneElsewhere } from "./duplicates.repo.ts";
import type { Listing } from "./listings.table.ts";
import { reviewNotesFor } from "./review-notes.ts";
import { lettersKeyOf } from "./text-key.ts";

/**
 * What follows from a unit's key facts: its place, its rent in cents, its standing to the market, what to look at.
 * @param id the listing's own, so that it is no duplicate of itself; null for a new one
 */
export async function deriveFacts(
  deps: Deps,
  unit: Pick<Listing, "address" | "rent" | "bedrooms" | "unit" | "phone"> & {
    landlordName?: string | null | undefined;
    additionalInfo?: string | null | undefined;
    pets?: Listing["pets"] | undefined;
  },
  id: number | null,
) {
  const rentCents = parseRentCents(unit.rent);
  const municipality = municipalityOfAddress(unit.address);
  const key = addressKey(unit.address);
  const phoneKey = unit.phone === null ? null : phoneKeyOf(unit.phone);
  const textKey = await lettersKeyOf(unit.additionalInfo);
  const [comparison, duplicates, samePhone] = await Promise.all([
    compareWithMarket(deps, { bedrooms: unit.bedrooms, municipality, rentCents }),
    duplicateNotes(deps, { ...unit, addressKey: key, rentCents, textKey }, id),
    samePhoneElsewhere(deps, { addressKey: key, phoneKey }, id),
  ]);
  const reviewNotes = reviewNotesFor({ ...unit, ...comparison, rentCents, duplicates, samePhone });
  const { belowMarketPercent: comparedPercent } = comparison;
  return { rentCents, municipality, addressKey: key, phoneKey, textKey, ...comparison, comparedPercent, reviewNotes };
}

import type { ReviewNote } from "../../../contracts/listings.ts";
import type { Deps } from "../../../platform/deps.ts";
import { isSameLandlord, type Landlord } from "../listing/comparison-keys.ts";
import { listingsWithHashes } from "./copied-text.repo.ts";
import { areAlike, shinglesOf, sketchOf } from "./shingles.ts";

/**
 * Number of addresses from which a text counts as a property manager's template. Colleagues in the same company may
 * share templates.
 */
const ADDRESSES_OF_A_TEMPLATE = 3;

/**
 * Returns notes on a description that is nearly the same as the description of another landlord's earlier listing at
 * another address.
 * @param id id of the listing, so that it is only compared with older listings; null for a new listing
 */
export async function copiedTextNotes(
  deps: Deps,
  unit: Landlord & { addressKey: string; additionalInfo?: string | null | undefined },
  id: number | null,
): Promise<ReviewNote[]> {
  const shingles = shinglesOf(unit.additionalInfo);
  if (shingles.size === 0) return [];
  const { addressKey } = unit;
  const found = await listingsWithHashes(deps, { hashes: sketchOf(shingles), addressKey, beforeId: id });
  const alike = found.filter(({ text }) => areAlike(shingles, shinglesOf(text)));
  const addressesOf = (landlord: Landlord) =>
    new Set(alike.filter((other) => isSameLandlord(landlord, other)).map((other) => other.addressKey)).size;
  if (alike.some((other) => addressesOf(other) >= ADDRESSES_OF_A_TEMPLATE)) return [];
  const [original] = alike.filter((other) => !isSameLandlord(unit, other)).toSorted((a, b) => a.id - b.id);
  if (!original || alike.some((other) => other.id < original.id && isSameLandlord(unit, other))) return [];
  const text = `Nearly the same text as #${original.id} at another address, from another email address and phone number.`;
  return [{ code: "copied_text", text }];
}

import { AppError } from "../../../platform/errors.ts";
import type { Listing } from "./listings.table.ts";

/** Returns whether a listing is public: approved and not expired. */
export function isPublicNow({ status, expiresAt }: Pick<Listing, "status" | "expiresAt">, now: Date): boolean {
  return status === "approved" && expiresAt !== null && expiresAt > now;
}

declare const editable: unique symbol;
/** A listing that the caller may edit. Only this file creates values of this type, so no code can skip the check. */
export type EditableListing = Listing & { readonly [editable]: true };

/**
 * Marks a listing as editable by moderators, who may edit every listing that is not deleted.
 * @throws AppError `listing.not_found`
 */
export function editableByModerator(listing: Listing | null): EditableListing {
  if (!listing || listing.status === "deleted") throw new AppError("listing.not_found");
  return listing as EditableListing;
}

/**
 * Marks a listing as editable by a person with a valid link, unless the listing is deleted.
 * @throws AppError `owner.invalid_link`
 */
export function editableByOwner(listing: Listing): EditableListing {
  if (listing.status === "deleted") throw new AppError("owner.invalid_link");
  return listing as EditableListing;
}

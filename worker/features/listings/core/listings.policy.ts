import { AppError } from "../../../platform/errors.ts";
import type { Listing } from "./listings.table.ts";

/** Whether everybody may see a listing now: approved, and its time is not over. */
export function isPublicNow({ status, expiresAt }: Pick<Listing, "status" | "expiresAt">, now: Date): boolean {
  return status === "approved" && expiresAt !== null && expiresAt > now;
}

declare const editable: unique symbol;
/** A listing that the caller may change. Only this file makes one, so a function that takes it cannot be called without asking. */
export type EditableListing = Listing & { readonly [editable]: true };

/**
 * A moderator may change every listing that exists and is not deleted.
 * @throws AppError `listing.not_found`
 */
export function editableByModerator(listing: Listing | null): EditableListing {
  if (!listing || listing.status === "deleted") throw new AppError("listing.not_found");
  return listing as EditableListing;
}

/**
 * Who holds a valid link may change the listing, as long as it is not deleted.
 * @throws AppError `owner.invalid_link`
 */
export function editableByOwner(listing: Listing): EditableListing {
  if (listing.status === "deleted") throw new AppError("owner.invalid_link");
  return listing as EditableListing;
}

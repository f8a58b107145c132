import type { Deps } from "../../../platform/deps.ts";
import { AppError, asAppError } from "../../../platform/errors.ts";
import { readChangesSince } from "../../audit/audit.service.ts";
import { listingById } from "../listing/listings.repo.ts";
import type { Listing } from "../listing/listings.table.ts";

/** A listing to decide on. If a revision is given, the decision fails if the listing changed since that revision. */
export interface ListingRef {
  id: number | null;
  revision?: number | undefined;
}

/** Returns whether a listing changed since the moderator loaded it. */
export const hasChanged = (listing: Pick<Listing, "revision">, { revision }: ListingRef) =>
  revision !== undefined && revision !== listing.revision;

/**
 * Returns the error of a refused decision. If the listing changed since the moderator saw it, the error contains the
 * changes and who made them.
 */
export async function refusalOf(deps: Deps, { id, revision }: ListingRef, error: unknown): Promise<AppError> {
  const known = asAppError(error);
  const { code } = known;
  const listing = code === "listing.changed" || code === "listing.closed" ? await listingById(deps, id ?? 0) : null;
  if (listing === null) return known;
  const changes = await readChangesSince(deps, listing.id, revision);
  const name = changes.at(-1)?.person?.name;
  return new AppError(code, {
    ...(name &&
      code === "listing.changed" && {
        message: `${name} changed this listing in the meantime. Please review it again.`,
      }),
    difference: { revision: listing.revision, status: listing.status, changes },
    cause: error,
  });
}

/**
 * Makes a decision. If it is refused because the listing changed since the moderator saw it, the error contains the
 * changes and who made them.
 * @throws errors of `decide`; AppError `listing.changed` and `listing.closed` with the changes
 */
export async function withChangesOnRefusal<Answer>(
  deps: Deps,
  asked: ListingRef,
  decide: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await decide();
  } catch (error) {
    const refusal = await refusalOf(deps, asked, error);
    throw refusal.difference ? refusal : error;
  }
}

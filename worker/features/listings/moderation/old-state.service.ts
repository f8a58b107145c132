import type { Deps } from "../../../platform/deps.ts";
import { AppError, asAppError } from "../../../platform/errors.ts";
import { readChangesSince } from "../../audit/audit.service.ts";
import { listingById } from "../core/listings.repo.ts";
import type { ListingRef } from "./moderation.service.ts";

/**
 * Makes a decision. Where it is refused because the listing changed since the moderator saw it, the refusal says what
 * changed and who changed it.
 * @throws what `decide` throws; AppError `listing.changed` and `listing.closed` with the difference
 */
export async function withDifference<Answer>(
  deps: Deps,
  { id, revision }: ListingRef,
  decide: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await decide();
  } catch (error) {
    const { code } = asAppError(error);
    const listing = code === "listing.changed" || code === "listing.closed" ? await listingById(deps, id ?? 0) : null;
    if (listing === null) throw error;
    const changes = await readChangesSince(deps, listing.id, revision);
    const name = changes.at(-1)?.person?.name;
    throw new AppError(code, {
      ...(name &&
        code === "listing.changed" && { message: `${name} changed this listing meanwhile. Please look at it again.` }),
      difference: { revision: listing.revision, status: listing.status, changes },
      cause: error,
    });
  }
}

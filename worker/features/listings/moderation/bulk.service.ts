import type { BulkAction, Decision, SkippedListing } from "../../../contracts/decisions.ts";
import type { BulkDecisionInput } from "../../../contracts/decisions.schemas.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Moderator } from "../../audit/audit.service.ts";
import type { Listing } from "../core/listings.table.ts";
import { confirmAs } from "./confirm.service.ts";
import { deleteAs } from "./delete.service.ts";
import {
  approveAll,
  decideAll,
  type Decide,
  type ListingRefWithId,
  rejectAll,
  unapproveAll,
} from "./moderation.service.ts";
import { listingsByIds } from "./queue.repo.ts";
import { listingForModerator } from "./queue.service.ts";

/** Dismisses all open reports of some listings, as one decision. */
export type DismissReports = (
  deps: Deps,
  listingIds: readonly number[],
  by: Moderator,
) => Promise<Decision & { dismissed: number }>;

interface Decided extends Decision {
  action: BulkAction;
  decided: Listing[];
  refused: SkippedListing[];
  dismissed?: number;
}

const deletion =
  (deps: Deps, by: Moderator): Decide =>
  async ({ id, revision }, decisionId) => {
    const listing = await listingForModerator(deps, id);
    if (revision !== undefined && revision !== listing.revision) throw new AppError("listing.changed");
    return { listing: await deleteAs(deps, listing, by, decisionId), change: "public" };
  };

const confirmation =
  (deps: Deps, by: Moderator): Decide =>
  (asked, decisionId) =>
    confirmAs(deps, asked, by, decisionId);

/** Dismisses the reports of the listings that exist; the others are refused. */
async function dismissal(deps: Deps, ids: readonly number[], by: Moderator, dismiss: DismissReports) {
  const known = await listingsByIds(deps, ids);
  const isKnown = (id: number) => known.some((listing) => listing.id === id);
  const unknown = new AppError("listing.not_found");
  const answer =
    known.length === 0
      ? { decisionId: null, dismissed: 0 }
      : await dismiss(
          deps,
          known.map(({ id }) => id),
          by,
        );
  return {
    ...answer,
    // Read again, because their counts and hidden numbers changed.
    decided: await listingsByIds(deps, ids),
    refused: ids.filter((id) => !isKnown(id)).map((id) => ({ id, error: unknown.message, code: unknown.code })),
  };
}

/** Decides on several listings in the same way, each independently of the others, as one decision that can be undone. */
export async function decideOnAll(
  deps: Deps,
  { ids, revisions, action, reason, confirmScam }: BulkDecisionInput,
  by: Moderator,
  dismiss: DismissReports,
): Promise<Decided> {
  const asked: ListingRefWithId[] = ids.map((id, at) => ({ id, revision: revisions?.[at] }));
  const ways: Record<BulkAction, () => Promise<Omit<Decided, "action">>> = {
    approve: () => approveAll(deps, asked, by, { confirmScam }),
    unapprove: () => unapproveAll(deps, asked, by),
    reject: () => rejectAll(deps, asked, reason ?? missing(), by),
    delete: () => decideAll(deps, asked, "listing.deleted", deletion(deps, by)),
    confirm: () => decideAll(deps, asked, "listing.published", confirmation(deps, by)),
    dismiss: () => dismissal(deps, [...new Set(ids)], by, dismiss),
  };
  return { action, ...(await ways[action]()) };
}

/** The schema asks for the reason of a rejection. */
function missing(): never {
  throw new AppError("request.invalid");
}

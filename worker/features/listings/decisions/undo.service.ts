import { publicPercent } from "../listing/public-percent.ts";
import { listingTitle } from "../../../contracts/listing-names.ts";
import type { Deps } from "../../../platform/deps.ts";
import { emit } from "../../../platform/events.ts";
import { relaySoon } from "../../../platform/outbox.ts";
import { purge } from "../../../platform/purge.ts";
import { runAllOrNone } from "../../../platform/run-all-or-none.ts";
import { auditEntry, type Moderator } from "../../audit/audit.service.ts";
import {
  type DecisionItem,
  kindOf,
  previousDecisions,
  overtaken,
  type Restored,
  markUndone,
} from "../../decisions/decisions.service.ts";
import { emitDrop } from "../history/history.service.ts";
import { compareWithMarket } from "../../market/market.service.ts";
import { listingsByIds } from "./queue.repo.ts";
import { toAdminListing } from "../views/listings.mappers.ts";
import { queueDecisionMails, emitShown } from "./record-decision.service.ts";
import { restoredValues, updateListing } from "../listing/listings.repo.ts";
import type { Listing } from "../listing/listings.table.ts";
import { reopenAppeal } from "./appeals.repo.ts";
import { deleteQuestion } from "./questions.repo.ts";
import { deleteCount } from "../../transparency/transparency.service.ts";

/**
 * Undoes decisions on listings: restores the columns that each decision changed, under a new revision. Skips listings
 * that have changed since, and decisions whose emails were sent.
 */
export async function undoListings(deps: Deps, items: readonly DecisionItem[], by: Moderator): Promise<Restored> {
  const ids = items.flatMap(({ targetId }) => targetId ?? []);
  const id = items[0]?.id ?? "";
  const [rows, earlier] = await Promise.all([listingsByIds(deps, ids), previousDecisions(deps, ids, id)]);
  const restored: Listing[] = [];
  const refused: Restored["refused"] = [];
  const changed = { "listing.published": [] as number[], "listing.withdrawn": [] as number[] };
  for (const item of items) {
    const decided = rows.find((row) => row.id === item.targetId);
    const before = earlier.find(({ targetId }) => targetId === item.targetId);
    const listing = decided?.revision === item.revision ? await restore(deps, decided, item, before, by) : null;
    if (!decided || !listing) {
      refused.push(overtaken(item.targetId ?? 0));
      continue;
    }
    restored.push(listing);
    if (!isSeen(item)) continue;
    const isShown = listing.status === "approved";
    if (isShown || decided.status === "approved")
      changed[isShown ? "listing.published" : "listing.withdrawn"].push(listing.id);
  }
  await purge(deps, "listing.withdrawn", changed["listing.withdrawn"]);
  await purge(deps, "listing.published", changed["listing.published"]);
  if (restored.length > 0) relaySoon(deps);
  const listings = await Promise.all(restored.map((listing) => toAdminListing(deps, listing)));
  return { listings, reports: 0, refused, message: messageFor(restored, items) };
}

/** Returns whether renters can notice that a decision on a public listing is undone. */
const isSeen = ({ action, before }: DecisionItem) =>
  !kindOf(action).isUnseen && (action !== "accept_changes" || "phoneHiddenUntil" in before);

/** Returns the column values to restore. Recomputes the market comparison, because the benchmarks may have changed. */
async function valuesBefore(deps: Deps, decided: Listing, before: Partial<Listing>): Promise<Partial<Listing>> {
  if (!("belowMarketPercent" in before)) return before;
  const listing = { ...decided, ...before };
  const comparison = await compareWithMarket(deps, { ...listing, municipality: listing.municipality || null });
  return { ...before, ...comparison, belowMarketPercent: publicPercent({ ...listing, ...comparison }) };
}

/**
 * Undoes one decision on one listing.
 * @returns the listing, or null if the decision can no longer be undone
 */
async function restore(
  deps: Deps,
  decided: Listing,
  item: DecisionItem,
  earlier: DecisionItem | undefined,
  by: Moderator,
): Promise<Listing | null> {
  const values = await valuesBefore(deps, decided, restoredValues(item.before));
  const status = values.status ?? decided.status;
  const decision = { decisionId: item.id, listingId: decided.id };
  const [[row]] = await runAllOrNone(deps, [
    updateListing(deps, decided, values),
    auditEntry(deps, {
      ...by,
      action: "listing.undo",
      targetType: "listing",
      targetId: decided.id,
      before: { status: decided.status },
      after: { status, undone: item.action },
      revision: decided.revision + 1,
    }),
    markUndone(deps, item),
    ...(status === "approved" && item.action !== "ask" ? emitShown(deps, decided) : []),
    ...(item.action === "retype"
      ? emit(deps, "listing.edited", {
          listingId: decided.id,
          photoPrefix: decided.photoPrefix,
          parts: ["place"],
        })
      : []),
    ...(earlier && !kindOf(item.action).keepsStatus && mayBeUnsent(earlier, item)
      ? queueDecisionMails(deps, decided, { ...earlier, status, isFirst: earlier.before.firstApprovedAt === null })
      : []),
    ...emitDrop(deps, decided, values, { decisionId: null, dueAt: deps.now() }),
    deleteCount(deps, decision),
    deleteQuestion(deps, decision),
    reopenAppeal(deps, decision),
  ]);
  return row ?? null;
}

/**
 * Returns whether a decision may have prevented the emails of an earlier decision. If so, its undo queues those emails
 * again; they are sent at most once.
 */
const mayBeUnsent = ({ notifiedAt }: DecisionItem, { decidedAt }: DecisionItem) =>
  notifiedAt === null || notifiedAt >= decidedAt;

const AGAIN: Record<Listing["status"], string> = {
  pending: "Pending again",
  approved: "Approved again",
  rejected: "Rejected again",
  expired: "Expired again",
  rented: "Rented again",
  deleted: "Deleted again",
};

function messageFor(restored: readonly Listing[], items: readonly DecisionItem[]): string {
  const [first] = restored;
  if (!first) return "";
  if (restored.length > 1) return `${restored.length} listings are as they were before.`;
  const item = items.find(({ targetId }) => targetId === first.id);
  const again = (item && kindOf(item.action).undone) ?? AGAIN[first.status];
  return `${again}: ${listingTitle(first.bedrooms, first.address)}`;
}

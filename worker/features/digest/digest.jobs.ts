import type { Listener } from "../../platform/events.ts";
import type { OutboxHandlers } from "../../platform/outbox.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { closeUndoWindow } from "../decisions/decisions.service.ts";
import { alertVipsDirectly, mailSearches } from "./alerts.service.ts";
import { planEdition } from "./digest.plan.service.ts";
import { continueMailings, recordMissedEdition } from "./digest.watch.service.ts";

/**
 * Run at every tick, so that the next tick continues interrupted work; each edition is made once. Continuing comes
 * first, because a new edition enqueues its own messages.
 */
export const digestJobs: readonly ScheduledJob[] = [
  { name: "digest.continue", due: everyTick, run: continueMailings },
  { name: "digest.plan", due: everyTick, run: planEdition },
  { name: "alerts.mail", due: everyTick, run: mailSearches },
  { name: "digest.missed", due: everyTick, run: recordMissedEdition },
];

/** Listeners that alert VIPs once a decision can no longer be undone. */
export const alertApproved: Listener<"listing.approved"> = ({ listingId, decisionId, dueAt, isNews }) =>
  isNews ? { kind: "digest.vip_alert", payload: { listingId, decisionId }, dueAt } : null;
export const alertConfirmed: Listener<"listing.confirmed"> = ({ listingId, decisionId, dueAt }) => ({
  kind: "digest.vip_alert",
  payload: { listingId, ...(decisionId !== null && { decisionId }) },
  dueAt,
});

export const digestOutbox = {
  // At the time itself, or later when the queue was: what has come due by then goes along.
  "alerts.deliver": (deps) => mailSearches(deps, deps.now()),
  "digest.vip_alert": async (deps, { listingId, decisionId }) => {
    const isUndone = decisionId !== undefined && (await closeUndoWindow(deps, decisionId, listingId)) === "undone";
    if (!isUndone) await alertVipsDirectly(deps, listingId);
  },
} satisfies Partial<OutboxHandlers>;

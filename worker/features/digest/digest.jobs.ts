import type { Listener } from "../../platform/events.ts";
import type { OutboxHandlers } from "../../platform/outbox.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { tell } from "../decisions/decisions.service.ts";
import { alertVipsNow } from "./alerts.service.ts";
import { planEdition } from "./digest.plan.service.ts";
import { continueMailings, noteMissedEdition } from "./digest.watch.service.ts";

/**
 * Asked at every tick, because what a tick left half done the next one continues; each edition is made once. What is
 * going on first: a new edition has just got its messages.
 */
export const digestJobs: readonly ScheduledJob[] = [
  { name: "digest.continue", due: everyTick, run: continueMailings },
  { name: "digest.plan", due: everyTick, run: planEdition },
  { name: "digest.missed", due: everyTick, run: noteMissedEdition },
];

/** Listeners: VIPs are told once a decision can no longer be undone. */
export const alertApproved: Listener<"listing.approved"> = ({ listingId, decisionId, dueAt, isNews }) =>
  isNews ? { kind: "digest.vip_alert", payload: { listingId, decisionId }, dueAt } : null;
export const alertConfirmed: Listener<"listing.confirmed"> = ({ listingId, decisionId, dueAt }) => ({
  kind: "digest.vip_alert",
  payload: { listingId, ...(decisionId !== null && { decisionId }) },
  dueAt,
});

export const digestOutbox = {
  "digest.vip_alert": async (deps, { listingId, decisionId }) => {
    const isUndone = decisionId !== undefined && (await tell(deps, decisionId, listingId)) === "undone";
    if (!isUndone) await alertVipsNow(deps, listingId);
  },
} satisfies Partial<OutboxHandlers>;

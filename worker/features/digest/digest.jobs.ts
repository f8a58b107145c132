import type { OutboxHandlers } from "../../platform/outbox.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { tell } from "../decisions/decisions.service.ts";
import { alertVipsNow, VIP_ALERT } from "./alerts.service.ts";
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

export const digestOutbox: OutboxHandlers = {
  [VIP_ALERT]: async (deps, { listingId, decisionId }) => {
    const isUndone = typeof decisionId === "string" && (await tell(deps, decisionId, Number(listingId))) === "undone";
    if (!isUndone) await alertVipsNow(deps, Number(listingId));
  },
};

import type { OutboxHandlers } from "../../platform/outbox.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { sendMatches, sendMatchesDirectly } from "./alerts.service.ts";
import { planEdition } from "./digest.plan.service.ts";
import { continueMailings, recordMissedEdition } from "./digest.watch.service.ts";

/**
 * Jobs that run at every tick, so that the next tick continues interrupted work. Each edition is made only once.
 * Interrupted mailings come first, because a new edition would add messages to the queue.
 */
export const digestJobs: readonly ScheduledJob[] = [
  { name: "digest.continue", due: everyTick, run: continueMailings },
  { name: "digest.plan", due: everyTick, run: planEdition },
  { name: "alerts.mail", due: everyTick, run: sendMatches },
  { name: "digest.missed", due: everyTick, run: recordMissedEdition },
];

export const digestOutbox = {
  // This handler runs at the due time, or later if the queue is late. It includes matches that became due in the
  // meantime.
  "alerts.deliver": (deps, _payload, entryId) => sendMatchesDirectly(deps, entryId),
} satisfies Partial<OutboxHandlers>;

import { maskAuditAddresses } from "./features/audit/audit.service.ts";
import { listingJobs, listingOutbox } from "./features/listings/listings.jobs.ts";
import { listingMailJobs, listingMailOutbox } from "./features/listings/listings.mail.jobs.ts";
import { maskReporters } from "./features/reports/reports.service.ts";
import { pruneSessions } from "./features/sessions/sessions.service.ts";
import { pruneOutbox, relayOutbox, type OutboxHandlers } from "./platform/outbox.ts";
import { purgeAgain, PURGE_KIND } from "./platform/purge.ts";
import { daily, everyTick, pruneLedger, type ScheduledJob } from "./platform/schedule.ts";

/** All that the one cron tick may run, in this order. */
export const SCHEDULED_JOBS: readonly ScheduledJob[] = [
  ...listingJobs,
  ...listingMailJobs,
  {
    name: "addresses.mask",
    due: everyTick,
    run: async (deps, time) => {
      await maskAuditAddresses(deps, time);
      await maskReporters(deps, time);
    },
  },
  { name: "outbox.relay", due: everyTick, run: async (deps) => void (await relayOutbox(deps)) },
  {
    name: "prune",
    due: daily,
    run: async (deps, time) => {
      await pruneOutbox(deps, time);
      await pruneLedger(deps, time);
      await pruneSessions(deps, time);
    },
  },
];

/** What the queue can do, by kind of outbox entry. */
export const OUTBOX_HANDLERS: OutboxHandlers = { ...listingOutbox, ...listingMailOutbox, [PURGE_KIND]: purgeAgain };

/** Queues that hold what failed too often (wrangler.toml). */
export const DEAD_QUEUES: ReadonlySet<string> = new Set(["below-market-jobs-dead", "below-market-mails-dead"]);

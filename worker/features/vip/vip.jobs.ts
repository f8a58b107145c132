import type { OutboxHandlers } from "../../platform/outbox.ts";
import { daily, type ScheduledJob } from "../../platform/schedule.ts";
import { RECONCILE_JOB, reconcileVip } from "./vip.reconcile.service.ts";
import { VIP_STARTED } from "./vip.repo.ts";
import { prunePayments } from "./vip.service.ts";
import { welcomeVip } from "./vip.webhook.service.ts";

export const vipOutbox: OutboxHandlers = { [VIP_STARTED]: welcomeVip };

export const vipJobs: readonly ScheduledJob[] = [
  { name: RECONCILE_JOB, due: daily, run: reconcileVip },
  { name: "vip.prune", due: daily, run: prunePayments },
];

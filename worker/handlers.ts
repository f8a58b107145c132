import { makeApp, type DepsFactory } from "./app.ts";
import {
  continueRestoreSoon,
  isRestoring,
  mustRestoreFirst,
  type RestoreMessage,
} from "./features/backups/restore.service.ts";
import { logWithdrawalsSoon } from "./features/backups/withdrawals.service.ts";
import { serveBatch } from "./features/digest/digest.send.service.ts";
import { handleDeadMessage } from "./features/digest/digest.watch.service.ts";
import { type CanaryMessage, recordCanaryArrival, sendHeartbeatAfterTick } from "./features/system/health.service.ts";
import { receiveMailEvent } from "./features/opt-out/opt-out.service.ts";
import { LISTENERS, OUTBOX_HANDLERS, SCHEDULED_JOBS } from "./jobs.ts";
import type { Env } from "./platform/config.ts";
import { receiveMail } from "./inbound-mail.ts";
import type { Deps } from "./platform/deps.ts";
import { listen } from "./platform/events.ts";
import { type MailEventMessage, storeDeadMessage } from "./platform/dead-messages.ts";
import { isDeadQueue, liveQueue, type QueueRole, queueRole, RELAY_CRON } from "./platform/queues.ts";
import { giveUpOutboxEntry, openOutboxKind, runOutboxEntry } from "./platform/outbox.ts";
import { waitForForegroundWork, runInForeground } from "./platform/foreground.ts";
import { continueRelay, type OutboxMessage, relayAll, type RelayMessage } from "./platform/relay.ts";
import { type PurgeMessage, continueWaitingPurges } from "./platform/purge.ts";
import { runDueJobs, type TickMessage } from "./platform/schedule.ts";
import { notifyOperator } from "./platform/operator-notices.ts";

/** Longest delay before a message is delivered again. */
const LONGEST_RETRY_SECONDS = 600;

/** Creates the worker's event handlers from a factory of dependencies. */
export function makeHandlers(makeDeps: DepsFactory) {
  listen(LISTENERS);
  const app = makeApp(makeDeps);
  return {
    fetch: (request, env, ctx) => app.fetch(request, env, ctx),

    async scheduled(controller, env, ctx) {
      const deps = makeDeps(env, ctx, { cron: controller.cron });
      // Withdrawals since the backup must be repeated before any other work runs.
      if (await mustRestoreFirst(deps)) return;
      if (controller.cron === RELAY_CRON) return relayAll(deps);
      await runTick(deps, new Date(controller.scheduledTime));
    },

    async queue(batch, env, ctx) {
      for (const message of batch.messages) {
        const body = (message.body ?? {}) as Body;
        const deps = makeDeps(env, ctx, { queue: batch.queue, outbox: body.outboxId ?? 0 });
        const delaySeconds = Math.min(LONGEST_RETRY_SECONDS, 15 * 2 ** message.attempts);
        try {
          const role = queueRole(deps.config.queuePrefix, batch.queue);
          if (await isRestoring(deps)) {
            await takeDuringRestore(deps, role, message);
            continue;
          }
          const work = () => takeMessage(deps, role, body, delaySeconds * 1_000);
          if (role === "slow-jobs") {
            await waitForForegroundWork(deps.wait);
            await work();
          } else await runInForeground(work);
          message.ack();
          logWithdrawalsSoon(deps);
        } catch (error) {
          deps.log.error("queue.failed", error, { attempts: message.attempts });
          message.retry({ delaySeconds });
        }
      }
    },

    async email(message, env, ctx) {
      const deps = makeDeps(env, ctx, { mail: "inbound" });
      // The platform turns an exception into a temporary error, so the sending server tries again later.
      if (await isRestoring(deps)) throw new Error("The database is being restored.");
      await receiveMail(deps, message);
    },
  } satisfies ExportedHandler<Env>;
}

/**
 * Delays bounces and complaints. Acknowledges all other messages, because their work is also stored in the database.
 */
async function takeDuringRestore(deps: Deps, queue: QueueRole, message: Message): Promise<void> {
  if (queue === "mail-events") return message.retry({ delaySeconds: LONGEST_RETRY_SECONDS });
  if ((message.body as Body | null)?.restore === "continue") await continueRestoreSoon(deps);
  message.ack();
}

type Body = Partial<
  OutboxMessage &
    RelayMessage &
    TickMessage &
    RestoreMessage &
    PurgeMessage &
    CanaryMessage &
    MailEventMessage & { mailing: string }
>;

/** Runs a tick, or the rest of a tick. Sends the monitor's heartbeat if no job failed. */
async function runTick(deps: Deps, time: Date, from?: number): Promise<void> {
  if (await runDueJobs(deps, SCHEDULED_JOBS, time, from)) await sendHeartbeatAfterTick(deps, time);
}

/** Handles a message of any queue: mailings, delivery events, outbox entries, the relay, and the rest of a tick. */
async function takeMessage(deps: Deps, queue: QueueRole, body: Body, retryMs: number): Promise<void> {
  const { mailing, relay, tick, from, canary, sentAt = 0, purges, mailEvent, outboxId = 0 } = body;
  if (isDeadQueue(queue)) {
    if (outboxId > 0) return giveUp(deps, queue, outboxId);
    // These messages need no retry, because every tick continues the purges and sends new canaries.
    if (purges !== undefined || canary !== undefined) return;
    await storeDeadMessage(deps, liveQueue(queue), body);
    if (typeof mailing === "string") await handleDeadMessage(deps, mailing);
    else await notifyOperator(deps, "message.gave_up", "A message failed too often", messageText(queue));
  } else if (queue === "mail-events") await receiveMailEvent(deps, body);
  else if (mailEvent !== undefined) await receiveMailEvent(deps, mailEvent);
  else if (canary !== undefined) await recordCanaryArrival(deps, { canary, sentAt });
  else if (typeof mailing === "string") await serveBatch(deps, mailing);
  else if (purges === "waiting") await continueWaitingPurges(deps);
  else if (typeof relay === "string") await continueRelay(deps, relay);
  else if (typeof tick === "number") await runTick(deps, new Date(tick), from);
  else await runOutboxEntry(deps, OUTBOX_HANDLERS, { id: outboxId, retryMs });
}

const messageText = (queue: QueueRole) =>
  `A message in ${queue} failed too often. It is stored: the admin panel's System tab shows it and can send it again. The log says why it failed.`;

/** Notifies the operator of work that failed too often, and closes it. */
async function giveUp(deps: Deps, queue: string, outboxId: number): Promise<void> {
  const kind = await openOutboxKind(deps, outboxId);
  if (kind === null) return;
  const text = `Outbox entry ${outboxId} (${kind}) failed too often and ended up in ${queue}. It stays stored; the log says why.`;
  await notifyOperator(deps, "job.gave_up", "A job failed too often", text);
  await giveUpOutboxEntry(deps, outboxId);
}

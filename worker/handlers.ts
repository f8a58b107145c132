import { makeApp, type DepsFactory } from "./app.ts";
import { sendSome } from "./features/digest/digest.send.service.ts";
import { noteDeadMessage } from "./features/digest/digest.watch.service.ts";
import { receiveMailEvent } from "./features/subscribers/mail-events.service.ts";
import { DEAD_QUEUES, OUTBOX_HANDLERS, SCHEDULED_JOBS } from "./jobs.ts";
import type { Env } from "./platform/env.ts";
import { receiveMail } from "./inbound-mail.ts";
import type { Deps } from "./platform/deps.ts";
import { giveUpOutboxEntry, openOutboxKind, runOutboxEntry, type OutboxMessage } from "./platform/outbox.ts";
import { runDueJobs } from "./platform/schedule.ts";
import { tellOperator } from "./platform/operator-mail.ts";

/** What became of mails, published by Cloudflare Email Sending (wrangler.toml). */
const MAIL_EVENTS_QUEUE = "below-market-mail-events";

/** The worker's handlers over a factory of dependencies. */
export function makeHandlers(makeDeps: DepsFactory) {
  const app = makeApp(makeDeps);
  return {
    fetch: (request, env, ctx) => app.fetch(request, env, ctx),

    async scheduled(controller, env, ctx) {
      await runDueJobs(
        makeDeps(env, ctx, { cron: controller.cron }),
        SCHEDULED_JOBS,
        new Date(controller.scheduledTime),
      );
    },

    async queue(batch, env, ctx) {
      for (const message of batch.messages) {
        const outboxId = (message.body as Partial<OutboxMessage> | null)?.outboxId ?? 0;
        const deps = makeDeps(env, ctx, { queue: batch.queue, outbox: outboxId });
        try {
          await takeMessage(deps, batch.queue, message.body, outboxId);
          message.ack();
        } catch (error) {
          deps.log.error("queue.failed", error, { attempts: message.attempts });
          message.retry({ delaySeconds: Math.min(600, 15 * 2 ** message.attempts) });
        }
      }
    },

    async email(message, env, ctx) {
      const answer = await receiveMail(makeDeps(env, ctx, { mail: "inbound" }), message);
      if (!answer.accepted) message.setReject(answer.reason);
    },
  } satisfies ExportedHandler<Env>;
}

/** What each queue carries: mailings to serve, what became of mails, and the outbox. */
async function takeMessage(deps: Deps, queue: string, body: unknown, outboxId: number): Promise<void> {
  const mailing: unknown = (body as { mailing?: unknown } | null)?.mailing;
  if (DEAD_QUEUES.has(queue)) {
    // An event of the mail service that cannot be taken is no loss of ours.
    if (typeof mailing === "string") await noteDeadMessage(deps, mailing);
    else if (outboxId === 0)
      await tellOperator(deps, "A message gave up", `A message came to ${queue}; the log says why.`);
    else await giveUp(deps, queue, outboxId);
  } else if (queue === MAIL_EVENTS_QUEUE) await receiveMailEvent(deps, body);
  else if (typeof mailing === "string") await sendSome(deps, mailing);
  else await runOutboxEntry(deps, OUTBOX_HANDLERS, outboxId);
}

/** Work that failed too often: the operator is told, and it is closed. */
async function giveUp(deps: Deps, queue: string, outboxId: number): Promise<void> {
  const kind = await openOutboxKind(deps, outboxId);
  if (kind === null) return;
  const text = `Outbox entry ${outboxId} (${kind}) failed too often and came to ${queue}. It stays stored; the log says why.`;
  await tellOperator(deps, "A job gave up", text);
  await giveUpOutboxEntry(deps, outboxId);
}

import { makeApp, type DepsFactory } from "./app.ts";
import { DEAD_QUEUES, OUTBOX_HANDLERS, SCHEDULED_JOBS } from "./jobs.ts";
import type { Env } from "./platform/env.ts";
import { receiveMail } from "./inbound-mail.ts";
import type { Deps } from "./platform/deps.ts";
import { giveUpOutboxEntry, runOutboxEntry, type OutboxMessage } from "./platform/outbox.ts";
import { runDueJobs } from "./platform/schedule.ts";
import { tellOperator } from "./platform/operator-mail.ts";

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
          if (DEAD_QUEUES.has(batch.queue)) await giveUp(deps, batch.queue, outboxId);
          else await runOutboxEntry(deps, OUTBOX_HANDLERS, outboxId);
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

/** Work that failed too often: it is closed, and the operator is told once. */
async function giveUp(deps: Deps, queue: string, outboxId: number): Promise<void> {
  const kind = await giveUpOutboxEntry(deps, outboxId);
  if (kind === null) return;
  const text = `Outbox entry ${outboxId} (${kind}) failed too often and came to ${queue}. It stays stored; the log says why.`;
  await tellOperator(deps, "A job gave up", text);
}

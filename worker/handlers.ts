import { makeApp, type DepsFactory } from "./app.ts";
import { DEAD_QUEUES, OUTBOX_HANDLERS, SCHEDULED_JOBS } from "./jobs.ts";
import type { Env } from "./platform/env.ts";
import { runOutboxEntry, type OutboxMessage } from "./platform/outbox.ts";
import { runDueJobs } from "./platform/schedule.ts";
import { tellOperator } from "./platform/operator-mail.ts";

/** No address of this site takes mail yet: the sender is told so at once, instead of being ignored. */
const NO_SUCH_ADDRESS = "This address does not take mail.";

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
        const { outboxId } = message.body as OutboxMessage;
        const deps = makeDeps(env, ctx, { queue: batch.queue, outbox: outboxId });
        try {
          if (DEAD_QUEUES.has(batch.queue))
            await tellOperator(
              deps,
              "A job gave up",
              `Outbox entry ${outboxId} failed too often and went to ${batch.queue}. It stays stored; the log says why.`,
            );
          else await runOutboxEntry(deps, OUTBOX_HANDLERS, outboxId);
          message.ack();
        } catch (error) {
          deps.log.error("queue.failed", error, { attempts: message.attempts });
          message.retry({ delaySeconds: Math.min(600, 15 * 2 ** message.attempts) });
        }
      }
    },

    async email(message) {
      message.setReject(NO_SUCH_ADDRESS);
    },
  } satisfies ExportedHandler<Env>;
}

import { eq } from "drizzle-orm";
import { RESTORE_REPORT_SETTING } from "../../../worker/features/backups/backup-format.ts";
import { backupOutbox } from "../../../worker/features/backups/backups.jobs.ts";
import { lastBackup, startBackup } from "../../../worker/features/backups/backups.service.ts";
import { continueRestore } from "../../../worker/features/backups/restore.service.ts";
import { logWithdrawals } from "../../../worker/features/backups/withdrawals.service.ts";
import { readSetting } from "../../../worker/platform/database.ts";
import { type Deps, makeDeps } from "../../../worker/platform/deps.ts";
import type { Env } from "../../../worker/platform/config.ts";
import { listen } from "../../../worker/platform/events.ts";
import { type OutboxHandlers, runOutboxEntry } from "../../../worker/platform/outbox.ts";
import { outbox } from "../../../worker/platform/tables.ts";

listen({});

/** Replaces the queue, because the steps run here in sequence. */
const NO_QUEUE = { sendBatch: async () => {} } as unknown as Queue;

/** No server runs during a backup, so there is no cache to purge. */
const nothingToPurge = async () => ({ call: null, turn: 0, returnAfterMs: null });
const withoutObjects = (deps: Deps): Deps => ({
  ...deps,
  queue: NO_QUEUE,
  slowQueue: NO_QUEUE,
  cache: { purge: async () => {}, purgeEverything: async () => {} },
  purges: {
    ...deps.purges,
    ask: nothingToPurge,
    take: nothingToPurge,
    takeEverything: nothingToPurge,
    done: async () => {},
  },
  attempts: {
    ...deps.attempts,
    take: async () => ({ allowed: true }),
    refund: async () => {},
    seen: async () => false,
  },
});

async function backUp(deps: Deps): Promise<string> {
  await logWithdrawals(deps);
  await startBackup(deps);
  for (;;) {
    const [entry] = await deps.db
      .select({ id: outbox.id, doneAt: outbox.doneAt })
      .from(outbox)
      .where(eq(outbox.kind, "backup.step"))
      .orderBy(outbox.doneAt, outbox.id)
      .limit(1);
    if (!entry || entry.doneAt !== null) break;
    await runOutboxEntry(deps, backupOutbox as unknown as OutboxHandlers, { id: entry.id, retryMs: 0 });
  }
  const { last } = await lastBackup(deps);
  return `Backup ${last?.id}: ${last?.rows} rows, ${last?.bytes} bytes encrypted.`;
}

async function finishRestore(deps: Deps): Promise<string> {
  while (await continueRestore(deps));
  return (await readSetting(deps, RESTORE_REPORT_SETTING)) ?? "";
}

/**
 * A worker that `npm run backup` and `npm run restore` run on the local site's storage, so both commands use
 * production's code. POST /backup or /restore returns a message for the operator.
 */
export default {
  async fetch(request, env, ctx) {
    const deps = withoutObjects(makeDeps(env, ctx));
    const work = new URL(request.url).pathname === "/backup" ? backUp : finishRestore;
    try {
      return new Response(await work(deps));
    } catch (error) {
      return new Response(error instanceof Error ? error.message : String(error), { status: 500 });
    }
  },
} satisfies ExportedHandler<Env>;

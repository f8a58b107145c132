import { and, asc, isNull, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { outboxForEach } from "../../platform/outbox.ts";
import { dropKeys } from "./alerts.repo.ts";
import { alertReaders, savedSearches } from "./alerts.table.ts";

/** Literal, because partial indexes do not serve bound parameters. */
const isActive = sql`state = 'active'`;

/** Active searches nobody spoke for since a time and whose holders were not asked (index saved_searches_wanted). */
export const searchesToAskAgain = (deps: Deps, wantedBefore: Date, limit: number) =>
  deps.db
    .selectDistinct({ readerId: savedSearches.readerId })
    .from(savedSearches)
    .where(sql`${isActive} AND asked_again_at IS NULL AND wanted_at < ${wantedBefore.getTime()}`)
    .limit(limit);

/** The statements that store a question to each of some readers, about all their searches that it is time for. */
export function askAgain(deps: Deps, readerIds: readonly number[], wantedBefore: Date) {
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(readerIds)}))`;
  return [
    deps.db
      .update(savedSearches)
      .set({ askedAgainAt: deps.now() })
      .where(
        sql`reader_id IN ${ids} AND ${isActive} AND asked_again_at IS NULL AND wanted_at < ${wantedBefore.getTime()}`,
      ),
    outboxForEach(
      deps,
      "alerts.still_mail",
      { readerId: sql`id`, about: deps.now().getTime() },
      sql`FROM alert_readers WHERE id IN ${ids}`,
    ),
  ] as const;
}

/** Pauses searches whose holders did not answer (index saved_searches_asked_again). @returns how many, at most `limit` */
export async function pauseUnanswered(deps: Deps, askedBefore: Date, limit: number): Promise<number> {
  const rows = await deps.db
    .select({ id: savedSearches.id })
    .from(savedSearches)
    .where(sql`${isActive} AND asked_again_at IS NOT NULL AND asked_again_at < ${askedBefore.getTime()}`)
    .limit(limit);
  const ids = JSON.stringify(rows.map(({ id }) => id));
  if (rows.length === 0) return 0;
  await deps.db.batch([
    dropKeys(deps, sql`SELECT value FROM json_each(${ids})`),
    deps.db
      .update(savedSearches)
      .set({ state: "paused", stateAt: deps.now() })
      .where(and(sql`id IN (SELECT value FROM json_each(${ids}))`, isActive)),
  ]);
  return rows.length;
}

/** Deletes unanswered questions and stopped searches (index saved_searches_leaving). */
export async function deleteOldSearches(
  deps: Deps,
  { askedBefore, stoppedBefore }: Record<"askedBefore" | "stoppedBefore", Date>,
): Promise<void> {
  await deleteInBatches(
    deps,
    "saved_searches",
    sql`state IN ('asked', 'stopped') AND state_at < iif(state = 'asked', ${askedBefore.getTime()}, ${stoppedBefore.getTime()})`,
  );
}

/**
 * Forgets addresses behind an id that have neither searches nor anything found for them, and are older than a time. Of those
 * that stopped all alerts the keyed hash stays, so that nothing begins again by itself (primary key).
 * @returns the last id that was looked at; null at the end
 */
export async function forgetReaders(deps: Deps, after: number, before: Date, limit: number): Promise<number | null> {
  const rows = await deps.db
    .select({ id: alertReaders.id })
    .from(alertReaders)
    .where(sql`id > ${after}`)
    .orderBy(asc(alertReaders.id))
    .limit(limit);
  const last = rows.at(-1)?.id;
  if (last === undefined) return null;
  const isUnused = sql`id > ${after} AND id <= ${last} AND created_at < ${before.getTime()}
    AND NOT EXISTS (SELECT 1 FROM saved_searches WHERE reader_id = alert_readers.id)
    AND NOT EXISTS (SELECT 1 FROM alert_finds WHERE reader_id = alert_readers.id)`;
  await deps.db.batch([
    deps.db.delete(alertReaders).where(and(isUnused, isNull(alertReaders.stoppedAt))),
    deps.db
      .update(alertReaders)
      .set({ email: "", emailKey: sql`address_hash` })
      .where(and(isUnused, sql`email <> ''`)),
  ]);
  return rows.length < limit ? null : last;
}

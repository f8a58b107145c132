import type { Deps } from "../../platform/deps.ts";
import { mailingByKey, putMailing } from "./mailings.repo.ts";
import type { Mailing } from "./mailings.table.ts";

/** A mailing in the withdrawal log; times in milliseconds. */
export type LoggedMailing = Omit<Mailing, "scheduledAt" | "finishedAt" | "pausedUntil"> & {
  scheduledAt: number;
  finishedAt: number | null;
};

/** What the withdrawal log keeps of a mailing: no addresses; null when it is gone. */
export async function mailingOfEntry(deps: Deps, key: string): Promise<LoggedMailing | null> {
  const row = await mailingByKey(deps, key);
  if (row === null) return null;
  const { pausedUntil: _, ...rest } = row;
  return { ...rest, scheduledAt: row.scheduledAt.getTime(), finishedAt: row.finishedAt?.getTime() ?? null };
}

/**
 * Stores a mailing as the withdrawal log knows it. Who got it is known to its Durable Object, which a restore of the
 * database does not touch: one that was being sent goes on where it stopped, and one whose object is gone is closed
 * (settleMailing).
 */
export const restoreMailing = (deps: Deps, mailing: LoggedMailing): Promise<void> =>
  putMailing(deps, {
    ...mailing,
    scheduledAt: new Date(mailing.scheduledAt),
    finishedAt: mailing.finishedAt === null ? null : new Date(mailing.finishedAt),
    pausedUntil: null,
  });

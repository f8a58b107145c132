import type { Deps } from "../../platform/deps.ts";
import { mailingsByKeys, putMailing } from "./mailings.repo.ts";
import type { Mailing } from "./mailings.table.ts";

/** A mailing in the withdrawal log; times in milliseconds. */
export type LoggedMailing = Omit<Mailing, "scheduledAt" | "finishedAt" | "pausedUntil"> & {
  scheduledAt: number;
  finishedAt: number | null;
  /** A pause belongs to the mailing's object. */
  pausedUntil: null;
};

/** Some mailings by their keys, for the withdrawal log: no addresses. Those that are gone are missing. */
export async function mailingsOfLog(deps: Deps, keys: readonly string[]): Promise<ReadonlyMap<string, LoggedMailing>> {
  const rows = keys.length === 0 ? [] : await mailingsByKeys(deps, keys);
  return new Map(
    rows.map((row) => [
      row.key,
      {
        ...row,
        scheduledAt: row.scheduledAt.getTime(),
        finishedAt: row.finishedAt?.getTime() ?? null,
        pausedUntil: null,
      },
    ]),
  );
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
  });

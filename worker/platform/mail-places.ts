import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { KEPT_DAYS, MAIL_WAITS_DAYS } from "../contracts/kept.ts";
import { deleteInBatches } from "./delete-in-batches.ts";
import type { Deps } from "./deps.ts";
import type { Mail } from "./mail.ts";
import { mailRule } from "./mail-kinds.ts";
import { daily, type ScheduledJob } from "./schedule.ts";
import { addressHashOf } from "./suppressions.ts";
import { mailPlaces, provenAddresses } from "./tables.ts";

const DAY_MS = 86_400_000;
/** Mails in any 24 hours to an address that has not proven itself, over all features. */
const UNPROVEN_A_DAY = 3;
/** A mail that would wait longer is not sent: whoever floods an address does not fill its next month. */
const MOST_WAITING_MS = MAIL_WAITS_DAYS * DAY_MS;
/** An address that used no link for this long has to prove itself anew. */
const PROOF_MS = KEPT_DAYS.proof * DAY_MS;
/** Places older than the window count for nothing; a mail that failed finds its own again for a day more. */
const PLACE_MS = KEPT_DAYS.mailPlace * DAY_MS;

/** A mail has to wait; whoever sends it tries again from `until` on. */
export class MailWaits extends Error {
  constructor(readonly until: Date) {
    super("The address has had its mails for today");
  }
}

async function proveAddress(deps: Deps, email: string): Promise<void> {
  const now = deps.now();
  await deps.db
    .insert(provenAddresses)
    .values({ addressHash: await addressHashOf(deps, email), provenAt: now, lastUsedAt: now })
    .onConflictDoUpdate({
      target: provenAddresses.addressHash,
      set: { lastUsedAt: now },
      setWhere: lt(provenAddresses.lastUsedAt, new Date(now.getTime() - DAY_MS)),
    });
}

/**
 * Notes that the holder of an address used what was mailed to it, or replied: from now on each feature's own limits hold
 * for it. Written once a day at most, without keeping the caller waiting and without failing what was done with the link.
 */
export function proveSoon(deps: Deps, email: string): void {
  deps.waitUntil(proveAddress(deps, email).catch((error: unknown) => deps.log.error("mail.proof_not_stored", error)));
}

/**
 * The statement that notes addresses that confirmed something before proofs were kept.
 * @param confirmed a SELECT of their hashes and twice the moment
 */
export const insertProofs = (deps: Deps, confirmed: SQL) =>
  deps.db.insert(provenAddresses).select(confirmed).onConflictDoNothing();

/** When an address proved itself, and last used a link (primary key); null for one that has not. */
export async function proofOf(deps: Deps, addressHash: string) {
  const [row] = await deps.db
    .select()
    .from(provenAddresses)
    .where(eq(provenAddresses.addressHash, addressHash))
    .limit(1);
  return row ?? null;
}

/**
 * When a mail may go out. The place is taken with that, once for each key: whoever asks again, at a retry or a second
 * delivery, is told the same. Places are given in the order they are asked for, at most so many in any 24 hours, so a mail
 * that waits goes out before what is asked for later. RATE_LIMIT_SCALE multiplies the limits; 0 switches them off.
 * @param key names the mail, as for sendOnce
 * @returns a moment, possibly to come for a kind that waits; null when the mail is one too many
 */
export async function placeOf(deps: Deps, key: string, { to, kind }: Pick<Mail, "to" | "kind">): Promise<Date | null> {
  const now = deps.now();
  const { isCounted, whenTooMany, aDayToProven } = mailRule(kind);
  const scale = deps.config.rateLimitScale;
  if (!isCounted || scale <= 0) return now;
  const addressHash = await addressHashOf(deps, to);
  const isProven = (await proofOf(deps, addressHash)) !== null;
  if (isProven && aDayToProven === undefined) return now;
  const scope = isProven ? kind : "unproven";
  const most = Math.ceil((isProven ? (aDayToProven ?? 0) : UNPROVEN_A_DAY) * scale);
  const latest = now.getTime() + (whenTooMany === "waits" ? MOST_WAITING_MS : 0);
  const ofAddress = and(eq(mailPlaces.addressHash, addressHash), eq(mailPlaces.scope, scope));
  // One statement decides and takes the place, so parallel mails cannot both take the last (primary key).
  const [, [place]] = await deps.db.batch([
    deps.db
      .insert(mailPlaces)
      .select(
        sql`SELECT ${addressHash}, ${scope}, ${key}, free_at FROM (SELECT max(${now.getTime()}, coalesce((
              SELECT at FROM ${mailPlaces} WHERE address_hash = ${addressHash} AND scope = ${scope}
              ORDER BY at DESC LIMIT 1 OFFSET ${most - 1}) + ${DAY_MS}, 0)) AS free_at)
            WHERE free_at <= ${latest}`,
      )
      .onConflictDoNothing(),
    deps.db
      .select({ at: mailPlaces.at })
      .from(mailPlaces)
      .where(and(ofAddress, eq(mailPlaces.key, key))),
  ]);
  return place?.at ?? null;
}

/** The statements that forget that an address proved itself, and what it was sent lately. */
export function forgetPlaces(deps: Deps, addressHash: string) {
  return [
    deps.db.delete(mailPlaces).where(eq(mailPlaces.addressHash, addressHash)),
    deps.db.delete(provenAddresses).where(eq(provenAddresses.addressHash, addressHash)),
  ] as const;
}

/** Forgets places that count no more (index mail_places_at) and proofs of more than a year ago (proven_addresses_used). */
async function forgetOld(deps: Deps, time: Date): Promise<void> {
  const before = (ms: number) => time.getTime() - ms;
  await deleteInBatches(
    deps,
    (limit) => sql`DELETE FROM mail_places WHERE rowid IN (
      SELECT rowid FROM mail_places WHERE at < ${before(PLACE_MS)} LIMIT ${limit})`,
  );
  await deleteInBatches(
    deps,
    (limit) => sql`DELETE FROM proven_addresses WHERE rowid IN (
      SELECT rowid FROM proven_addresses WHERE last_used_at < ${before(PROOF_MS)} LIMIT ${limit})`,
  );
}

export const mailPlaceJobs: readonly ScheduledJob[] = [{ name: "mail.forget", due: daily, run: forgetOld }];

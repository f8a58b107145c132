import { and, eq, lt, sql } from "drizzle-orm";
import { DAY_MS } from "../contracts/days.ts";
import { RETENTION_DAYS, MAIL_WAITS_DAYS } from "../contracts/retention.ts";
import { deleteInBatches } from "./database.ts";
import type { Deps } from "./deps.ts";
import type { Mail } from "./mail.ts";
import { mailRule } from "./mail-kinds.ts";
import { daily, type ScheduledJob } from "./schedule.ts";
import { addressHashOf } from "./suppressions.ts";
import { mailPlaces, provenAddresses } from "./tables.ts";

/** Maximum number of emails to an unproven address in any 24 hours, across all features. */
const UNPROVEN_A_DAY = 3;
/**
 * Longest waiting time. Emails that would wait longer are dropped, so that flooding an address cannot fill its next
 * month.
 */
const MAX_WAITING_MS = MAIL_WAITS_DAYS * DAY_MS;
/** Time without use of a link after which an address becomes unproven again. */
const PROOF_MS = RETENTION_DAYS.proof * DAY_MS;
/**
 * How long slots are stored: a day longer than the 24 hours of the limit, so that a retried email gets its earlier slot
 * again.
 */
const PLACE_MS = RETENTION_DAYS.mailPlace * DAY_MS;

/** Thrown when an email must wait. The sender retries from `until` on. */
export class MailDeferred extends Error {
  readonly until: Date;
  constructor(until: Date) {
    super("The address has reached its email limit for today");
    this.until = until;
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
 * Records that the owner of an email address used an emailed link or replied. Each feature's own limits then apply to
 * the address. Writes at most once a day, in the background. Errors do not fail the request.
 */
export function recordProof(deps: Deps, email: string): void {
  deps.waitUntil(proveAddress(deps, email).catch((error: unknown) => deps.log.error("mail.proof_not_stored", error)));
}

/**
 * Returns when an address was proven and when the proof was last used (by primary key); null for an unproven address.
 */
export async function readAddressProof(deps: Deps, addressHash: string) {
  const [row] = await deps.db
    .select()
    .from(provenAddresses)
    .where(eq(provenAddresses.addressHash, addressHash))
    .limit(1);
  return row ?? null;
}

/**
 * Reserves a slot for an email within the daily limit of its address. Each key gets one slot: retries and duplicate
 * deliveries get the same slot. Slots are assigned in order of request, so a waiting email is sent before later ones.
 * RATE_LIMIT_SCALE multiplies the limits; 0 disables them.
 * @param key identifies the email, in the same way as for sendOnce
 * @returns when to send the email: now, or later if its kind may wait; null if the limit is reached
 */
export async function reserveMailSlot(
  deps: Deps,
  key: string,
  { to, kind }: Pick<Mail, "to" | "kind">,
): Promise<Date | null> {
  const now = deps.now();
  const { isCounted, whenTooMany, aDayToProven } = mailRule(kind);
  const scale = deps.config.rateLimitScale;
  if (!isCounted || scale <= 0) return now;
  const addressHash = await addressHashOf(deps, to);
  const isVerified = (await readAddressProof(deps, addressHash)) !== null;
  if (isVerified && aDayToProven === undefined) return now;
  const scope = isVerified ? kind : "unproven";
  const most = Math.ceil((isVerified ? (aDayToProven ?? 0) : UNPROVEN_A_DAY) * scale);
  const latest = now.getTime() + (whenTooMany === "waits" ? MAX_WAITING_MS : 0);
  const ofAddress = and(eq(mailPlaces.addressHash, addressHash), eq(mailPlaces.scope, scope));
  // A single statement checks and reserves, so parallel emails cannot both get the last slot (by primary key).
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

/** Returns the statements that delete the proof and the slots of an email address. */
export function deleteMailSlots(deps: Deps, addressHash: string) {
  return [
    deps.db.delete(mailPlaces).where(eq(mailPlaces.addressHash, addressHash)),
    deps.db.delete(provenAddresses).where(eq(provenAddresses.addressHash, addressHash)),
  ] as const;
}

/** How long hourly counts of emails are stored. Only the last 24 hours are shown. */
const COUNTS_KEPT_MS = 2 * DAY_MS;

/** Deletes expired slots (uses index mail_places_at) and proofs unused for a year (proven_addresses_used). */
async function forgetOld(deps: Deps, time: Date): Promise<void> {
  const before = (ms: number) => time.getTime() - ms;
  await deleteInBatches(deps, "mail_places", sql`at < ${before(PLACE_MS)}`);
  await deleteInBatches(deps, "mail_hours", sql`hour < ${before(COUNTS_KEPT_MS)}`);
  await deleteInBatches(deps, "proven_addresses", sql`last_used_at < ${before(PROOF_MS)}`);
}

export const mailSlotJobs: readonly ScheduledJob[] = [{ name: "mail.forget", due: daily, run: forgetOld }];

import { and, eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "../contracts/days.ts";
import type { SuppressionReason } from "../contracts/subscribers.ts";
import { deleteInBatches } from "./database.ts";
import type { Deps } from "./deps.ts";
import { daily, type ScheduledJob } from "./schedule.ts";
import { mailSuppressions } from "./tables.ts";

/** Returns the key for comparing email addresses: lower case. */
export const emailKeyOf = (email: string) => email.toLowerCase();

/** Returns the keyed hash that is stored instead of an email address. */
export const addressHashOf = (deps: Deps, email: string) => deps.tokens.addressHash(emailKeyOf(email));

/**
 * Time for which the email service accepts no email to an address: 24 hours after a soft bounce, 7 days after a hard
 * bounce (developers.cloudflare.com/email-service/concepts/suppressions). One hour is added, so that all servers of the
 * service have lifted the suppression.
 */
const SOFT_MS = DAY_MS + HOUR_MS;
const HARD_MS = 7 * DAY_MS + HOUR_MS;
/** Time after the end of a suppression within which another refusal cannot be due to a soft bounce. */
const IN_A_ROW_MS = 7 * DAY_MS;

/** SQL condition that a suppression has not ended. A suppression without an end is permanent. */
const isActive = (now: Date) => sql`(ends_at IS NULL OR ends_at > ${now.getTime()})`;

/** Returns whether an email address is the operator's, which only an opt-out can suppress. */
const isOperators = async (deps: Deps, addressHash: string) =>
  addressHash === (await addressHashOf(deps, deps.config.contactEmail));

/**
 * Returns the current suppressions of an email address, one row per reason (by primary key). Empty if the address may
 * get emails.
 */
export async function suppressionsOf(deps: Deps, addressHash: string) {
  const rows = await deps.db
    .select()
    .from(mailSuppressions)
    .where(and(eq(mailSuppressions.addressHash, addressHash), isActive(deps.now())))
    .limit(10);
  return rows.length > 0 && (await isOperators(deps, addressHash)) ? rows.filter(isOptOut) : rows;
}

const isOptOut = ({ reason }: { reason: SuppressionReason }) => reason === "never";

/** Returns the suppression of an email address that lasts longest, or null. */
export async function suppressionOf(deps: Deps, email: string) {
  const rows = await suppressionsOf(deps, await addressHashOf(deps, email));
  const end = ({ endsAt }: (typeof rows)[number]) => endsAt?.getTime() ?? Infinity;
  return rows.toSorted((a, b) => end(b) - end(a))[0] ?? null;
}

/** Returns which of the given email addresses are suppressed, by their hashes (by primary key), in one query. */
export async function suppressedAmong(deps: Deps, addressHashes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await deps.db
    .select()
    .from(mailSuppressions)
    .where(
      and(
        sql`${mailSuppressions.addressHash} IN (SELECT value FROM json_each(${JSON.stringify(addressHashes)}))`,
        isActive(deps.now()),
      ),
    );
  const operators = rows.length === 0 ? null : await addressHashOf(deps, deps.config.contactEmail);
  return new Set(rows.filter((row) => isOptOut(row) || row.addressHash !== operators).map((row) => row.addressHash));
}

/**
 * Returns the SQL condition that the email address of a row is suppressed permanently. Temporary suppressions end
 * automatically, so they may only delay or prevent an email.
 * @param addressHash the column with its hash, or the hash
 */
export const isSuppressedPermanently = (addressHash: SQL | SQLWrapper | string) =>
  sql`EXISTS (SELECT 1 FROM mail_suppressions WHERE mail_suppressions.address_hash = ${addressHash}
    AND mail_suppressions.ends_at IS NULL)`;

/**
 * Suppresses an email address permanently. Each reason is stored once. The operator's address can only opt out.
 * @returns whether the address is now suppressed
 */
export async function storeSuppression(
  deps: Deps,
  addressHash: string,
  reason: Exclude<SuppressionReason, "refused">,
): Promise<boolean> {
  if (reason !== "never" && (await isOperators(deps, addressHash))) return false;
  await deps.db.insert(mailSuppressions).values({ addressHash, reason, at: deps.now() }).onConflictDoNothing();
  return true;
}

/**
 * Suppresses an email address for the time in which the email service accepts no email to it. The cause of a refusal is
 * unknown: the first refusal counts as a soft bounce, and a refusal soon after the suppression's end counts as a hard
 * bounce.
 * @param cause a soft bounce that the service reported, or an email that it refused because of an earlier bounce
 * @returns when email may be sent again; now for the operator's address
 */
export async function suppressTemporarily(
  deps: Deps,
  addressHash: string,
  cause: "soft_bounce" | "refusal",
): Promise<Date> {
  const at = deps.now();
  if (await isOperators(deps, addressHash)) return at;
  const now = at.getTime();
  const soft = now + SOFT_MS;
  const again = cause === "refusal" ? now + HARD_MS : soft;
  const isInARow = sql`mail_suppressions.ends_at BETWEEN ${now - IN_A_ROW_MS} AND ${now}`;
  const [row] = await deps.db
    .insert(mailSuppressions)
    .values({ addressHash, reason: "refused", at, endsAt: new Date(soft) })
    .onConflictDoUpdate({
      target: [mailSuppressions.addressHash, mailSuppressions.reason],
      set: {
        at,
        endsAt: sql`CASE WHEN ${isInARow} THEN ${again} ELSE max(coalesce(mail_suppressions.ends_at, 0), ${soft}) END`,
      },
    })
    .returning({ endsAt: mailSuppressions.endsAt });
  return row?.endsAt ?? new Date(soft);
}

/**
 * Deletes suppressions that ended too long ago to count towards a repeated refusal (uses index mail_suppressions_ends).
 */
async function forgetEnded(deps: Deps, time: Date): Promise<void> {
  const before = time.getTime() - IN_A_ROW_MS;
  await deleteInBatches(deps, "mail_suppressions", sql`ends_at IS NOT NULL AND ends_at < ${before}`);
}

export const suppressionJobs: readonly ScheduledJob[] = [
  { name: "mail.forget_suppressions", due: daily, run: forgetEnded },
];

/**
 * Returns the statement that withdraws the opt-out of an email address. Bounces and complaints still suppress the
 * address.
 */
export function liftOptOut(deps: Deps, addressHash: string) {
  return deps.db
    .delete(mailSuppressions)
    .where(and(eq(mailSuppressions.addressHash, addressHash), eq(mailSuppressions.reason, "never")));
}

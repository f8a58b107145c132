import { desc, gt, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "../contracts/days.ts";
import { transportFor } from "./bulk-mail.ts";
import type { Deps } from "./deps.ts";
import type { MailFailure, TransportName } from "./mail-types.ts";
import type { MailKind } from "./mail-kinds.ts";
import { mailHours, mailRefusals } from "./tables.ts";

/** Failures of the service itself, which the operator can do something about. */
const OF_SERVICE: ReadonlySet<MailFailure> = new Set(["rate", "quota", "misconfigured", "unknown"]);

/** The statement that counts mails handed to their transport. */
export function countSent(deps: Deps, kind: MailKind, count: number) {
  const hour = new Date(Math.floor(deps.now().getTime() / HOUR_MS) * HOUR_MS);
  return deps.db
    .insert(mailHours)
    .values({ hour, transport: transportFor(deps.config, kind), sent: count })
    .onConflictDoUpdate({
      target: [mailHours.hour, mailHours.transport],
      set: { sent: sql`${mailHours.sent} + ${count}` },
    });
}

/** Records that a transport did not take a mail because of itself; never throws. */
export async function recordRefusal(deps: Deps, kind: MailKind, failure: MailFailure): Promise<void> {
  if (!OF_SERVICE.has(failure)) return;
  const at = deps.now();
  try {
    await deps.db
      .insert(mailRefusals)
      .values({ transport: transportFor(deps.config, kind), failure, at })
      .onConflictDoUpdate({ target: [mailRefusals.transport, mailRefusals.failure], set: { at } });
  } catch (error) {
    deps.log.error("mail.refusal_not_stored", error, { failure });
  }
}

/** Mails of the last 24 hours by transport, counted by whole hours, and the latest refusal. */
export async function readMailCounts(deps: Deps): Promise<{
  sent: { transport: TransportName; count: number }[];
  lastRefusal: { transport: TransportName; failure: MailFailure; at: Date } | null;
}> {
  const since = new Date(deps.now().getTime() - DAY_MS);
  const [sent, [lastRefusal]] = await Promise.all([
    deps.db
      .select({ transport: mailHours.transport, count: sql<number>`sum(${mailHours.sent})` })
      .from(mailHours)
      .where(gt(mailHours.hour, since))
      .groupBy(mailHours.transport),
    deps.db.select().from(mailRefusals).orderBy(desc(mailRefusals.at)).limit(1),
  ]);
  return { sent, lastRefusal: lastRefusal ?? null };
}

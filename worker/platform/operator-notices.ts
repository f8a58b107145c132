import { eq, sql } from "drizzle-orm";
import { HOUR_MS } from "../contracts/days.ts";
import type { Deps } from "./deps.ts";
import { layOutMail } from "./mail-layout.ts";
import { type NoticeKind, operatorNotices } from "./tables.ts";
import { everyTick, type ScheduledJob } from "./schedule.ts";
import { withoutSecrets } from "./log.ts";

/** Maximum length of a notice: Discord accepts 2,000 characters, ntfy 4,096 bytes, Slack more. */
const MAX_CHARACTERS = 1_900;
const TIMEOUT_MS = 10_000;

/**
 * Returns the request in the format of a service, chosen by the host of its URL. Slack takes `{ text }` with `&`, `<`
 * and `>` escaped (docs.slack.dev, Sending messages using incoming webhooks). Discord takes `{ content }`
 * (docs.discord.com, Execute Webhook). ntfy, on ntfy.sh or a self-hosted server, takes plain text with the header Title
 * (docs.ntfy.sh/publish). All other services get ntfy's format.
 */
function requestFor(url: string, title: string, text: string): { headers: Record<string, string>; body: string } {
  const { hostname } = new URL(url);
  const json = (value: unknown) => ({
    headers: { "content-type": "application/json" },
    body: JSON.stringify(value),
  });
  const both = `${title}\n${text}`;
  if (hostname === "hooks.slack.com")
    return json({ text: both.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") });
  if (hostname === "discord.com" || hostname === "discordapp.com")
    // Prevents mentions from notifying everyone.
    return json({ content: both, allowed_mentions: { parse: [] } });
  return {
    // Headers may contain only ASCII.
    headers: { "content-type": "text/plain; charset=utf-8", title: title.replaceAll(/[^\x20-\x7e]/g, "?") },
    body: text,
  };
}

/**
 * Sends a notice to ALERT_WEBHOOK_URL, without email addresses, tokens and query strings.
 * @returns false when no URL is configured
 * @throws when the service does not accept the notice within ten seconds; the error does not contain the URL, which is
 * a secret
 */
async function sendToWebhook(deps: Deps, subject: string, text: string): Promise<boolean> {
  const url = deps.config.alertWebhookUrl;
  if (url === null) return false;
  const title = withoutSecrets(`[${deps.config.siteName}] ${subject}`);
  const { headers, body } = requestFor(url, title, withoutSecrets(text).slice(0, MAX_CHARACTERS - title.length));
  // Redirects are not followed, because the URL is meant only for this service.
  const request = {
    method: "POST",
    headers,
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  } as const;
  const status = await deps.fetch(url, request).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    },
    (error: unknown) => (error instanceof Error ? error.name : "no answer"),
  );
  if (typeof status === "string" || status < 200 || status > 299)
    throw new Error(`The alert webhook did not accept a notice: ${status}`);
  return true;
}

/** Events of one kind about which the operator has not been notified. */
interface Unreported {
  subject: string;
  /** Text of the newest event. */
  text: string;
  count: number;
  /** Time of the first event. */
  since: Date;
}

/** Minimum interval between two notices of one kind. */
const MIN_INTERVAL_MS = HOUR_MS;
const KINDS_A_TICK = 50;

const TIME = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Toronto", dateStyle: "medium", timeStyle: "short" });

/**
 * Notifies the operator of something that needs attention, by email and by the alert webhook (docs/product.md, Mails):
 * at most once an hour for each kind. Further events are counted, and the next notice states their number. Events are
 * stored first, so a notice that fails on both channels is sent again an hour later. Never throws, because the
 * reporting work must not fail with the report.
 */
export async function notifyOperator(deps: Deps, kind: NoticeKind, subject: string, text: string): Promise<void> {
  const event = { subject, text, count: 1, since: deps.now() };
  const unreported = await store(deps, kind, event).catch((error: unknown) => {
    deps.log.error("operator.notice_not_stored", error, { kind });
    return event;
  });
  await sendNotice(deps, kind, unreported).catch((error: unknown) =>
    deps.log.error("operator.not_told", error, { kind }),
  );
}

/** Sends notices of unreported events, which would otherwise wait for the next event of their kind. */
async function sendUnreportedNotices(deps: Deps): Promise<void> {
  for (const { kind, ...unreported } of await deps.db.select().from(operatorNotices).limit(KINDS_A_TICK))
    await sendNotice(deps, kind, unreported);
}

/** Counts an event as unreported. @returns all unreported events of its kind */
async function store(deps: Deps, kind: NoticeKind, { subject, text, since }: Unreported): Promise<Unreported> {
  const [row] = await deps.db
    .insert(operatorNotices)
    .values({ kind, subject, text, count: 1, since })
    .onConflictDoUpdate({
      target: operatorNotices.kind,
      set: { subject, text, count: sql`${operatorNotices.count} + 1` },
    })
    .returning();
  return row ?? { subject, text, count: 1, since };
}

/**
 * Sends a notice unless another notice of its kind was sent within the hour. The counter works without the database.
 */
async function sendNotice(deps: Deps, kind: NoticeKind, { subject, text, count, since }: Unreported): Promise<void> {
  if (!(await deps.attempts.take(`notice:${kind}`, { count: 1, windowMs: MIN_INTERVAL_MS })).allowed) return;
  const notice = count === 1 ? text : `${text}\n\nAnd ${count - 1} more since ${TIME.format(since)}, Toronto time.`;
  const sent = await Promise.all([
    trySend(deps, "mail", kind, sendByMail(deps, subject, notice)),
    trySend(deps, "webhook", kind, sendToWebhook(deps, subject, notice)),
  ]);
  if (!sent.includes(true)) return;
  const ofKind = eq(operatorNotices.kind, kind);
  await deps.db.batch([
    deps.db
      .update(operatorNotices)
      .set({ count: sql`${operatorNotices.count} - ${count}`, since: deps.now() })
      .where(ofKind),
    deps.db.delete(operatorNotices).where(sql`${ofKind} AND ${operatorNotices.count} <= 0`),
  ]);
}

/** @returns whether a channel sent the notice */
async function trySend(deps: Deps, channel: string, kind: NoticeKind, sending: Promise<boolean>): Promise<boolean> {
  try {
    return await sending;
  } catch (error) {
    deps.log.error("operator.channel_failed", error, { channel, kind });
    return false;
  }
}

async function sendByMail(deps: Deps, subject: string, text: string): Promise<boolean> {
  await deps.mail.send(
    layOutMail(deps.config, {
      kind: "operator.notice",
      to: deps.config.contactEmail,
      subject: `[${deps.config.siteName}] ${subject}`,
      body: text.split("\n\n"),
      reason: "You get this email because you operate this site.",
    }),
  );
  return true;
}

export const operatorJobs: readonly ScheduledJob[] = [
  { name: "operator.tell", due: everyTick, run: sendUnreportedNotices },
];

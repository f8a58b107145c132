import * as z from "zod/mini";
import type { ConsentRecord, NeverState, SuppressionReason } from "../../contracts/subscribers.ts";
import { readsAutomatic } from "../../platform/inbound-message.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { readReply, type ReceivedMail } from "../../platform/inbound-reply.ts";
import { authenticatedDomains, isAuthentic } from "../../platform/mail-authentication.ts";
import { outboxEntry, relaySoon } from "../../platform/outbox.ts";
import { takeAttempt, perDay } from "../../platform/rate-limits.ts";
import {
  addressHashOf,
  liftOptOut,
  storeSuppression,
  suppressForNow,
  suppressionsOf,
  emailKeyOf,
} from "../../platform/suppressions.ts";
import { isSignedBySvix, type SvixHeaders } from "../../platform/svix-signature.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { together } from "../../platform/together.ts";
import { stopAlertsOf } from "../alerts/alerts.service.ts";
import { stopFollowsOf } from "../forum/follows.service.ts";
import {
  changeStatus,
  insertConsent,
  countChange,
  endSuppression,
  subscriberByEmail,
  subscriberByHash,
  subscriberById,
  WITHOUT_WISHES,
} from "./subscribers.repo.ts";
import { confirmSubscriber, subscriberOfToken } from "./subscribers.service.ts";
import type { Subscriber } from "./subscribers.table.ts";

/** Ends a subscription immediately; repeating it changes nothing. */
export async function unsubscribe(
  deps: Deps,
  subscriber: Subscriber,
  by: Pick<ConsentRecord, "method" | "ipAddress">,
): Promise<void> {
  await leave(deps, subscriber, "unsubscribed", by);
}

async function leave(
  deps: Deps,
  subscriber: Subscriber,
  status: "unsubscribed" | "suppressed",
  by: Pick<ConsentRecord, "method" | "ipAddress">,
): Promise<void> {
  let current: Subscriber | null = subscriber;
  // A concurrent confirmation must not win, so the change is retried.
  for (let tries = 0; current && tries < 3; tries += 1) {
    if (current.status === status || current.status === "suppressed") return;
    if (current.status === "unsubscribed" && status === "unsubscribed") return;
    const change = changeStatus(deps, current, {
      status,
      unsubscribedAt: deps.now(),
      confirmVersion: current.confirmVersion + 1,
      ...WITHOUT_WISHES,
    });
    const consent = insertConsent(deps, current.id, {
      ...by,
      kind: "withdrawn",
      wordingVersion: null,
      detail: null,
    });
    const [[row]] =
      current.status === "confirmed"
        ? await together(deps, [change, countChange(deps, torontoDay(deps.now()), "left"), consent])
        : await together(deps, [change, consent]);
    if (row) return;
    current = await subscriberById(deps, current.id);
  }
}

/** The fate of a mail; "refused": it was not sent, because of an earlier bounce or complaint. */
interface DeliveryReport {
  email: string;
  what: "complained" | "hard_bounce" | "soft_bounce" | "refused";
}

/**
 * Takes note of what became of a mail, whichever service sent it: a complaint or a hard bounce stops all mail for good,
 * a soft bounce for a day. The operator's address is never suppressed. Repeating it changes nothing.
 */
async function takeDeliveryReport(deps: Deps, { email, what }: DeliveryReport): Promise<void> {
  const addressHash = await addressHashOf(deps, email);
  if (what === "soft_bounce" || what === "refused") {
    await suppressForNow(deps, addressHash, what === "refused" ? "refusal" : what);
    return;
  }
  const reason = what === "complained" ? what : "bounced";
  await stopAll(deps, addressHash, () => subscriberByEmail(deps, email.toLowerCase()), { reason, ipAddress: null });
}

/** The suppression is stored first, so that a later sign-up finds it. */
async function stopAll(
  deps: Deps,
  addressHash: string,
  find: () => Promise<Subscriber | null>,
  { reason, ipAddress }: { reason: Exclude<SuppressionReason, "refused">; ipAddress: string | null },
): Promise<void> {
  if (!(await storeSuppression(deps, addressHash, reason))) {
    deps.log.warn("subscriber.operator_not_suppressed", { reason });
    return;
  }
  const subscriber = await find();
  if (subscriber) await leave(deps, subscriber, "suppressed", { method: reason, ipAddress });
  await stopFollowsOf(deps, addressHash);
  await stopAlertsOf(deps, addressHash);
  deps.log.info("subscriber.suppressed", { reason });
}

/** The address hash of an opt-out link. @throws AppError `never.invalid_link` */
async function addressOfLink(deps: Deps, token: string, use: "stop" | "other" = "stop"): Promise<string> {
  const addressHash = await deps.tokens.openHash("never", token, use);
  if (addressHash === null) throw new AppError("never.invalid_link");
  return addressHash;
}

/** Returns whether the address of a link has opted out of all mail. @throws AppError `never.invalid_link` */
export async function readOptOut(deps: Deps, token: string): Promise<NeverState> {
  const reasons = await suppressionsOf(deps, await addressOfLink(deps, token));
  return { never: reasons.some(({ reason }) => reason === "never") };
}

/**
 * Opts an address out of all mail, including its subscription, alerts and follows; repeating it changes nothing.
 * @throws AppError `never.invalid_link`
 */
export async function optOut(deps: Deps, token: string, ipAddress: string): Promise<NeverState> {
  const addressHash = await addressOfLink(deps, token);
  await stopAll(deps, addressHash, () => subscriberByHash(deps, addressHash), { reason: "never", ipAddress });
  return { never: true };
}

/**
 * Undoes {@link optOut}: the address may get mail again, but has to sign up and follow anew.
 * @throws AppError `never.invalid_link`
 */
export async function undoOptOut(deps: Deps, token: string): Promise<NeverState> {
  const addressHash = await addressOfLink(deps, token, "other");
  await deps.db.batch([liftOptOut(deps, addressHash), endSuppression(deps, addressHash)]);
  return { never: false };
}

/** An event of Cloudflare Email Sending ("Available Email Sending events"). */
interface MailEvent {
  type?: unknown;
  payload?: { recipient?: unknown; bounce?: { type?: unknown } };
}

/**
 * Takes an event of Cloudflare Email Sending. `bounced` comes after the last try: of type hard, or soft when a temporary
 * failure went on for too long. Other events are ignored.
 */
export async function receiveMailEvent(deps: Deps, body: unknown): Promise<void> {
  const event = (body ?? {}) as MailEvent;
  const email = event.payload?.recipient;
  if (typeof email !== "string" || email === "") return;
  const bounce = event.payload?.bounce?.type;
  if (event.type === "cf.email.sending.message.complained")
    await takeDeliveryReport(deps, { email, what: "complained" });
  else if (event.type === "cf.email.sending.message.bounced" && (bounce === "hard" || bounce === "soft"))
    await takeDeliveryReport(deps, { email, what: `${bounce}_bounce` });
}

/** Daily limit of mails with a confirmation button per subscriber, triggered by replies. */
const BUTTON_MAILS_PER_DAY = 3;

/**
 * Handles a reply to the confirmation mail. It confirms only if the receiving server authenticated it as sent from the
 * subscriber's address (docs/security.md, Mail and money), and neither subject nor text looks automatic; otherwise the
 * subscriber is sent a link to a page with a button. Automatic replies and bounces are ignored.
 */
export async function receiveConfirmation(deps: Deps, token: string, mail: ReceivedMail): Promise<void> {
  const subscriber = await subscriberOfToken(deps, "confirm", token).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "subscriber.invalid_link") return null;
    throw error;
  });
  if (subscriber?.status !== "pending") {
    await mail.raw.cancel().catch(() => undefined);
    return;
  }
  const reply = await readReply(deps, mail);
  if (!reply || reply.isAutomatic) {
    deps.log.info("confirmation.ignored", { reason: reply ? "automatic" : "unreadable" });
    return;
  }
  const results = authenticatedDomains(reply.headers, deps.config.authservId);
  const isFromThem = reply.from !== null && emailKeyOf(reply.from) === subscriber.emailKey;
  const looksAutomatic = reply.hasAutomaticSubject || readsAutomatic(reply.text);
  if (isFromThem && !looksAutomatic && isAuthentic(subscriber.emailKey, results)) {
    await confirmSubscriber(deps, subscriber, { method: "reply", ipAddress: null, detail: reply.messageId });
    return;
  }
  deps.log.info("confirmation.not_verified", { isFromThem, looksAutomatic, hasResults: results !== null });
  await sendButton(deps, subscriber);
}

async function sendButton(deps: Deps, subscriber: Subscriber): Promise<void> {
  if (!(await takeAttempt(deps, `confirm-button:${subscriber.id}`, perDay(BUTTON_MAILS_PER_DAY))).allowed) return;
  await outboxEntry(deps, "subscriber.button_mail", { subscriberId: subscriber.id, about: deps.newId() });
  relaySoon(deps);
}

/** An event of Resend (resend.com/docs/dashboard/webhooks/event-types); what else it holds is not read. */
const event = z.object({
  type: z.string(),
  data: z.object({
    to: z.union([z.string(), z.array(z.string())]),
    bounce: z.optional(z.object({ type: z.optional(z.string()) })),
  }),
});
/** Addresses of one event; our mails have one. */
const MOST_ADDRESSES = 50;

/** Returns what an event reports about its addresses; null for an event of another type. */
function reportOf({ type, data }: z.output<typeof event>): DeliveryReport["what"] | null {
  if (type === "email.complained") return "complained";
  // It was not sent, because of an earlier bounce or complaint.
  if (type === "email.suppressed") return "refused";
  if (type !== "email.bounced") return null;
  const isSoft = /^(?:transient|undetermined)$/i.test(data.bounce?.type ?? "");
  return isSoft ? "soft_bounce" : "hard_bounce";
}

/**
 * Takes a webhook of Resend about bounces and complaints into the one list of suppressions. Repeating an event changes
 * nothing, and events of other types are ignored.
 * @param body the unmodified body, which the signature covers
 * @throws AppError 503 `mail_events.not_configured`, 400 `mail_events.invalid_signature`, 400 `request.malformed`
 */
export async function takeResendEvent(deps: Deps, body: Uint8Array, headers: SvixHeaders): Promise<void> {
  const secret = deps.config.resendWebhookSecret;
  if (!secret) throw new AppError("mail_events.not_configured");
  if (!(await isSignedBySvix(secret, headers, body, deps.now()))) throw new AppError("mail_events.invalid_signature");
  const read = event.safeParse(jsonOf(body));
  const what = read.success ? reportOf(read.data) : null;
  if (!read.success || what === null) return;
  for (const email of [read.data.data.to].flat().slice(0, MOST_ADDRESSES))
    await takeDeliveryReport(deps, { email: plainAddress(email), what });
}

/** @throws AppError `request.malformed` */
function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new AppError("request.malformed");
  }
}

/** `a@b.ca` of `Name <a@b.ca>` */
function plainAddress(text: string): string {
  const start = text.lastIndexOf("<");
  return (start === -1 ? text : text.slice(start + 1).replace(/>$/, "")).trim();
}

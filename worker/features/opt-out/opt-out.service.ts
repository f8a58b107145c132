import * as z from "zod/mini";
import type { OptOutState, SuppressionReason } from "../../contracts/subscribers.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import {
  addressHashOf,
  liftOptOut,
  storeSuppression,
  suppressTemporarily,
  suppressionsOf,
} from "../../platform/suppressions.ts";
import { isSignedBySvix, type SvixHeaders } from "../../platform/svix-signature.ts";
import { stopAlertsOf } from "../alerts/alerts.service.ts";
import { stopFollowsOf } from "../forum/follows.service.ts";
import {
  endSuppression,
  unsubscribeSuppressed,
  subscriberByEmail,
  subscriberByHash,
} from "../subscribers/unsubscribe.service.ts";
import type { Subscriber } from "../subscribers/subscribers.table.ts";

/**
 * The outcome of an email. "refused" means that the provider did not send it, because of an earlier bounce or
 * complaint.
 */
interface DeliveryReport {
  email: string;
  what: "complained" | "hard_bounce" | "soft_bounce" | "refused";
}

/**
 * Processes the outcome of an email, as reported by any email service. A complaint or a hard bounce stops all emails to
 * the address permanently, a soft bounce for a day. The operator's address is never suppressed. A repeated call changes
 * nothing.
 */
async function takeDeliveryReport(deps: Deps, { email, what }: DeliveryReport): Promise<void> {
  const addressHash = await addressHashOf(deps, email);
  if (what === "soft_bounce" || what === "refused") {
    await suppressTemporarily(deps, addressHash, what === "refused" ? "refusal" : what);
    return;
  }
  const reason = what === "complained" ? what : "bounced";
  await stopAll(deps, addressHash, () => subscriberByEmail(deps, email.toLowerCase()), { reason, ipAddress: null });
}

/** Stops all emails to an address. Stores the suppression first, so that a sign-up in the meantime finds it. */
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
  if (subscriber) await unsubscribeSuppressed(deps, subscriber, { method: reason, ipAddress });
  await stopFollowsOf(deps, addressHash);
  await stopAlertsOf(deps, addressHash);
  deps.log.info("subscriber.suppressed", { reason });
}

/** Returns the address hash that an opt-out link contains. @throws AppError `never.invalid_link` */
async function addressOfLink(deps: Deps, token: string, use: "stop" | "other" = "stop"): Promise<string> {
  const addressHash = await deps.tokens.openHash("never", token, use);
  if (addressHash === null) throw new AppError("never.invalid_link");
  return addressHash;
}

/**
 * Returns whether the address of a link is opted out of all emails.
 * @throws AppError `never.invalid_link`
 */
export async function readOptOut(deps: Deps, token: string): Promise<OptOutState> {
  const reasons = await suppressionsOf(deps, await addressOfLink(deps, token));
  return { never: reasons.some(({ reason }) => reason === "never") };
}

/**
 * Opts an address out of all emails, and ends its subscription, alerts and follows. A repeated call changes nothing.
 * @throws AppError `never.invalid_link`
 */
export async function optOut(deps: Deps, token: string, ipAddress: string): Promise<OptOutState> {
  const addressHash = await addressOfLink(deps, token);
  await stopAll(deps, addressHash, () => subscriberByHash(deps, addressHash), { reason: "never", ipAddress });
  return { never: true };
}

/**
 * Undoes {@link optOut}. The address may get emails again, but must sign up and follow again.
 * @throws AppError `never.invalid_link`
 */
export async function undoOptOut(deps: Deps, token: string): Promise<OptOutState> {
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
 * Processes an event of Cloudflare Email Sending. `bounced` is sent after the last attempt: hard, or soft if a
 * temporary failure lasted too long. Ignores other events.
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

/** Schema of an event of Resend (resend.com/docs/dashboard/webhooks/event-types). Other fields are not read. */
const event = z.object({
  type: z.string(),
  data: z.object({
    to: z.union([z.string(), z.array(z.string())]),
    bounce: z.optional(z.object({ type: z.optional(z.string()) })),
  }),
});
/** Maximum number of addresses in one event. Our emails have only one recipient each. */
const MAX_ADDRESSES = 50;

/** Returns the outcome that an event reports for its addresses. Returns null for events of other types. */
function reportOf({ type, data }: z.output<typeof event>): DeliveryReport["what"] | null {
  if (type === "email.complained") return "complained";
  // The provider did not send the email, because of an earlier bounce or complaint.
  if (type === "email.suppressed") return "refused";
  if (type !== "email.bounced") return null;
  const isSoft = /^(?:transient|undetermined)$/i.test(data.bounce?.type ?? "");
  return isSoft ? "soft_bounce" : "hard_bounce";
}

/**
 * Stores bounces and complaints from a Resend webhook in the list of suppressions that all email services share.
 * Repeating an event changes nothing. Ignores events of other types.
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
  for (const email of [read.data.data.to].flat().slice(0, MAX_ADDRESSES))
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

/** Returns the plain email address: `a@b.ca` for `Name <a@b.ca>`. */
function plainAddress(text: string): string {
  const start = text.lastIndexOf("<");
  return (start === -1 ? text : text.slice(start + 1).replace(/>$/, "")).trim();
}

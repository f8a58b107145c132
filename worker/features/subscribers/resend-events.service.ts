import * as z from "zod/mini";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { isSignedBySvix, type SvixHeaders } from "../../platform/svix-signature.ts";
import { type DeliveryReport, takeDeliveryReport } from "./leaving.service.ts";

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

/** What an event says about its addresses; null for one that is none of ours. */
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

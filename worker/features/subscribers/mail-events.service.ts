import type { Deps } from "../../platform/deps.ts";
import { suppress } from "./leaving.service.ts";

/** What an event subscription of Cloudflare Email Sending publishes ("Available Email Sending events"). */
interface MailEvent {
  type?: unknown;
  payload?: { recipient?: unknown; bounce?: { type?: unknown } };
}

/**
 * Takes what became of a mail: addresses that bounced for good, or complained, get no mail any more. Soft bounces and
 * everything else change nothing. Repeating an event changes nothing.
 */
export async function receiveMailEvent(deps: Deps, body: unknown): Promise<void> {
  const event = (body ?? {}) as MailEvent;
  const recipient = event.payload?.recipient;
  if (typeof recipient !== "string" || recipient === "") return;
  const isComplaint = event.type === "cf.email.sending.message.complained";
  const isBounce = event.type === "cf.email.sending.message.bounced" && event.payload?.bounce?.type === "hard";
  if (!isComplaint && !isBounce) return;
  await suppress(deps, recipient, isComplaint ? "complained" : "bounced");
}

import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { readsAutomatic } from "../../platform/automatic-mail.ts";
import { readReply, type ReceivedMail } from "../../platform/inbound-reply.ts";
import { authenticatedDomains, isAuthentic } from "../../platform/mail-authentication.ts";
import { outboxEntry, relaySoon } from "../../platform/outbox.ts";
import { takeAttempt, perDay } from "../../platform/rate-limits.ts";
import { emailKeyOf } from "../../platform/suppressions.ts";
import { confirmSubscriber, subscriberOfToken } from "./subscribers.service.ts";
import type { Subscriber } from "./subscribers.table.ts";

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

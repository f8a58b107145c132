import type { ConsentRecord } from "../../contracts/subscribers.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { isAutomaticText } from "../../platform/inbound-message.ts";
import { readReply, type ReceivedMail } from "../../platform/inbound-reply.ts";
import { authenticatedDomains, isAuthentic } from "../../platform/mail-authentication.ts";
import { outboxEntry, relaySoon } from "../../platform/outbox.ts";
import { perDay, countAttempt } from "../../platform/rate-limits.ts";
import { emailKeyOf } from "../../platform/suppressions.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { changeStatus, countChange, insertConsent, subscriberById, WITHOUT_WISHES } from "./subscribers.repo.ts";
import { confirmSubscriber, subscriberOfToken } from "./subscribers.service.ts";
import type { Subscriber } from "./subscribers.table.ts";

export { endSuppression, subscriberByEmail, subscriberByHash } from "./subscribers.repo.ts";

type Withdrawal = Pick<ConsentRecord, "method" | "ipAddress">;

/** Ends a subscription immediately. A repeated call changes nothing. */
export const unsubscribe = (deps: Deps, subscriber: Subscriber, by: Withdrawal): Promise<void> =>
  leave(deps, subscriber, "unsubscribed", by);

/** Ends the subscription of an email address that is suppressed. A repeated call changes nothing. */
export const unsubscribeSuppressed = (deps: Deps, subscriber: Subscriber, by: Withdrawal): Promise<void> =>
  leave(deps, subscriber, "suppressed", by);

async function leave(
  deps: Deps,
  subscriber: Subscriber,
  status: "unsubscribed" | "suppressed",
  by: Withdrawal,
): Promise<void> {
  let current: Subscriber | null = subscriber;
  // Tries again after a race, because a concurrent confirmation must not take precedence over unsubscribing.
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
        ? await runAllOrNone(deps, [change, countChange(deps, torontoDay(deps.now()), "left"), consent])
        : await runAllOrNone(deps, [change, consent]);
    if (row) return;
    current = await subscriberById(deps, current.id);
  }
}

/**
 * Maximum number of emails with a link to a confirmation button per subscriber and day. Replies trigger these emails.
 */
const BUTTON_MAILS_PER_DAY = 3;

/**
 * Handles a reply to the confirmation email. The reply confirms the sign-up if the receiving server authenticated the
 * subscriber's address as its sender (docs/security.md, Mail and money) and neither subject nor text looks automatic.
 * Otherwise, the subscriber is emailed a link to a page with a button. Automatic replies and bounces are ignored.
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
  const looksAutomatic = reply.hasAutomaticSubject || isAutomaticText(reply.text);
  if (isFromThem && !looksAutomatic && isAuthentic(subscriber.emailKey, results)) {
    await confirmSubscriber(deps, subscriber, { method: "reply", ipAddress: null, detail: reply.messageId });
    return;
  }
  deps.log.info("confirmation.not_verified", { isFromThem, looksAutomatic, hasResults: results !== null });
  await sendButton(deps, subscriber);
}

async function sendButton(deps: Deps, subscriber: Subscriber): Promise<void> {
  if (!(await countAttempt(deps, `confirm-button:${subscriber.id}`, perDay(BUTTON_MAILS_PER_DAY))).allowed) return;
  await outboxEntry(deps, "subscriber.button_mail", { subscriberId: subscriber.id, about: deps.newId() });
  relaySoon(deps);
}

import { DIGEST_HOUR, isWeeklyEdition, nextEdition } from "../../contracts/digest.ts";
import type { Deps } from "../../platform/deps.ts";
import { layOutCountedMail, layOutMail, YOUR_EMAILS } from "../../platform/mail-layout.ts";
import type { Mail } from "../../platform/mail.ts";
import { invitingReply, replyAddress } from "../../platform/inbound-reply.ts";
import { subscriberToken } from "./subscribers.service.ts";
import type { Subscriber } from "./subscribers.table.ts";

const DAY = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/New_York",
  weekday: "long",
  month: "long",
  day: "numeric",
});
const REASON = "You get this email because this address was entered in the sign-up form on our site.";

/**
 * Returns the headers for one-click unsubscribing (RFC 2369, RFC 8058), and the URL of the unsubscribe page. Both use
 * the same URL: browsers GET a page with a button, and email clients POST.
 */
export async function unsubscribeLinks(deps: Deps, subscriber: Subscriber) {
  const token = await subscriberToken(deps, "unsubscribe", subscriber);
  const page = `${deps.config.siteUrl}/unsubscribe/${token}`;
  return {
    page,
    headers: { "List-Unsubscribe": `<${page}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

const VIP_REASON = "You get this email because VIP access was bought with this address.";

/** Composes the email that asks a new subscriber to confirm the sign-up by replying. */
export async function confirmationMail(deps: Deps, subscriber: Subscriber): Promise<Mail> {
  const { siteName } = deps.config;
  const replyTo = replyAddress(deps, "confirm", await subscriberToken(deps, "confirm", subscriber));
  const mail = await layOutCountedMail(deps, {
    kind: "subscriber.confirmation",
    to: subscriber.email,
    reason: REASON,
    subject: `Please reply to join ${siteName}`,
    body: [
      `You, or someone using this address, asked for below-market listings from ${siteName}.`,
      "To complete your registration, just reply to this email. An empty reply is enough.",
      // The link opens the reply in an email program, so that the subscriber only has to click "Send".
      {
        label: "Reply to confirm",
        url: `mailto:${replyTo}?subject=${encodeURIComponent(`Yes, I want to join ${siteName}`)}`,
      },
      `Then we email you below-market listings every Monday, Wednesday and Friday at ${DIGEST_HOUR} a.m. Toronto time. You can withdraw at any time with the link in every email.`,
      "If it wasn’t you, ignore this email and we won’t write again.",
    ],
  });
  return invitingReply(mail, replyTo);
}

/**
 * Composes the email that follows a reply that cannot be authenticated. It links to a page with a confirmation button.
 */
export async function confirmButtonMail(deps: Deps, subscriber: Subscriber): Promise<Mail> {
  const { siteName, siteUrl } = deps.config;
  const mail = await layOutCountedMail(deps, {
    kind: "subscriber.confirm_button",
    to: subscriber.email,
    reason: REASON,
    subject: `One more click to join ${siteName}`,
    body: [
      "Thank you for your reply. We couldn’t verify that it came from you, so please confirm here:",
      {
        label: "Confirm my registration",
        url: `${siteUrl}/confirm/${await subscriberToken(deps, "confirm", subscriber)}`,
      },
      "If it wasn’t you, ignore this email and we won’t write again.",
    ],
  });
  return { ...mail, headers: { "Auto-Submitted": "auto-replied" } };
}

/** Composes the email to a subscriber who signs up again. */
export async function alreadySubscribedMail(deps: Deps, subscriber: Subscriber): Promise<Mail> {
  const { siteName, siteUrl } = deps.config;
  const [leaving, preferences] = await Promise.all([
    unsubscribeLinks(deps, subscriber),
    subscriberToken(deps, "preferences", subscriber),
  ]);
  const mail = await layOutCountedMail(deps, {
    kind: "subscriber.already",
    to: subscriber.email,
    reason: REASON,
    subject: `You are already subscribed to ${siteName}`,
    body: [
      "You, or someone using this address, signed up again. You are already subscribed, so nothing has changed.",
      { label: YOUR_EMAILS, url: `${siteUrl}/preferences/${preferences}` },
      { label: "Unsubscribe", url: leaving.page, look: "quiet" },
    ],
  });
  return { ...mail, headers: leaving.headers };
}

const dayOf = (time: Date) => `${DAY.format(time)} at ${DIGEST_HOUR} a.m. Toronto time`;
const AT_ONCE = "As a VIP you get each new listing within minutes of its approval, instead of with the next email.";

/** Describes when the next listings are sent, depending on the subscriber's frequency and VIP access. */
function comingListings(deps: Deps, { frequency }: Subscriber, isVip: boolean): string {
  if (isVip) return AT_ONCE;
  if (frequency === "every")
    return `The next listings come on ${dayOf(nextEdition(deps.now()).time)}, if there are new ones.`;
  let next = nextEdition(deps.now());
  while (!isWeeklyEdition(next.date)) next = nextEdition(next.time);
  return `You chose one email a week: the next comes on ${dayOf(next.time)}, if there are new listings.`;
}

/** Composes a welcome email, which explains which emails to expect, how to choose them, and how to unsubscribe. */
async function greeting(
  deps: Deps,
  subscriber: Subscriber,
  {
    kind,
    subject,
    text,
    reason,
  }: { kind: "subscriber.welcome" | "subscriber.vip" } & Record<"subject" | "text" | "reason", string>,
): Promise<Mail> {
  const [leaving, preferences] = await Promise.all([
    unsubscribeLinks(deps, subscriber),
    subscriberToken(deps, "preferences", subscriber),
  ]);
  const mail = layOutMail(deps.config, {
    kind,
    to: subscriber.email,
    subject,
    reason,
    body: [
      text,
      "You can choose bedrooms, areas, a maximum rent and how often we email you:",
      { label: YOUR_EMAILS, url: `${deps.config.siteUrl}/preferences/${preferences}` },
      "View a home before you pay anything for it, and never send money to a stranger.",
      { label: "Unsubscribe", url: leaving.page, look: "quiet" },
    ],
  });
  return { ...mail, headers: leaving.headers };
}

/** Composes the email to a newly confirmed subscriber, which states when the first listings are sent. */
export const welcomeMail = (deps: Deps, subscriber: Subscriber, isVip: boolean) =>
  greeting(deps, subscriber, {
    kind: "subscriber.welcome",
    reason: REASON,
    subject: `Welcome to ${deps.config.siteName}`,
    text: `Your registration is complete. ${comingListings(deps, subscriber, isVip)}`,
  });

/** Composes the email to a buyer of VIP access. */
export const vipMail = (deps: Deps, subscriber: Subscriber) =>
  greeting(deps, subscriber, {
    kind: "subscriber.vip",
    subject: `You are now a VIP at ${deps.config.siteName}`,
    text: `Thank you for buying VIP access. ${AT_ONCE}`,
    reason: VIP_REASON,
  });

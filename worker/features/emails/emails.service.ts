import type { EmailsView } from "../../contracts/emails.ts";
import { shortenedEmail } from "../../contracts/subscribers.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { layOutCountedMail } from "../../platform/mail-layout.ts";
import { sendOnce } from "../../platform/mail-once.ts";
import { type OutboxHandler, outboxEntry, type OutboxHandlers, relaySoon } from "../../platform/outbox.ts";
import { perDay, countAttempt } from "../../platform/rate-limits.ts";
import { emailKeyOf } from "../../platform/suppressions.ts";
import { alertsOfAddress, alertsOfToken, alertsPageOf, toAlertsView } from "../alerts/alerts.service.ts";
import { followedBy, followOfToken, followPageOf, toFollowView } from "../forum/follows.service.ts";
import { readOptOut } from "../opt-out/opt-out.service.ts";
import { requestPersonalData } from "../privacy/privacy.service.ts";
import {
  findSubscriber,
  preferencesPageOf,
  subscriberOfToken,
  subscriberToken,
  toSubscriptionView,
} from "../subscribers/subscribers.service.ts";
import { isVip } from "../vip/vip.service.ts";

/** Returns what an emailed link opens, or null if the link is invalid. */
const nullIfInvalid = <T>(opening: Promise<T>): Promise<T | null> =>
  opening.catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  });

/**
 * Opens an emailed token of any kind that stops or manages emails.
 * @throws AppError `emails.invalid_link`
 */
async function openLink(deps: Deps, token: string) {
  const [manager, leaver, alerts, opened, hash] = await Promise.all([
    nullIfInvalid(subscriberOfToken(deps, "preferences", token)),
    nullIfInvalid(subscriberOfToken(deps, "unsubscribe", token)),
    nullIfInvalid(alertsOfToken(deps, token, "stop")),
    nullIfInvalid(followOfToken(deps, token)),
    deps.tokens.openHash("never", token, "stop"),
  ]);
  const subscriber = manager ?? leaver;
  if (subscriber) return { part: "edition", canManage: manager !== null, holder: subscriber, subscriber } as const;
  if (alerts)
    return {
      part: "searches",
      canManage: !alerts.canOnlyStop && alerts.reader.email !== "",
      holder: alerts.reader,
      alerts,
    } as const;
  if (opened) return { part: "discussions", canManage: opened.canConfirm, holder: opened.follow, opened } as const;
  if (hash !== null) return { part: "never", canManage: false, holder: { email: "", addressHash: hash } } as const;
  throw new AppError("emails.invalid_link");
}
type Link = Awaited<ReturnType<typeof openLink>>;

const NOTHING = { edition: null, searches: null, follow: null, discussions: [], vip: null, never: null };

/** Returns the section of the page "Your emails" that a link is about. An unsubscribe link shows only this section. */
async function linkedPart(deps: Deps, token: string, link: Link): Promise<Partial<EmailsView>> {
  if (link.part === "edition") {
    const { email, status } = link.subscriber;
    return { edition: { email: shortenedEmail(email), status, token } };
  }
  if (link.part === "searches") return { searches: { ...(await toAlertsView(deps, link.alerts)), token } };
  if (link.part === "discussions") return { follow: toFollowView(link.opened) };
  return { never: { ...(await readOptOut(deps, token)), token } };
}

/** Returns all sections of the page "Your emails", each with the token that manages it. */
async function allParts(deps: Deps, link: Link): Promise<Partial<EmailsView>> {
  const { email } = link.holder;
  const neverToken = await deps.tokens.sealHash("never", link.holder.addressHash);
  const [subscriber, alerts, discussions, hasVip, never] = await Promise.all([
    findSubscriber(deps, { email }),
    alertsOfAddress(deps, email),
    followedBy(deps, email),
    isVip(deps, emailKeyOf(email)),
    readOptOut(deps, neverToken),
  ]);
  const searchId = link.part === "searches" ? link.alerts.searchId : null;
  const edition = subscriber && (await toSubscriptionView(deps, subscriber, "unsubscribe"));
  return {
    edition: subscriber && edition && { ...edition, token: await subscriberToken(deps, "preferences", subscriber) },
    searches: alerts && { ...alerts, searchId, isVip: hasVip },
    follow: link.part === "discussions" ? toFollowView(link.opened) : null,
    discussions,
    vip: hasVip ? { portalUrl: deps.config.stripePortalUrl } : null,
    never: { ...never, token: neverToken },
  };
}

/**
 * Returns all kinds of email that the address of an emailed link receives. For an unsubscribe link, returns only the
 * section that the link is about. Changes nothing.
 * @throws AppError `emails.invalid_link`
 */
export async function readEmails(deps: Deps, token: string): Promise<EmailsView> {
  const link = await openLink(deps, token);
  const { part, canManage, holder } = link;
  const parts = await (canManage ? allParts(deps, link) : linkedPart(deps, token, link));
  return { ...NOTHING, ...parts, part, canManage, email: holder.email === "" ? null : shortenedEmail(holder.email) };
}

/**
 * Emails the address of an emailed link a second link, which opens the data stored about that address.
 * @throws AppError `emails.invalid_link`, also for a link that can only stop email
 */
export async function sendDataLink(deps: Deps, token: string): Promise<void> {
  const { canManage, holder } = await openLink(deps, token);
  if (!canManage) throw new AppError("emails.invalid_link");
  await requestPersonalData(deps, holder.email);
}

/** Maximum number of links emailed to one address in a day. */
const LINKS_PER_DAY = 3;

/**
 * Emails the address of an unsubscribe link a link that manages all of its emails. The work is the same for every
 * address.
 * @throws AppError `emails.invalid_link`
 */
export async function sendEmailsLink(deps: Deps, token: string): Promise<void> {
  const {
    holder: { addressHash },
  } = await openLink(deps, token);
  if (!(await countAttempt(deps, `emails-link:${addressHash}`, perDay(LINKS_PER_DAY))).allowed) return;
  await outboxEntry(deps, "emails.link_mail", { addressHash, about: deps.newId() });
  relaySoon(deps);
}

const sendLink: OutboxHandler<"emails.link_mail"> = async (deps, { addressHash, about }) => {
  const pages = await Promise.all(
    [preferencesPageOf, alertsPageOf, followPageOf].map((find) => find(deps, addressHash)),
  );
  const page = pages.find((found) => found !== null);
  if (!page) return;
  const mail = await layOutCountedMail(deps, {
    kind: "emails.link",
    to: page.email,
    subject: "Manage your emails",
    body: [
      "This link shows every email that this address gets from us, and lets you change or stop each of them.",
      { label: "Your emails", url: page.url },
      "If it wasn’t you, ignore this email. Nothing has changed.",
    ],
    reason: "You get this email because someone requested it with a link we emailed to this address.",
  });
  await sendOnce(deps, `emails-link:${about}`, mail);
};

export const emailOutbox = { "emails.link_mail": sendLink } satisfies Partial<OutboxHandlers>;

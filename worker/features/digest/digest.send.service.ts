import { MINUTE_MS } from "../../contracts/days.ts";
import { isWeeklyEdition } from "../../contracts/digest.ts";
import type { PublicListing } from "../../contracts/listings.ts";
import type { Deps } from "../../platform/deps.ts";
import { bulkTermsOf, exceedsBulkLimit } from "../../platform/bulk-mail.ts";
import { countSent, recordRefusal } from "../../platform/mail-once.ts";
import { type Mail, mailFailureOf } from "../../platform/mail.ts";
import type { LedgerSummary, Report } from "../../platform/mailing.do.ts";
import { notifyOperator } from "../../platform/operator-notices.ts";
import { storeBrowserMessages } from "../../platform/push.ts";
import { addressHashOf, suppressTemporarily } from "../../platform/suppressions.ts";
import { claimHomes, assignHomesToMailing, notifiedHomes } from "../alerts/alerts.service.ts";
import { readAnnounced } from "../listings/reading/listings.read.service.ts";
import { matchesPreferences, type Recipient, readRecipients } from "../subscribers/recipients.service.ts";
import { belowMarketListings } from "./digest.content.ts";
import { newsMail, newsPush, digestMail } from "./digest.mail.ts";
import { dateOfKey, isDigestPaused, mailingByKey, recordProblem, updateMailing } from "./mailings.repo.ts";
import type { Mailing } from "./mailings.table.ts";

/** Number of recipients emailed by one queue message. */
const BATCH = 200;
/** Maximum number of concurrent queue messages for one mailing. */
const MAX_BATCHES = 20;

/** Age at which the claim of a recipient counts as abandoned, because queue consumers end after 15 minutes. */
const CLAIM_MS = 20 * MINUTE_MS;
/** Length of the pause after the email service's quota is used up. */
const QUOTA_PAUSE_MS = 30 * MINUTE_MS;
/** Number of recipients read at a time. Recipients who unsubscribe still get an email if they were already read. */
const PAGE = 40;

export const PAUSE_TEXTS = {
  quota: "The mail service's quota is used up. The site will continue automatically.",
  misconfigured:
    "The mail service refuses the sender: check that the domain is onboarded, and the provider's key. The site keeps trying.",
} as const;

const KINDS = { digest: "digest.edition", searches: "alerts.news" } as const;

/** Starts the delivery of a mailing, given the number of waiting recipients. */
export type StartDelivery = (deps: Deps, key: string, waiting: number) => Promise<void>;

/** Beginning of the problem text that marks a mailing with too many recipients. */
const TOO_MANY = "Not sent: it has ";
export const isTooManyText = (problem: string | null) => problem?.startsWith(TOO_MANY) ?? false;
const tooManyText = (recipients: number, limit: number) =>
  `${TOO_MANY}${recipients} recipients, but Cloudflare's mail service is not meant for mailings and is used for at most ${limit}. Set up a bulk mail provider (docs/operations.md, Mail), or raise BULK_MAIL_LIMIT.`;

/**
 * Returns whether a mailing has more recipients than may be emailed without a bulk email provider. If so, notifies the
 * operator once. The mailing then waits until a provider is configured, unless the mailing becomes too old first.
 */
export async function isTooLarge(deps: Deps, { key }: Pick<Mailing, "key">, recipients: number): Promise<boolean> {
  const { config } = deps;
  if (!exceedsBulkLimit(config, recipients)) return false;
  const problem = tooManyText(recipients, config.bulkMail.limit);
  if (await recordProblem(deps, key, problem))
    await notifyOperator(deps, "mailing.too_many", `${key} was not sent`, problem);
  return true;
}

/**
 * Completes the list of recipients of a mailing, and starts its delivery unless there are too many recipients.
 * @returns whether the delivery was started
 */
export async function startSending(
  deps: Deps,
  { key }: Pick<Mailing, "key">,
  startDelivery: StartDelivery = enqueueBatches,
): Promise<boolean> {
  const { frozen, waiting } = await deps.mailings(key).seal();
  if (frozen === 0) {
    await updateMailing(deps, key, { status: "done", finishedAt: deps.now() });
    return true;
  }
  if (await isTooLarge(deps, { key }, frozen)) {
    await updateMailing(deps, key, { frozen });
    return false;
  }
  await updateMailing(deps, key, { status: "sending", frozen, problem: null });
  await startDelivery(deps, key, waiting);
  return true;
}

/** Enqueues one more batch of a mailing. */
async function enqueueBatch(deps: Deps, key: string, delaySeconds = 0): Promise<void> {
  await deps.mailQueue.sendBatch([{ body: { mailing: key }, delaySeconds }]);
}

/** Enqueues the first batches of a mailing. Each batch enqueues another batch until no recipients are waiting. */
export async function enqueueBatches(deps: Deps, key: string, waiting: number): Promise<void> {
  const batches = Math.min(bulkTermsOf(deps.config)?.batches ?? MAX_BATCHES, Math.ceil(waiting / BATCH));
  if (batches > 0) await deps.mailQueue.sendBatch(Array.from({ length: batches }, () => ({ body: { mailing: key } })));
}

/** Composes the email to a recipient, or returns the reason for sending none. */
type Composer = (id: number) => Mail | string;
/** Loads the data for the emails to some recipients. */
type Preparer = (ids: readonly number[]) => Promise<Composer>;

/** Creates the function that prepares a mailing's emails, with the listings that are still public. */
async function makePreparer(deps: Deps, mailing: Mailing): Promise<Preparer> {
  if (mailing.kind === "searches")
    return async (ids) => {
      const news = await assignHomesToMailing(deps, mailing, ids);
      await storeBrowserMessages(
        deps,
        "alerts",
        // Only alerts about saved searches are also sent as push messages to browsers.
        [...news.values()].flatMap(({ addressHash, sections }) => {
          const ofSearches = sections.filter(({ summary }) => summary !== null);
          return ofSearches.length === 0 ? [] : [{ addressHash, about: mailing.key, message: newsPush(ofSearches) }];
        }),
      );
      return (id) => {
        const ofReader = news.get(id);
        return ofReader ? newsMail(deps, ofReader) : "nothing new, or left";
      };
    };
  return editionPreparer(deps, mailing);
}

/** Creates the function that prepares an edition's emails. */
async function editionPreparer(deps: Deps, mailing: Mailing): Promise<Preparer> {
  const listings = await readAnnounced(deps, mailing.listingIds);
  const date = dateOfKey(mailing.key);
  const week: readonly PublicListing[] = isWeeklyEdition(date) ? await readAnnounced(deps, mailing.weekListingIds) : [];
  const [dropped, weekDropped] = await Promise.all([
    readAnnounced(deps, mailing.droppedIds),
    readAnnounced(deps, mailing.weekDroppedIds),
  ]);
  const ids = [...new Set([...mailing.listingIds, ...mailing.weekListingIds])];
  /** Returns the listings for a recipient, or the reason for sending no email. */
  const choose = ({ addressHash, isVip, preferences }: Recipient, alerted: Alerted): PublicListing[] | string => {
    const all = preferences.frequency === "weekly" ? week : listings;
    const suitable = all.filter((listing) => matchesPreferences(preferences, listing));
    if (suitable.length === 0) return "no matching listing";
    const chosen = isVip ? suitable.filter(({ id }) => alerted.get(addressHash)?.has(id) !== true) : suitable;
    if (chosen.length === 0) return "VIP: alerts already included each listing";
    return belowMarketListings(chosen).length === 0 ? "no matching listing below market" : chosen;
  };
  return async (recipientIds) => {
    const recipients = await readRecipients(deps, recipientIds);
    const alertedNow = () => alertedListings(deps, mailing.key, [...recipients.values()], ids);
    const before = await alertedNow();
    const homes = [...recipients.values()].flatMap((recipient) => {
      const chosen = recipient.isVip ? choose(recipient, before) : "";
      const { addressHash } = recipient;
      return typeof chosen === "string" ? [] : chosen.map((listing) => ({ addressHash, listingId: listing.id }));
    });
    await claimHomes(deps, mailing.key, homes);
    // Read again, because an alert that is sent at the same time may have claimed a home first.
    const alerted = homes.length === 0 ? before : await alertedNow();
    const mails = new Map<number, Mail | string>();
    for (const [id, recipient] of recipients) {
      const { email, preferences, links } = recipient;
      const chosen = choose(recipient, alerted);
      if (typeof chosen === "string") {
        mails.set(id, chosen);
        continue;
      }
      const isWeekly = preferences.frequency === "weekly";
      const reduced = (isWeekly ? weekDropped : dropped).filter((listing) => matchesPreferences(preferences, listing));
      mails.set(id, digestMail(deps, { to: email, date, isWeekly, listings: chosen, reduced, links }));
    }
    return (id) => mails.get(id) ?? "left";
  };
}

/** The listings that other mailings already included, by the recipient's address hash. */
type Alerted = ReadonlyMap<string, ReadonlySet<number>>;

/** Reads which of the listings the VIPs among the recipients already got in alerts. */
async function alertedListings(
  deps: Deps,
  key: string,
  recipients: readonly Recipient[],
  listingIds: readonly number[],
): Promise<Alerted> {
  const hashes = recipients.flatMap(({ isVip, addressHash }) => (isVip ? [addressHash] : []));
  const named = hashes.length === 0 ? [] : await notifiedHomes(deps, key, hashes, listingIds);
  const byAddress = Map.groupBy(named, ({ addressHash }) => addressHash);
  return new Map([...byAddress].map(([hash, rows]) => [hash, new Set(rows.map(({ listingId }) => listingId))]));
}

/**
 * Emails up to {@link BATCH} recipients of a mailing one after the other, then enqueues the next message if more are
 * waiting. Each recipient is claimed right before the email is sent and reported right after, so an interruption leaves
 * the outcome of at most one email unknown.
 * @throws errors that occur before an email is sent, after which the recipients are waiting again
 */
export async function serveBatch(deps: Deps, key: string): Promise<void> {
  const mailing = await mailingByKey(deps, key);
  if (mailing?.status !== "sending") return;
  if (mailing.kind === "digest" && (await isDigestPaused(deps))) return;
  if (await isTooLarge(deps, mailing, mailing.frozen)) return;
  const prepare = await makePreparer(deps, mailing);
  const recipients = deps.mailings(key);
  let served = 0;
  let sent = 0;
  while (served < BATCH) {
    const ids = await recipients.reserve(Math.min(PAGE, BATCH - served), deps.now().getTime());
    if (ids.length === 0) break;
    const page = await servePage(deps, mailing, ids, prepare);
    sent += page.sent;
    if (page.served < ids.length) break;
    served += ids.length;
  }
  const { waiting } = await closeMailing(deps, mailing);
  if (sent > 0) await countSent(deps, KINDS[mailing.kind], sent);
  if (served >= BATCH && waiting > 0) await enqueueBatch(deps, key);
}

/**
 * Emails recipients that were reserved, and releases those that it did not reach.
 * @returns the number of recipients handled, and the number of emails sent
 */
async function servePage(
  deps: Deps,
  mailing: Mailing,
  ids: readonly number[],
  prepare: Preparer,
): Promise<{ served: number; sent: number }> {
  const recipients = deps.mailings(mailing.key);
  let report: Report | null = null;
  let served = 0;
  let sent = 0;
  try {
    const compose = await prepare(ids);
    for (const id of ids) {
      if (!(await recipients.claim(id, report, deps.now().getTime()))) break;
      report = await sendToRecipient(deps, mailing, id, compose);
      if (report === null) break;
      served += 1;
      if (report.outcome === "sent") sent += 1;
    }
  } finally {
    if (report) await recipients.settle(report);
    if (served < ids.length) await recipients.unreserve(ids.slice(served));
  }
  return { served, sent };
}

/**
 * Emails one claimed recipient, unless there is nothing to send.
 * @returns the outcome; null when the mailing must pause
 */
async function sendToRecipient(deps: Deps, mailing: Mailing, id: number, compose: Composer): Promise<Report | null> {
  let mail: Mail | string;
  try {
    mail = compose(id);
  } catch (error) {
    await deps.mailings(mailing.key).release(id, null);
    throw error;
  }
  return typeof mail === "string" ? { id, outcome: "skipped", reason: mail } : deliver(deps, mailing, id, mail);
}

/** Sends a claimed recipient's email. @returns the outcome; null when the mailing must pause */
async function deliver(deps: Deps, mailing: Mailing, id: number, mail: Mail): Promise<Report | null> {
  try {
    await deps.mail.send({ ...mail, idempotencyKey: `${mailing.key}/${id}` });
    return { id, outcome: "sent" };
  } catch (error) {
    const failure = mailFailureOf(error);
    await recordRefusal(deps, mail.kind, failure);
    if (failure === "unknown") {
      deps.log.error("mailing.uncertain", error, { mailing: mailing.key });
      if (bulkTermsOf(deps.config) === null)
        return { id, outcome: "uncertain", reason: "the mail service did not say" };
    }
    if (failure === "rate" || failure === "unknown") {
      await backOff(deps, mailing, id, failure);
      return null;
    }
    if (failure === "quota" || failure === "misconfigured") {
      await deps.mailings(mailing.key).release(id, { until: deps.now().getTime() + QUOTA_PAUSE_MS });
      await reportPause(deps, mailing, PAUSE_TEXTS[failure]);
      return null;
    }
    if (failure === "suppressed") await suppressTemporarily(deps, await addressHashOf(deps, mail.to), "refusal");
    return { id, outcome: "skipped", reason: failure };
  }
}

/**
 * Pauses a mailing for a few minutes. An email with an unknown outcome is also retried, because the provider recognises
 * repeated emails.
 */
async function backOff(deps: Deps, mailing: Mailing, id: number, failure: "rate" | "unknown"): Promise<void> {
  const now = deps.now().getTime();
  const uncertainSince = failure === "unknown" ? now : null;
  const until = await deps.mailings(mailing.key).release(id, { growsFrom: now }, uncertainSince);
  if (until !== null) await enqueueBatch(deps, mailing.key, Math.ceil((until - now) / 1000) + 1);
}

/** Notifies the operator, once per reason, that a mailing is paused. */
async function reportPause(deps: Deps, mailing: Mailing, problem: string): Promise<void> {
  if (await recordProblem(deps, mailing.key, problem))
    await notifyOperator(deps, "mailing.waits", `${mailing.key} is waiting`, problem);
}

/**
 * Updates the stored summary of a mailing. Closes the mailing when no recipient is waiting.
 * @returns the summary in the Durable Object
 */
export async function closeMailing(deps: Deps, mailing: Mailing): Promise<LedgerSummary> {
  const now = deps.now();
  const terms = bulkTermsOf(deps.config);
  const recognisedSince = terms === null ? null : now.getTime() - terms.remembersKeysMs;
  const state = await deps.mailings(mailing.key).check(now.getTime() - CLAIM_MS, recognisedSince);
  if (!state.isSealed && mailing.status === "sending") {
    // The data in the Durable Object has expired, so no recipient is waiting. The stored summary stays as it is.
    await updateMailing(deps, mailing.key, { status: "done", finishedAt: now, pausedUntil: null });
    return state;
  }
  const { frozen, sent, skipped, uncertain } = state;
  const isDone = state.isSealed && state.waiting + state.reserved + state.claimed === 0;
  await updateMailing(deps, mailing.key, {
    frozen,
    sent,
    skipped,
    uncertain,
    pausedUntil: state.pausedUntil !== null && state.pausedUntil > now.getTime() ? new Date(state.pausedUntil) : null,
    ...(isDone && { status: "done" as const, finishedAt: now, problem: null }),
  });
  if (isDone) deps.log.info("mailing.done", { mailing: mailing.key, sent, skipped, uncertain });
  return state;
}

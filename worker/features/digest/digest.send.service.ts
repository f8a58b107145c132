import { MINUTE_MS } from "../../contracts/days.ts";
import { isWeeklyEdition } from "../../contracts/digest.ts";
import type { PublicListing } from "../../contracts/listings.ts";
import type { Deps } from "../../platform/deps.ts";
import { bulkTermsOf } from "../../platform/bulk-mail.ts";
import { countSent, recordRefusal } from "../../platform/mail-once.ts";
import { type Mail, mailFailureOf } from "../../platform/mail.ts";
import type { LedgerSummary, Report } from "../../platform/mailing.do.ts";
import { notifyOperator } from "../../platform/operator-notices.ts";
import { tellBrowsers } from "../../platform/push.ts";
import { addressHashOf, suppressForNow } from "../../platform/suppressions.ts";
import { claimNews, takeNews } from "../alerts/alerts.service.ts";
import { readAnnounced } from "../listings/reading/listings.read.service.ts";
import { type Recipient, readRecipients } from "../subscribers/recipients.service.ts";
import { belowMarketListings, matchesPreferences } from "./digest.content.ts";
import { newsMail, newsPush, alertMail, digestMail } from "./digest.mail.ts";
import { enqueueLane, dateOfKey, isDigestPaused, isTooLarge, LANE } from "./digest.plan.service.ts";
import { alertTimes, mailingByKey, recordProblem, updateMailing } from "./mailings.repo.ts";
import type { Mailing } from "./mailings.table.ts";

/** Claims older than this are abandoned: queue consumers end after 15 minutes. */
const CLAIM_MS = 20 * MINUTE_MS;
/** Pause after the mail service's quota is used up. */
const QUOTA_PAUSE_MS = 30 * MINUTE_MS;
/** Recipients read at a time; unsubscribing takes effect in the next batch. */
const BATCH = 40;

export const PAUSE_TEXTS = {
  quota: "The mail service's quota is used up; sending goes on by itself.",
  misconfigured:
    "The mail service refuses the sender: check that the domain is onboarded, and the provider's key. Sending is tried again by itself.",
} as const;

const KINDS = { digest: "digest.edition", alert: "digest.alert", searches: "alerts.news" } as const;

const NEVER = new Date(0);

/** Composes a recipient's mail, or says why they get none. */
type Composer = (id: number) => Mail | string;
/** Prepares the mails of some recipients. */
type Preparer = (ids: readonly number[]) => Promise<Composer>;

/** The preparer of a mailing, for its listings that are still public. */
async function makePreparer(deps: Deps, mailing: Mailing): Promise<Preparer> {
  if (mailing.kind === "searches")
    return async (ids) => {
      const news = await takeNews(deps, mailing, ids);
      await tellBrowsers(
        deps,
        "alerts",
        [...news.values()].map((one) => ({ addressHash: one.addressHash, about: mailing.key, message: newsPush(one) })),
      );
      return (id) => {
        const ofReader = news.get(id);
        return ofReader ? newsMail(deps, ofReader) : "nothing new, or left";
      };
    };
  const compose = mailing.kind === "alert" ? await alertComposer(deps, mailing) : await editionComposer(deps, mailing);
  return async (ids) => {
    const known = await readRecipients(deps, ids);
    const mails = new Map([...known].map(([id, recipient]) => [id, compose(recipient)]));
    if (mailing.kind === "alert") await claimAlerts(deps, mailing, mails);
    return (id) => mails.get(id) ?? "left";
  };
}

/**
 * Claims the home of an alert for its addresses: one that a saved search told of it gets no alert as a VIP, and vice
 * versa.
 */
async function claimAlerts(deps: Deps, { key, listingIds }: Mailing, mails: Map<number, Mail | string>): Promise<void> {
  const hashes = new Map<number, string>();
  for (const [id, mail] of mails) if (typeof mail !== "string") hashes.set(id, await addressHashOf(deps, mail.to));
  const [listingId = 0] = listingIds;
  const claimed = hashes.size === 0 ? new Set() : await claimNews(deps, key, listingId, [...hashes.values()]);
  for (const [id, hash] of hashes) if (!claimed.has(hash)) mails.set(id, "had it by a saved search");
}

/** The composer of the alert about a listing. */
async function alertComposer(deps: Deps, mailing: Mailing): Promise<(recipient: Recipient) => Mail | string> {
  const [listing] = await readAnnounced(deps, mailing.listingIds);
  return ({ email, vipSince, preferences, links }) => {
    if (!listing) return "withdrawn";
    if (vipSince === null) return "no VIP any more";
    return matchesPreferences(preferences, listing) ? alertMail(deps, email, listing, links) : "nothing suits";
  };
}

/** The composer of an edition. */
async function editionComposer(deps: Deps, mailing: Mailing): Promise<(recipient: Recipient) => Mail | string> {
  const listings = await readAnnounced(deps, mailing.listingIds);
  const date = dateOfKey(mailing.key);
  const week: readonly PublicListing[] = isWeeklyEdition(date) ? await readAnnounced(deps, mailing.weekListingIds) : [];
  const [dropped, weekDropped] = await Promise.all([
    readAnnounced(deps, mailing.droppedIds),
    readAnnounced(deps, mailing.weekDroppedIds),
  ]);
  const alerted = await alertTimes(deps, [...new Set([...mailing.listingIds, ...mailing.weekListingIds])]);
  /** Returns whether a VIP got an alert about a listing: access began before it was sent. */
  const wasAlerted = (vipSince: Date, { id }: PublicListing) => (alerted.get(id) ?? NEVER) > vipSince;
  return ({ email, vipSince, preferences, links }) => {
    const isWeekly = preferences.frequency === "weekly";
    const suitable = (isWeekly ? week : listings).filter((listing) => matchesPreferences(preferences, listing));
    if (suitable.length === 0) return "nothing suits";
    const chosen = vipSince === null ? suitable : suitable.filter((listing) => !wasAlerted(vipSince, listing));
    if (chosen.length === 0) return "VIP: had each listing at once";
    if (belowMarketListings(chosen).length === 0) return "nothing below market suits";
    const reduced = (isWeekly ? weekDropped : dropped).filter((listing) => matchesPreferences(preferences, listing));
    return digestMail(deps, { to: email, date, isWeekly, listings: chosen, reduced, links });
  };
}

/**
 * Serves up to {@link LANE} recipients of a mailing in sequence, then enqueues the next message while more wait. Each
 * recipient is claimed right before the send and reported right after it, so an interruption leaves at most one in
 * doubt.
 * @throws errors before a send, after which the recipients wait again
 */
export async function serveLane(deps: Deps, key: string): Promise<void> {
  const mailing = await mailingByKey(deps, key);
  if (mailing?.status !== "sending") return;
  if (mailing.kind === "digest" && (await isDigestPaused(deps))) return;
  if (await isTooLarge(deps, mailing, mailing.frozen)) return;
  const prepare = await makePreparer(deps, mailing);
  const recipients = deps.mailings(key);
  let served = 0;
  let sent = 0;
  while (served < LANE) {
    const ids = await recipients.reserve(Math.min(BATCH, LANE - served), deps.now().getTime());
    if (ids.length === 0) break;
    const batch = await serveBatch(deps, mailing, ids, prepare);
    sent += batch.sent;
    if (batch.served < ids.length) break;
    served += ids.length;
  }
  const { waiting } = await settleMailing(deps, mailing);
  if (sent > 0) await countSent(deps, KINDS[mailing.kind], sent);
  if (served >= LANE && waiting > 0) await enqueueLane(deps, key);
}

/** Serves reserved recipients and releases the rest. @returns how many were served, and how many of them were sent to */
async function serveBatch(
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
      report = await serve(deps, mailing, id, compose);
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

/** Serves one claimed recipient. @returns the outcome; null when the mailing must pause */
async function serve(deps: Deps, mailing: Mailing, id: number, compose: Composer): Promise<Report | null> {
  let mail: Mail | string;
  try {
    mail = compose(id);
  } catch (error) {
    await deps.mailings(mailing.key).release(id, null);
    throw error;
  }
  return typeof mail === "string" ? { id, outcome: "skipped", reason: mail } : deliver(deps, mailing, id, mail);
}

/** Sends a claimed recipient's mail. @returns the outcome; null when the mailing must pause */
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
    if (failure === "suppressed") await suppressForNow(deps, await addressHashOf(deps, mail.to), "refusal");
    return { id, outcome: "skipped", reason: failure };
  }
}

/** Pauses a mailing for some minutes. A recipient in doubt waits too: the provider recognises the same mail. */
async function backOff(deps: Deps, mailing: Mailing, id: number, failure: "rate" | "unknown"): Promise<void> {
  const now = deps.now().getTime();
  const doubtSince = failure === "unknown" ? now : null;
  const until = await deps.mailings(mailing.key).release(id, { growsFrom: now }, doubtSince);
  if (until !== null) await enqueueLane(deps, mailing.key, Math.ceil((until - now) / 1000) + 1);
}

/** Notifies the operator once why a mailing waits. */
async function reportPause(deps: Deps, mailing: Mailing, problem: string): Promise<void> {
  if (await recordProblem(deps, mailing.key, problem))
    await notifyOperator(deps, "mailing.waits", `${mailing.key} waits`, problem);
}

/** Updates a mailing's summary and closes it when nobody waits. @returns the ledger's state */
export async function settleMailing(deps: Deps, mailing: Mailing): Promise<LedgerSummary> {
  const now = deps.now();
  const terms = bulkTermsOf(deps.config);
  const recognisedSince = terms === null ? null : now.getTime() - terms.remembersKeysMs;
  const state = await deps.mailings(mailing.key).check(now.getTime() - CLAIM_MS, recognisedSince);
  if (!state.isSealed && mailing.status === "sending") {
    // The Durable Object's data has expired, so nobody is left to serve and the summary stays.
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

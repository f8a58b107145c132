import {
  type DigestEdition,
  type DigestOverview,
  type DigestPreview,
  type EditionSummary,
  nextEdition,
} from "../../contracts/digest.ts";
import { LISTING_LIFETIME_DAYS } from "../../contracts/listings.ts";
import { readCounter, setSetting } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { sendMail } from "../../platform/mail-once.ts";
import { AppError } from "../../platform/errors.ts";
import { audit, type Moderator } from "../audit/audit.service.ts";
import { areAnyPublic, readAnnounced } from "../listings/core/listings.read.service.ts";
import { digestMail } from "./digest.mail.ts";
import { sortByDiscount, belowMarketListings, otherListings } from "./digest.content.ts";
import { dateOfKey, DIGEST_PAUSED, digestKey, isDigestPaused, listingsForEdition } from "./digest.plan.service.ts";
import { continueMailings } from "./digest.watch.service.ts";
import { mailedEditions, mailingByKey, newestEditions, updateMailing } from "./mailings.repo.ts";
import type { Mailing } from "./mailings.table.ts";

/** Editions in the moderators' overview. */
const SHOWN = 20;
const DAY_MS = 86_400_000;

/** All listings of an edition, including the weekly ones on Mondays. */
const idsOf = ({ listingIds, weekListingIds }: Mailing) => [...new Set([...listingIds, ...weekListingIds])];

/**
 * The public page of an edition, and when the first of its listings expires; null for an unknown date, or before its
 * mails are sent.
 */
export async function readEdition(
  deps: Deps,
  date: string,
): Promise<{ edition: DigestEdition; validUntil: Date | null } | null> {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return null;
  const mailing = await mailingByKey(deps, digestKey(date));
  if (!mailing || mailing.status === "freezing" || mailing.status === "failed") return null;
  const ids = idsOf(mailing);
  const listings = sortByDiscount(await readAnnounced(deps, ids));
  const expiries = listings.flatMap(({ expiresAt }) => (expiresAt === null ? [] : Date.parse(expiresAt)));
  return {
    edition: {
      date,
      listings: belowMarketListings(listings),
      unproven: otherListings(listings),
      goneCount: ids.length - listings.length,
    },
    validUntil: expiries.length > 0 ? new Date(Math.min(...expiries)) : null,
  };
}

/**
 * Editions that still show a public listing, newest first, within the lifetime of a listing. Rows read: those editions,
 * and each one's listings up to the first public one.
 */
export async function readShownEditions(deps: Deps): Promise<{ date: string; sentAt: Date }[]> {
  const from = new Date(deps.now().getTime() - LISTING_LIFETIME_DAYS * DAY_MS);
  const editions = await mailedEditions(deps, from, LISTING_LIFETIME_DAYS);
  const areShown = await areAnyPublic(deps, editions.map(idsOf));
  return editions
    .filter((_, at) => areShown[at])
    .map(({ key, scheduledAt }) => ({ date: dateOfKey(key), sentAt: scheduledAt }));
}

function toSummary(row: Mailing): EditionSummary {
  return {
    date: dateOfKey(row.key),
    scheduledAt: row.scheduledAt.toISOString(),
    status: row.status,
    listingCount: row.provenCount,
    frozen: row.frozen,
    sent: row.sent,
    skipped: row.skipped,
    uncertain: row.uncertain,
    pausedUntil: row.pausedUntil?.toISOString() ?? null,
    problem: row.problem,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/** The moderators' overview of the digest. */
export async function readOverview(deps: Deps): Promise<DigestOverview> {
  const { date, time } = nextEdition(deps.now());
  const [isPaused, editions, subscriberCount, listings] = await Promise.all([
    isDigestPaused(deps),
    newestEditions(deps, SHOWN),
    readCounter(deps, "subscribers:confirmed"),
    listingsForEdition(deps, date, "edition"),
  ]);
  return {
    isPaused,
    next: { date, scheduledAt: time.toISOString(), listingCount: belowMarketListings(listings).length },
    subscriberCount,
    editions: editions.map(toSummary),
  };
}

/** A preview of the next edition. Its personal links lead to the privacy policy. */
export async function previewDigest(deps: Deps, to: string = deps.config.contactEmail) {
  const { date } = nextEdition(deps.now());
  const listings = await listingsForEdition(deps, date, "edition");
  const page = `${deps.config.siteUrl}/privacy-policy`;
  const mail = digestMail(deps.config, {
    to,
    date,
    isWeekly: false,
    listings,
    links: { unsubscribe: page, preferences: page, headers: {} },
  });
  const preview: DigestPreview = {
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    listingCount: belowMarketListings(listings).length,
  };
  return { mail, preview };
}

/** Sends the preview to one address unless it is suppressed. */
export async function sendTestDigest(deps: Deps, to: string, by: Moderator): Promise<void> {
  const { mail } = await previewDigest(deps, to);
  await sendMail(deps, { ...mail, kind: "digest.test", subject: `[Test] ${mail.subject}` });
  await audit(deps, { ...by, targetType: "digest", action: "digest.test", targetId: "next" });
}

/** Stops or resumes all editions. Alerts to VIPs continue. */
export async function setDigestPaused(deps: Deps, isPaused: boolean, by: Moderator): Promise<DigestOverview> {
  const before = await isDigestPaused(deps);
  if (before !== isPaused) {
    await setSetting(deps, DIGEST_PAUSED, String(isPaused));
    const action = isPaused ? "digest.pause" : "digest.resume";
    await audit(deps, {
      ...by,
      targetType: "digest",
      action,
      targetId: "all",
      before: { isPaused: before },
      after: { isPaused },
    });
  }
  // Also for an unchanged setting, so that repeating the request completes one that was interrupted.
  await continueMailings(deps, deps.now());
  return readOverview(deps);
}

/**
 * Resumes an edition that waits for the mail quota.
 * @throws AppError `digest.not_found`, `digest.not_paused`
 */
export async function resumeEdition(deps: Deps, date: string, by: Moderator): Promise<DigestOverview> {
  const mailing = await mailingByKey(deps, digestKey(date));
  if (!mailing) throw new AppError("digest.not_found");
  if (mailing.pausedUntil === null || mailing.status !== "sending") throw new AppError("digest.not_paused");
  await deps.mailings(mailing.key).resume();
  await updateMailing(deps, mailing.key, { pausedUntil: null, problem: null });
  await audit(deps, { ...by, targetType: "digest", action: "digest.resume", targetId: date });
  await continueMailings(deps, deps.now());
  return readOverview(deps);
}

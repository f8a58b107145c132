import { HOUR_MS } from "../../contracts/days.ts";
import { editionTime, latestMissedEdition, type DigestOverview } from "../../contracts/digest.ts";
import { setSetting } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { sendMail } from "../../platform/mail-once.ts";
import { notifyOperator } from "../../platform/operator-notices.ts";
import { audit, type Moderator } from "../audit/audit.service.ts";
import { addRecipientsAndStartSending } from "./alerts.service.ts";
import { CATCH_UP_HOURS } from "./digest.plan.service.ts";
import { previewDigest, readOverview } from "./digest.read.service.ts";
import { enqueueBatches, isTooLarge, isTooManyText, closeMailing, PAUSE_TEXTS } from "./digest.send.service.ts";
import {
  dateOfKey,
  DIGEST_PAUSED,
  digestKey,
  firstEdition,
  insertFailedEdition,
  isDigestPaused,
  mailingByKey,
  recordProblem,
  openMailings,
  updateMailing,
} from "./mailings.repo.ts";
import type { Mailing } from "./mailings.table.ts";

/** Number of mailings continued per tick. */
const OPEN_BATCH = 20;
/** Time without a pause after which the reason for a mailing's last pause is deleted. */
const QUIET_MS = HOUR_MS;

const NOT_MADE_TEXT = "The edition could not be prepared in time. Its listings go into the next edition.";
const ALERTS_LATE_TEXT = "Alerts could not be sent in time. Their homes go into the next alerts.";
const NEXT_TEXT = "Its listings go into the next edition.";
const PAUSE_REASONS: ReadonlySet<string | null> = new Set(Object.values(PAUSE_TEXTS));

/**
 * Continues unfinished mailings: enqueues lost messages again, gives up old claims of recipients, and closes finished
 * mailings.
 * @throws the first failure, after trying all mailings
 */
export async function continueMailings(deps: Deps, time: Date): Promise<void> {
  const isPaused = await isDigestPaused(deps);
  const failures: unknown[] = [];
  for (const mailing of await openMailings(deps, OPEN_BATCH)) {
    try {
      if (mailing.status === "freezing") await continueMaking(deps, mailing, time);
      else await continueSending(deps, mailing, isPaused);
    } catch (error) {
      deps.log.error("mailing.not_continued", error, { mailing: mailing.key });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function continueMaking(deps: Deps, mailing: Mailing, time: Date): Promise<void> {
  const isLate = time.getTime() - mailing.scheduledAt.getTime() >= CATCH_UP_HOURS * HOUR_MS;
  if (isLate) await failMailing(deps, mailing);
  else if (mailing.kind === "searches") await addRecipientsAndStartSending(deps, mailing.key);
}

async function continueSending(deps: Deps, mailing: Mailing, isPaused: boolean): Promise<void> {
  const isSuspended = mailing.kind === "digest" && isPaused;
  await deps.mailings(mailing.key).setSuspended(isSuspended);
  const { waiting, pausedUntil } = await closeMailing(deps, mailing);
  const now = deps.now().getTime();
  const isQuiet = pausedUntil !== null && now - pausedUntil >= QUIET_MS && PAUSE_REASONS.has(mailing.problem);
  const waits = pausedUntil !== null && pausedUntil > now;
  const isOver = waiting === 0 || waits || isSuspended;
  if (!isOver && (await isTooLarge(deps, mailing, mailing.frozen))) return;
  if (isQuiet || (!isOver && isTooManyText(mailing.problem))) await updateMailing(deps, mailing.key, { problem: null });
  if (isOver) return;
  await enqueueBatches(deps, mailing.key, waiting);
}

/** Notifies the operator that the recipients of a mailing could not be added in time, then closes the mailing. */
async function failMailing(deps: Deps, mailing: Mailing): Promise<void> {
  const { key, kind } = mailing;
  const isEdition = kind === "digest";
  // The operator was already notified when the mailing got too many recipients.
  const wasNotified = isTooManyText(mailing.problem);
  const reason = isEdition ? NOT_MADE_TEXT : ALERTS_LATE_TEXT;
  const problem = wasNotified ? [mailing.problem, ...(isEdition ? [NEXT_TEXT] : [])].join(" ") : reason;
  const subject = isEdition ? `The digest of ${dateOfKey(key)} failed` : `${key} failed`;
  if (!wasNotified) await notifyOperator(deps, "mailing.failed", subject, problem);
  await updateMailing(deps, key, { status: "failed", problem, finishedAt: deps.now() });
}

/**
 * Records an edition as failed if no tick made it in time. Notifies the operator first. Does nothing while editions are
 * stopped, or before the first edition.
 */
export async function recordMissedEdition(deps: Deps, time: Date): Promise<void> {
  const date = latestMissedEdition(time, CATCH_UP_HOURS);
  const key = digestKey(date);
  const scheduledAt = editionTime(date);
  const first = await firstEdition(deps, "edition");
  if (!first || first.scheduledAt > scheduledAt || (await mailingByKey(deps, key))) return;
  const isPaused = await isDigestPaused(deps);
  if (!isPaused) await notifyOperator(deps, "mailing.failed", `The digest of ${date} failed`, NOT_MADE_TEXT);
  const problem = isPaused ? "Editions were stopped. Its listings go into the next edition." : NOT_MADE_TEXT;
  await insertFailedEdition(deps, { key, scheduledAt, problem });
}

/**
 * Handles a mailing's message in the dead-letter queue: notifies the operator once. The next ticks continue the
 * mailing.
 */
export async function handleDeadMessage(deps: Deps, key: string): Promise<void> {
  const problem = "Some emails keep failing. Sending continues automatically. The log says why.";
  if (await recordProblem(deps, key, problem))
    await notifyOperator(deps, "mailing.trouble", `${key} keeps failing`, problem);
}

/** Emails the preview of the next edition to one address, unless that address is suppressed. */
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
  // This code runs even if the setting is unchanged, so that a repeated request completes an interrupted one.
  await continueMailings(deps, deps.now());
  return readOverview(deps);
}

/**
 * Resumes an edition that waits for the email quota.
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

import type { DigestOverview } from "../../contracts/digest.ts";
import { setSetting } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { sendMail } from "../../platform/mail-once.ts";
import { audit, type Moderator } from "../audit/audit.service.ts";
import { DIGEST_PAUSED, digestKey, isDigestPaused } from "./digest.plan.service.ts";
import { previewDigest, readOverview } from "./digest.read.service.ts";
import { continueMailings } from "./digest.watch.service.ts";
import { mailingByKey, updateMailing } from "./mailings.repo.ts";

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

import { DAY_MS } from "../../contracts/days.ts";
import { RETENTION_DAYS } from "../../contracts/retention.ts";
import type { PostReportReason, ReportReason } from "../../contracts/reports.ts";
import type { Client } from "../../platform/client-address.ts";
import { requireSiteAttempt, refundForNetworks, takeForNetworks } from "../../platform/rate-limits.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { isPublicPost, type PostKey } from "../forum/reported-posts.service.ts";
import { readPublicListing } from "../listings/core/listings.read.service.ts";
import { idOfShortlist } from "../saved/shortlists.service.ts";
import { deleteResolvedBefore, insertReport, isAlreadyReported } from "./reports.repo.ts";
import type { Report } from "./reports.table.ts";

/** What a reporter says: a reason, and words of their own or null. */
interface Words<Reason> {
  reason: Reason;
  details: string | null;
}

/**
 * Stores a report of a public listing. A repeated report of the same listing from the same network and day, or one over
 * the limit of its networks, gets the same answer but is not stored.
 * @throws AppError `listing.not_found` when the listing is not public, `request.paused` while the site gets too many
 */
export async function reportListing(
  deps: Deps,
  listingId: number,
  { reason, details }: Words<ReportReason>,
  from: Client,
): Promise<void> {
  if (!(await readPublicListing(deps, listingId))) throw new AppError("listing.not_found");
  await storeReport(deps, { targetType: "listing", targetId: listingId, reason, details }, from);
}

/**
 * Stores a report of a public post; see {@link reportListing}.
 * @throws AppError `forum.thread_not_found`, `forum.comment_not_found` when the post is not public, `request.paused`
 */
export async function reportPost(
  deps: Deps,
  post: PostKey,
  { reason, details }: Words<PostReportReason | ReportReason>,
  from: Client,
): Promise<void> {
  if (!(await isPublicPost(deps, post)))
    throw new AppError(post.kind === "thread" ? "forum.thread_not_found" : "forum.comment_not_found");
  await storeReport(deps, { targetType: post.kind, targetId: post.id, reason, details }, from);
}

/**
 * Stores a report of a shared shortlist; see {@link reportListing}.
 * @throws AppError `shortlist.not_found`, `shortlist.gone`, `request.paused`
 */
export async function reportShortlist(
  deps: Deps,
  token: string,
  { reason, details }: Words<PostReportReason>,
  from: Client,
): Promise<void> {
  const targetId = await idOfShortlist(deps, token);
  await storeReport(deps, { targetType: "shortlist", targetId, reason, details }, from);
}

/**
 * Stores a report within the limits: one per target, network and day, and a number per target from the networks around
 * it.
 */
async function storeReport(
  deps: Deps,
  report: Pick<Report, "targetType" | "targetId" | "reason" | "details">,
  from: Client,
): Promise<void> {
  const now = deps.now();
  const target = `${report.targetType}:${report.targetId}`;
  const onceKey = `${target}:${from.network}:${torontoDay(now)}`;
  if (await isAlreadyReported(deps, onceKey)) return;
  if (!(await takeForNetworks(deps, "reports_of_one", from, target)).allowed) return;
  let isStored = false;
  try {
    await requireSiteAttempt(deps, "reports");
    isStored = await insertReport(deps, { ...report, reportedAt: now, ipAddress: from.address, onceKey });
  } finally {
    if (!isStored) await refundForNetworks(deps, "reports_of_one", from, target);
  }
}

const DISMISSED_KEPT_MS = RETENTION_DAYS.dismissedReport * DAY_MS;

/** Deletes dismissed reports past their retention at `time`. */
export const pruneReports = (deps: Deps, time: Date) =>
  deleteResolvedBefore(deps, new Date(time.getTime() - DISMISSED_KEPT_MS));

import { DAY_MS } from "../../contracts/days.ts";
import { RETENTION_DAYS } from "../../contracts/retention.ts";
import { type PostReportReason, type ReportReason, REPORTS_A_GROUP } from "../../contracts/reports.ts";
import { type Client, widestNetworkOf } from "../../platform/client-address.ts";
import { requireSiteAttempt, refundForNetworks, takeForNetworks } from "../../platform/rate-limits.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { isPublicPost, type PostKey } from "../forum/reported-posts.service.ts";
import { readPublicListing } from "../listings/reading/listings.read.service.ts";
import { hidePhone, SCAM_NETWORKS } from "../listings/listing/phone-review.service.ts";
import { idOfShortlist } from "../saved/shortlists.service.ts";
import { deleteResolvedBefore, insertReport, isAlreadyReported, scamReporters } from "./reports.repo.ts";
import type { Report } from "./reports.table.ts";

export { oldestOpenReports } from "./reports.repo.ts";

/** What a reporter says: a reason, and words of their own or null. */
interface Words<Reason> {
  reason: Reason;
  details: string | null;
}

/**
 * Stores a report of a public listing. A repeated report of the same listing from the same network and day, or one over
 * the limit of its networks, gets the same answer but is not stored. When three networks report a scam, the listing's
 * phone number is hidden, once for each listing.
 * @throws AppError `listing.not_found` when the listing is not public, `request.paused` while the site gets too many
 */
export async function reportListing(
  deps: Deps,
  listingId: number,
  { reason, details }: Words<ReportReason>,
  from: Client,
): Promise<void> {
  if (!(await readPublicListing(deps, listingId))) throw new AppError("listing.not_found");
  const isStored = await storeReport(deps, { targetType: "listing", targetId: listingId, reason, details }, from);
  if (isStored && reason === "SCAM" && (await scamNetworks(deps, listingId)) >= SCAM_NETWORKS)
    await hidePhone(deps, listingId);
}

/** How many networks have open reports of a listing as a scam. */
async function scamNetworks(deps: Deps, listingId: number): Promise<number> {
  const addresses = await scamReporters(deps, listingId, REPORTS_A_GROUP);
  return new Set(addresses.map(widestNetworkOf)).size;
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
 * @returns whether it was stored
 */
async function storeReport(
  deps: Deps,
  report: Pick<Report, "targetType" | "targetId" | "reason" | "details">,
  from: Client,
): Promise<boolean> {
  const now = deps.now();
  const target = `${report.targetType}:${report.targetId}`;
  const onceKey = `${target}:${from.network}:${torontoDay(now)}`;
  if (await isAlreadyReported(deps, onceKey)) return false;
  if (!(await takeForNetworks(deps, "reports_of_one", from, target)).allowed) return false;
  let isStored = false;
  try {
    await requireSiteAttempt(deps, "reports");
    isStored = await insertReport(deps, { ...report, reportedAt: now, ipAddress: from.address, onceKey });
  } finally {
    if (!isStored) await refundForNetworks(deps, "reports_of_one", from, target);
  }
  return isStored;
}

const DISMISSED_KEPT_MS = RETENTION_DAYS.dismissedReport * DAY_MS;

/** Deletes dismissed reports past their retention at `time`. */
export const pruneReports = (deps: Deps, time: Date) =>
  deleteResolvedBefore(deps, new Date(time.getTime() - DISMISSED_KEPT_MS));

import type { AdminReport, PostReportReason, ReportReason, ReportTarget } from "../../contracts/reports.ts";
import { ADDRESS_LIFETIME_MS, type Client, maskedAddress } from "../../platform/client-address.ts";
import { readCounter } from "../../platform/counters.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import type { Paging } from "../../platform/paging.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { auditIfChanged } from "../audit/audit.service.ts";
import { isPublicPost, type PostKey, readReportedPosts } from "../forum/reported-posts.service.ts";
import { readPublicListing } from "../listings/listings.read.service.ts";
import type { Moderator } from "../listings/listings.moderation.service.ts";
import {
  forgetReporter,
  insertReport,
  openReports,
  reportedListings,
  resolveReport,
  unmaskedReports,
} from "./reports.repo.ts";

/**
 * Takes a report of a public listing. A second one of the same listing from the same network on the same day is
 * answered alike and stored once.
 * @throws AppError `listing.not_found` when the listing is not public
 */
export async function reportListing(deps: Deps, listingId: number, reason: ReportReason, from: Client): Promise<void> {
  if (!(await readPublicListing(deps, listingId))) throw new AppError("listing.not_found");
  const now = deps.now();
  await insertReport(deps, {
    targetType: "listing",
    targetId: listingId,
    reason,
    reportedAt: now,
    ipAddress: from.address,
    onceKey: `listing:${listingId}:${from.network}:${torontoDay(now)}`,
  });
}

/**
 * Takes a report of a public post. A second one of the same post from the same network on the same day is answered alike
 * and stored once.
 * @throws AppError `forum.thread_not_found`, `forum.comment_not_found` when the post is not public
 */
export async function reportPost(
  deps: Deps,
  post: PostKey,
  reason: PostReportReason | ReportReason,
  from: Client,
): Promise<void> {
  if (!(await isPublicPost(deps, post)))
    throw new AppError(post.kind === "thread" ? "forum.thread_not_found" : "forum.comment_not_found");
  const now = deps.now();
  await insertReport(deps, {
    targetType: post.kind,
    targetId: post.id,
    reason,
    reportedAt: now,
    ipAddress: from.address,
    onceKey: `${post.kind}:${post.id}:${from.network}:${torontoDay(now)}`,
  });
}

/** Open reports as moderators read them, newest first, and their total. */
export async function readReports(deps: Deps, paging: Paging): Promise<{ reports: AdminReport[]; total: number }> {
  const [rows, total] = await Promise.all([openReports(deps, paging), readCounter(deps, "reports")]);
  const ids = (type: ReportTarget) => [
    ...new Set(rows.flatMap(({ targetType, targetId }) => (targetType === type ? [targetId] : []))),
  ];
  const [listings, posts] = await Promise.all([
    reportedListings(deps, ids("listing")),
    readReportedPosts(deps, { threads: ids("thread"), comments: ids("comment") }),
  ]);
  const known = new Map(listings.map((listing) => [listing.id, listing]));
  const reports = rows.map(({ id, targetType, targetId, reason, reportedAt, ipAddress }): AdminReport => {
    const listing = targetType === "listing" ? known.get(targetId) : undefined;
    const isThere = listing !== undefined && listing.status !== "deleted";
    return {
      id,
      targetType,
      targetId,
      propertyId: targetType === "listing" ? targetId : null,
      propertyAddress: isThere ? listing.address : null,
      propertyBedrooms: isThere ? listing.bedrooms : null,
      ...(targetType !== "listing" && { post: posts(targetType, targetId) }),
      reason,
      reportedAt: reportedAt.toISOString(),
      ipAddress,
    };
  });
  return { reports, total };
}

/**
 * Dismisses a report: it leaves the list and stays as history.
 * @throws AppError `report.not_found` when it is unknown or dismissed already
 */
export async function dismissReport(deps: Deps, id: number | null, by: Moderator): Promise<void> {
  if (id === null) throw new AppError("report.not_found");
  const [[row]] = await deps.db.batch([
    resolveReport(deps, id),
    auditIfChanged(deps, {
      actor: "admin",
      action: "report.dismiss",
      targetType: "report",
      targetId: id,
      ipAddress: by.ipAddress,
    }),
  ]);
  if (!row) throw new AppError("report.not_found");
}

const MASK_BATCH = 500;

/** Masks addresses of reports that are 90 days old at `time`, a batch at a time. */
export async function maskReporters(deps: Deps, time: Date): Promise<void> {
  for (const { id, ipAddress } of await unmaskedReports(
    deps,
    new Date(time.getTime() - ADDRESS_LIFETIME_MS),
    MASK_BATCH,
  )) {
    await forgetReporter(deps, id, maskedAddress(ipAddress ?? ""));
  }
}

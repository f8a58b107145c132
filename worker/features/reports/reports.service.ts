import { DAY_MS } from "../../contracts/days.ts";
import type { Decision } from "../../contracts/decisions.ts";
import {
  type PostReportReason,
  type ReportReason,
  REPORTS_PER_GROUP,
  type AdminReport,
  type ReportedListing,
  type ReportGroup,
  type ReportsDismissed,
  type ReportTarget,
} from "../../contracts/reports.ts";
import { RETENTION_DAYS } from "../../contracts/retention.ts";
import { type Client, widestNetworkOf } from "../../platform/client-address.ts";
import { readCounter } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import type { PageWindow } from "../../platform/paging.ts";
import { requireSiteAttempt, refundForNetworks, countForNetworks } from "../../platform/rate-limits.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { auditChangedRows, type AuditedChange, auditEntry, type Moderator } from "../audit/audit.service.ts";
import { insertDecision, type DecisionItem, type Restored, markUndone } from "../decisions/decisions.service.ts";
import { isPublicPost, type PostKey, readReportedPosts } from "../forum/forum.moderation.service.ts";
import {
  hidePhone,
  SCAM_NETWORKS,
  hidePhonesAgain,
  idsUnderReview,
  purgeQuestioned,
  showPhones,
} from "../listings/listing/phone-review.service.ts";
import { readPublicListing } from "../listings/reading/listings.read.service.ts";
import { signedPhotoUrls } from "../listings/photos/photos.service.ts";
import { dollarsOf } from "../listings/views/listings.mappers.ts";
import { idOfShortlist, readReportedShortlists } from "../saved/shortlists.service.ts";
import {
  deleteResolvedBefore,
  insertReport,
  isAlreadyReported,
  scamReporters,
  countReportsOf,
  groupsOfReports,
  hasNoScamReport,
  listingsOfReports,
  newestReportsOf,
  openReports,
  openReportsOf,
  reopenReports,
  type ReportTargetRef,
  reportedListings,
  resolveReports,
  type ReportSelection,
} from "./reports.repo.ts";
import type { Report } from "./reports.table.ts";

export { oldestOpenReports, reportCountsOf } from "./reports.repo.ts";

/** The content of a report: a reason, and the reporter's text or null. */
interface Words<Reason> {
  reason: Reason;
  details: string | null;
}

/**
 * Stores a report of a public listing, unless the same network already reported the listing on that day or is over its
 * limit. The response is the same in all cases. When three networks report a scam, the listing's phone number is
 * hidden, at most once per listing.
 * @throws AppError `listing.not_found` when the listing is not public, `request.paused` while the site gets too many
 * reports
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

/** Counts the networks whose open reports call a listing a scam. */
async function scamNetworks(deps: Deps, listingId: number): Promise<number> {
  const addresses = await scamReporters(deps, listingId, REPORTS_PER_GROUP);
  return new Set(addresses.map(widestNetworkOf)).size;
}

/**
 * Stores a report of a public post, as {@link reportListing} does.
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
 * Stores a report of a shared shortlist, as {@link reportListing} does.
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
 * Stores a report if it is within the limits: one report per target, network and day, and a limited number of reports
 * per target from the surrounding networks.
 * @returns whether the report was stored
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
  if (!(await countForNetworks(deps, "reports_of_one", from, target)).allowed) return false;
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

/** Deletes dismissed reports whose retention period has ended by `time`. */
export const pruneReports = (deps: Deps, time: Date) =>
  deleteResolvedBefore(deps, new Date(time.getTime() - DISMISSED_KEPT_MS));

/** Returns all open reports, or only those of one target, newest first, and their number. */
export async function readReports(
  deps: Deps,
  paging: PageWindow,
  of?: ReportTargetRef,
): Promise<{ rows: AdminReport[]; total: number }> {
  const [rows, total] = await (of
    ? Promise.all([openReportsOf(deps, of, paging), countReportsOf(deps, of)])
    : Promise.all([openReports(deps, paging), readCounter(deps, "reports")]));
  return { rows: await toAdminReports(deps, rows), total };
}

/**
 * Returns targets with open reports, and their number. Listings whose phone number is hidden by reports come first,
 * then the most recently reported targets.
 */
export async function readReportGroups(
  deps: Deps,
  paging: PageWindow,
): Promise<{ rows: ReportGroup[]; total: number }> {
  const urgent = await idsUnderReview(deps);
  const [rows, total] = await Promise.all([groupsOfReports(deps, paging, urgent), readCounter(deps, "report_groups")]);
  const things = rows.map(({ targetType, targetId }) => ({ type: targetType, id: targetId }));
  const newest = await newestReportsOf(deps, things, REPORTS_PER_GROUP);
  const isOf = (row: (typeof rows)[number]) => (report: Report) =>
    report.targetType === row.targetType && report.targetId === row.targetId;
  const latest = await toAdminReports(
    deps,
    rows.flatMap((row) => newest.find(isOf(row)) ?? []),
  );
  const groups = rows.flatMap((row): ReportGroup[] => {
    const reports = newest.filter(isOf(row));
    const first = latest.find(({ id }) => id === reports[0]?.id);
    // Another request may have dismissed the target's reports between the two queries.
    if (!first) return [];
    const counts = Map.groupBy(reports, ({ reason }) => reason);
    return [
      {
        id: first.id,
        targetType: row.targetType,
        targetId: row.targetId,
        title: first.propertyAddress ?? first.post?.threadTitle ?? first.shortlist?.title ?? null,
        count: row.reports,
        networks: new Set(reports.map(({ ipAddress, id }) => (ipAddress === null ? id : widestNetworkOf(ipAddress))))
          .size,
        reasons: [...counts]
          .map(([reason, { length: count }]) => ({ reason, count }))
          .toSorted((a, b) => b.count - a.count),
        firstReportedAt: new Date(row.firstReportedAt).toISOString(),
        lastReportedAt: first.reportedAt,
        underReview: row.targetType === "listing" && urgent.includes(row.targetId),
        ids: reports.map(({ id }) => id),
        latest: first,
      },
    ];
  });
  return { rows: groups, total };
}

/** Converts a listing into its form in reports. Returns null if the listing is deleted. */
async function toReportedListing(
  deps: Deps,
  row: Awaited<ReturnType<typeof reportedListings>>[number],
): Promise<ReportedListing | null> {
  if (row.status === "deleted") return null;
  const [photo] = await signedPhotoUrls(deps, { ...row, photos: row.photos.slice(0, 1) });
  return {
    rent: row.rent,
    status: row.status,
    belowMarketPercent: row.comparedPercent,
    marketRent: dollarsOf(row.marketRentCents),
    marketIsEstimate: row.marketIsEstimate,
    photo: photo ?? null,
  };
}

/** @param rows rows of at most a page, because D1 binds at most 100 values */
async function toAdminReports(deps: Deps, rows: readonly Report[]): Promise<AdminReport[]> {
  const ids = (type: ReportTarget) => [
    ...new Set(rows.flatMap(({ targetType, targetId }) => (targetType === type ? [targetId] : []))),
  ];
  const [listings, posts, shortlists] = await Promise.all([
    reportedListings(deps, ids("listing")),
    readReportedPosts(deps, { threads: ids("thread"), comments: ids("comment") }),
    readReportedShortlists(deps, ids("shortlist")),
  ]);
  const known = new Map(listings.map((listing) => [listing.id, listing]));
  const shown = new Map(
    await Promise.all(listings.map(async (listing) => [listing.id, await toReportedListing(deps, listing)] as const)),
  );
  return rows.map(({ id, targetType, targetId, reason, details, reportedAt, ipAddress }): AdminReport => {
    const listing = targetType === "listing" ? known.get(targetId) : undefined;
    const isThere = listing !== undefined && listing.status !== "deleted";
    return {
      id,
      targetType,
      targetId,
      propertyId: targetType === "listing" ? targetId : null,
      propertyAddress: isThere ? listing.address : null,
      propertyBedrooms: isThere ? listing.bedrooms : null,
      ...(targetType === "listing" && { listing: shown.get(targetId) ?? null }),
      ...((targetType === "thread" || targetType === "comment") && { post: posts(targetType, targetId) }),
      ...(targetType === "shortlist" && { shortlist: shortlists.get(targetId) ?? null }),
      reason,
      details,
      reportedAt: reportedAt.toISOString(),
      ipAddress,
    };
  });
}

/**
 * Dismisses a report. The report is kept for reference.
 * @throws AppError `report.not_found` when the report is unknown or already dismissed
 */
export async function dismissReport(deps: Deps, id: number | null, by: Moderator): Promise<Decision> {
  if (id === null) throw new AppError("report.not_found");
  const { dismissed, decisionId } = await dismiss(deps, [id], { targetType: "report", targetId: id }, by);
  if (dismissed === 0) throw new AppError("report.not_found");
  return { decisionId };
}

/** Dismisses several reports, or all open reports of one target. Skips reports that are not open. */
export async function dismissReports(
  deps: Deps,
  which: readonly number[] | ReportTargetRef,
  by: Moderator,
): Promise<ReportsDismissed> {
  const of =
    "type" in which
      ? { targetType: which.type, targetId: which.id }
      : { targetType: "reports", targetId: which.join(", ").slice(0, AUDITED_IDS_LENGTH) };
  const chosen = "type" in which ? { type: which.type, ids: [which.id] } : which;
  return { success: true, ...(await dismiss(deps, chosen, of, by)) };
}

/** Dismisses all open reports of some listings. */
export const dismissReportsOf = (deps: Deps, listingIds: readonly number[], by: Moderator) =>
  dismiss(
    deps,
    { type: "listing", ids: listingIds },
    { targetType: "listings", targetId: listingIds.join(", ").slice(0, AUDITED_IDS_LENGTH) },
    by,
  );

/** Maximum number of ids in a list in the audit log. */
const AUDITED_IDS_LENGTH = 200;

/** Returns the reported listings whose phone number is currently hidden. */
async function hiddenAmong(deps: Deps, which: ReportSelection): Promise<number[]> {
  if ("type" in which) return which.type === "listing" ? idsUnderReview(deps, which.ids) : [];
  return idsUnderReview(deps, await listingsOfReports(deps, which));
}

/** Dismisses reports. Shows a listing's hidden phone number again if no report of a scam is left. */
async function dismiss(
  deps: Deps,
  which: ReportSelection,
  of: Pick<AuditedChange, "targetType" | "targetId">,
  by: Moderator,
): Promise<Decision & { dismissed: number }> {
  const id = deps.newId();
  const hidden = await hiddenAmong(deps, which);
  const [dismissed, , , shown] = await runAllOrNone(deps, [
    resolveReports(deps, which, id),
    auditEntry(deps, {
      actor: "admin",
      action: "report.dismiss",
      ...of,
      after: of.targetType === "report" ? null : auditChangedRows("reports"),
      ipAddress: by.ipAddress,
    }),
    insertDecision(deps, {
      id,
      action: "dismiss",
      targetType: "reports",
      targetId: null,
      before: { ...of, hidden },
      revision: null,
    }),
    showPhones(deps, hidden, hasNoScamReport),
  ]);
  await purgeQuestioned(
    deps,
    shown.map((listing) => listing.id),
  );
  return { dismissed: dismissed.length, decisionId: dismissed.length === 0 ? null : id };
}

/** Reopens the reports that a decision dismissed. Does not change reports that were made since. */
export async function undoDismissal(deps: Deps, items: readonly DecisionItem[], by: Moderator): Promise<Restored> {
  const [item] = items;
  const nothing = { listings: [], reports: 0, refused: [], message: "" };
  if (!item) return nothing;
  const { hidden } = item.before;
  const again = Array.isArray(hidden) ? hidden.filter((id) => typeof id === "number") : [];
  const [opened, , , hiddenAgain] = await runAllOrNone(deps, [
    reopenReports(deps, item.id),
    auditEntry(deps, {
      actor: "admin",
      action: "report.undo",
      targetType: String(item.before.targetType),
      targetId: String(item.before.targetId),
      after: auditChangedRows("reports"),
      ipAddress: by.ipAddress,
    }),
    markUndone(deps, item),
    hidePhonesAgain(deps, again),
  ]);
  await purgeQuestioned(
    deps,
    hiddenAgain.map((listing) => listing.id),
  );
  const reports = opened.length;
  return {
    ...nothing,
    reports,
    message: reports === 1 ? "1 report is open again." : `${reports} reports are open again.`,
  };
}

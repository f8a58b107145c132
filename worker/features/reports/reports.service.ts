import type { AdminReport, ReportReason } from "../../contracts/reports.ts";
import { ADDRESS_LIFETIME_MS, type Client, maskedAddress } from "../../platform/client-address.ts";
import { readCounter } from "../../platform/counters.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import type { Paging } from "../../platform/paging.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { auditIfChanged } from "../audit/audit.service.ts";
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

/** Open reports as moderators read them, newest first, and their total. */
export async function readReports(deps: Deps, paging: Paging): Promise<{ reports: AdminReport[]; total: number }> {
  const [rows, total] = await Promise.all([openReports(deps, paging), readCounter(deps, "reports")]);
  const known = new Map(
    (await reportedListings(deps, [...new Set(rows.map(({ targetId }) => targetId))])).map((listing) => [
      listing.id,
      listing,
    ]),
  );
  const reports = rows.map((row): AdminReport => {
    const listing = known.get(row.targetId);
    const isThere = listing !== undefined && listing.status !== "deleted";
    return {
      id: row.id,
      targetType: row.targetType,
      targetId: row.targetId,
      propertyId: row.targetId,
      propertyAddress: isThere ? listing.address : null,
      propertyBedrooms: isThere ? listing.bedrooms : null,
      reason: row.reason,
      reportedAt: row.reportedAt.toISOString(),
      ipAddress: row.ipAddress,
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

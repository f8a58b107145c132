import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import { CATEGORIES } from "../../../worker/contracts/bedrooms.ts";
import {
  type AdminListing,
  LISTING_STATUSES,
  type ListingStatus,
  type PublicListing,
} from "../../../worker/contracts/listings.ts";
import type { AdminReport } from "../../../worker/contracts/reports.ts";
import { isPublic, LEGAL, type Life } from "./listing-life.ts";
import { json, type Site } from "./site.ts";

/**
 * Matches texts that must not occur in public responses: this model's units contain "secret", and email addresses
 * contain "@".
 */
const PRIVATE = /secret|@/;

/** Checks all public reads, but only the category pages of the given types. */
export async function expectPublicView(site: Site, life: Life, types: readonly string[]): Promise<void> {
  const visible = life.units
    .filter((unit) => isPublic(unit, life.now))
    .toSorted((a, b) => (b.firstApprovedAt ?? 0) - (a.firstApprovedAt ?? 0) || b.id - a.id);
  // Expired listings disappear from the lists immediately, but from the totals only with the next tick.
  const counted = life.units.filter(({ status }) => status === "approved");

  const expectList = async (path: string, bedrooms?: string) => {
    const response = await site.fetch(`${path}?limit=100`);
    const text = await response.text();
    expect(text, path).not.toMatch(PRIVATE);
    const isOfType = (unit: { bedrooms: string }) => bedrooms === undefined || unit.bedrooms === bedrooms;
    const listed = (JSON.parse(text) as PublicListing[]).map(({ id }) => id);
    expect(listed, path).toEqual(visible.filter(isOfType).map(({ id }) => id));
    expect(response.headers.get("x-total-count"), path).toBe(String(counted.filter(isOfType).length));
  };
  const expectUnit = async (unit: Life["units"][number]) => {
    const response = await site.fetch(`/api/marketplace-listings/${unit.id}`);
    const text = await response.text();
    expect(text).not.toMatch(PRIVATE);
    expect(response.status, `${unit.id}, ${unit.status}`).toBe(visible.includes(unit) ? 200 : 404);
    if (response.status === 404) return;
    expect(JSON.parse(text)).toMatchObject({
      rent: unit.rent,
      bedrooms: unit.bedrooms,
      phone: unit.phone,
      approvedAt: new Date(unit.firstApprovedAt ?? 0).toISOString(),
      expiresAt: new Date(unit.expiresAt ?? 0).toISOString(),
    });
  };
  await Promise.all([
    expectList("/api/marketplace-listings"),
    ...CATEGORIES.filter(({ bedrooms }) => types.includes(bedrooms)).map(({ api, bedrooms }) =>
      expectList(api, bedrooms),
    ),
    ...life.units.map(expectUnit),
  ]);
  expect(await json(site.fetch("/api/marketplace-listings/count"))).toEqual({ count: counted.length });
}

async function readAs<Row>(site: Site, as: string, path: string) {
  const response = await site.fetch(path, { as });
  return { rows: await json<Row[]>(response), total: Number(response.headers.get("x-total-count")) };
}

/**
 * Checks the listings' pages: the pages of public listings redirect to their full URL, and those of formerly public
 * listings return 410.
 */
export async function expectPages(site: Site, life: Life): Promise<void> {
  for (const unit of life.units) {
    const { status } = await site.fetch(`/listing/${unit.id}`);
    const hidden = unit.firstApprovedAt === null ? 404 : 410;
    expect(status, `the page of ${unit.id}, ${unit.status}`).toBe(isPublic(unit, life.now) ? 301 : hidden);
  }
}

/** Checks the open reports and stores their ids in `life`. */
export async function expectReports(site: Site, life: Life, as: string): Promise<void> {
  const { rows, total } = await readAs<AdminReport>(site, as, "/api/admin/reports?limit=100");
  const open = life.openReports.toReversed();
  expect(rows.map(({ propertyId }) => propertyId)).toEqual(open.map(({ unit }) => unit.id));
  expect(total).toBe(open.length);
  for (const [index, report] of open.entries()) report.id = rows[index]?.id ?? null;
}

const entriesOf = ({ audited }: Life) =>
  audited.map(({ actor, action, targetId }) => ({ actor, action, targetId: String(targetId) }));

/** Checks the moderators' lists and log: every state with its total, and the logged changes. */
export async function expectModeratorsView(site: Site, life: Life, as: string): Promise<void> {
  for (const status of [undefined, ...LISTING_STATUSES]) {
    const query = status ? `&status=${status}` : "";
    const { rows, total } = await readAs<AdminListing>(site, as, `/api/admin/listings?limit=100${query}`);
    const listed = life.units.filter((unit) => (status ? unit.status === status : unit.status !== "deleted"));
    expect(total, status).toBe(listed.length);
    expect(
      rows.map((row) => [row.id, row.status, row.reportCount]).toSorted(([a], [b]) => Number(a) - Number(b)),
    ).toEqual(
      listed.map((unit) => [unit.id, unit.status, life.openReports.filter((report) => report.unit === unit).length]),
    );
  }
  const log = await readAs<AuditEntry>(site, as, "/api/admin/audit?limit=100");
  expect(log.rows.map(({ actor, action, targetId }) => ({ actor, action, targetId }))).toEqual(
    entriesOf(life).toReversed(),
  );
  expect(log.total).toBe(life.audited.length);
}

/** Returns all totals by key. */
function totalsOf(life: Life): Record<string, number> {
  const totals: Record<string, number> = {
    reports: life.openReports.length,
    report_groups: new Set(life.openReports.map(({ unit }) => unit)).size,
    audit: life.audited.length,
  };
  for (const { status, bedrooms } of life.units) {
    const keys = [`status:${status}`, ...(status === "deleted" ? [] : ["admin"])];
    if (status === "approved") keys.push("approved", `approved:${bedrooms}`);
    for (const key of keys) totals[key] = (totals[key] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(totals).filter(([, value]) => value !== 0));
}

/** Checks the stored times, totals and log, and that state transitions are legal. */
export async function expectLegalRows(life: Life, statuses: Map<number, ListingStatus>): Promise<void> {
  const [rows, totals, log] = await env.DB.batch<Record<string, string | number | null>>([
    env.DB.prepare(
      "SELECT id, status, first_approved_at AS firstApprovedAt, expires_at AS expiresAt, deleted_by AS deletedBy FROM listings ORDER BY id",
    ),
    // The automation also writes its own entries, for example in January.
    env.DB.prepare("SELECT key, value FROM counters WHERE value <> 0 AND key NOT LIKE 'automation:%'"),
    env.DB.prepare("SELECT actor, action, target_id AS targetId FROM audit_log ORDER BY id"),
  ]);
  expect(rows?.results).toEqual(
    life.units.map(({ id, status, firstApprovedAt, expiresAt, deletedBy }) => ({
      id,
      status,
      firstApprovedAt,
      expiresAt,
      deletedBy,
    })),
  );
  expect(Object.fromEntries((totals?.results ?? []).map(({ key, value }) => [key, value]))).toEqual(totalsOf(life));
  expect(log?.results).toEqual(entriesOf(life));
  for (const { id, status } of life.units) {
    const before = statuses.get(id) ?? "pending";
    if (status !== before) expect(LEGAL[before], `from ${before}`).toContain(status);
    statuses.set(id, status);
  }
}

import { AUDIT_ACTORS, AUDIT_CSV_ROWS, AUDIT_SEARCH_MAX, type ListedAuditEntry } from "../../contracts/audit.ts";
import { toCsv } from "../../contracts/csv.ts";
import { daysAfter, isDay } from "../../contracts/days.ts";
import { truncateLine } from "../../contracts/text.ts";
import { readCounter } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { type PageWindow, readId } from "../../platform/paging.ts";
import { torontoDayStart } from "../../platform/toronto-time.ts";
import { auditEntries, type AuditFilter, countEntries, peopleInAudit } from "./audit.repo.ts";
import { toAuditEntry } from "./audit.service.ts";

/** What an entry is about: its name, and its public page if it has one. */
interface AuditTarget {
  about: string;
  path: string | null;
}

/** What the log asks other features. */
export interface AuditTargets {
  /** Looks up some listings, discussions and comments by their ids. */
  describe(
    deps: Deps,
    ids: Record<"listing" | "thread" | "comment", readonly number[]>,
  ): Promise<(type: string, id: number) => AuditTarget | null>;
  /** Ids of listings whose address or landlord a text names. */
  findListings(deps: Deps, text: string): Promise<number[]>;
}

type Query = Readonly<Record<string, string | undefined>>;

/** @throws AppError `request.unknown_filter` naming the parameter */
function refuse(name: string, text: string): never {
  throw new AppError("request.unknown_filter", { message: text, fields: { [name]: text } });
}

function actorOf(text: string): AuditFilter["actor"] {
  return (
    AUDIT_ACTORS.find((known) => known === text) ??
    readId(text) ??
    refuse("actor", `actor is one of ${AUDIT_ACTORS.join(", ")}, or a person's id.`)
  );
}

/**
 * The filter of a query: `q`, `actor`, `action`, `from` and `until` (days in Toronto, both included).
 * @throws AppError `request.unknown_filter`
 */
async function readFilter(deps: Deps, query: Query, { findListings }: AuditTargets): Promise<AuditFilter> {
  const { actor = "", action = "", from = "", until = "" } = query;
  for (const [name, day] of Object.entries({ from, until }))
    if (day !== "" && !isDay(day)) refuse(name, `${name} is a day such as 2026-11-23.`);
  if (!/^(?:[a-z_]{1,30}(?:\.[a-z_]{1,30})?)?$/.test(action))
    refuse("action", "action is one such as listing.approve.");
  const q = truncateLine(query.q ?? "", AUDIT_SEARCH_MAX);
  return {
    ...(actor !== "" && { actor: actorOf(actor) }),
    ...(action !== "" && { action }),
    ...(from !== "" && { from: torontoDayStart(from) }),
    ...(until !== "" && { until: torontoDayStart(daysAfter(until, 1)) }),
    ...(q !== "" && { found: await findTargets(deps, q, findListings) }),
  };
}

async function findTargets(deps: Deps, q: string, findListings: AuditTargets["findListings"]) {
  const [people, listingIds] = await Promise.all([peopleInAudit(deps), findListings(deps, q)]);
  const wanted = q.toLowerCase();
  const personIds = people.filter(({ name }) => name?.toLowerCase().includes(wanted)).map(({ id }) => id);
  return { listingIds, personIds, targetId: q.replace(/^#/, "") };
}

/** Entries with what they are about. */
async function listed(
  deps: Deps,
  rows: Awaited<ReturnType<typeof auditEntries>>,
  { describe }: AuditTargets,
): Promise<ListedAuditEntry[]> {
  const idsOf = (type: string) => [
    ...new Set(rows.flatMap((row) => (row.targetType === type ? (readId(row.targetId) ?? []) : []))),
  ];
  const find = await describe(deps, {
    listing: idsOf("listing"),
    thread: idsOf("thread"),
    comment: idsOf("comment"),
  });
  return rows.map((row) => {
    const { about, path } = find(row.targetType, Number(row.targetId)) ?? { about: null, path: null };
    return { ...toAuditEntry(row), about, path };
  });
}

/**
 * A page of the log, newest first, and the number of its entries; of a search at most 10,000.
 * @throws AppError `request.unknown_filter`
 */
export async function searchAudit(
  deps: Deps,
  query: Query,
  paging: PageWindow,
  targets: AuditTargets,
): Promise<{ rows: ListedAuditEntry[]; total: number }> {
  const filter = await readFilter(deps, query, targets);
  const isAll = Object.keys(filter).length === 0;
  const [rows, total] = await Promise.all([
    auditEntries(deps, filter, paging),
    isAll ? readCounter(deps, "audit") : countEntries(deps, filter),
  ]);
  return { rows: await listed(deps, rows, targets), total };
}

/** Everybody whom the log names, also those who left, by name. */
export async function readAuditPeople(deps: Deps): Promise<{ id: number; name: string }[]> {
  const named = (await peopleInAudit(deps)).flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]));
  return named.toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}

/** Rows described at once, as many as a page has. */
const AT_ONCE = 100;
const COLUMNS = ["Time (UTC)", "Actor", "Person", "Action", "Target", "Number", "About", "Before", "After", "Address"];
const json = (values: unknown) => (values === null ? "" : JSON.stringify(values));

/**
 * The newest entries of a search as CSV, at most `AUDIT_CSV_ROWS`.
 * @throws AppError `request.unknown_filter`
 */
export async function auditCsv(deps: Deps, query: Query, targets: AuditTargets): Promise<string> {
  const filter = await readFilter(deps, query, targets);
  const entries: ListedAuditEntry[] = [];
  for (let offset = 0; offset < AUDIT_CSV_ROWS; offset += AT_ONCE) {
    const rows = await auditEntries(deps, filter, { limit: AT_ONCE, offset });
    entries.push(...(await listed(deps, rows, targets)));
    if (rows.length < AT_ONCE) break;
  }
  return toCsv(
    COLUMNS,
    entries.map(({ at, actor, person, action, targetType, targetId, about, before, after, ipAddress }) => [
      at,
      actor,
      person === null ? "" : (person.name ?? `#${person.id}`),
      action,
      targetType,
      targetId,
      about ?? "",
      json(before),
      json(after),
      ipAddress ?? "",
    ]),
  );
}

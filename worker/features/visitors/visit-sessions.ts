import type { Goal } from "../../contracts/stats-periods.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contracts/days.ts";
import { ACTIVE_MS, UNKNOWN } from "../../contracts/visitors.ts";
import { type AddressRange, containsRange, parseRange, maskedAddress } from "../../platform/client-address.ts";
import type { LaterColumn } from "../../platform/lazy-tables.ts";

interface Link<Session> {
  session: Session;
  newer: Link<Session> | null;
  older: Link<Session> | null;
}

/** Sessions sorted by last use. Looking up, moving to the front and removing a session take constant time. */
class RecentSessions<Session extends { id: string; lastAt: number }> {
  readonly #links = new Map<string, Link<Session>>();
  #newest: Link<Session> | null = null;
  #oldest: Link<Session> | null = null;

  get size(): number {
    return this.#links.size;
  }

  get(id: string): Session | null {
    return this.#links.get(id)?.session ?? null;
  }

  /** Adds a session to the front of the list, or moves it to the front. */
  put(session: Session): void {
    this.delete(session.id);
    const link: Link<Session> = { session, newer: null, older: this.#newest };
    if (this.#newest) this.#newest.newer = link;
    this.#newest = link;
    this.#oldest ??= link;
    this.#links.set(session.id, link);
  }

  delete(id: string): void {
    const link = this.#links.get(id);
    if (!link) return;
    const { newer, older } = link;
    if (newer) newer.older = older;
    else this.#newest = older;
    if (older) older.newer = newer;
    else this.#oldest = newer;
    this.#links.delete(id);
  }

  /** Removes sessions last seen at or before a time. */
  drop(until: number): void {
    while (this.#oldest && this.#oldest.session.lastAt <= until) this.delete(this.#oldest.session.id);
  }

  *all(): Generator<Session> {
    for (const { session } of this.#links.values()) yield session;
  }

  /** Returns up to `count` sessions, newest first. */
  newest(count: number): Session[] {
    const found: Session[] = [];
    for (let link = this.#newest; link && found.length < count; link = link.older) found.push(link.session);
    return found;
  }
}

type Sql = Pick<SqlStorage, "exec">;

/** A session of a browser. Times are in milliseconds. */
export interface VisitSession {
  id: string;
  firstAt: number;
  lastAt: number;
  /** Toronto day of the session's latest visit. */
  day: string;
  page: string;
  referrer: string;
  /** The page on which the session began. */
  landing: string;
  /** `utm_campaign` of the link that led to the session. Empty if the link has no campaign. */
  campaign: string;
  city: string;
  country: string;
  /** IP address, masked a day after `addressAt`. */
  address: string;
  addressAt: number;
  userAgent: string;
  isActive: boolean;
  subscribedAt: number | null;
  /** Funnel steps that the session took on `stepsDay`, as {@link STEP_BITS}. */
  steps: number;
  stepsDay: string;
  /** The day on which the session's visitor was last counted. */
  metDay: string;
}

/** A page view of a session. */
export type PageView = Pick<
  VisitSession,
  "id" | "page" | "referrer" | "campaign" | "city" | "country" | "address" | "userAgent"
>;

/** The origin of a session. */
export type Origin = Pick<VisitSession, "referrer" | "landing" | "campaign">;
/** The origin used for a goal whose visit was not counted or is no longer stored. */
export const NO_ORIGIN: Origin = { referrer: UNKNOWN, landing: UNKNOWN, campaign: "" };

/** Goals that a session reached today, each as a bit of `steps`. */
export const STEP_BITS: Record<Goal, number> = { opened: 1, called: 2, signed_up: 4, confirmed: 8, vip: 16 };
/** Funnel state of a new session. */
export const EMPTY_FUNNEL = { steps: 0, stepsDay: "", metDay: "" };

type Row = Omit<VisitSession, "isActive"> & { isActive: number };

/** Database columns by field name, in the order of the table. */
const COLUMNS = {
  id: "id",
  firstAt: "first_at",
  lastAt: "last_at",
  day: "day",
  page: "page",
  referrer: "referrer",
  landing: "landing",
  campaign: "campaign",
  city: "city",
  country: "country",
  address: "address",
  addressAt: "address_at",
  userAgent: "user_agent",
  isActive: "is_active",
  subscribedAt: "subscribed_at",
  steps: "steps",
  stepsDay: "steps_day",
  metDay: "met_day",
} as const satisfies Record<keyof VisitSession, string>;
const FIELDS = Object.keys(COLUMNS) as (keyof VisitSession)[];
const SELECT = `SELECT ${FIELDS.map((field) => `${COLUMNS[field]} AS ${field}`).join(", ")} FROM sessions`;
const UPSERT = `INSERT OR REPLACE INTO sessions (${Object.values(COLUMNS).join(", ")}) VALUES (${FIELDS.map(() => "?").join(", ")})`;

export const CREATE_SESSIONS: readonly string[] = [
  "CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, day TEXT NOT NULL, page TEXT NOT NULL, referrer TEXT NOT NULL, city TEXT NOT NULL, country TEXT NOT NULL, address TEXT NOT NULL, address_at INTEGER NOT NULL, user_agent TEXT NOT NULL, is_active INTEGER NOT NULL, subscribed_at INTEGER, steps INTEGER NOT NULL, steps_day TEXT NOT NULL, met_day TEXT NOT NULL, is_masked INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID",
  "CREATE INDEX IF NOT EXISTS sessions_last_at ON sessions (last_at)",
  "CREATE INDEX IF NOT EXISTS sessions_unmasked ON sessions (address_at) WHERE is_masked = 0",
];

/** Columns that were added later. Sessions from before have no value for them. */
export const LATER_COLUMNS: readonly LaterColumn[] = [
  ["sessions", "landing", `TEXT NOT NULL DEFAULT '${UNKNOWN}'`],
  ["sessions", "campaign", "TEXT NOT NULL DEFAULT ''"],
];

/** Time after which IP addresses are masked (docs/product.md, Visitors). */
export const MASK_AFTER_MS = DAY_MS;
const FORGET_AFTER_MS = 30 * DAY_MS;
/** Maximum number of rows that a maintenance run masks, and maximum number that it deletes. */
const UPKEEP_ROWS = 2_000;

const fromRow = (row: Row): VisitSession => ({ ...row, isActive: row.isActive === 1 });

/**
 * The sessions of a shard, stored in SQLite. Sessions seen within the hour are cached in order of last use, so that a
 * read costs only as much as its result.
 */
export class VisitSessions {
  readonly #sql: Sql;
  /** Sessions seen within the hour. */
  #recent: RecentSessions<VisitSession> | null = null;
  /** Active sessions: seen within five minutes, and not ended. */
  readonly #active = new RecentSessions<VisitSession>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  find(id: string, now: number): VisitSession | null {
    const recent = this.#within(now).get(id);
    if (recent) return recent;
    const [row] = this.#sql.exec<Row & Record<string, SqlStorageValue>>(`${SELECT} WHERE id = ?`, id);
    return row ? fromRow(row) : null;
  }

  /** Stores a session as seen at this time. */
  store(session: VisitSession, now: number): void {
    this.#touch(session, now);
    this.update(session);
  }

  /**
   * Records that a session was seen at this time. Stores the time immediately, because a Durable Object may lose its
   * memory after ten seconds without a call. A browser's heartbeats are further apart than that, so waiting would not
   * save a write.
   */
  see(session: VisitSession, now: number): void {
    session.isActive = true;
    this.#touch(session, now);
    this.#sql.exec("UPDATE sessions SET last_at = ?, is_active = 1 WHERE id = ?", now, session.id);
  }

  /** Marks a session as ended. `lastAt` stays the same. */
  leave(session: VisitSession): void {
    session.isActive = false;
    this.#active.delete(session.id);
    this.update(session);
  }

  /**
   * Counts the sessions seen within the hour and the active sessions. Returns up to `count` of the newest sessions of
   * each kind, newest first.
   */
  recent(now: number, count: number): { hour: number; active: number; newest: VisitSession[] } {
    const hour = this.#within(now);
    const newest = new Set([...hour.newest(count), ...this.#active.newest(count)]);
    return { hour: hour.size, active: this.#active.size, newest: [...newest].sort((a, b) => b.lastAt - a.lastAt) };
  }

  /** Counts the sessions that began in each of the last minutes, oldest minute first, for at most an hour. */
  begun(now: number, minutes: number): number[] {
    const counts = Array.from({ length: minutes }, () => 0);
    const current = Math.floor(now / MINUTE_MS);
    for (const { firstAt } of this.#within(now).all()) {
      const at = minutes - 1 - (current - Math.floor(firstAt / MINUTE_MS));
      if (at >= 0 && at < minutes) counts[at] = (counts[at] ?? 0) + 1;
    }
    return counts;
  }

  /**
   * Counts the sessions from an IP range in the last 30 days. A masked address counts if its whole masked range is in
   * the IP range.
   */
  countWithin(range: AddressRange, now: number): number {
    const byAddress = this.#sql.exec<{ address: string; sessions: number }>(
      "SELECT address, count(*) AS sessions FROM sessions WHERE last_at > ? GROUP BY address",
      now - FORGET_AFTER_MS,
    );
    let count = 0;
    for (const { address, sessions } of byAddress) {
      const from = parseRange(address);
      if (from && containsRange(range, from)) count += sessions;
    }
    return count;
  }

  /**
   * Masks IP addresses older than a day, and deletes sessions not seen for 30 days.
   * @returns whether there is more to do
   */
  maintain(now: number): boolean {
    const stale = this.#sql
      .exec<{ id: string; address: string }>(
        "SELECT id, address FROM sessions WHERE is_masked = 0 AND address_at < ? LIMIT ?",
        now - MASK_AFTER_MS,
        UPKEEP_ROWS,
      )
      .toArray();
    for (const { id, address } of stale) {
      const recent = this.#within(now).get(id);
      if (recent) recent.address = maskIfUnmasked(address);
      this.#sql.exec("UPDATE sessions SET address = ?, is_masked = 1 WHERE id = ?", maskIfUnmasked(address), id);
    }
    const forgotten = this.#sql.exec(
      "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE last_at < ? LIMIT ?)",
      now - FORGET_AFTER_MS,
      UPKEEP_ROWS,
    ).rowsWritten;
    return stale.length === UPKEEP_ROWS || forgotten >= UPKEEP_ROWS;
  }

  #touch(session: VisitSession, now: number): void {
    const recent = this.#within(now);
    session.lastAt = now;
    recent.put(session);
    if (session.isActive) this.#active.put(session);
    else this.#active.delete(session.id);
  }

  /** Stores a session without changing when it was last seen. */
  update(session: VisitSession): void {
    this.#sql.exec(UPSERT, ...FIELDS.map((field) => toSql(session[field])));
  }

  /** Removes older sessions from the cache, then returns the sessions seen within the hour. */
  #within(now: number): RecentSessions<VisitSession> {
    this.#recent ??= this.#load(now);
    this.#recent.drop(now - HOUR_MS);
    this.#active.drop(now - ACTIVE_MS);
    return this.#recent;
  }

  #load(now: number): RecentSessions<VisitSession> {
    const rows = this.#sql.exec<Row & Record<string, SqlStorageValue>>(
      `${SELECT} WHERE last_at > ? ORDER BY last_at`,
      now - HOUR_MS,
    );
    const recent = new RecentSessions<VisitSession>();
    for (const row of rows) {
      const session = fromRow(row);
      recent.put(session);
      if (session.isActive) this.#active.put(session);
    }
    return recent;
  }
}

/** Masks an IP address unless it is already masked. */
export const maskIfUnmasked = (address: string) => (address.includes("/") ? address : maskedAddress(address));

const toSql = (value: VisitSession[keyof VisitSession]): SqlStorageValue =>
  typeof value === "boolean" ? Number(value) : value;

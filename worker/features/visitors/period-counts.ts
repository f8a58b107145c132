import { KEYS_COUNTED, OTHER } from "../../contracts/visitors.ts";
import {
  ADDED_TO_MONTHS,
  type CountKind,
  type Counts,
  dayPeriod,
  monthOf,
  type Period,
  type PeriodReading,
  type PeriodsQuery,
} from "./shard-reading.ts";

type Sql = Pick<SqlStorage, "exec">;

type Kinds = Map<CountKind, Map<string, number>>;

export const CREATE_COUNTS =
  "CREATE TABLE IF NOT EXISTS counts (period TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (period, kind, key)) WITHOUT ROWID";

/** Maximum number of periods cached in memory. */
const PERIODS_IN_MEMORY = 64;
const NOTHING: Counts = new Map();

/** Returns the key with the lowest count, except 'other'. */
function rarestOf(counts: Counts): [key: string, count: number] {
  let rarest: [string, number] = ["", Number.POSITIVE_INFINITY];
  for (const entry of counts) if (entry[0] !== OTHER && entry[1] < rarest[1]) rarest = entry;
  return rarest;
}

/** Exact counters by period, kind and key, stored in SQLite and cached in memory. */
export class PeriodCounts {
  readonly #sql: Sql;
  readonly #periods = new Map<Period, Kinds>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * Adds one to a key. If a period already has {@link KEYS_COUNTED} keys of a kind, the rarest key is merged into
   * 'other', so invented keys cannot displace a frequent one.
   */
  add(kind: CountKind, key: string, periods: readonly Period[]): void {
    for (const period of periods) {
      const counts = this.#countsOf(this.#kindsOf(period), kind);
      if (!counts.has(key) && counts.size >= KEYS_COUNTED) {
        const [rarest, count] = rarestOf(counts);
        this.#sql.exec("DELETE FROM counts WHERE period = ? AND kind = ? AND key = ?", period, kind, rarest);
        counts.delete(rarest);
        this.#addTo(counts, { period, kind, key: OTHER, count });
      }
      this.#addTo(counts, { period, kind, key, count: 1 });
    }
  }

  #addTo(
    counts: Map<string, number>,
    { period, kind, key, count }: { period: Period; kind: CountKind; key: string; count: number },
  ): void {
    this.#sql.exec(
      "INSERT INTO counts (period, kind, key, n) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n",
      period,
      kind,
      key,
      count,
    );
    counts.set(key, (counts.get(key) ?? 0) + count);
  }

  of(period: Period, kind: CountKind): Counts {
    return this.#kindsOf(period).get(kind) ?? NOTHING;
  }

  /** Returns the count of a kind of count that has no keys. */
  total(period: Period, kind: CountKind): number {
    return this.of(period, kind).get("") ?? 0;
  }

  /** Returns the sums of the counts of periods, by kind and key. */
  #sums(periods: readonly Period[], kinds: readonly CountKind[]): { kind: CountKind; key: string; n: number }[] {
    return this.#sql
      .exec<{ kind: CountKind; key: string; n: number }>(
        `SELECT kind, key, sum(n) AS n FROM counts WHERE period IN (SELECT value FROM json_each(?))
         AND kind IN (SELECT value FROM json_each(?)) GROUP BY kind, key`,
        JSON.stringify(periods),
        JSON.stringify(kinds),
      )
      .toArray();
  }

  /** Returns the visits of the given periods that have any. Does not cache the periods' other counts. */
  #visitsOf(periods: readonly Period[]): { period: Period; n: number }[] {
    return this.#sql
      .exec<{ period: Period; n: number }>(
        "SELECT period, n FROM counts WHERE period IN (SELECT value FROM json_each(?)) AND kind = 'visits' AND key = ''",
        JSON.stringify(periods),
      )
      .toArray();
  }

  /**
   * Returns the counts of groups of periods. A month's counts include the finished days that were added to the month.
   * @param monthsUntil the last day that was added to its month
   */
  read({ groups, kinds, visitsOf = [] }: PeriodsQuery, monthsUntil: string): PeriodReading {
    const addedLater = kinds.filter((kind) => ADDED_TO_MONTHS.includes(kind));
    const sums = (asked: readonly Period[]) => {
      const months = new Set(asked.filter((period) => period.startsWith("month:")));
      const days = months.size === 0 ? [] : this.daysAfter(monthsUntil).filter((day) => months.has(monthOf(day)));
      return [...this.#sums(asked, kinds), ...this.#sums(days.map(dayPeriod), addedLater)];
    };
    return { groups: groups.map(sums), visits: this.#visitsOf(visitsOf) };
  }

  /**
   * Adds the counts of a finished day to its month, for kinds that are not counted by month immediately. If there are
   * more than {@link KEYS_COUNTED} keys, the rarest keys are merged into 'other'.
   */
  addToMonth(day: string, kinds: readonly CountKind[]): void {
    const month: Period = `month:${day.slice(0, 7)}`;
    this.#sql.exec(
      `INSERT INTO counts (period, kind, key, n)
       SELECT ?, kind, key, n FROM counts WHERE period = ? AND kind IN (SELECT value FROM json_each(?))
       ON CONFLICT DO UPDATE SET n = n + excluded.n`,
      month,
      `day:${day}`,
      JSON.stringify(kinds),
    );
    this.#periods.delete(month);
    for (const kind of kinds) this.#mergeRarest(month, kind);
  }

  #mergeRarest(period: Period, kind: CountKind): void {
    const counts = this.of(period, kind);
    if (counts.size <= KEYS_COUNTED) return;
    const rarest = [...counts]
      .filter(([key]) => key !== OTHER)
      .sort(([, a], [, b]) => b - a)
      .slice(KEYS_COUNTED - 1);
    for (const [key] of rarest)
      this.#sql.exec("DELETE FROM counts WHERE period = ? AND kind = ? AND key = ?", period, kind, key);
    const merged = rarest.reduce((sum, [, count]) => sum + count, 0);
    this.#periods.delete(period);
    this.#addTo(new Map(), { period, kind, key: OTHER, count: merged });
  }

  /** Returns all counts of a period. */
  all(period: Period): { kind: CountKind; key: string; n: number }[] {
    return [...this.#kindsOf(period)].flatMap(([kind, counts]) => [...counts].map(([key, n]) => ({ kind, key, n })));
  }

  /** Returns the days with counts after a day, oldest first. */
  daysAfter(day: string): string[] {
    return this.#sql
      .exec<{ period: string }>("SELECT DISTINCT period FROM counts WHERE period > ? AND period < 'day;'", `day:${day}`)
      .toArray()
      .map(({ period }) => period.slice("day:".length));
  }

  /**
   * Deletes the counts of earlier periods of the same type.
   * @param kept kind of count that is not deleted
   */
  forgetBefore(period: Period, kept: CountKind | "" = ""): void {
    const sort = period.slice(0, period.indexOf(":") + 1);
    this.#sql.exec("DELETE FROM counts WHERE period >= ? AND period < ? AND kind <> ?", sort, period, kept);
    for (const known of this.#periods.keys()) if (known.startsWith(sort) && known < period) this.#periods.delete(known);
  }

  #kindsOf(period: Period): Kinds {
    const known = this.#periods.get(period);
    if (known) return known;
    const kinds: Kinds = new Map();
    const rows = this.#sql.exec<{ kind: CountKind; key: string; n: number }>(
      "SELECT kind, key, n FROM counts WHERE period = ?",
      period,
    );
    for (const { kind, key, n } of rows) this.#countsOf(kinds, kind).set(key, n);
    if (this.#periods.size >= PERIODS_IN_MEMORY) {
      const oldest = this.#periods.keys().next().value;
      if (oldest !== undefined) this.#periods.delete(oldest);
    }
    this.#periods.set(period, kinds);
    return kinds;
  }

  #countsOf(kinds: Kinds, kind: CountKind): Map<string, number> {
    const known = kinds.get(kind);
    if (known) return known;
    const counts = new Map<string, number>();
    kinds.set(kind, counts);
    return counts;
  }
}

import type { FeedFiles } from "./feed-files.ts";
import type { Problems } from "./problems.ts";
import { readTable } from "./read-table.ts";

/** A day as a number: days since 1970-01-01, which was a Thursday. */
export type DayNumber = number;

const MS_A_DAY = 86_400_000;
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** Formats a day as YYYY-MM-DD. */
export const dayText = (day: DayNumber): string => new Date(day * MS_A_DAY).toISOString().slice(0, 10);
/** @param text YYYY-MM-DD */
export const dayNumber = (text: string): DayNumber => Date.parse(`${text}T00:00:00Z`) / MS_A_DAY;
/** Returns 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: DayNumber): number => (((day + 3) % 7) + 7) % 7;

/** Parses a day of a feed, YYYYMMDD; returns null when there is no such day. */
export function feedDay(text: string): DayNumber | null {
  if (!/^\d{8}$/.test(text)) return null;
  const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || dayText(time / MS_A_DAY) !== day ? null : time / MS_A_DAY;
}

/** A service: the days on which a group of trips runs. */
interface Service {
  from: DayNumber;
  until: DayNumber;
  /** True for the days on which the service runs, starting with Monday. */
  weekdays: readonly boolean[];
  added: Set<DayNumber>;
  removed: Set<DayNumber>;
}

/** The services of a feed by index. */
export interface Services {
  /** Returns the index of a service; undefined when no calendar contains it. */
  indexOf(id: string): number | undefined;
  readonly count: number;
  runsOn(index: number, day: DayNumber): boolean;
  /** Returns the first and last day on which any of the services runs; null if none of them ever runs. */
  span(indexes: Iterable<number>): { from: DayNumber; until: DayNumber } | null;
}

/** Returns the first and last day of a service; null when it never runs. */
function spanOf({ from, until, weekdays, added, removed }: Service): { from: DayNumber; until: DayNumber } | null {
  const runs = (day: DayNumber) => weekdays[weekdayOf(day)] === true && !removed.has(day);
  // A week plus all exceptions is enough steps to reach a day on which the service runs.
  const steps = 7 + removed.size;
  const days = [...added];
  for (let day = from; day <= Math.min(until, from + steps); day += 1) if (runs(day)) days.push(day);
  for (let day = until; day >= Math.max(from, until - steps); day -= 1) if (runs(day)) days.push(day);
  if (days.length === 0) return null;
  return days.reduce((span, day) => ({ from: Math.min(span.from, day), until: Math.max(span.until, day) }), {
    from: Number.POSITIVE_INFINITY,
    until: Number.NEGATIVE_INFINITY,
  });
}

/** Reads calendar.txt and calendar_dates.txt; a feed may lack one of them. */
export async function readServices(files: FeedFiles, problems: Problems): Promise<Services> {
  const indexes = new Map<string, number>();
  const services: Service[] = [];
  const never = () => ({ from: 0, until: -1, weekdays: [], added: new Set<number>(), removed: new Set<number>() });

  if (files.has("calendar.txt")) {
    const needs = ["service_id", ...WEEKDAYS, "start_date", "end_date"] as const;
    await readTable(files, "calendar.txt", { needs }, problems, (row, line) => {
      const refuse = (text: string) => problems.refuse("calendar.txt", line, text);
      const { service_id: id, start_date: start, end_date: end } = row;
      const [from, until] = [feedDay(start), feedDay(end)];
      const wrong = WEEKDAYS.find((name) => row[name] !== "0" && row[name] !== "1");
      if (id === "") return refuse("no service_id");
      if (indexes.has(id)) return refuse(`service_id "${id}" appears twice`);
      if (wrong !== undefined) return refuse(`${wrong} is neither 0 nor 1: "${row[wrong]}"`);
      if (from === null) return refuse(`start_date is not a day: "${start}"`);
      if (until === null) return refuse(`end_date is not a day: "${end}"`);
      if (until < from) return refuse(`end_date ${end} is before start_date ${start}`);
      indexes.set(id, services.length);
      services.push({ ...never(), from, until, weekdays: WEEKDAYS.map((name) => row[name] === "1") });
    });
  }
  if (files.has("calendar_dates.txt")) {
    const needs = ["service_id", "date", "exception_type"] as const;
    await readTable(files, "calendar_dates.txt", { needs }, problems, ({ service_id: id, date, ...row }, line) => {
      const refuse = (text: string) => problems.refuse("calendar_dates.txt", line, text);
      const day = feedDay(date);
      if (id === "") return refuse("no service_id");
      if (day === null) return refuse(`date is not a day: "${date}"`);
      if (row.exception_type !== "1" && row.exception_type !== "2")
        return refuse(`exception_type is neither 1 nor 2: "${row.exception_type}"`);
      const index = indexes.get(id) ?? services.length;
      if (index === services.length) {
        indexes.set(id, index);
        services.push(never());
      }
      services[index]?.[row.exception_type === "1" ? "added" : "removed"].add(day);
    });
  }
  if (!files.has("calendar.txt") && !files.has("calendar_dates.txt"))
    problems.refuse("calendar.txt", null, "is missing, and so is calendar_dates.txt: no service");

  return {
    indexOf: (id) => indexes.get(id),
    count: services.length,
    runsOn(index, day) {
      const service = services[index];
      if (service === undefined || service.removed.has(day)) return false;
      if (service.added.has(day)) return true;
      return day >= service.from && day <= service.until && service.weekdays[weekdayOf(day)] === true;
    },
    span(indexes) {
      const spans = [...indexes].flatMap((index) => {
        const service = services[index];
        return service === undefined ? [] : (spanOf(service) ?? []);
      });
      if (spans.length === 0) return null;
      return {
        from: Math.min(...spans.map(({ from }) => from)),
        until: Math.max(...spans.map(({ until }) => until)),
      };
    },
  };
}

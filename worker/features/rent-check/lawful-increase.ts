import { daysAfter } from "../../contracts/days.ts";
import {
  type CheckedNotice,
  type LawfulIncrease,
  NOTICE_DAYS,
  type NoticeProblem,
  type RentGuideline,
} from "../../contracts/rent-check.ts";

/** The tenancy that a check is about. */
export interface Tenancy {
  rentCents: number;
  /** The last increase, or the day of moving in; YYYY-MM-DD. */
  since: string;
  /** The new rent in cents, its first day, and the day of the notice where it is known. */
  notice: { rentCents: number; from: string; given: string | null } | null;
}

/** The same day a year later; March 1 for February 29. */
const yearAfter = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)) + 1, Number(day.slice(5, 7)) - 1, Number(day.slice(8))))
    .toISOString()
    .slice(0, 10);

const yearOf = (day: string) => Number(day.slice(0, 4));
const later = (a: string, b: string) => (a > b ? a : b);

/** The first day on which a higher rent may begin if notice is given today (Residential Tenancies Act, s. 116 and 119). */
const earliestDay = ({ since }: Tenancy, today: string): string =>
  later(yearAfter(since), daysAfter(today, NOTICE_DAYS));

/** The years whose guidelines a check needs. */
export const guidelineYears = (tenancy: Tenancy, today: string): number[] => [
  ...new Set([earliestDay(tenancy, today), ...(tenancy.notice ? [tenancy.notice.from] : [])].map(yearOf)),
];

/** The highest rent by a guideline in dollars, rounded down to the cent. Tenths of a percent keep it exact. */
const highestRent = (rentCents: number, { percent }: RentGuideline): number =>
  Math.floor((rentCents * (1000 + Math.round(percent * 10))) / 1000) / 100;

/**
 * The largest lawful increase of a rent (Residential Tenancies Act, 2006, s. 116, 119, 120; exempt homes s. 6.1).
 * @param isLimited whether the guideline limits this rent; null where it is not known
 * @param guidelines those confirmed, of {@link guidelineYears}
 */
export function lawfulIncrease(
  tenancy: Tenancy,
  {
    isLimited,
    confidence,
    today,
    guidelines,
  }: Pick<LawfulIncrease, "isLimited" | "confidence"> & { today: string; guidelines: readonly RentGuideline[] },
): LawfulIncrease {
  const { rentCents, since } = tenancy;
  const earliest = earliestDay(tenancy, today);
  const limitOf = (day: string) => {
    const guideline = guidelines.find(({ year }) => year === yearOf(day)) ?? null;
    const isUsed = guideline !== null && isLimited !== false;
    return { guideline, highestRent: isUsed ? highestRent(rentCents, guideline) : null };
  };
  const notice = tenancy.notice && checkedNotice(tenancy, tenancy.notice, limitOf(tenancy.notice.from), isLimited);
  return {
    asOf: today,
    since,
    earliest,
    isLimited,
    confidence,
    guidelineYear: yearOf(earliest),
    ...limitOf(earliest),
    form: isLimited === false ? "N2" : "N1",
    notice,
  };
}

function checkedNotice(
  { since }: Tenancy,
  { rentCents, from, given }: NonNullable<Tenancy["notice"]>,
  limit: Pick<CheckedNotice, "guideline" | "highestRent">,
  isLimited: boolean | null,
): CheckedNotice {
  const problems: Record<NoticeProblem, boolean> = {
    too_soon: from < yearAfter(since),
    short_notice: given !== null && from < daysAfter(given, NOTICE_DAYS),
    // Where rent control is not known, the page says that the guideline may not apply.
    above_guideline: isLimited === true && limit.highestRent !== null && rentCents / 100 > limit.highestRent,
  };
  const found = Object.entries(problems).filter(([, isSo]) => isSo);
  return { rent: rentCents / 100, from, given, ...limit, problems: found.map(([problem]) => problem as NoticeProblem) };
}

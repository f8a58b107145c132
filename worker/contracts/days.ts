/**
 * The calendar day so many days after another, before it where `days` is negative; both as YYYY-MM-DD. Counted from
 * noon, so that no change of the clocks matters.
 */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

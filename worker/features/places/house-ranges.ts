/** Widest range of numbers of one building; the widest of the City's is 68 (182-250 Brenyon Way). */
export const RANGE_MAX = 70;

/** Whether two different numbers, lower first, can be one building's: of one side of the street, near each other. */
export function canBeRange(low: number, high: number): boolean {
  const span = high - low;
  return span > 0 && span <= RANGE_MAX && span % 2 === 0;
}

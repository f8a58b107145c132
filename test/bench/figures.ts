/** A column of numbers. */
export interface Column {
  name: string;
  /** Number of decimal places; by default numbers are whole. */
  digits?: number;
  /** The suffix of each number: "x" or " ms". */
  unit?: string;
}

/** Measurements of several similar things. A cell that does not apply is null. */
export interface Table {
  caption: string;
  /** The first column names what was measured. */
  columns: readonly Column[];
  rows: readonly (readonly (string | number | null)[])[];
}

/** A target, and whether this run has met it. */
export interface Aim {
  text: string;
  isMet: boolean;
}

/** The results of one part of the bench. */
export interface Figures {
  title: string;
  /** The question and the method, in one or two sentences. */
  meaning: string;
  tables: readonly Table[];
  aims?: readonly Aim[];
  /** Additional facts that help to interpret the results. */
  notes?: readonly string[];
}

/** Returns the median of some numbers. */
export function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5);
}

/** Returns the number that a given share of all numbers do not exceed. @param share 0…1 */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

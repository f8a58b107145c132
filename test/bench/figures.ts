/** A column of figures. */
export interface Column {
  name: string;
  /** Digits after the point; numbers are whole without it. */
  digits?: number;
  /** The suffix of each number: "x", " ms". */
  unit?: string;
}

/** Measurements of several things alike. A cell that does not apply is null. */
export interface Table {
  caption: string;
  /** The first names what was measured. */
  columns: readonly Column[];
  rows: readonly (readonly (string | number | null)[])[];
}

/** The target for a figure, and whether it was met in this run. */
export interface Aim {
  text: string;
  isMet: boolean;
}

/** The findings of one part of the bench. */
export interface Figures {
  title: string;
  /** The question and the method, in a sentence or two. */
  meaning: string;
  tables: readonly Table[];
  aims?: readonly Aim[];
  /** Further facts that help to read them. */
  notes?: readonly string[];
}

/** The one in the middle. */
export function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5);
}

/** The number that a share of all do not exceed. @param share 0…1 */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

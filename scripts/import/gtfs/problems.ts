import type { Remark, Tally } from "../scan-csv.ts";

/** Maximum number of problems of a feed that are reported individually; all are counted. */
const MAX_REPORTED = 20;

/** Counts the rows of a feed, and stores the first problems. */
export interface Problems {
  /** Counts a row as read. The row is loaded unless it is refused. */
  read(): void;
  /** @param line null for a problem of the whole file */
  refuse(file: string, line: number | null, text: string): void;
  /** Reports a problem with an item that is left out, or that is loaded anyway. */
  warn(file: string, line: number | null, text: string): void;
  refusals(): number;
  /** Remembers the current counts. @returns a function that restores them */
  mark(): () => void;
  tally(): Tally;
}

export function makeProblems(): Problems {
  let read = 0;
  const counts = { refused: 0, warned: 0 };
  const refusals: Remark[] = [];
  const warnings: Remark[] = [];
  const remark = (file: string, line: number | null, text: string): Remark => ({ file, at: line ?? 0, text });
  return {
    read: () => void (read += 1),
    refuse(file, line, text) {
      counts.refused += 1;
      if (refusals.length < MAX_REPORTED) refusals.push(remark(file, line, text));
    },
    warn(file, line, text) {
      counts.warned += 1;
      if (warnings.length < MAX_REPORTED) warnings.push(remark(file, line, text));
    },
    refusals: () => counts.refused,
    mark() {
      const before = { ...counts, read, refusals: refusals.length, warnings: warnings.length };
      return () => {
        ({ read, refused: counts.refused, warned: counts.warned } = before);
        refusals.length = before.refusals;
        warnings.length = before.warnings;
      };
    },
    tally: () => ({ ...counts, read, loaded: Math.max(0, read - counts.refused), duplicates: 0, refusals, warnings }),
  };
}

/** Problems of a file that are told one by one; all are counted. */
const TOLD = 20;

/** Something about a row: the line it begins in, or the feature's number. */
export interface Remark {
  at: number;
  text: string;
}

/** What became of the rows of a file. */
export interface Tally {
  /** Loaded, refused and duplicates together. */
  read: number;
  loaded: number;
  refused: number;
  duplicates: number;
  warned: number;
  /** The first of them by line. */
  refusals: readonly Remark[];
  warnings: readonly Remark[];
}

/** Counts rows, and keeps the first remarks. */
export function makeTally() {
  const counts = { loaded: 0, refused: 0, duplicates: 0, warned: 0 };
  const refusals: Remark[] = [];
  const warnings: Remark[] = [];
  function keep(remarks: Remark[], remark: Remark): void {
    remarks.push(remark);
    remarks.sort((a, b) => a.at - b.at);
    remarks.splice(TOLD);
  }
  return {
    loaded: () => void (counts.loaded += 1),
    duplicate: () => void (counts.duplicates += 1),
    refused(at: number, text: string) {
      counts.refused += 1;
      if (counts.refused <= TOLD || at < (refusals.at(-1)?.at ?? 0)) keep(refusals, { at, text });
    },
    warned(at: number, text: string) {
      counts.warned += 1;
      if (counts.warned <= TOLD) keep(warnings, { at, text });
    },
    result: (): Tally => ({
      ...counts,
      read: counts.loaded + counts.refused + counts.duplicates,
      refusals: [...refusals],
      warnings: [...warnings],
    }),
  };
}

export type TallyKeeper = ReturnType<typeof makeTally>;

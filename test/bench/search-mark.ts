/** The cost of one search among many listings. */
export interface SearchMark {
  /** Public listings there are. */
  listings: number;
  /** In words. */
  name: string;
  rowsRead: number;
  /** Queries of the database. */
  queries: number;
  /** Milliseconds of processor time of workerd, its own database included. */
  processorMs: number;
  /** Median milliseconds, which other work on the machine makes longer. */
  ms: number;
  /** Listings found, or stations to choose from; `isCut` when the search stopped looking. */
  found: number;
  isCut: boolean;
}

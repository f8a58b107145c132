/** What one search cost among many listings. */
export interface SearchMark {
  /** Public listings there are. */
  listings: number;
  /** In words. */
  name: string;
  rowsRead: number;
  /** Median milliseconds. */
  ms: number;
  /** Listings found, or stations to choose from; `isCut` when the search stopped looking. */
  found: number;
  isCut: boolean;
}

/** The cost of one search among many listings. */
export interface SearchMark {
  /** Number of public listings. */
  listings: number;
  /** Display name. */
  name: string;
  rowsRead: number;
  /** Number of database queries. */
  queries: number;
  /** Milliseconds of workerd's processor time, including its own database. */
  processorMs: number;
  /** Median milliseconds of a search. Other load on the machine increases this number. */
  ms: number;
  /** Number of listings found, or of stations to choose from; `isCut` if the search was truncated. */
  found: number;
  isCut: boolean;
}

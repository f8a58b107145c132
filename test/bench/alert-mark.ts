/** The cost of telling all saved searches about one new listing. */
export interface AlertMark {
  /** Saved searches there are. */
  searches: number;
  /** Those that the listing suits. */
  found: number;
  rowsRead: number;
  /** Queries of the database, also those that look up what is to be done. */
  queries: number;
  /** Deliveries of the queue. */
  deliveries: number;
}

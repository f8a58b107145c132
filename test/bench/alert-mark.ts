/** The cost of notifying saved searches of one new listing. */
export interface AlertMark {
  /** Number of saved searches. */
  searches: number;
  /** Number of saved searches that the listing matches. */
  found: number;
  rowsRead: number;
  /** Number of database queries, including those that look up pending work. */
  queries: number;
  /** Number of messages that the queues deliver. */
  deliveries: number;
}

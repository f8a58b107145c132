/** The cost of one part of a mailing. */
export interface MailingMark {
  recipients: number;
  sent: number;
  ms: number;
  statements: number;
  rowsWritten: number;
  /** Calls to Durable Objects. */
  calls: number;
}

/** What a part of the work of a mailing cost. */
export interface MailingMark {
  recipients: number;
  sent: number;
  ms: number;
  statements: number;
  rowsWritten: number;
  /** Of the Durable Object. */
  calls: number;
}

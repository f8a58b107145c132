/** What a notice is about. Each kind is sent at most once an hour. */
export type NoticeKind =
  | "backup.failed"
  | "restore.done"
  | "job.gave_up"
  | "message.gave_up"
  | "mail.given_up"
  | "mail.not_forwarded"
  | "mailing.failed"
  | "mailing.trouble"
  | "mailing.waits"
  | "mailing.too_many"
  | "market.reminder"
  | "payments.not_compared"
  | "purge.refused"
  | "health.degraded"
  | "secret.changed"
  | "timetable.expires"
  | `limit.${string}`;

/** What carries mails: a development server's mailbox, Cloudflare Email Service, or a provider of bulk mail. */
export type TransportName = "mailbox" | "email_service" | "resend";

/**
 * What a failed send means: `rate`, `quota` and `misconfigured` were not sent and may be retried, `rate` within
 * minutes; `suppressed` and `refused` will never be sent; for `unknown` it is unclear whether they were sent, so they
 * are retried only if a second copy does no harm, or the transport recognises the first.
 */
export type MailFailure = "rate" | "quota" | "misconfigured" | "suppressed" | "refused" | "unknown";

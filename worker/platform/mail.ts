import { AppError } from "./errors.ts";
import type { MailKind } from "./mail-kinds.ts";

/** A mail to one person. `headers` hold only what the transport does not set itself. */
export interface Mail {
  /** Decides who can cause it, and how often (mail-kinds.ts). It is not sent along. */
  kind: MailKind;
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  headers?: Record<string, string>;
}

/** Sends mail: Cloudflare Email Service in production, the development mailbox locally. */
export interface MailTransport {
  /**
   * @returns the transport's message id
   * @throws AppError `mail.invalid_header` before anything is sent; whatever the transport throws otherwise
   */
  send(mail: Mail): Promise<{ messageId: string }>;
}

/** Where a mail comes from. */
export interface Sender {
  email: string;
  name: string;
}

// oxlint-disable-next-line no-control-regex -- these are the characters that would start a header of the attacker's own
const HEADER_BREAK = /[\r\n\0]/;

/** @throws AppError `mail.invalid_header` when a field that reaches a header holds CR, LF or NUL */
export function assertHeadersAreSafe(mail: Mail): void {
  const fields = [mail.to, mail.subject, mail.replyTo ?? "", ...Object.entries(mail.headers ?? {}).flat()];
  if (fields.some((field) => HEADER_BREAK.test(field))) throw new AppError("mail.invalid_header");
}

/**
 * What a failed send means: `rate`, `quota` and `misconfigured` were not sent and may be later, after `rate` within
 * minutes; `suppressed` and `refused` were not sent and never will be; of `unknown` nobody learned whether they were, so
 * they must not be sent again.
 */
export type MailFailure = "rate" | "quota" | "misconfigured" | "suppressed" | "refused" | "unknown";

/** Codes of the Email Service (its Workers API, "Error codes"). */
const FAILURES: Readonly<Record<string, MailFailure>> = {
  E_RATE_LIMIT_EXCEEDED: "rate",
  E_DAILY_LIMIT_EXCEEDED: "quota",
  E_SENDER_NOT_VERIFIED: "misconfigured",
  E_SENDER_DOMAIN_NOT_AVAILABLE: "misconfigured",
  E_RECIPIENT_NOT_ALLOWED: "misconfigured",
  E_RECIPIENT_SUPPRESSED: "suppressed",
  E_VALIDATION_ERROR: "refused",
  E_FIELD_MISSING: "refused",
  E_TOO_MANY_RECIPIENTS: "refused",
  E_CONTENT_TOO_LARGE: "refused",
  E_HEADER_NOT_ALLOWED: "refused",
  E_HEADER_USE_API_FIELD: "refused",
  E_HEADER_VALUE_INVALID: "refused",
  E_HEADER_VALUE_TOO_LONG: "refused",
  E_HEADER_NAME_INVALID: "refused",
  E_HEADERS_TOO_LARGE: "refused",
  E_HEADERS_TOO_MANY: "refused",
};

/** What a transport's error means for the mail. */
export function mailFailureOf(error: unknown): MailFailure {
  if (error instanceof AppError && error.code === "mail.invalid_header") return "refused";
  const code: unknown = (error as { code?: unknown } | null)?.code;
  return (typeof code === "string" && FAILURES[code]) || "unknown";
}

/** Mail through the `send_email` binding. */
export function emailServiceTransport(binding: SendEmail, from: Sender): MailTransport {
  return {
    async send(mail) {
      assertHeadersAreSafe(mail);
      return await binding.send({
        from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        ...(mail.replyTo && { replyTo: mail.replyTo }),
        ...(mail.headers && { headers: mail.headers }),
      });
    },
  };
}

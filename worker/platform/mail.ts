import { AppError } from "./errors.ts";

/** A mail to one person. `headers` hold only what the transport does not set itself. */
export interface Mail {
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

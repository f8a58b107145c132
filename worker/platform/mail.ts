import { DAY_MS } from "../contracts/days.ts";
import { AppError } from "./errors.ts";
import { type MailKind, mailRule, type MailFailure } from "./mail-kinds.ts";
import { desc, eq, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { deleteInBatches, isAmongOldest } from "./database.ts";
import { devMailbox } from "./tables.ts";

/** An email to one recipient. `headers` contains only headers that the transport does not set itself. */
export interface Mail {
  /** Determines who can trigger the email and how often (mail-kinds.ts). Not part of the email. */
  kind: MailKind;
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  headers?: Record<string, string>;
  /** Identifies the email to a transport that sends emails with the same key only once (bulk-mail.ts). */
  idempotencyKey?: string;
}

/**
 * Sends emails: through Cloudflare Email Service in production, bulk email through its provider (bulk-mail.ts), and
 * into the development mailbox locally.
 */
export interface MailTransport {
  /**
   * @returns the transport's message id
   * @throws AppError `mail.invalid_header` before anything is sent; whatever the transport throws otherwise
   */
  send(mail: Mail): Promise<{ messageId: string }>;
}

/** The transport of a demonstration, which sends nothing. */
export const noMailTransport: MailTransport = { send: async () => ({ messageId: "" }) };

/** Sends bulk email through its provider if there is one, and all other email through `transactional`. */
export const splitTransport = (transactional: MailTransport, bulk: MailTransport | null): MailTransport => ({
  send: (mail) => (bulk && mailRule(mail.kind).isBulk ? bulk : transactional).send(mail),
});

/** The sender of an email. */
interface Sender {
  email: string;
  name: string;
}

// oxlint-disable-next-line no-control-regex -- these characters would allow header injection
const HEADER_BREAK = /[\r\n\0]/;

/** @throws AppError `mail.invalid_header` when a field that reaches a header contains CR, LF or NUL */
export function assertHeadersAreSafe(mail: Mail): void {
  const fields = [mail.to, mail.subject, mail.replyTo ?? "", ...Object.entries(mail.headers ?? {}).flat()];
  if (fields.some((field) => HEADER_BREAK.test(field))) throw new AppError("mail.invalid_header");
}

/** Error codes of the Email Service (its Workers API, "Error codes"). */
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

/** A failed send that the transport has already classified. */
export class MailError extends Error {
  readonly failure: MailFailure;
  constructor(failure: MailFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** Classifies a transport's error. */
export function mailFailureOf(error: unknown): MailFailure {
  if (error instanceof MailError) return error.failure;
  if (error instanceof AppError && error.code === "mail.invalid_header") return "refused";
  const code: unknown = (error as { code?: unknown } | null)?.code;
  return (typeof code === "string" && FAILURES[code]) || "unknown";
}

/** The email transport over the `send_email` binding. */
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

/** Maximum number of bytes that the mailbox stores of a forwarded email. */
const FORWARDED_BYTES = 64 * 1024;

/** Stores an email that production would forward to the operator in the development mailbox. */
export async function storeForwarded(
  deps: { db: DrizzleD1Database; config: { contactEmail: string }; now: () => Date },
  { from, to, raw }: { from: string; to: string; raw: ReadableStream<Uint8Array> },
): Promise<void> {
  const text = (await new Response(raw).text()).slice(0, FORWARDED_BYTES);
  const subject = /^subject:(.*)$/im.exec(text)?.[1]?.trim() ?? "";
  await deps.db.insert(devMailbox).values({
    to: deps.config.contactEmail,
    from,
    replyTo: from,
    subject: `Forwarded from ${to}: ${subject}`,
    text,
    html: "",
    headers: {},
    sentAt: deps.now(),
  });
}

const SHOWN = 200;

/** Email transport of a development server, which stores emails in the local database, shown at /dev/mailbox. */
export function developmentMailbox(db: DrizzleD1Database, from: Sender, now: () => Date): MailTransport {
  return {
    async send(mail) {
      assertHeadersAreSafe(mail);
      const [row] = await db
        .insert(devMailbox)
        .values({
          to: mail.to,
          from: `${from.name} <${from.email}>`,
          replyTo: mail.replyTo ?? null,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: mail.headers ?? {},
          sentAt: now(),
        })
        .returning({ id: devMailbox.id });
      return { messageId: `dev-${row?.id}` };
    },
  };
}

/** Returns the emails in the mailbox, newest first, at most {@link SHOWN} (uses index dev_mailbox_to). */
export async function mailsInMailbox(db: DrizzleD1Database, to: string | undefined) {
  return await db
    .select()
    .from(devMailbox)
    .where(to ? eq(devMailbox.to, to) : undefined)
    .orderBy(desc(devMailbox.id))
    .limit(SHOWN);
}

const KEPT_MS = 30 * DAY_MS;

/** Deletes emails older than 30 days. Ids ascend with time. */
export async function pruneMailbox(deps: { db: DrizzleD1Database }, time: Date): Promise<void> {
  const before = time.getTime() - KEPT_MS;
  await deleteInBatches(deps, "dev_mailbox", sql`${isAmongOldest("dev_mailbox")} AND sent_at < ${before}`);
}

export async function mailInMailbox(db: DrizzleD1Database, id: number) {
  const [mail] = await db.select().from(devMailbox).where(eq(devMailbox.id, id)).limit(1);
  return mail ?? null;
}

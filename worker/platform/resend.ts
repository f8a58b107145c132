import { assertHeadersAreSafe, type Mail, MailError, type MailTransport } from "./mail.ts";
import type { MailFailure } from "./mail-kinds.ts";

/** Options of the transport. `wait` waits for a number of milliseconds. */
interface ResendOptions {
  /** Undefined while the secret is missing. Every email is then refused as misconfigured. */
  apiKey: string | undefined;
  /** `Name <address>` with an address on the provider's subdomain. Null while BULK_MAIL_FROM is missing. */
  from: string | null;
  /** Address for replies from recipients. */
  replyTo: string;
  fetch: typeof fetch;
  wait: (ms: number) => Promise<void>;
}

const SEND_URL = "https://api.resend.com/emails";
const TIMEOUT_MS = 15_000;
/** Number of attempts per call, for failures that pass within seconds. Longer failures pause the mailing. */
const TRIES = 4;
const LONGEST_WAIT_MS = 10_000;
const SECOND_MS = 1_000;

interface Answer {
  status: number;
  /** The error's name, such as `rate_limit_exceeded`. */
  name: string;
  id: string | null;
  retryAfterMs: number;
}

/**
 * Returns the failure in a response (resend.com/docs/api-reference/errors); null for an email that was accepted.
 * Validation errors with 400 and 422 are caused by the email itself. With 403, the domain of the account is not
 * verified.
 */
function failureOf({ status, name }: Pick<Answer, "status" | "name">): MailFailure | null {
  if (status >= 200 && status < 300) return null;
  // The key was used with different content: the email was accepted earlier and has changed since.
  if (name === "invalid_idempotent_request") return null;
  if (name === "concurrent_idempotent_requests") return "rate";
  if (status === 429) return name.endsWith("_quota_exceeded") ? "quota" : "rate";
  if (status === 422 && name === "invalid_from_address") return "misconfigured";
  if (status === 400 || status === 422) return "refused";
  return status >= 400 && status < 500 ? "misconfigured" : "unknown";
}

async function post(mail: Mail, { apiKey, from, replyTo, fetch }: ResendOptions): Promise<Answer> {
  const answer = await fetch(SEND_URL, {
    method: "POST",
    headers: {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      ...(mail.idempotencyKey && { "idempotency-key": mail.idempotencyKey }),
    },
    body: JSON.stringify({
      from,
      to: [mail.to],
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      reply_to: mail.replyTo ?? replyTo,
      headers: mail.headers ?? {},
      // Resend's dashboard counts by tag, and a tag cannot contain a dot.
      tags: [{ name: "kind", value: mail.kind.replaceAll(".", "_") }],
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body = (await answer.json<{ id?: unknown; name?: unknown } | null>().catch(() => null)) ?? {};
  const seconds = Number(answer.headers.get("retry-after"));
  return {
    status: answer.status,
    name: typeof body.name === "string" ? body.name : "",
    id: typeof body.id === "string" ? body.id : null,
    retryAfterMs: seconds > 0 ? seconds * SECOND_MS : SECOND_MS,
  };
}

/** Returns the response that represents a call that broke off or took too long. */
const noAnswer = (error: unknown): Answer => ({
  status: 0,
  name: error instanceof Error ? error.name : "",
  id: null,
  retryAfterMs: SECOND_MS,
});

/**
 * Creates the email transport over Resend's API. The transport retries within seconds after overload. After an unclear
 * outcome, it retries only if the email has an idempotency key, which prevents a second copy within 24 hours.
 */
export function resendTransport(options: ResendOptions): MailTransport {
  return {
    async send(mail) {
      assertHeadersAreSafe(mail);
      if (!options.apiKey || options.from === null)
        throw new MailError("misconfigured", "RESEND_API_KEY or BULK_MAIL_FROM is missing");
      for (let tries = 1; ; tries += 1) {
        const { status, name, id, retryAfterMs } = await post(mail, options).catch(noAnswer);
        const failure = failureOf({ status, name });
        if (failure === null) return { messageId: id ?? name };
        const isOverSoon = failure === "rate" || (failure === "unknown" && mail.idempotencyKey !== undefined);
        if (!isOverSoon || tries === TRIES || retryAfterMs > LONGEST_WAIT_MS)
          throw new MailError(failure, `Resend answered ${status} ${name}`);
        await options.wait(retryAfterMs);
      }
    },
  };
}

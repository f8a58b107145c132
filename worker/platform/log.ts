import { DrizzleQueryError } from "drizzle-orm";
import { TOKEN_PAGES } from "../contracts/pages.ts";

export type LogFields = Record<string, string | number | boolean | null | undefined>;

/**
 * Structured log: one JSON object per line, indexed by field in Workers Logs. Never log tokens, email addresses or
 * request bodies.
 */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, error: unknown, fields?: LogFields): void;
}

const LINK = new RegExp(
  `^(/(?:api/)?(?:${TOKEN_PAGES.join("|")}|admin/login/link|shortlists|emails)/)(?!(?:request|link)(?:/|$))[^/]+`,
  "i",
);
/** Matches tokens in all formats of tokens.ts, anywhere in a text. */
const TOKEN = /(?:[1-9]\d{0,14}-[a-z2-7]{32}(?:[a-z2-7]{8})?|(?<![a-z2-7])[a-z2-7]{52})(?![a-z2-7])/gi;
const ADDRESS = /(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+/gi;

/** Returns a path with the token of an emailed link replaced. */
export function withoutToken(path: string): string {
  return path.replace(LINK, "$1:token");
}

/**
 * Matches query strings, which may contain street addresses (look-ups), email addresses (moderators' searches) or
 * destinations (lists).
 */
const QUERY = /([/.\w])\?[^\s"'`()?=]*=[^\s"'`()]*/g;

/** Matches coordinates in and around Toronto, in degrees or microdegrees, which may be visitors' destinations. */
const PLACE = /(?<![\d.])4[34](?:\.\d{1,20}|\d{6})[^\d-]{1,12}-(?:7[89]|80)(?:\.\d{1,20}|\d{6})/g;

/** Returns a text without query values, tokens, email addresses and coordinates. */
export const withoutSecrets = (text: string) =>
  text
    .replaceAll(QUERY, "$1?:query")
    .replaceAll(TOKEN, ":token")
    .replaceAll(ADDRESS, ":address")
    .replaceAll(PLACE, ":place");

/** Returns an error's message without tokens, email addresses, coordinates and query values. */
export function failureText(error: unknown): string {
  if (error instanceof DrizzleQueryError) {
    // Drizzle's own message ends with the parameters, so it is not used.
    return withoutSecrets(`Failed query: ${error.query}: ${error.cause ? failureText(error.cause) : "no cause"}`);
  }
  return withoutSecrets(error instanceof Error ? error.message : String(error));
}

/** Returns an error's stack, redacted. The stack starts with the message. */
function stackOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  const isWithMessage = error.message !== "" && error.stack.includes(error.message);
  return withoutSecrets(isWithMessage ? error.stack.replace(error.message, () => failureText(error)) : error.stack);
}

/** Counts a logged error. @param code the code, job or kind from the log fields; otherwise the error's class */
export type ErrorRecorder = (event: string, code: string, requestId: string | null) => void;

const codeOf = ({ code, job, kind }: LogFields, error: unknown) =>
  String(code ?? job ?? kind ?? (error instanceof Error ? error.name : "unknown"));

/**
 * Creates a log that adds `context` (request id, job, queue message) to every line. Tokens in the field `path` are
 * redacted.
 */
export function makeLog(context: LogFields, record: ErrorRecorder = () => undefined): Log {
  const write = (level: "log" | "warn" | "error", event: string, fields: LogFields) => {
    const path = typeof fields.path === "string" ? { path: withoutToken(fields.path) } : {};
    console[level](JSON.stringify({ event, ...context, ...fields, ...path }));
  };
  return {
    info: (event, fields = {}) => write("log", event, fields),
    warn: (event, fields = {}) => write("warn", event, fields),
    error: (event, error, fields = {}) => {
      write("error", event, {
        ...fields,
        message: failureText(error),
        stack: stackOf(error),
      });
      record(event, codeOf(fields, error), typeof context.requestId === "string" ? context.requestId : null);
    },
  };
}

import { DrizzleQueryError } from "drizzle-orm";
import { TOKEN_PAGES } from "../contracts/pages.ts";

export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Structured log: one JSON object a line, which Workers Logs indexes by field. Never give it a token, a mail address or a body. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, error: unknown, fields?: LogFields): void;
}

const LINK = new RegExp(
  `^(/(?:api/)?(?:${TOKEN_PAGES.join("|")}|admin/login/link)/)(?!(?:request|link)(?:/|$))[^/]+`,
  "i",
);
/** The forms of tokens.ts, wherever they stand. */
const TOKEN = /(?:[1-9]\d{0,14}-[a-z2-7]{32}(?:[a-z2-7]{8})?|(?<![a-z2-7])[a-z2-7]{52})(?![a-z2-7])/gi;
const ADDRESS = /(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+/gi;

/** A path without the token of a mailed link. */
export function withoutToken(path: string): string {
  return path.replace(LINK, "$1:token");
}

/** What follows the question mark of an address: look-ups carry street addresses there, moderators' searches mail addresses. */
const QUERY = /([/.\w])\?[^\s"'`()?=]*=[^\s"'`()]*/g;

const withoutSecrets = (text: string) =>
  text.replaceAll(QUERY, "$1?:query").replaceAll(TOKEN, ":token").replaceAll(ADDRESS, ":address");

/** What failed, in words that hold no token, no mail address and no value of a query. */
export function failureText(error: unknown): string {
  if (error instanceof DrizzleQueryError) {
    // Its own message goes on with the parameters.
    return withoutSecrets(`Failed query: ${error.query}: ${error.cause ? failureText(error.cause) : "no cause"}`);
  }
  return withoutSecrets(error instanceof Error ? error.message : String(error));
}

/** Where it failed: the stack begins with the message. */
function stackOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  const isWithMessage = error.message !== "" && error.stack.includes(error.message);
  return withoutSecrets(isWithMessage ? error.stack.replace(error.message, () => failureText(error)) : error.stack);
}

/**
 * A log whose every line carries `context` (the request id, the job, the queue message). A field `path` is written
 * without the token it may hold.
 */
export function makeLog(context: LogFields): Log {
  const write = (level: "log" | "warn" | "error", event: string, fields: LogFields) => {
    const path = typeof fields.path === "string" ? { path: withoutToken(fields.path) } : {};
    console[level](JSON.stringify({ event, ...context, ...fields, ...path }));
  };
  return {
    info: (event, fields = {}) => write("log", event, fields),
    warn: (event, fields = {}) => write("warn", event, fields),
    error: (event, error, fields = {}) =>
      write("error", event, {
        ...fields,
        message: failureText(error),
        stack: stackOf(error),
      }),
  };
}

import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import { operationOf } from "../contracts/operations.ts";
import { MCP_PATHS } from "../contracts/pages.ts";
import type { Role } from "../contracts/people.ts";
import type { Client } from "./client-address.ts";
import type { Env } from "./config.ts";
import type { Deps } from "./deps.ts";
import { sha256Hex } from "./tokens.ts";

/** The person or the shared password behind a session of the admin panel. */
export interface Staff {
  /** The stored hash of the session's id. */
  session: string;
  role: Role;
  /** Null for the shared password, which has the rights of an operator. */
  person: { id: number; name: string; email: string } | null;
  /** Time of the login. */
  since: Date;
}

/**
 * Hono's types for this application, with the variables of a request. Middleware reads them with `c.get()`, because
 * `c.var` copies all of them each time.
 */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    deps: Deps;
    requestId: string;
    client: Client;
    /** Set on every operation that needs a role. */
    staff: Staff;
  };
}

/** Paths of read-only queries that use POST to keep their content out of URLs. */
const POSTED_QUESTIONS: ReadonlySet<string> = new Set([...MCP_PATHS, "/rent-check"]);

/** Returns whether a request changes nothing: its method only reads, or it is a query that uses POST. */
export const isRead = (method: string, path: string): boolean =>
  ["GET", "HEAD", "OPTIONS"].includes(method) ||
  (method === "POST" && (POSTED_QUESTIONS.has(path) || operationOf(method, path)?.rule.isQuestion === true));

/** Creates a router of this application. Paths match exactly and case-sensitively. */
export function router() {
  return new Hono<AppEnv>();
}

/** Returns the moderator who makes a request, for the audit log. */
export const moderatorOf = (c: Context<AppEnv>) => ({ actor: "admin" as const, ipAddress: c.var.client.address });

/** Responds with the rows of one page of a list. Sets X-Total-Count to the length of the whole list. */
export function pageRows<Row extends object>(
  c: Context<AppEnv>,
  { rows, total }: { rows: Row[]; total: number },
): Row[] {
  c.header("X-Total-Count", String(total));
  return rows;
}

/**
 * Sets headers of a finished response; null deletes a header. Hono's `c.header()` would copy the whole response for
 * each header, including its body.
 */
export function setHeaders(c: Context, headers: Readonly<Record<string, string | null>>): void {
  try {
    write(c.res.headers, headers);
  } catch {
    // Makes a copy, because responses from bindings have immutable headers.
    c.res = new Response(c.res.body, c.res);
    write(c.res.headers, headers);
  }
}

function write(target: Headers, headers: Readonly<Record<string, string | null>>): void {
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === "string") target.set(name, value);
    else target.delete(name);
  }
}

const encoder = new TextEncoder();

/** Returns an entity tag without its weakness prefix. */
const withoutWeakPrefix = (tag: string) => tag.trim().replace(/^W\//, "");

/** Returns whether If-None-Match contains a tag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  return (
    header !== undefined &&
    header.split(",").some((given) => given.trim() === "*" || withoutWeakPrefix(given) === withoutWeakPrefix(tag))
  );
}

/** Returns the first 128 bits of a SHA-256 in hexadecimal, as the content hash of an entity tag. */
export const tagHash = async (data: string | Uint8Array): Promise<string> => (await sha256Hex(data)).slice(0, 32);

/**
 * Responds with JSON and an ETag of its content, or with 304 if the client already has it. Hashes the bytes before
 * creating the response, because reading a response's body turns it into a stream.
 */
export async function respondWithJson(c: Context, value: unknown): Promise<Response> {
  const bytes = encoder.encode(JSON.stringify(value));
  const tag = `"${await tagHash(bytes)}"`;
  c.header("ETag", tag);
  if (matchesTag(c.req.header("if-none-match"), tag)) return c.body(null, 304);
  c.header("Content-Type", "application/json");
  return c.body(bytes as Uint8Array<ArrayBuffer>);
}

/**
 * Formats a cookie for the whole site that scripts cannot read, with the prefix `__Host-`. On localhost without TLS,
 * not every browser accepts the prefix and Secure, so the cookie has neither.
 * @param maxAge seconds
 */
export function siteCookie(name: string, sameSite: "Lax" | "Strict", maxAge: number) {
  const isLocal = (c: Context<AppEnv>) => c.var.deps.config.isDevelopment;
  const options = (c: Context<AppEnv>): CookieOptions => ({
    path: "/",
    httpOnly: true,
    sameSite,
    ...(!isLocal(c) && { secure: true, prefix: "host" as const }),
  });
  return {
    read: (c: Context<AppEnv>): string | undefined => (isLocal(c) ? getCookie(c, name) : getCookie(c, name, "host")),
    set: (c: Context<AppEnv>, value: string): void => setCookie(c, name, value, { ...options(c), maxAge }),
    clear: (c: Context<AppEnv>): void => void deleteCookie(c, name, options(c)),
  };
}

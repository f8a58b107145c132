import { type Context, Hono } from "hono";
import type { Client } from "./client-address.ts";
import type { Deps } from "./deps.ts";
import type { Env } from "./env.ts";

/** Hono's types for this application: what every handler finds in `c.var`. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    deps: Deps;
    requestId: string;
    client: Client;
  };
}

/** A router of this application. Paths match exactly, case included. */
export function router() {
  return new Hono<AppEnv>();
}

/**
 * Sets headers of an answer that is made already; null takes one away. Hono's own `c.header()` would make the whole answer
 * anew for each of them, its body included.
 */
export function setHeaders(c: Context, headers: Readonly<Record<string, string | null>>): void {
  try {
    write(c.res.headers, headers);
  } catch {
    // An answer of a binding, as it came: its headers cannot be changed.
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

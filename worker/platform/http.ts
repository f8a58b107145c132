import { Hono } from "hono";
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

import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { LogFields } from "../../../worker/platform/log.ts";
import { makeSite } from "./site.ts";

/**
 * A site for tests of thousands of requests: rows read are not counted, which would ask every SELECT twice, and lines
 * of the log, one for every refusal, are given to `onLine` instead of the console. Errors stay visible.
 */
export function makeBareSite(onLine: (event: string, fields?: LogFields) => void = () => {}) {
  return makeSite({
    deps: ({ log }) => ({ db: drizzle(env.DB, { casing: "snake_case" }), log: { ...log, info: onLine } }),
  });
}

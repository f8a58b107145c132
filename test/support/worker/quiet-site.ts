import type { LogFields } from "../../../worker/platform/log.ts";
import { makeSite, type SiteOptions } from "./site.ts";

/**
 * Creates a site for tests with thousands of requests: all log lines except errors go to `onLine` instead of the
 * console.
 */
export function makeQuietSite(
  { deps: given, ...options }: SiteOptions = {},
  onLine: (event: string, fields?: LogFields) => void = () => {},
) {
  return makeSite({
    ...options,
    deps: (deps) => ({ log: { ...deps.log, info: onLine }, ...given?.(deps) }),
  });
}

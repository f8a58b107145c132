import type { LogFields } from "../../../worker/platform/log.ts";
import { makeSite, type SiteOptions } from "./site.ts";

/**
 * A site for tests of thousands of requests: lines of the log, one for every refusal, are given to `onLine` instead of
 * the console. Errors stay visible.
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

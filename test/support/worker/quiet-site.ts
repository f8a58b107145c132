import type { LogFields } from "../../../worker/platform/log.ts";
import { makeSite, type SiteOptions } from "./site.ts";

/** A site for tests with thousands of requests: log lines go to `onLine` instead of the console, except errors. */
export function makeQuietSite(
  { deps: given, ...options }: SiteOptions = {},
  onLine: (event: string, fields?: LogFields) => void = () => {},
) {
  return makeSite({
    ...options,
    deps: (deps) => ({ log: { ...deps.log, info: onLine }, ...given?.(deps) }),
  });
}

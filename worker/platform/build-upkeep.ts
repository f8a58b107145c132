import { DAY_MS } from "../contracts/days.ts";
import { KEPT_BUILD_DAYS } from "./build-store.ts";
import type { Deps } from "./deps.ts";
import { daily, everyTick, type ScheduledJob } from "./schedule.ts";

/**
 * Stores the running build's files, which its pages may load later. Failures are logged; the next scheduled run tries
 * again.
 */
export async function storeRunningBuild({ builds, version, now, log }: Deps): Promise<void> {
  try {
    await builds.keep(version, now());
  } catch (error) {
    log.error("build.not_kept", error);
  }
}

/** Jobs that store builds and delete old ones. */
export const buildJobs: readonly ScheduledJob[] = [
  {
    name: "builds.keep",
    due: everyTick,
    run: async ({ builds, version }, time) => void (await builds.keep(version, time)),
  },
  {
    name: "builds.prune",
    due: daily,
    run: async ({ builds }, time) => void (await builds.prune(new Date(time.getTime() - KEPT_BUILD_DAYS * DAY_MS))),
  },
];

/**
 * Time without foreground work after which background work starts. The next constants are the interval between checks,
 * and the number of checks after which background work starts anyway.
 */
const QUIET_MS = 400;
const POLL_INTERVAL_MS = 100;
const MAX_POLLS = 100;

/** Foreground work of all invocations in this isolate, because they share one CPU. */
const foregroundWork = { atWork: 0, lastAt: 0 };

/** Runs work that a person is waiting for. */
export async function runInForeground<Result>(work: () => Promise<Result>): Promise<Result> {
  foregroundWork.atWork += 1;
  try {
    return await work();
  } finally {
    foregroundWork.atWork -= 1;
    foregroundWork.lastAt = Date.now();
  }
}

/**
 * Waits until foreground work is finished, for at most ten seconds. Drawing a preview blocks the isolate's CPU for a
 * fifth of a second, which would delay every step of emails and look-ups.
 */
export async function waitForForegroundWork(wait: (ms: number) => Promise<void>): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    if (foregroundWork.atWork === 0 && Date.now() - foregroundWork.lastAt >= QUIET_MS) return;
    await wait(POLL_INTERVAL_MS);
  }
}

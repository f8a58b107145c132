/** Idle time required of foreground work, interval between checks, and number of checks before giving up. */
const QUIET_MS = 400;
const LOOK_EVERY_MS = 100;
const LOOKS = 100;

/** Foreground work of this isolate, across all its invocations, because they share one CPU. */
const quick = { atWork: 0, lastAt: 0 };

/** Runs work that someone is waiting for. */
export async function inForeground<Result>(work: () => Promise<Result>): Promise<Result> {
  quick.atWork += 1;
  try {
    return await work();
  } finally {
    quick.atWork -= 1;
    quick.lastAt = Date.now();
  }
}

/**
 * Waits for foreground work to finish, at most ten seconds. Drawing a preview blocks the isolate's CPU for a fifth of a
 * second, which would delay mails and look-ups between any two of their steps.
 */
export async function afterForegroundWork(wait: (ms: number) => Promise<void>): Promise<void> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    if (quick.atWork === 0 && Date.now() - quick.lastAt >= QUIET_MS) return;
    await wait(LOOK_EVERY_MS);
  }
}

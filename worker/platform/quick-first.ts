/** How long it must have been quiet, how often that is looked at, and how long is waited for it at most. */
const QUIET_MS = 400;
const LOOK_EVERY_MS = 100;
const LOOKS = 100;

/** What this isolate is doing, for all its invocations: its processor is one. */
const quick = { atWork: 0, lastAt: 0 };

/** Does work that somebody waits for. */
export async function quickly<Result>(work: () => Promise<Result>): Promise<Result> {
  quick.atWork += 1;
  try {
    return await work();
  } finally {
    quick.atWork -= 1;
    quick.lastAt = Date.now();
  }
}

/**
 * Lets work that somebody waits for go first, for ten seconds at most: drawing a preview keeps the processor of an isolate
 * for a fifth of a second, between any two steps of a mail or a look-up that is at work beside it.
 */
export async function afterQuickWork(wait: (ms: number) => Promise<void>): Promise<void> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    if (quick.atWork === 0 && Date.now() - quick.lastAt >= QUIET_MS) return;
    await wait(LOOK_EVERY_MS);
  }
}

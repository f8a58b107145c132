import { RELAY_CRON } from "../worker/platform/relay-cron.ts";

const TICK_MS = 15 * 60_000;

/** What the ticks need of the outside world; tests put their own in. */
export interface TickDeps {
  now: () => number;
  /** Calls back after some milliseconds. */
  setTimer: (callback: () => void, ms: number) => void;
  fetch: (url: string) => Promise<Response>;
  warn: (line: string) => void;
}

const REAL: TickDeps = {
  now: Date.now,
  setTimer: (callback, ms) => void setTimeout(callback, ms),
  fetch: (url) => fetch(url),
  warn: (line) => console.warn(line),
};

/** Whether the local servers tick by themselves: LOCAL_CRON=0 switches that off. */
export const isTicking = (env: NodeJS.ProcessEnv = process.env): boolean => env.LOCAL_CRON !== "0";

/**
 * Runs the site's cron trigger as the platform does in production: at :00, :15, :30 and :45, through the local runtime's
 * own handler. The quarter of an hour that has begun already is run at once, so that what fell due while the site was
 * off is caught up; the site's ledger of runs leaves out what was run before. A tick that fails is told in one line, and
 * the next one comes all the same.
 * @param siteUrl origin of the local server
 * @returns when the first tick is over
 */
export async function startTicks(siteUrl: string, deps: TickDeps = REAL): Promise<void> {
  const { now, setTimer } = deps;
  const tick = async (): Promise<void> => {
    // A timer may fire late, as after the computer slept, and a little early.
    const time = Math.floor((now() + 1_000) / TICK_MS) * TICK_MS;
    await trigger(siteUrl, { cron: "*/15+*+*+*+*", time }, deps);
    setTimer(() => void tick(), Math.max(time + TICK_MS, now()) - now());
  };
  await tick();
}

/**
 * Has the stored work handed to the queue once, as the first tick does: without ticks the demo would have no preview
 * pictures before somebody writes something.
 * @param siteUrl origin of the local server
 */
export const relayOnce = (siteUrl: string, deps: TickDeps = REAL): Promise<void> =>
  trigger(siteUrl, { cron: RELAY_CRON, time: deps.now() }, deps);

/** Calls the cron trigger through the local runtime's own handler; what fails is told in one line. */
async function trigger(
  siteUrl: string,
  { cron, time }: { cron: string; time: number },
  { fetch, warn }: Pick<TickDeps, "fetch" | "warn">,
): Promise<void> {
  try {
    const response = await fetch(`${siteUrl}/cdn-cgi/handler/scheduled?cron=${cron}&time=${time}`);
    const said = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${said}`);
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    warn(`Cron tick of ${new Date(time).toISOString()} failed: ${reason}`);
  }
}

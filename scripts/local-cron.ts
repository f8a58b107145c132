import { RELAY_CRON } from "../worker/platform/relay-cron.ts";

const TICK_MS = 15 * 60_000;

/** Dependencies of the ticks, which tests replace. */
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

/** Whether local servers run cron ticks; LOCAL_CRON=0 disables them. */
export const isTicking = (env: NodeJS.ProcessEnv = process.env): boolean => env.LOCAL_CRON !== "0";

/**
 * Runs the site's cron trigger as in production, at :00, :15, :30 and :45, through the local runtime's handler. The
 * current quarter of an hour runs at once, to catch up after the site was off; the ledger of job runs skips what
 * already ran. A failed tick is reported in one line and does not stop later ones.
 * @param siteUrl origin of the local server
 * @returns when the first tick has finished
 */
export async function startTicks(siteUrl: string, deps: TickDeps = REAL): Promise<void> {
  const { now, setTimer } = deps;
  const tick = async (): Promise<void> => {
    // A timer may fire late, as after the computer slept, or slightly early.
    const time = Math.floor((now() + 1_000) / TICK_MS) * TICK_MS;
    await trigger(siteUrl, { cron: "*/15+*+*+*+*", time }, deps);
    setTimer(() => void tick(), Math.max(time + TICK_MS, now()) - now());
  };
  await tick();
}

/**
 * Relays the stored outbox once, as the first tick does; without ticks the demo would have no preview images until
 * somebody posts.
 * @param siteUrl origin of the local server
 */
export const relayOnce = (siteUrl: string, deps: TickDeps = REAL): Promise<void> =>
  trigger(siteUrl, { cron: RELAY_CRON, time: deps.now() }, deps);

/** Calls the cron trigger through the local runtime's handler; reports a failure in one line. */
async function trigger(
  siteUrl: string,
  { cron, time }: { cron: string; time: number },
  { fetch, warn }: Pick<TickDeps, "fetch" | "warn">,
): Promise<void> {
  try {
    const response = await fetch(`${siteUrl}/cdn-cgi/handler/scheduled?cron=${cron}&time=${time}`);
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    warn(`Cron tick of ${new Date(time).toISOString()} failed: ${reason}`);
  }
}

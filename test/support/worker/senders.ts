import { makeSite, type Site } from "./site.ts";

const SECOND = 1_000;

/** Creates a site whose timers fire only in `pass`. */
export function siteWithTimers() {
  const timers = new Set<{ at: number; act: () => void }>();
  const site: Site = makeSite({
    deps: () => ({
      after: (ms, act) => {
        const timer = { at: site.clock.now.getTime() + ms, act };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    }),
  });
  return {
    site,
    /** Pending timers; empty once every body has been read. */
    timers,
    /** Advances time second by second until `isEnough`. @returns the number of seconds */
    async pass(seconds: number, eachSecond: (second: number) => void = () => {}, isEnough = () => false) {
      for (let second = 1; second <= seconds; second += 1) {
        site.clock.now = new Date(site.clock.now.getTime() + SECOND);
        for (const timer of timers) {
          if (timer.at > site.clock.now.getTime()) continue;
          timers.delete(timer);
          timer.act();
        }
        eachSecond(second);
        await settle();
        if (isEnough()) return second;
      }
      return seconds;
    },
  };
}

/** Waits until all work that needs no time has run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await scheduler.wait(0);
}

/** Creates a request body that is sent in parts. */
export function sender() {
  const state = { isCut: false };
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      state.isCut = true;
    },
  });
  return {
    body,
    state,
    /** Sends a part unless the stream was cancelled. */
    send(part: string | Uint8Array): void {
      if (!state.isCut) controller?.enqueue(typeof part === "string" ? encoder.encode(part) : part);
    },
    end(): void {
      if (!state.isCut) controller?.close();
    },
    fail(): void {
      controller?.error(new Error("The sender left."));
    },
  };
}

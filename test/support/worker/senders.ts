import { makeSite, type Site } from "./site.ts";

const SECOND = 1_000;

/** A site whose timers fire only when a test lets time pass. */
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
    /** Timers that wait: none is left when every body was read. */
    timers,
    /** Lets seconds pass, one after the other, until `isEnough` says so. @returns how many passed */
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

/** Lets everything run that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await scheduler.wait(0);
}

/** A body that a test sends bit by bit. */
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
    /** Sends more, unless the body was cut. */
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

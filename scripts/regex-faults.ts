import { createContext, Script } from "node:vm";
import { analyse } from "scslre";
import { pumpsOf } from "./regex-pumps.ts";

/** Lengths that are tried, in characters: long enough that quadratic time shows on a fast machine. */
const LENGTHS = { tiny: 64, short: 4_096, long: 16_384 } as const;
/** Times that a long text may take of what as many characters take in short ones: linear 1, squared 4. */
const MOST_TIMES = 2.25;
const RUNS = 5;
/** Milliseconds of processor time after which the clock's coarse steps no longer matter, so that further runs add nothing. */
const TELLING_SUM_MS = 150;
/** Runs that an expression is judged by at first. The fastest of them was disturbed by no other process. */
const FIRST_RUNS = 3;
/** Measurements that all have to find an expression slow. */
const CONFIRMATIONS = 3;
/** Milliseconds that are fast enough: quadratic growth makes 48 of them for a body of 64 KB. */
const FAST_MS = 3;
/** Milliseconds on the short text from which the long one is tried: even cubic growth makes no more than {@link FAST_MS} of less. */
const TELLING_MS = FAST_MS / (LENGTHS.long / LENGTHS.short) ** 3;
/** After this long an expression is stopped, in milliseconds. What is linear takes a hundredth of it. */
const STOP_MS = 5_000;
/** The same for the tiny texts, which take microseconds unless each character doubles the time. */
const STOP_TINY_MS = 2_000;
/** Endings that let nothing match, so that every way is tried. */
const ENDINGS = ["", "\u0000"];

/** A wall clock counts microseconds; that of processor time may come in steps of 4 ms, but leaves other processes out. */
const CLOCKS = { wall: () => performance.now(), processor: () => process.threadCpuUsage().user / 1_000 } as const;

/** Where expressions are run: what runs in a context can be stopped. */
const sandbox = createContext({
  regex: /x/,
  texts: [] as string[],
  times: [] as number[],
  now: (): number => 0,
});
const search = new Script(`
  for (const text of texts) {
    const start = now();
    if (regex.global || regex.sticky) text.replace(regex, "");
    else regex.test(text);
    times.push(now() - start);
  }
`);

/** Milliseconds that an expression needs for each text, Infinity where it was stopped. */
function timesOf(regex: RegExp, texts: readonly string[], clock: keyof typeof CLOCKS, stopMs = STOP_MS): number[] {
  const times: number[] = [];
  Object.assign(sandbox, { regex, texts, times, now: CLOCKS[clock] });
  try {
    search.runInContext(sandbox, { timeout: stopMs });
  } catch {
    times.push(Infinity);
  }
  return times;
}

/**
 * What makes an expression take longer than its text is long, or null. Repetitions of one character are found by looking
 * (scslre); those of several by trying what the parts of the expression repeat.
 * @param maxLength of the texts it ever sees, in characters: within them it may take {@link FAST_MS}
 */
export function faultOf(regex: RegExp, maxLength = Infinity): string | null {
  const { source, flags } = regex;
  const [found] = maxLength < Infinity ? [] : analyse({ source, flags }, { maxReports: 1 }).reports;
  if (found)
    return `repeated ${JSON.stringify(found.character.pick)} takes ${found.exponential ? "exponential" : "polynomial"} time`;
  let pumps = pumpsOf(regex).flatMap((pump) => ENDINGS.map((ending) => ({ ...pump, ending })));
  const textOf = ({ before, unit, ending }: (typeof pumps)[number], length: number) =>
    before + unit.repeat(Math.ceil(Math.min(length, maxLength) / unit.length)) + ending;
  const named = (pump: (typeof pumps)[number] | undefined, how: string) =>
    `${JSON.stringify(pump?.before)} and repeated ${JSON.stringify(pump?.unit)} take ${how} time`;
  // Twice 2^n is soon over a second: the short texts first.
  for (const length of [LENGTHS.tiny, LENGTHS.short, LENGTHS.long]) {
    const times = timesOf(
      regex,
      pumps.map((pump) => textOf(pump, length)),
      "wall",
      length === LENGTHS.tiny ? STOP_TINY_MS : STOP_MS,
    );
    if (times.at(-1) === Infinity)
      return named(pumps[times.length - 1], length === LENGTHS.tiny ? "exponential" : "too much");
    if (length === LENGTHS.short) pumps = pumps.filter((_, at) => (times[at] ?? 0) > TELLING_MS);
    if (length !== LENGTHS.long) continue;
    for (const [at, pump] of pumps.entries()) {
      if ((times[at] ?? 0) <= FAST_MS) continue;
      const runs = (length: number, count: number, clock: keyof typeof CLOCKS) =>
        timesOf(regex, Array<string>(count).fill(textOf(pump, length)), clock);
      const fastest = (length: number) => Math.min(...runs(length, FIRST_RUNS, "wall"));
      const long = fastest(LENGTHS.long);
      if (long <= FAST_MS) continue;
      if (maxLength === Infinity && long <= (MOST_TIMES / LENGTHS.short) * LENGTHS.long * fastest(LENGTHS.short))
        continue;
      // In sums, for clocks of processor time are coarse: as many characters in long texts and in short ones.
      const sum = (length: number, count: number) =>
        runs(length, count, "processor").reduce((total, time) => total + time, 0);
      const enough = Math.min(RUNS, Math.ceil(TELLING_SUM_MS / long));
      const isSlow = () => {
        const all = sum(LENGTHS.long, enough);
        if (all <= FAST_MS * enough) return false;
        return maxLength < Infinity || all > MOST_TIMES * sum(LENGTHS.short, enough * (LENGTHS.long / LENGTHS.short));
      };
      if (Array.from({ length: CONFIRMATIONS }).every(isSlow)) return named(pump, "polynomial");
    }
  }
  return null;
}

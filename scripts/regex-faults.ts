import { createContext, Script } from "node:vm";
import { analyse } from "scslre";
import { pumpsOf } from "./regex-pumps.ts";

/** Lengths that are tried, in characters: long enough that what is squared shows on a fast machine. */
const LENGTHS = { tiny: 64, short: 8_192, long: 32_768 } as const;
/** Times that a long text may take of what as many characters take in short ones: linear 1, squared 4. */
const MOST_TIMES = 2.25;
const RUNS = 5;
/** What is done in less is fast enough, in milliseconds of processor time. */
const FAST_MS = 3;
/** After this long an expression is stopped, in milliseconds. What is linear takes a hundredth of it. */
const STOP_MS = 5_000;
/** Endings that let nothing match, so that every way is tried. */
const ENDINGS = ["", "\u0000"];

/** Where expressions are run: what runs in a context can be stopped. */
const sandbox = createContext({
  regex: /x/,
  texts: [] as string[],
  times: [] as number[],
  now: () => process.threadCpuUsage().user / 1_000,
});
const search = new Script(`
  for (const text of texts) {
    const start = now();
    if (regex.global || regex.sticky) text.replace(regex, "");
    else regex.test(text);
    times.push(now() - start);
  }
`);

/** Milliseconds of processor time that an expression needs for each text, Infinity where it was stopped. */
function timesOf(regex: RegExp, texts: readonly string[]): number[] {
  const times: number[] = [];
  Object.assign(sandbox, { regex, texts, times });
  try {
    search.runInContext(sandbox, { timeout: STOP_MS });
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
  const pumps = pumpsOf(regex).flatMap((pump) => ENDINGS.map((ending) => ({ ...pump, ending })));
  const textOf = ({ before, unit, ending }: (typeof pumps)[number], length: number) =>
    before + unit.repeat(Math.ceil(Math.min(length, maxLength) / unit.length)) + ending;
  const named = (pump: (typeof pumps)[number] | undefined, how: string) =>
    `${JSON.stringify(pump?.before)} and repeated ${JSON.stringify(pump?.unit)} take ${how} time`;
  // Twice 2^n is soon over a second: the short texts first.
  for (const length of [LENGTHS.tiny, LENGTHS.short, LENGTHS.long]) {
    const times = timesOf(
      regex,
      pumps.map((pump) => textOf(pump, length)),
    );
    if (times.at(-1) === Infinity)
      return named(pumps[times.length - 1], length === LENGTHS.tiny ? "exponential" : "too much");
    if (length !== LENGTHS.long) continue;
    for (const [at, pump] of pumps.entries()) {
      if ((times[at] ?? 0) <= FAST_MS) continue;
      // In sums, for clocks of processor time are coarse: as many characters in long texts and in short ones.
      const sum = (length: number, runs: number) =>
        timesOf(regex, Array<string>(runs).fill(textOf(pump, length))).reduce((total, time) => total + time, 0);
      const long = sum(LENGTHS.long, RUNS);
      const isFast = long <= FAST_MS * RUNS;
      if (isFast) continue;
      if (maxLength < Infinity || long > MOST_TIMES * sum(LENGTHS.short, RUNS * (LENGTHS.long / LENGTHS.short)))
        return named(pump, "polynomial");
    }
  }
  return null;
}

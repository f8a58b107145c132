import { createContext, Script } from "node:vm";
import { analyse } from "scslre";
import { pumpsOf } from "./regex-pumps.ts";

/** Lengths that are tried, in characters. Linear, the second takes four times as long as the first; squared, sixteen. */
const LENGTHS = { tiny: 64, short: 2_048, long: 8_192 } as const;
const MOST_TIMES = 9;
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
  now: () => process.cpuUsage().user / 1_000,
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
      const least = (length: number) => Math.min(...timesOf(regex, Array<string>(5).fill(textOf(pump, length))));
      const [short, long] = [least(LENGTHS.short), least(LENGTHS.long)];
      if (long > FAST_MS && (maxLength < Infinity || long > MOST_TIMES * short)) return named(pump, "polynomial");
    }
  }
  return null;
}

import { createContext, Script } from "node:vm";
import { analyse } from "scslre";
import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** Characters that represent a class, tried in this order. */
const CANDIDATES = ["a", "0", " ", "-", "\n", "\u00E9", "\u0301", "_", ".", "/", "@", "!", "'", "\u2028", "\u0430"];
/** Number of sample texts per part of an expression, and number of repetitions in each. */
const SAMPLES = 4;
/** A limit of at least this many repetitions counts as no limit. */
const MANY = 8;

/** A repeated part of a regular expression: the text that leads to the repeated part, and the texts that it repeats. */
interface Repeated {
  before: string;
  units: string[];
}

const unique = (texts: readonly string[]) => [...new Set(texts)].slice(0, SAMPLES);

/**
 * Generates texts for testing a regular expression. Each has the text that leads to a repeated part, and the text that
 * is repeated there, which may combine the repetitions of two parts.
 */
function pumpsOf({ source, flags }: RegExp): { before: string; unit: string }[] {
  const isUnicode = flags.includes("u");
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: isUnicode });
  const repeated: Repeated[] = [];

  const members = (node: AST.Node): string[] => {
    const one = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ""));
    const found = CANDIDATES.filter((candidate) => one.test(candidate));
    if (found.length > 0) return found.slice(0, 2);
    const [first] = node.type === "CharacterClass" ? node.elements : [];
    if (first?.type === "Character") return [String.fromCodePoint(first.value)];
    if (first?.type === "CharacterClassRange") return [String.fromCodePoint(first.min.value)];
    return ["a"];
  };

  const samplesOfAlternatives = (alternatives: readonly AST.Alternative[], before: string): string[] => {
    const all = alternatives.map(({ elements }) => samplesOfSequence(elements, before));
    return unique([...all.map(([first = ""]) => first), ...all.flat()]);
  };

  const samplesOfSequence = (elements: readonly AST.Element[], before: string): string[] => {
    let texts = [""];
    for (const element of elements) {
      const parts = samplesOf(element, before + (texts[0] ?? ""));
      const combined = Array.from(
        { length: Math.min(SAMPLES, Math.max(texts.length, parts.length)) },
        (_, at) => (texts[at % texts.length] ?? "") + (parts[at % parts.length] ?? ""),
      );
      texts = unique(combined);
    }
    return texts;
  };

  const samplesOf = (element: AST.Element, before: string): string[] => {
    switch (element.type) {
      case "Character":
        return [String.fromCodePoint(element.value)];
      case "CharacterSet":
      case "CharacterClass":
      case "ExpressionCharacterClass":
        return members(element);
      case "Group":
      case "CapturingGroup":
        return samplesOfAlternatives(element.alternatives, before);
      case "Quantifier": {
        const units = samplesOf(element.element, before);
        if (element.max >= MANY) repeated.push({ before, units: units.filter((unit) => unit !== "") });
        const least = Math.min(element.min, MANY);
        const more = Math.min(Math.max(least + 1, 1), element.max);
        return unique([...units.map((unit) => unit.repeat(more)), ...units.map((unit) => unit.repeat(least))]);
      }
      case "Assertion":
        // Lookarounds may contain repetitions, too.
        if (element.kind === "lookahead" || element.kind === "lookbehind")
          samplesOfAlternatives(element.alternatives, before);
        break;
      case "Backreference":
    }
    return [""];
  };

  const whole = samplesOfAlternatives(pattern.alternatives, "");
  const units = [...new Set([...repeated.flatMap(({ units }) => units), ...whole])].filter((unit) => unit !== "");
  const alone = repeated.flatMap(({ before, units }) =>
    units.flatMap((unit) => [
      { before: "", unit },
      { before, unit },
      { before: "", unit: before + unit },
    ]),
  );
  const some = units.slice(0, 12);
  const pairs = some.flatMap((one) => some.map((other) => ({ before: "", unit: one + other })));
  const pumps = [...alone, ...whole.map((unit) => ({ before: "", unit })), ...pairs].filter(({ unit }) => unit !== "");
  return [...new Map(pumps.map((pump) => [JSON.stringify(pump), pump])).values()];
}

/** Tested lengths in characters. Long enough to show quadratic time on a fast machine. */
const LENGTHS = { tiny: 64, short: 4_096, long: 16_384 } as const;
/**
 * Maximum ratio between the time for long texts and the time for the same number of characters in short texts. Linear
 * time is 1, quadratic time is 4.
 */
const MAX_TIME_RATIO = 2.25;
const RUNS = 5;
/**
 * Milliseconds of processor time that are enough for a measurement. At this sum, the coarse steps of the clock no
 * longer matter, so more runs would not improve the result.
 */
const ENOUGH_SUM_MS = 150;
/** Number of initial runs of an expression. The fastest is the one least disturbed by other processes. */
const FIRST_RUNS = 3;
/** Number of measurements that must all find an expression slow. */
const CONFIRMATIONS = 3;
/**
 * An expression that takes at most this many milliseconds is fast enough. With quadratic growth, such an expression
 * takes 48 ms for a request body of 64 KB.
 */
const FAST_MS = 3;
/**
 * If an expression takes more than this many milliseconds on the short text, the long text is tried too. Otherwise,
 * even with cubic growth, the long text takes at most {@link FAST_MS}.
 */
const LONG_TEXT_THRESHOLD_MS = FAST_MS / (LENGTHS.long / LENGTHS.short) ** 3;
/** Milliseconds after which an expression is stopped. A linear expression takes a hundredth of this. */
const STOP_MS = 5_000;
/** The same limit for the tiny texts, which take microseconds unless each character doubles the time. */
const STOP_TINY_MS = 2_000;
/** Endings that prevent a match, so that every path is tried. */
const ENDINGS = ["", "\u0000"];

/**
 * The wall clock counts microseconds. The processor clock may advance in steps of 4 ms, but it excludes other
 * processes.
 */
const CLOCKS = { wall: () => performance.now(), processor: () => process.threadCpuUsage().user / 1_000 } as const;

/** Context in which expressions run, because code in a context can be stopped. */
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

/** Returns the milliseconds that an expression needs for each text, and Infinity where it was stopped. */
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
 * Explains why an expression takes more than linear time, or returns null. Analysis (scslre) finds repetitions of one
 * character. Tests find repetitions of several characters, with texts that the parts of the expression repeat.
 * @param maxLength maximum characters of the texts that the expression is used on; for these it may take {@link
 * FAST_MS}
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
  // Short texts come first, because exponential time soon exceeds a second.
  for (const length of [LENGTHS.tiny, LENGTHS.short, LENGTHS.long]) {
    const times = timesOf(
      regex,
      pumps.map((pump) => textOf(pump, length)),
      "wall",
      length === LENGTHS.tiny ? STOP_TINY_MS : STOP_MS,
    );
    if (times.at(-1) === Infinity)
      return named(pumps[times.length - 1], length === LENGTHS.tiny ? "exponential" : "too much");
    if (length === LENGTHS.short) pumps = pumps.filter((_, at) => (times[at] ?? 0) > LONG_TEXT_THRESHOLD_MS);
    if (length !== LENGTHS.long) continue;
    for (const [at, pump] of pumps.entries()) {
      if ((times[at] ?? 0) <= FAST_MS) continue;
      const runs = (length: number, count: number, clock: keyof typeof CLOCKS) =>
        timesOf(regex, Array<string>(count).fill(textOf(pump, length)), clock);
      const fastest = (length: number) => Math.min(...runs(length, FIRST_RUNS, "wall"));
      const long = fastest(LENGTHS.long);
      if (long <= FAST_MS) continue;
      if (maxLength === Infinity && long <= (MAX_TIME_RATIO / LENGTHS.short) * LENGTHS.long * fastest(LENGTHS.short))
        continue;
      // Compares sums over equally many characters in long and short texts, because processor clocks are coarse.
      const sum = (length: number, count: number) =>
        runs(length, count, "processor").reduce((total, time) => total + time, 0);
      const enough = Math.min(RUNS, Math.ceil(ENOUGH_SUM_MS / long));
      const isSlow = () => {
        const all = sum(LENGTHS.long, enough);
        if (all <= FAST_MS * enough) return false;
        return (
          maxLength < Infinity || all > MAX_TIME_RATIO * sum(LENGTHS.short, enough * (LENGTHS.long / LENGTHS.short))
        );
      };
      if (Array.from({ length: CONFIRMATIONS }).every(isSlow)) return named(pump, "polynomial");
    }
  }
  return null;
}

import { describe, expect, it, vi } from "vitest";
import { regexesOf } from "../../../scripts/regexes.ts";
import { fullSize, isFullSize } from "../../support/full-size.ts";
import { CALLED, HOSTILE, NOT_CALLED } from "./parsers.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

vi.setConfig({ testTimeout: LONG_TESTS.many });

/** Declared here, because tests run in Node, and the worker's code does not have Node's types. */
declare const process: { threadCpuUsage(): { user: number; system: number } };

/** One in this many pairs is tried. `npm run test:long` tries all of them. */
const ONE_OF = fullSize(1, 32);

/** Maximum milliseconds of processor time that parsing a text may take. */
const MOST_MS = 50;
/** Number of characters in a body of 64 KB. */
const LARGEST = 64 * 1024;
/**
 * Length at which pairs are tried first. With quadratic growth, a text of this length takes 1/256 of the time of a text
 * of {@link LARGEST} characters.
 */
const FIRST = LARGEST / 16;
/**
 * Length at which units are tried first. If a text of this length takes at least {@link TELLING_MS}, the unit is also
 * tried at full length. With quadratic growth, that text takes 48 ms.
 */
const QUARTER = LARGEST / 4;
const TELLING_MS = 3;
/** Number of the slowest units, and of the slowest pairs, that are tried at full length. */
const WORST = fullSize(20, 4);

async function milliseconds(call: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await call();
  const after = process.threadCpuUsage();
  return (after.user + after.system - before.user - before.system) / 1_000;
}

/** Returns the shortest time of several runs, because the process does not do other work in every run. */
async function least(call: () => unknown): Promise<number> {
  let time = Infinity;
  for (let run = 0; run < 6 && time > MOST_MS / 2; run += 1) time = Math.min(time, await milliseconds(call));
  return time;
}

/**
 * Maximum ratio between the time for a text and four times the time for a quarter of it. The ratio is 1 if the time is
 * linear, and 4 if it is quadratic.
 */
const MOST_TIMES = 2.25;

/**
 * Expects that a text of full length takes at most {@link MOST_MS}. Processor time at least doubles while other
 * processes use the same core, so `npm test` allows up to four times {@link MOST_MS} if a quarter of the text is
 * proportionally slow.
 */
async function expectFast(parse: (text: string) => unknown, text: (length: number) => string, max: number) {
  const time = await least(() => parse(text(max)));
  if (time <= MOST_MS) return;
  const linear = isFullSize ? 0 : 4 * (await least(() => parse(text(max / 4))));
  const most = Math.max(MOST_MS, Math.min(4 * MOST_MS, MOST_TIMES * linear));
  expect(time, JSON.stringify(text(64))).toBeLessThanOrEqual(most);
}

const filled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

let parsersTried = 0;

describe("a text that repeats a pathological part", () => {
  it.each(CALLED.flatMap(({ parsers }) => parsers))(
    "is parsed by $name within 50 ms",
    { tags: ["rest"] },
    async ({ parse, tokens = [], max = LARGEST }) => {
      const alphabet = [...new Set([...tokens, ...HOSTILE])];
      // Each parser gets different pairs, which together cover every pair.
      const pairs = alphabet
        .flatMap((one) => alphabet.map((other) => one + other))
        .filter((_, nth) => nth % ONE_OF === parsersTried % ONE_OF);
      parsersTried += 1;
      const lasting: { text: (length: number) => string; time: number }[] = [];
      for (const [nth, unit] of alphabet.entries()) {
        // Also tries an ending that never matches: with every unit in a full run, and with every second unit otherwise.
        for (const end of isFullSize ? ["", "\u0000"] : [nth % 2 === 0 ? "\u0000" : ""]) {
          const text = (length: number) => filled(unit, Math.min(length, max) - end.length) + end;
          // With exponential time, a long text would never finish.
          for (const length of [32, 40, 64])
            expect(await least(() => parse(text(length))), JSON.stringify(unit + end)).toBeLessThanOrEqual(MOST_MS);
          const time = Math.min(
            await milliseconds(() => parse(text(QUARTER))),
            await milliseconds(() => parse(text(QUARTER))),
          );
          if (isFullSize || time >= TELLING_MS) lasting.push({ text, time });
        }
      }
      for (const { text } of lasting.toSorted((a, b) => b.time - a.time).slice(0, isFullSize ? Infinity : WORST))
        await expectFast(parse, text, max);
      const times: { unit: string; time: number }[] = [];
      for (const unit of pairs) {
        const text = filled(unit, Math.min(FIRST, max));
        expect(await milliseconds(() => parse(text.slice(0, 64))), JSON.stringify(unit)).toBeLessThan(1_000);
        times.push({ unit, time: await milliseconds(() => parse(text)) });
      }
      for (const { unit } of times.toSorted((a, b) => b.time - a.time).slice(0, WORST))
        await expectFast(parse, (length) => filled(unit, length), max);
    },
  );
});

describe("files with regular expressions", () => {
  const sources = import.meta.glob<string>("../../../{worker,src,scripts/import}/**/*.{ts,tsx}", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const found = Object.entries(sources)
    .map(([path, text]) => [path.replace("../../../", ""), text] as const)
    .filter(([file, text]) => {
      const { literals, constructed } = regexesOf(file, text);
      return literals.length + constructed.length > 0;
    })
    .map(([file]) => file);

  it("are all tested with such texts, or never parse user input", () => {
    const listed = [...new Set([...CALLED.flatMap(({ files }) => files), ...Object.values(NOT_CALLED).flat()])];
    expect(found.length).toBeGreaterThan(80);
    expect(listed.toSorted()).toEqual(found.toSorted());
  });
});

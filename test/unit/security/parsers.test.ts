import { describe, expect, it } from "vitest";
import { regexesOf } from "../../../scripts/regex-literals.ts";
import { fullSize } from "../../support/full-size.ts";
import { CALLED, HOSTILE, NOT_CALLED } from "./parsers.ts";

/** Tests run in Node, whose types the worker's code has none of. */
declare const process: { threadCpuUsage(): { user: number; system: number } };

/** Of so many pairs one is tried; all of them with `npm run test:long`. */
const ONE_OF = fullSize(1, 16);

/** Milliseconds of processor time that a text may take. */
const MOST_MS = 50;
/** Characters of a body of 64 KB. */
const LARGEST = 64 * 1024;
/** Pairs are first tried this long. What is squared and takes {@link MOST_MS} for {@link LARGEST} takes 256 times less. */
const FIRST = LARGEST / 16;
/** Pairs that were the slowest ones and are tried in full. */
const WORST = fullSize(20, 4);

async function milliseconds(call: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await call();
  const after = process.threadCpuUsage();
  return (after.user + after.system - before.user - before.system) / 1_000;
}

/** The least of some runs: whatever else the process did, it did not do each time. */
async function least(call: () => unknown): Promise<number> {
  let time = Infinity;
  for (let run = 0; run < 6 && time > MOST_MS / 2; run += 1) time = Math.min(time, await milliseconds(call));
  return time;
}

const filled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

let parsersTried = 0;

describe("a text that repeats what runs away", () => {
  it.each(CALLED.flatMap(({ parsers }) => parsers))(
    "takes $name at most 50 ms",
    async ({ parse, tokens = [], max = LARGEST }) => {
      const alphabet = [...new Set([...tokens, ...HOSTILE])];
      // Of each parser others, so that every pair is tried.
      const pairs = alphabet
        .flatMap((one) => alphabet.map((other) => one + other))
        .filter((_, nth) => nth % ONE_OF === parsersTried % ONE_OF);
      parsersTried += 1;
      for (const unit of alphabet) {
        // An exponential one would not come back from a long text.
        for (const length of [32, 40, 64, max]) {
          const text = filled(unit, Math.min(length, max));
          expect(await least(() => parse(text)), JSON.stringify(unit)).toBeLessThanOrEqual(MOST_MS);
          const unended = `${text.slice(0, -1)}\u0000`;
          expect(await least(() => parse(unended)), `${JSON.stringify(unit)} and an end`).toBeLessThanOrEqual(MOST_MS);
        }
      }
      const times: { unit: string; time: number }[] = [];
      for (const unit of pairs) {
        const text = filled(unit, Math.min(FIRST, max));
        expect(await milliseconds(() => parse(text.slice(0, 64))), JSON.stringify(unit)).toBeLessThan(1_000);
        times.push({ unit, time: await milliseconds(() => parse(text)) });
      }
      for (const { unit } of times.toSorted((a, b) => b.time - a.time).slice(0, WORST))
        expect(await least(() => parse(filled(unit, max))), JSON.stringify(unit)).toBeLessThanOrEqual(MOST_MS);
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

  it("are all called with such texts, or never see a stranger's", () => {
    const listed = [...new Set([...CALLED.flatMap(({ files }) => files), ...Object.values(NOT_CALLED).flat()])];
    expect(found.length).toBeGreaterThan(80);
    expect(listed.toSorted()).toEqual(found.toSorted());
  });
});

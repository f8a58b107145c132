// `npm run mutants -- --sample 20 --seed 1`: plants one small fault at a time in worker/ and src/, and says whether `npm test`
// finds it, only `npm run test:rest`, or neither. `--pool` sums up all samples, with 95 % intervals; `--equivalent a,b` names
// faults that change nothing. Results are kept in .cache/mutants; delete it after changes of the code.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Node, parseSync } from "oxc-parser";
import { allFunctions, codeFiles, visitNodes } from "../test/support/node/functions.ts";
import { run } from "./checks.ts";
import { ensureDevVars } from "./dev-vars.ts";
import { scratchFolder } from "./scratch-folder.ts";
import { EVERYDAY, isOfRest, REST } from "./test-suites.ts";

const FOLDER = ".cache/mutants";
const MAP = `${FOLDER}/map.json`;
const RESULTS = `${FOLDER}/results.jsonl`;
/** Minutes of a sample; what has no answer by then is not counted. */
const MINUTES = 90;
/** Test files that are run in one go: first the cheapest, as most faults are found by any. */
const FIRST_FILES = 6;

/** A replacement of a part of a file. */
interface Mutant {
  file: string;
  start: number;
  end: number;
  text: string;
  kind: "negated condition" | "changed constant" | "removed statement" | "swapped arguments";
}

/** A test, with the functions that it calls by their numbers. */
interface MappedTest {
  file: string;
  seconds: number;
  isRest: boolean;
  called: number[];
}

interface Result {
  seed: number;
  id: string;
  change: string;
  foundBy: "everyday" | "rest" | "nothing" | "time is over";
}

/** Numbers from 0 to 1, the same for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Every fault that can be planted in a file; no class names or other texts, whose changes only a person can judge. */
function mutantsOf(file: string, source: string): Mutant[] {
  const found: Mutant[] = [];
  const code = ({ start, end }: Node) => source.slice(start, end);
  const add = (node: Node, kind: Mutant["kind"], text: string) =>
    found.push({ file, start: node.start, end: node.end, kind, text });
  visitNodes(parseSync(file, source).program, (node, parent) => {
    if (node.type === "IfStatement" || node.type === "ConditionalExpression")
      add(node.test, "negated condition", `!(${code(node.test)})`);
    else if (node.type === "Literal" && typeof node.value === "number" && parent?.type !== "TSLiteralType")
      add(node, "changed constant", String(node.value + 1));
    else if (node.type === "Literal" && typeof node.value === "boolean" && parent?.type !== "TSLiteralType")
      add(node, "changed constant", String(!node.value));
    else if (node.type === "ExpressionStatement" && parent?.type === "BlockStatement")
      add(node, "removed statement", ";");
    else if (node.type === "CallExpression") {
      const [one, other] = node.arguments;
      if (one && other && one.type !== "SpreadElement" && other.type !== "SpreadElement" && code(one) !== code(other))
        found.push({
          file,
          start: one.start,
          end: other.end,
          kind: "swapped arguments",
          text: `${code(other)}, ${code(one)}`,
        });
    }
  });
  return found;
}

/** Runs vitest without output. @returns whether every test passed */
const passes = (projects: string[], tags: string, files: string[], more: string[] = [], env = {}) =>
  run(
    "vitest",
    [
      "run",
      ...projects.flatMap((project) => ["--project", project]),
      `--tags-filter=${tags}`,
      "--bail=1",
      "--reporter=dot",
      ...more,
      ...files,
    ],
    {
      isShown: false,
      isPrinted: false,
      env: { ...(projects.includes("e2e") ? {} : { TMPDIR: scratchFolder() }), ...env },
    },
  );

interface Report {
  testResults: {
    name: string;
    assertionResults: { status: string; duration?: number; tags: string[]; meta: { called?: number[] } }[];
  }[];
}

/** Which functions each test calls; made once, by a run of all tests without a browser. */
async function mapTests(): Promise<MappedTest[]> {
  if (!existsSync(MAP)) {
    const report = `${FOLDER}/report.json`;
    await passes(
      ["unit", "component", "worker"],
      `(${EVERYDAY}) or (${REST})`,
      [],
      ["--bail=0", "--reporter=json", `--outputFile.json=${report}`],
      { REPORT_CALLS: "1" },
    );
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
    const tests = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === "passed")
        .map(({ duration = 0, tags, meta }) => ({
          file: name,
          seconds: duration / 1000,
          isRest: isOfRest(tags),
          called: meta.called ?? [],
        })),
    );
    writeFileSync(MAP, JSON.stringify(tests));
  }
  return JSON.parse(readFileSync(MAP, "utf8")) as MappedTest[];
}

/** Files with tests that execute a fault's line, the cheapest first; for code outside of functions, that call its file. */
function filesFor({ file, start, end }: Mutant, tests: readonly MappedTest[], isRest: boolean): string[] {
  const functions = [...allFunctions().entries()].filter(([, body]) => body.file === file);
  const around = functions.filter(([, body]) => body.start <= start && end <= body.end);
  const inner = around.toSorted(([, a], [, b]) => a.end - a.start - (b.end - b.start)).slice(0, 1);
  const wanted = new Set((inner.length > 0 ? inner : functions).map(([number]) => number));
  const seconds = new Map<string, number>();
  for (const test of tests)
    if (test.isRest === isRest && test.called.some((number) => wanted.has(number)))
      seconds.set(test.file, (seconds.get(test.file) ?? 0) + test.seconds);
  return [...seconds].toSorted(([, a], [, b]) => a - b).map(([name]) => name);
}

/** Runs the tests of one suite on a planted fault. @returns whether one fails */
async function isFoundBy(mutant: Mutant, suite: string, files: readonly string[]): Promise<boolean> {
  for (const part of [files.slice(0, FIRST_FILES), files.slice(FIRST_FILES)]) {
    if (part.length > 0 && !(await passes(["unit", "component", "worker"], suite, part))) return true;
  }
  if (!mutant.file.startsWith("src/")) return false;
  return (
    !(await run("npm", ["run", "build"], { isShown: false, isPrinted: false })) || !(await passes(["e2e"], suite, []))
  );
}

/** Plants a fault, and takes it out again. */
async function tryOut(mutant: Mutant, tests: readonly MappedTest[]): Promise<Result["foundBy"]> {
  const source = readFileSync(mutant.file, "utf8");
  writeFileSync(mutant.file, source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end));
  try {
    if (!(await run("npm", ["run", "--silent", "typecheck"], { isShown: false, isPrinted: false }))) return "everyday";
    if (await isFoundBy(mutant, EVERYDAY, filesFor(mutant, tests, false))) return "everyday";
    return (await isFoundBy(mutant, REST, filesFor(mutant, tests, true))) ? "rest" : "nothing";
  } finally {
    writeFileSync(mutant.file, source);
  }
}

/** The 95 % interval of a share in percent, by Wilson. */
function interval(hits: number, all: number): string {
  const z = 1.96;
  const share = hits / all;
  const middle = (share + z ** 2 / (2 * all)) / (1 + z ** 2 / all);
  const half = (z / (1 + z ** 2 / all)) * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2));
  const percent = (value: number) => (100 * value).toFixed(0);
  return `${hits} of ${all}, ${percent(share)} % (${percent(middle - half)} to ${percent(middle + half)} %)`;
}

function pool(equivalent: readonly string[]): void {
  const results = readFileSync(RESULTS, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Result)
    .filter(({ id, foundBy }) => !equivalent.includes(id) && foundBy !== "time is over");
  const count = (by: Result["foundBy"]) => results.filter(({ foundBy }) => foundBy === by).length;
  const found = count("everyday") + count("rest");
  console.log(`npm test finds of what both find: ${interval(count("everyday"), found)}`);
  console.log(`both find: ${interval(found, results.length)}`);
  for (const { id, change, foundBy } of results) if (foundBy === "nothing") console.log(`not found: ${id}: ${change}`);
}

async function sample(size: number, seed: number): Promise<void> {
  ensureDevVars();
  mkdirSync(FOLDER, { recursive: true });
  const tests = await mapTests();
  const ends = performance.now() + MINUTES * 60_000;
  const random = randomFrom(seed);
  const mutants = codeFiles().flatMap((file) => mutantsOf(file, readFileSync(file, "utf8")));
  for (let tried = 0; tried < size; tried += 1) {
    const mutant = mutants[Math.floor(random() * mutants.length)];
    if (!mutant) return;
    const { file, start, end, kind, text } = mutant;
    const source = readFileSync(file, "utf8");
    const id = `${file}:${source.slice(0, start).split("\n").length}:${start}`;
    const change = `${kind}: ${source.slice(start, end)} → ${text}`.replaceAll(/\s+/g, " ");
    const foundBy = performance.now() > ends ? "time is over" : await tryOut(mutant, tests);
    appendFileSync(RESULTS, `${JSON.stringify({ seed, id, change, foundBy } satisfies Result)}\n`);
    console.log(`${foundBy}: ${id}: ${change}`);
  }
}

const { values } = parseArgs({
  options: {
    sample: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    pool: { type: "boolean", default: false },
    equivalent: { type: "string", default: "" },
  },
});
if (!values.pool) await sample(Number(values.sample), Number(values.seed));
pool(values.equivalent.split(","));

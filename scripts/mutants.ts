// `npm run mutants -- --sample 20 --seed 1`: plants one small fault at a time in worker/ and src/, and reports whether
// `npm test`, only `npm run test:rest`, or neither finds it. `--pool` summarises all samples, with 95 % intervals.
// `--equivalent a,b` names faults that do not change any behaviour. Results are stored in .cache/mutants; delete that
// folder after changes to the code.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { parseSync } from "vite";
import { allFunctions, codeFiles, type Node, visitNodes } from "./called-functions.ts";
import { run } from "./check.ts";
import { ensureDevVars } from "./dev-vars.ts";
import { scratchFolder, EVERYDAY, hasRestTag, REST } from "./test-suites.ts";

const FOLDER = ".cache/mutants";
const MAP = `${FOLDER}/map.json`;
const RESULTS = `${FOLDER}/results.jsonl`;
/** Time limit of a sample in minutes; faults without a result by then are not counted. */
const MINUTES = 90;
/** Number of test files in the first run. The fastest files run first, because most faults are found by any file. */
const FIRST_FILES = 6;
/** Time limit of a run. A slower run is assumed to hang because of the fault, which then counts as found. */
const TIMEOUT_MS = 900_000;
/** Time limit for a run of all tests. */
const MAP_MS = 4_200_000;
const REPORT_CALLS = { REPORT_CALLS: "1" };
const QUIET = { isShown: false, isPrinted: false, limitMs: TIMEOUT_MS };

/** A replacement of part of a file. */
interface Mutant {
  file: string;
  start: number;
  end: number;
  text: string;
  kind: "negated condition" | "changed constant" | "removed statement" | "swapped arguments";
}

/** A test, with the numbers of the functions that it calls. */
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
  /** Name of the test or tool that found the fault; "" when none did. */
  test: string;
}

/** Returns a generator of numbers from 0 to 1 that is deterministic for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns every fault that can be planted in a file, except changes to class names and other texts, which only a person
 * can judge.
 */
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

const build = (env = {}) => run("npm", ["run", "build"], { ...QUIET, env });

interface TestFileReport {
  name: string;
  assertionResults: {
    fullName: string;
    status: string;
    duration?: number;
    tags: string[];
    meta: { called?: number[] };
  }[];
}

/** Runs tests without output. @returns whether all passed, and the report of each file */
async function runTests(
  projects: string[],
  tags: string,
  files: string[],
  more: string[],
  env = {},
  limitMs = TIMEOUT_MS,
) {
  const report = `${FOLDER}/report.json`;
  rmSync(report, { force: true });
  const chosen = projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=json", `--outputFile.json=${report}`];
  const passed = await run("vitest", ["run", ...chosen, `--tags-filter=${tags}`, ...reporters, ...more, ...files], {
    ...QUIET,
    limitMs,
    env: { ...(projects.includes("e2e") ? {} : { TMPDIR: scratchFolder() }), ...env },
  });
  if (!existsSync(report)) return { passed, testResults: [] };
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as { testResults: TestFileReport[] };
  return { passed, testResults };
}

/** Runs tests until one fails. @returns its name; null when all pass */
async function firstFailure(projects: string[], tags: string, files: string[]): Promise<string | null> {
  const { passed, testResults } = await runTests(projects, tags, files, ["--bail=1"]);
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.find(({ status }) => status === "failed"),
  );
  return passed ? null : (failed.find(Boolean)?.fullName ?? `a run of ${projects.join(" and ")}`);
}

/** Runs all tests of some projects, and records the functions that each calls. */
async function callsOf(projects: string[]): Promise<MappedTest[]> {
  const { testResults } = await runTests(projects, `(${EVERYDAY}) or (${REST})`, [], [], REPORT_CALLS, MAP_MS);
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed")
      .map(({ duration = 0, tags, meta }) => ({
        file: relative(".", name),
        seconds: duration / 1000,
        isRest: hasRestTag(tags),
        called: meta.called ?? [],
      })),
  );
}

/** Returns the functions that each test calls; computed once, by a run of all tests. */
async function mapTests(): Promise<MappedTest[]> {
  if (!existsSync(MAP)) {
    await build(REPORT_CALLS);
    const inBrowser = await callsOf(["e2e"]);
    writeFileSync(MAP, JSON.stringify([...inBrowser, ...(await callsOf(["unit", "component", "worker"]))]));
  }
  return JSON.parse(readFileSync(MAP, "utf8")) as MappedTest[];
}

/** Returns the files that import a file. */
const importersOf = (file: string): string[] =>
  codeFiles().filter((other) =>
    [...readFileSync(other, "utf8").matchAll(/from "(\.[^"]+)"/g)].some(
      ([, path = ""]) => join(dirname(other), path) === file,
    ),
  );

/**
 * Returns the files with tests that execute the line of a fault, fastest first. For code outside of functions, returns
 * the files that use its file.
 */
function filesFor({ file, start, end }: Mutant, tests: readonly MappedTest[]): string[] {
  const functions = [...allFunctions().entries()];
  const around = functions.filter(([, body]) => body.file === file && body.start <= start && end <= body.end);
  const inner = around.toSorted(([, a], [, b]) => a.end - a.start - (b.end - b.start)).slice(0, 1);
  const using = inner.length > 0 ? [] : [file, ...importersOf(file)];
  const ofFiles = functions.filter(([, body]) => using.includes(body.file));
  const wanted = new Set([...inner, ...ofFiles].map(([number]) => number));
  const seconds = new Map<string, number>();
  for (const test of tests)
    if (test.called.some((number) => wanted.has(number)))
      seconds.set(test.file, (seconds.get(test.file) ?? 0) + test.seconds);
  return [...seconds].toSorted(([, a], [, b]) => a - b).map(([name]) => name);
}

/** Returns the test project that a test file belongs to. */
const projectOf = (file: string): string =>
  ["worker", "component", "e2e"].find((name) => file.startsWith(`test/${name}/`)) ?? "unit";

/** Test projects to run, in order. */
const STAGES = [["unit", "component"], ["worker"], ["e2e"]];

/** Runs the tests of one suite on a planted fault. @returns the name of the test that finds it; null when none does */
async function findIn(suite: string, files: readonly string[], isBuilt: boolean): Promise<string | null> {
  for (const stage of STAGES) {
    const own = files.filter((file) => stage.includes(projectOf(file)));
    const inBrowser = stage.includes("e2e");
    // Server code is not tested in a browser.
    if (own.length === 0 || (inBrowser && !isBuilt)) continue;
    if (inBrowser && !(await build())) return "the build";
    for (const part of [own.slice(0, FIRST_FILES), own.slice(FIRST_FILES)]) {
      const found = part.length > 0 ? await firstFailure([...new Set(part.map(projectOf))], suite, part) : null;
      if (found !== null) return found;
    }
  }
  return null;
}

/** Plants a fault, tests it, and removes it again. */
async function tryOut(mutant: Mutant, tests: readonly MappedTest[]): Promise<Pick<Result, "foundBy" | "test">> {
  const { file, start, end, text } = mutant;
  const source = readFileSync(file, "utf8");
  const [everyday, rest] = [false, true].map((isRest) =>
    filesFor(
      mutant,
      tests.filter((test) => test.isRest === isRest),
    ),
  );
  const isBuilt = file.startsWith("src/");
  writeFileSync(file, source.slice(0, start) + text + source.slice(end));
  try {
    const project = `tsconfig.${isBuilt ? "browser" : "worker"}.json`;
    if (!(await run("tsc", ["--singleThreaded", "-p", project], QUIET)))
      return { foundBy: "everyday", test: "the compiler" };
    const found = await findIn(EVERYDAY, everyday ?? [], isBuilt);
    if (found !== null) return { foundBy: "everyday", test: found };
    const later = await findIn(REST, rest ?? [], isBuilt);
    return later === null ? { foundBy: "nothing", test: "" } : { foundBy: "rest", test: later };
  } finally {
    writeFileSync(file, source);
  }
}

/** Returns the 95 % interval of a share in percent, by Wilson's method. */
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
  console.log(`npm test finds, of the faults found by either: ${interval(count("everyday"), found)}`);
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
    const isLate = performance.now() > ends;
    const found = isLate ? ({ foundBy: "time is over", test: "" } as const) : await tryOut(mutant, tests);
    appendFileSync(RESULTS, `${JSON.stringify({ seed, id, change, ...found } satisfies Result)}\n`);
    console.log(`${found.foundBy}: ${id}: ${change} [${found.test}]`);
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

// Checks that no regular expression takes more than linear time (docs/decisions/0025).
import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { faultOf } from "./regex-faults.ts";

/**
 * Number of expressions tested per isolate. After compiling a megabyte of expressions, V8 stops optimizing, and each
 * expression takes 20 times as long.
 */
const MAX_PER_ISOLATE = 64;

interface Tried {
  place: string;
  regex: RegExp;
}

/** Describes the faults of some expressions, one per line. */
const faultsOf = (tried: readonly Tried[]): string[] =>
  tried.flatMap(({ place, regex }) => {
    const fault = faultOf(regex);
    return fault === null ? [] : [`${place}: ${fault}\n  ${String(regex).slice(0, 300)}`];
  });

async function checkAll(): Promise<void> {
  // Searches for expressions in the main thread, because otherwise every isolate would load the bundler's parser.
  const { constructedRegexes, filesWithRegexes } = await import("./regexes.ts");
  const files = filesWithRegexes();
  const { made, notMade } = await constructedRegexes(files);
  const written = [...[...files.values()].flatMap(({ literals }) => literals), ...made];
  const each = new Map(written.map((found) => [String(found.regex), found]));
  const faults = notMade.map((place) => `${place}: constructed at run time, so it cannot be checked`);
  const tried = [...each.values()].map(({ place, regex }): Tried => ({ place, regex }));
  for (let at = 0; at < tried.length; at += MAX_PER_ISOLATE) {
    const isolate = new Worker(new URL(import.meta.url), { workerData: tried.slice(at, at + MAX_PER_ISOLATE) });
    const [found] = (await once(isolate, "message")) as [string[]];
    faults.push(...found);
  }
  if (faults.length > 0) {
    console.error(faults.join("\n"));
    process.exit(1);
  }
  console.log(`${each.size} regular expressions take linear time.`);
}

if (isMainThread) await checkAll();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node has no origin
else parentPort?.postMessage(faultsOf(workerData as Tried[]));

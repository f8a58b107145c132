import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/**
 * Runs a bench inside workerd (test/bench/workerd) and collects the results that it prints, each as a word in capitals
 * and JSON.
 * @throws Error with the output of the bench, when the bench fails
 */
export async function runInside(
  file: string,
  onMark: (word: string, mark: unknown) => void,
  env: Record<string, string> = {},
): Promise<void> {
  const child = spawn(
    "vitest",
    ["run", "--project", "bench", "--silent=false", "--reporter=dot", `test/bench/workerd/${file}`],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...env } },
  );
  const ended = once(child, "close");
  const output: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [, word, json] = /(BENCH|SEARCH|ALERT|VISITORS|ENRICHMENT|COMMUTE|TABLES) (\{.*\})/.exec(line) ?? [];
    if (word === undefined || json === undefined) output.push(line);
    else onMark(word, JSON.parse(json));
  }
  const [status] = (await ended) as [number | null];
  if (status !== 0) throw new Error(output.join("\n"));
}

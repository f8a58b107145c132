// The only way to the platform: the wrangler that package-lock.json pins, started as a program.
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { recognise, type Trouble } from "./troubles.ts";

/** What a command printed, and its exit code. */
export interface Answer {
  code: number;
  stdout: string;
  stderr: string;
}

export interface CallOptions {
  /** Text for its standard input: secrets, which then touch no disk and no list of processes. */
  input?: string;
  env?: Record<string, string>;
}

/** Runs wrangler once; rejects only when the program cannot be started. */
export type Wrangler = (args: readonly string[], options?: CallOptions) => Promise<Answer>;

/** Replaces the program, for tests. */
const PROGRAM = process.env.WRANGLER_PROGRAM ?? "node_modules/wrangler/bin/wrangler.js";

/** A command as a person would type it. */
export const commandLine = (args: readonly string[]): string =>
  ["npx wrangler", ...args.map((arg) => (/^[\w@%./:,=*+-]+$/.test(arg) ? arg : `"${arg}"`))].join(" ");

/** What was printed, without the colours that wrangler puts into errors even where it is told not to. */
const textOf = (parts: readonly Buffer[]) => stripVTControlCharacters(Buffer.concat(parts).toString());

/** Runs the pinned wrangler, which asks no questions and tells its maker nothing. */
export const runWrangler: Wrangler = (args, { input = "", env = {} } = {}) =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, [resolve(PROGRAM), ...args], {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true", NO_COLOR: "1", FORCE_COLOR: "0", ...env },
    });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (data: Buffer) => stdout.push(data));
    child.stderr.on("data", (data: Buffer) => stderr.push(data));
    child.on("error", fail);
    // A program that ends before it has read its input is judged by its exit code.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.on("close", (code) => done({ code: code ?? 1, stdout: textOf(stdout), stderr: textOf(stderr) }));
  });

/** A command that failed, with what is known about the reason. */
export class PlatformError extends Error {
  readonly trouble: Trouble | null;
  readonly output: string;

  constructor(args: readonly string[], { stdout, stderr }: Answer) {
    const output = `${stderr}\n${stdout}`.trim();
    super(`${commandLine(args)} failed.\n${output}`);
    this.output = output;
    this.trouble = recognise(output);
  }
}

/**
 * Runs a command.
 * @returns its output
 * @throws PlatformError when it fails
 */
export async function call(wrangler: Wrangler, args: readonly string[], options?: CallOptions): Promise<string> {
  const answer = await wrangler(args, options);
  if (answer.code !== 0) throw new PlatformError(args, answer);
  return answer.stdout;
}

/**
 * The JSON in an output, after whatever the program says before it.
 * @throws Error when there is none
 */
export function jsonIn<Result>(output: string): Result {
  const start = output.search(/^[[{]/m);
  if (start === -1) throw new Error(`wrangler's answer is not JSON:\n${output}`);
  return JSON.parse(output.slice(start)) as Result;
}

/**
 * The rows of a table that wrangler draws with lines, by the titles of its columns; for lists that it does not give as
 * JSON.
 */
export function rowsIn(output: string): Record<string, string>[] {
  const [head = [], ...rows] = output
    .split("\n")
    .filter((line) => line.startsWith("│"))
    .map((line) =>
      line
        .split("│")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.map((row) => Object.fromEntries(head.map((title, nth) => [title, row[nth] ?? ""])));
}

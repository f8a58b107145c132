// Output and prompts of the launch commands.
import { createInterface } from "node:readline/promises";
import { stdin, stdout } from "node:process";
import { Writable } from "node:stream";

/** The terminal of the person who runs a command. A process may have none. */
export interface Terminal {
  say: (line: string) => void;
  /** Prompts for a password without displaying it; null where nobody can answer. */
  ask: ((question: string) => Promise<string>) | null;
}

/** Ends a command for a reason that the user can fix; only its message is printed. */
export class Stopped extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

async function ask(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  stdout.write(question);
  const reader = createInterface({ input: stdin, output: silent, terminal: true });
  try {
    return (await reader.question("")).trim();
  } finally {
    reader.close();
    stdout.write("\n");
  }
}

/** The terminal of this process. */
export const ownTerminal: Terminal = {
  say: (line) => console.log(line),
  ask: stdin.isTTY && stdout.isTTY && process.env.CI === undefined ? ask : null,
};

/** Returns the password of the admin panel, from the environment or the terminal; empty if there is none. */
export const adminPassword = async ({ ask }: Terminal): Promise<string> =>
  process.env.ADMIN_PASSWORD ?? (await ask?.("ADMIN_PASSWORD (Enter for none): ")) ?? "";

/** Runs a command and ends the process with its exit code: 0 for success, 1 for failure, 2 for wrong flags. */
export async function main(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    const isUsage = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
    process.exitCode = error instanceof Stopped ? error.exitCode : isUsage ? 2 : 1;
  }
}

// What the launch commands say and ask.
import { createInterface } from "node:readline/promises";
import { stdin, stdout } from "node:process";
import { Writable } from "node:stream";

/** The person at the terminal, or nobody. */
export interface Terminal {
  say: (line: string) => void;
  /** Whether somebody can answer. */
  isInteractive: boolean;
  /** Asks for a line. @param options.isSecret whether what is typed stays invisible */
  ask: (question: string, options?: { isSecret?: boolean }) => Promise<string>;
}

/** An ending that the person can do something about; its message is all that is printed. */
export class Stopped extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

async function ask(question: string, { isSecret = false } = {}): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (isSecret) stdout.write(question);
  const reader = createInterface({ input: stdin, output: isSecret ? silent : stdout, terminal: true });
  try {
    return (await reader.question(isSecret ? "" : question)).trim();
  } finally {
    reader.close();
    if (isSecret) stdout.write("\n");
  }
}

/** This process's own terminal. @param isInteractive false where flags say that nobody is to be asked */
export const ownTerminal = (isInteractive = true): Terminal => ({
  say: (line) => console.log(line),
  isInteractive: isInteractive && stdin.isTTY && stdout.isTTY && process.env.CI === undefined,
  ask,
});

/** Runs a command and ends the process with its exit code: 0 done, 1 failed, 2 wrong flags. */
export async function main(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    const isUsage = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
    process.exitCode = error instanceof Stopped ? error.exitCode : isUsage ? 2 : 1;
  }
}

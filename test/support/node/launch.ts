import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { runSetup } from "../../../scripts/launch/setup.ts";
import type { Terminal } from "../../../scripts/launch/terminal.ts";
import type { Wrangler } from "../../../scripts/launch/wrangler.ts";
import { type Account, answerCommand } from "./cloudflare-account.ts";

/** The command line of an account. */
export const wranglerOf =
  (account: Account): Wrangler =>
  (args, { input } = {}) =>
    Promise.resolve(answerCommand(account, args, input));

/** A terminal that remembers what was said; `answers` are typed one after another, and without them nobody is there. */
export function fakeTerminal(answers: (string | (() => void))[] = []): Terminal & { said: string[]; asked: string[] } {
  const [said, asked]: [string[], string[]] = [[], []];
  const left = [...answers];
  return {
    said,
    asked,
    say: (line) => void said.push(line),
    isInteractive: answers.length > 0,
    ask: (question) => {
      asked.push(question);
      const next = left.shift();
      if (next === undefined) return Promise.reject(new Error(`Nobody answers: ${question}`));
      if (typeof next === "string") return Promise.resolve(next);
      next();
      return Promise.resolve("");
    },
  };
}

/** A copy of wrangler.toml that the test may change; production alone is changed much faster. */
export function configurationCopy({ isShort = false } = {}): { file: string; text: () => string } {
  const folder = mkdtempSync(join(tmpdir(), "launch-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "wrangler.toml");
  const text = readFileSync("wrangler.toml", "utf8");
  writeFileSync(file, isShort ? text.replace(/^\[env\.staging\][^]*/m, "").replace(/^#.*\n/gm, "") : text);
  return { file, text: () => readFileSync(file, "utf8") };
}

export const FLAGS = {
  domain: "rent.test",
  contact: "op@inbox.test",
  "postal-address": "1 Main St, Toronto ON M5V 1A1",
};

/** One run of the setup; never throws. @returns what it said, and the message that it ended with */
export async function setUp(
  account: Account,
  file: string,
  {
    flags = FLAGS,
    terminal = fakeTerminal(),
  }: { flags?: Parameters<typeof runSetup>[0]; terminal?: ReturnType<typeof fakeTerminal> } = {},
): Promise<{ said: string; stopped: string | null }> {
  const stopped = await runSetup(flags, { wrangler: wranglerOf(account), terminal, file }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { said: terminal.said.join("\n"), stopped };
}

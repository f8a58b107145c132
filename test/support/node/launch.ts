import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { runSetup } from "../../../scripts/setup.ts";
import type { Terminal } from "../../../scripts/launch/terminal.ts";
import type { Wrangler } from "../../../scripts/launch/wrangler.ts";
import { type Account, answerCommand } from "./cloudflare-account.ts";

/** Returns the wrangler command line for an account. */
export const wranglerOf =
  (account: Account): Wrangler =>
  (args, input) =>
    Promise.resolve(answerCommand(account, args, input));

/** Creates a terminal that records its output and answers no questions. */
export function fakeTerminal(): Terminal & { said: string[] } {
  const said: string[] = [];
  return { said, say: (line) => void said.push(line), ask: null };
}

/**
 * Returns a copy of wrangler.toml that the test may change; with `isShort` it contains production only, which makes
 * changes much faster.
 */
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

/** Runs the setup once; never throws. @returns its output, and the message with which it ended */
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

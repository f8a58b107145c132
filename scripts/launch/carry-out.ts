// Runs steps, or shows what they would run.
import type { Command, Plan, Step } from "./steps.ts";
import type { Terminal } from "./terminal.ts";
import { call, commandLine, PlatformError, type Wrangler } from "./wrangler.ts";

/** With what steps are carried out. */
export interface Means {
  wrangler: Wrangler;
  terminal: Terminal;
}

/** Prints the commands of the steps; runs none. */
export function showSteps(steps: readonly Step[], plan: Plan, terminal: Terminal): void {
  for (const { title, look, make } of steps) {
    terminal.say(title);
    terminal.say(`  look:    ${commandLine(look(plan))}`);
    const command = make?.(plan);
    if (command === undefined) terminal.say("  missing: says what to click");
    else
      terminal.say(
        `  missing: ${commandLine(command.args)}${command.input === undefined ? "" : "   (secrets on its standard input)"}`,
      );
  }
}

/**
 * Makes one thing. When the command fails, another look tells whether it was carried out all the same: the answer may
 * have been lost on the way.
 */
async function make(step: Step, plan: Plan, command: Command, { wrangler, terminal }: Means): Promise<void> {
  let failure: unknown = null;
  try {
    await call(wrangler, command.args, command.input);
  } catch (error) {
    failure = error;
  }
  try {
    if (step.isThere(plan, await wrangler(step.look(plan)))) return;
  } catch (error) {
    const lines = step.show?.(plan) ?? [];
    if (lines.length > 0)
      terminal.say(
        ["It is not known whether these were stored. Keep them until the next run says:", ...lines].join("\n  "),
      );
    throw failure ?? error;
  }
  throw failure ?? new Error(`${commandLine(command.args)} said that it succeeded, but nothing is there.`);
}

/** Carries out one step, unless its thing is there already. */
async function carryOut(step: Step, plan: Plan, means: Means): Promise<void> {
  const { wrangler, terminal } = means;
  const look = step.look(plan);
  if (step.isThere(plan, await wrangler(look))) {
    terminal.say(`= ${step.title}: is there`);
    return;
  }
  const command = step.make?.(plan);
  if (command === undefined)
    throw new PlatformError(look, { code: 1, stdout: "", stderr: `Could not find a zone for ${plan.domain}` });
  try {
    await make(step, plan, command, means);
  } catch (error) {
    if (!(error instanceof PlatformError && error.isWaitingForClick)) throw error;
    terminal.say(`~ ${step.title}: waits for the click in the verification mail; run this again after it`);
    return;
  }
  terminal.say(`+ ${step.title}: made`);
  if (step.show) terminal.say(["Shown once, kept nowhere else; write them down:", ...step.show(plan)].join("\n    "));
}

/** Carries out steps in order; stops at the first that cannot be done. @throws PlatformError saying what to do */
export async function carryOutAll(steps: readonly Step[], plan: Plan, means: Means): Promise<void> {
  for (const step of steps) await carryOut(step, plan, means);
}

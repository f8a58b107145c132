// Runs steps, or shows what they would run.
import type { Changes } from "./configuration.ts";
import type { Command, Plan, Step } from "./steps.ts";
import { Stopped, type Terminal } from "./terminal.ts";
import { type Answer, call, commandLine, PlatformError, type Wrangler } from "./wrangler.ts";

/** With what steps are carried out. */
export interface Means {
  wrangler: Wrangler;
  terminal: Terminal;
  /** Writes into the configuration file. */
  write: (changes: Changes) => void;
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

/** What a person does about an error, and where to read about it. */
export function adviceOn(error: unknown): string {
  if (!(error instanceof PlatformError)) return error instanceof Error ? error.message : String(error);
  const { trouble, message } = error;
  return trouble === null
    ? `${message}\nRead docs/operations.md#setting-up.`
    : `${trouble.text}\n  ${trouble.remedy}\n  Read docs/operations.md#setting-up.`;
}

/**
 * Repeats work while a person, at a terminal, does what the platform asks for.
 * @throws Stopped where nobody can, with what is to be done before the command is run again
 */
export async function withHelp<Result>(terminal: Terminal, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const advice = adviceOn(error);
      const canWait = error instanceof PlatformError && error.trouble?.isUpToOperator === true;
      if (!canWait || !terminal.isInteractive)
        throw new Stopped(`${advice}\nThen run the same command again: it goes on from here.`);
      terminal.say(advice);
      await terminal.ask("Press Enter when that is done. ");
    }
  }
}

/**
 * Makes one thing. When the command fails, another look tells whether it was carried out all the same: the answer may
 * have been lost on the way.
 * @returns the answer to the look that found it
 */
async function make(step: Step, plan: Plan, command: Command, { wrangler, terminal }: Means): Promise<Answer> {
  const look = step.look(plan);
  let failure: unknown = null;
  try {
    await call(wrangler, command.args, command.input === undefined ? {} : { input: command.input });
  } catch (error) {
    failure = error;
  }
  try {
    const answer = await wrangler(look);
    if (step.isThere(plan, answer)) return answer;
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

/** A refusal that ends with the click in the verification mail, which can wait until after the deployment. */
const isWaitingForClick = (error: unknown) =>
  error instanceof PlatformError && error.trouble?.name === "address not verified";

/** Carries out one step, unless its thing is there already. */
async function carryOut(step: Step, plan: Plan, means: Means): Promise<void> {
  const { wrangler, terminal, write } = means;
  await withHelp(terminal, async () => {
    let answer = await wrangler(step.look(plan));
    const wasThere = step.isThere(plan, answer);
    if (!wasThere) {
      const command = step.make?.(plan);
      if (command === undefined)
        throw new PlatformError(step.look(plan), {
          code: 1,
          stdout: "",
          stderr: `Could not find a zone for ${plan.answers.domain}`,
        });
      try {
        answer = await make(step, plan, command, means);
      } catch (error) {
        if (terminal.isInteractive || !isWaitingForClick(error)) throw error;
        terminal.say(`~ ${step.title}: waits for the click in the verification mail; run this again after it`);
        return;
      }
    }
    if (step.changes) write(step.changes(plan, answer));
    terminal.say(`${wasThere ? "= " : "+ "}${step.title}: ${wasThere ? "is there" : "made"}`);
    if (!wasThere && step.show)
      terminal.say(["Shown once, kept nowhere else; write them down:", ...step.show(plan)].join("\n    "));
  });
}

/** Carries out steps in order; stops at the first that cannot be done. @throws Stopped saying what to do */
export async function carryOutAll(steps: readonly Step[], plan: Plan, means: Means): Promise<void> {
  for (const step of steps) await carryOut(step, plan, means);
}

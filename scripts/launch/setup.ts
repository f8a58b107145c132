// What `npm run setup` does.
import { findAccount, inAccount } from "./accounts.ts";
import { collectAnswers, environmentOf, type SetupFlags, varsOf } from "./answers.ts";
import { carryOutAll, type Means, showSteps, withHelp } from "./carry-out.ts";
import {
  changeConfiguration,
  type Changes,
  type Configuration,
  CONFIG_FILE,
  type Environment,
  readConfiguration,
} from "./configuration.ts";
import { type Plan, setupSteps } from "./steps.ts";
import { commandLine, rowsIn, type Wrangler } from "./wrangler.ts";

/** What wrangler cannot do, in the dashboard; `?to=` leads to the account and the zone. */
const clicks = (domain: string, contact: string) => [
  `Click the link in the mail that Cloudflare sent to ${contact}.`,
  `Switch on subaddressing, so that replies to confirm+…@${domain} arrive: https://dash.cloudflare.com/?to=/:account/:zone/email/routing/settings`,
  "Switch on Always Use HTTPS: https://dash.cloudflare.com/?to=/:account/:zone/ssl-tls/edge-certificates",
  "Switch on Images, if it is not: https://dash.cloudflare.com/?to=/:account/images",
];

/** Whether the contact address has been verified. */
async function isVerified(wrangler: Wrangler, contact: string): Promise<boolean> {
  const { stdout } = await wrangler(["email", "routing", "addresses", "list"]);
  return rowsIn(stdout).some(({ email, verified }) => email === contact && verified !== "pending");
}

/** The line that the operator runs next, with its environment. */
const deployCommand = (env: Environment) => (env === null ? "npm run deploy" : `npm run deploy -- --env ${env}`);

/** Commands of other parts of the site that a new one needs. */
const furtherCommands = ({ vars }: Configuration): string[] =>
  vars.BACKUP_PUBLIC_KEY === ""
    ? ["npm run backup -- --new-key   (backups are encrypted to a key that only you hold; without one there are none)"]
    : [];

/**
 * Sets the site up, or shows how with `dry-run`. Safe to run again: what is there is kept, and what failed is tried
 * again.
 * @returns the exit code 0
 * @throws Stopped naming what is missing
 */
export async function runSetup(
  flags: SetupFlags & { env?: string; "dry-run"?: boolean },
  { wrangler: base, terminal, file = CONFIG_FILE }: Pick<Means, "wrangler" | "terminal"> & { file?: string },
): Promise<number> {
  const env = environmentOf(flags.env);
  const [own, production] = [readConfiguration(env, file), readConfiguration(null, file)];
  const isDry = flags["dry-run"] === true;
  const answers = await collectAnswers(isDry ? withSamples(flags) : flags, own, production, terminal);
  const vars = varsOf(answers, own);
  const plan: Plan = { answers, config: own, zone: { id: "<zone id>", name: answers.domain }, secrets: {} };
  const steps = setupSteps(own);

  if (isDry) {
    terminal.say(
      `Nothing is changed. For ${answers.domain} the setup would look for each of these, and make what is missing.`,
    );
    terminal.say(`account\n  look:    ${commandLine(["whoami", "--json"])}`);
    terminal.say(
      `into ${CONFIG_FILE}\n${Object.entries({ route: answers.domain, ...vars })
        .map(([name, value]) => `  ${name} = "${value}"`)
        .join("\n")}`,
    );
    showSteps(steps, plan, terminal);
    terminal.say(`Left to you:\n- ${clicks(answers.domain, answers.contact).join("\n- ")}`);
    return 0;
  }

  const wanted = flags.account ?? process.env.CLOUDFLARE_ACCOUNT_ID ?? production.account_id;
  const account = await withHelp(terminal, () => findAccount(base, wanted));
  const wrangler = inAccount(base, account.id);
  terminal.say(`Account ${account.name}, domain ${answers.domain}.`);
  // Written first, so that another run needs no flags.
  const write = (changes: Changes) => changeConfiguration(env, changes, file);
  write({ accountId: account.id, domain: answers.domain, vars });
  await carryOutAll(steps, plan, { wrangler, terminal, write });

  const [verification = "", ...others] = clicks(answers.domain, answers.contact);
  const isLeft = !(await isVerified(wrangler, answers.contact));
  terminal.say(`
Everything is there; ${CONFIG_FILE} says so: commit it. It holds no secrets.
Next:
- ${[...furtherCommands(own), ...(isLeft ? [verification] : []), ...others, deployCommand(env)].join("\n- ")}`);
  return 0;
}

/** Flags of a plan: what is not known is shown as a word in brackets. */
const withSamples = (flags: SetupFlags): SetupFlags => ({
  contact: "you@inbox.test",
  "postal-address": "<your postal address>",
  ...flags,
});

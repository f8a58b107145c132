// `npm run setup -- --domain example.org`: creates everything that the site needs on Cloudflare; see
// docs/operations.md.
import { parseArgs } from "node:util";
import {
  changeConfiguration,
  type Configuration,
  CONFIG_FILE,
  environmentOf,
  isExample,
  readConfiguration,
} from "./launch/configuration.ts";
import { runSteps, type StepDeps, newPlan, setupSteps, showSteps } from "./launch/steps.ts";
import { main, ownTerminal, Stopped } from "./launch/terminal.ts";
import { rowsIn, runWrangler, type Wrangler } from "./launch/wrangler.ts";

const OPTIONS = {
  /** Domain of the future site, such as `example.org`. */
  domain: { type: "string" },
  /** Published email address of a mailbox outside the domain. Email for the domain is forwarded to it. */
  contact: { type: "string" },
  /** Postal address shown in every email, as Canadian law (CASL) requires. */
  "postal-address": { type: "string" },
  /** The id of the account, needed if the login has access to several. */
  account: { type: "string" },
  env: { type: "string" },
  "dry-run": { type: "boolean", default: false },
} as const;
type SetupFlags = Partial<Record<Exclude<keyof typeof OPTIONS, "dry-run">, string> & { "dry-run": boolean }>;

interface Answers {
  domain: string;
  contact: string;
  postalAddress: string;
}

const problemOfDomain = (value: string) =>
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(value) && !isExample(value)
    ? null
    : `"${value}" is not a domain such as example.org (without https:// and without a path).`;

function problemOfContact(value: string, domain: string): string | null {
  const [name = "", host = "", ...more] = value.split("@");
  const isAddress = name !== "" && more.length === 0 && /^[^\s.]+\.[^\s]+$/.test(host) && !/\s/.test(name);
  if (!isAddress) return `"${value}" is not an email address.`;
  if (host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`))
    return `${value} is in the domain itself: mail for the domain is forwarded to the contact address, so it must be an inbox elsewhere.`;
  return null;
}

const problemOfPostalAddress = (value: string) =>
  value.length >= 10 && value.length <= 200 && !/[\r\n]/.test(value) ? null : "It must have 10 to 200 characters.";

/**
 * Reads the answers from the flags. Values that an earlier run stored in wrangler.toml need no flag.
 * @param production the configuration whose domain and addresses are the defaults for staging
 * @throws Stopped with the name of the missing or wrong flag
 */
function answersOf(flags: SetupFlags, own: Configuration, production: Configuration): Answers {
  const set = ({ vars }: Configuration, name: string) => (isExample(vars[name]) ? "" : (vars[name] ?? ""));
  const host = (config: Configuration) => set(config, "SITE_URL").replace(/^https:\/\//, "");
  const known = (name: string) => set(own, name) || set(production, name);
  const answer = (
    flag: "domain" | "contact" | "postal-address",
    before: string,
    text: string,
    problem: (value: string) => string | null,
  ) => {
    const value = flags[flag]?.trim() ?? before;
    if (value === "") throw new Stopped(`--${flag} is missing: ${text}`, 2);
    const wrong = problem(value);
    if (wrong !== null) throw new Stopped(`--${flag}: ${wrong}`, 2);
    return value;
  };
  const besideProduction = own.name !== production.name && host(production) !== "" ? `staging.${host(production)}` : "";
  const domain = answer(
    "domain",
    host(own) || besideProduction,
    "the domain of the site, such as example.org",
    (value) => problemOfDomain(value.toLowerCase()),
  ).toLowerCase();
  const contact = answer(
    "contact",
    known("CONTACT_EMAIL"),
    "your email address, outside the domain; it is published, and mail to the domain goes there",
    (value) => problemOfContact(value, domain),
  );
  const postalAddress = answer(
    "postal-address",
    known("POSTAL_ADDRESS"),
    "your postal address, which Canadian law requires in every email",
    problemOfPostalAddress,
  );
  return { domain, contact, postalAddress };
}

/** Returns the vars of wrangler.toml that follow from the operator's answers. */
const varsOf = ({ domain, contact, postalAddress }: Answers) => ({
  SITE_URL: `https://${domain}`,
  MAIL_FROM: `listings@${domain}`,
  MAIL_DOMAIN: domain,
  CONTACT_EMAIL: contact,
  POSTAL_ADDRESS: postalAddress,
});

/** Lists the steps that wrangler cannot do, for the dashboard. `?to=` opens the account and the zone. */
const clicks = ({ domain, contact }: Answers) => [
  `Click the link in the email that Cloudflare sent to ${contact}.`,
  `Switch on subaddressing, so that replies to confirm+…@${domain} arrive: https://dash.cloudflare.com/?to=/:account/:zone/email/routing/settings`,
  "Switch on Always Use HTTPS: https://dash.cloudflare.com/?to=/:account/:zone/ssl-tls/edge-certificates",
  "Switch on Images, if it is not: https://dash.cloudflare.com/?to=/:account/images",
];

/** Returns whether the contact address has been verified. */
async function isVerified(wrangler: Wrangler, contact: string): Promise<boolean> {
  const { stdout } = await wrangler(["email", "routing", "addresses", "list"]);
  return rowsIn(stdout).some(({ email, verified }) => email === contact && verified !== "pending");
}

/**
 * Sets up the site, or shows how with `dry-run`. A repeated run keeps existing resources and retries failed steps.
 * @returns the exit code 0
 * @throws Stopped or PlatformError; the message names what is missing
 */
export async function runSetup(
  flags: SetupFlags,
  { wrangler, terminal, file = CONFIG_FILE }: StepDeps & { file?: string },
): Promise<number> {
  const env = environmentOf(flags.env);
  const own = readConfiguration(env, file);
  const isDry = flags["dry-run"] === true;
  // In a plan, unknown values are shown as words in brackets.
  const samples = isDry ? { contact: "you@inbox.test", "postal-address": "<your postal address>" } : {};
  const answers = answersOf({ ...samples, ...flags }, own, readConfiguration(null, file));
  const vars = varsOf(answers);
  const plan = newPlan(answers.domain, answers.contact);
  const steps = setupSteps(own);
  const [verification = "", ...others] = clicks(answers);

  if (isDry) {
    terminal.say(
      `Nothing was changed. For ${answers.domain} the setup would look for each of these, and create what is missing.`,
    );
    terminal.say(
      `into ${CONFIG_FILE}\n${Object.entries({ route: answers.domain, ...vars })
        .map(([name, value]) => `  ${name} = "${value}"`)
        .join("\n")}`,
    );
    showSteps(steps, plan, terminal);
    terminal.say(`Left to you:\n- ${[verification, ...others].join("\n- ")}`);
    return 0;
  }

  // The values are written first, so that another run needs no flags. Wrangler also reads the account from the file.
  const { account } = flags;
  changeConfiguration(
    env,
    { ...(account !== undefined && { accountId: account }), domain: answers.domain, vars },
    file,
  );
  await runSteps(steps, plan, { wrangler, terminal });

  const left = [
    ...(own.vars.BACKUP_PUBLIC_KEY === ""
      ? [
          "npm run backup -- --new-key   (backups are encrypted to a key that only you hold; without one there are none)",
        ]
      : []),
    ...((await isVerified(wrangler, answers.contact)) ? [] : [verification]),
    ...others,
    env === null ? "npm run deploy" : `npm run deploy -- --env ${env}`,
  ];
  terminal.say(`
Everything is there; ${CONFIG_FILE} has your addresses: commit it. It holds no secrets.
Next:
- ${left.join("\n- ")}`);
  return 0;
}

if (import.meta.main)
  await main(() => runSetup(parseArgs({ options: OPTIONS }).values, { wrangler: runWrangler, terminal: ownTerminal }));

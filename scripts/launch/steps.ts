// Creates the resources that the site needs on Cloudflare. Each resource has a step that checks whether it exists and
// creates it. Steps can be carried out, or only shown.
import { randomBytes } from "node:crypto";
import { type Configuration, queueNames } from "./configuration.ts";
import type { Terminal } from "./terminal.ts";
import { type Answer, call, commandLine, jsonIn, PlatformError, rowsIn, type Wrangler } from "./wrangler.ts";

/** Eastern North America, the region that includes Toronto. Neither a database nor a bucket can be moved later. */
const LOCATION = "enam";

/** Values that become known during the setup. When commands are only shown, placeholders in brackets replace ids. */
export interface Plan {
  domain: string;
  contact: string;
  zone: { id: string; name: string };
  /** Secrets made by this run, to be shown once. */
  secrets: Record<string, string>;
}

/** @param domain of the future site; empty when only storage and queues are created */
export const newPlan = (domain = "", contact = ""): Plan => ({
  domain,
  contact,
  zone: { id: "<zone id>", name: domain },
  secrets: {},
});

interface Command {
  args: readonly string[];
  input?: string;
}

/** A resource to create. The step looks it up first, so that a second run creates nothing twice. */
export interface Step {
  title: string;
  look: (plan: Plan) => readonly string[];
  /**
   * Returns whether the resource exists according to the answer to `look`; stores ids from the answer in the plan.
   * @throws PlatformError when the answer is inconclusive
   */
  isThere: (plan: Plan, answer: Answer) => boolean;
  /** Creates the resource; undefined if only a person can create it. */
  make?: (plan: Plan) => Command;
  /** Returns lines to print once, after the resource was created. */
  show?: (plan: Plan) => string[];
}

const ofWrangler = (step: Step): Step => ({
  ...step,
  isThere: (plan, answer) => {
    if (answer.code !== 0) throw new PlatformError(step.look(plan), answer);
    return step.isThere(plan, answer);
  },
});

/**
 * Creates a step for a resource that is looked up by name. @param absence matches the error if the resource is missing
 */
const byName = (title: string, absence: RegExp, look: readonly string[], args: readonly string[]): Step => ({
  title,
  look: () => look,
  isThere: (_plan, answer) => {
    if (answer.code === 0) return true;
    if (absence.test(`${answer.stderr}${answer.stdout}`)) return false;
    throw new PlatformError(look, answer);
  },
  make: () => ({ args }),
});

/** Creates the step that finds the account's zone for a domain in the list of zones. */
function zoneStep(): Step {
  return ofWrangler({
    title: "the domain's zone",
    look: () => ["email", "routing", "list"],
    isThere: (plan, { stdout }) => {
      const { domain } = plan;
      const zone = rowsIn(stdout)
        .filter(({ zone: name = "" }) => domain === name || domain.endsWith(`.${name}`))
        .toSorted((a, b) => (b.zone ?? "").length - (a.zone ?? "").length)[0];
      if (zone) plan.zone = { id: zone["zone id"] ?? "", name: zone.zone ?? "" };
      return zone !== undefined;
    },
  });
}

/**
 * Steps for storage and queues. A deployment binds them by name, so their ids need not be stored. Without these steps,
 * wrangler would create databases and buckets in the region of the person who deploys, and no queue that has only a
 * consumer. Wrangler does create the key-value namespace.
 */
export const resourceSteps = (config: Configuration): Step[] => [
  ...config.d1_databases.map(({ database_name: name }) =>
    byName(
      `database ${name}`,
      /Couldn't find a D1 DB/,
      ["d1", "info", name, "--json"],
      ["d1", "create", name, "--location", LOCATION],
    ),
  ),
  // 10006 is R2's NoSuchBucket, and 11000 the API's "queue not found".
  ...config.r2_buckets.map(({ bucket_name: name }) =>
    byName(
      `bucket ${name}`,
      /code: 10006|bucket does not exist/i,
      ["r2", "bucket", "info", name, "--json"],
      ["r2", "bucket", "create", name, "--location", LOCATION],
    ),
  ),
  ...queueNames(config).map((name) =>
    byName(`queue ${name}`, /does not exist|code: 11000\b/i, ["queues", "info", name], ["queues", "create", name]),
  ),
];

/**
 * Secrets that the setup generates. Secrets of other services come from those services; set them with `npx wrangler
 * secret put NAME`.
 */
export const OWN_SECRETS = ["ADMIN_PASSWORD", "STATS_PASSWORD", "SESSION_SECRET"] as const;
/** Number of random bytes per secret: 18 bytes are 24 characters, 32 bytes are 43. */
const SECRET_BYTES = { ADMIN_PASSWORD: 18, STATS_PASSWORD: 18, SESSION_SECRET: 32 } as const;

/** Returns the names of the secrets in a list; empty for a Worker that does not exist yet. */
export function secretNames({ code, stdout, stderr }: Answer, args: readonly string[]): string[] {
  if (code === 0) return jsonIn<{ name: string }[]>(stdout).map(({ name }) => name);
  // 10007 and 10090 are the API's codes for a missing Worker.
  if (/\bWorker "\S{1,63}" (?:\(env: \w{1,20}\) )?not found|code: 100(07|90)\b/.test(stderr + stdout)) return [];
  throw new PlatformError(args, { code, stdout, stderr });
}

function secretStep({ name }: Configuration): Step {
  const look = () => ["secret", "list", "--name", name, "--format", "json"];
  return {
    title: "secrets",
    look,
    isThere: (plan, answer) => {
      const there = secretNames(answer, look());
      const missing = OWN_SECRETS.filter((secret) => !there.includes(secret));
      // Secrets are generated once per run: a retry must store the secrets that are shown at its end.
      if (Object.keys(plan.secrets).length === 0)
        for (const secret of missing) plan.secrets[secret] = randomBytes(SECRET_BYTES[secret]).toString("base64url");
      return missing.length === 0;
    },
    make: (plan) => ({ args: ["secret", "bulk", "--name", name], input: JSON.stringify(plan.secrets) }),
    show: ({ secrets }) => Object.entries(secrets).map(([secret, value]) => `${secret}=${value}`),
  };
}

/** Events that add an email address to the suppressed addresses. */
const MAIL_EVENTS = ["message.bounced", "message.complained"];

function sendingSteps(config: Configuration): Step[] {
  const queue = `${config.vars.QUEUE_PREFIX}-mail-events`;
  return [
    ofWrangler({
      title: "sending of mail",
      look: ({ domain }) => ["email", "sending", "list", domain],
      isThere: ({ domain }, { stdout }) =>
        rowsIn(stdout).some(({ name, enabled }) => name === domain && enabled === "yes"),
      make: ({ domain }) => ({ args: ["email", "sending", "enable", domain] }),
    }),
    ofWrangler({
      title: "events of sent mail",
      look: () => ["queues", "subscription", "list", queue, "--json"],
      isThere: ({ domain }, { stdout }) =>
        jsonIn<{ source: { type: string; domain?: string } }[]>(stdout).some(
          ({ source }) => source.type === "email.sending" && source.domain === domain,
        ),
      make: ({ domain, zone }) => ({
        args: [
          ["queues", "subscription", "create", queue, "--source", "email.sending"],
          ["--events", MAIL_EVENTS.join(","), "--zone-id", zone.id, "--domain", domain],
        ].flat(),
      }),
    }),
  ];
}

/**
 * Parses the rules of Email Routing: the target of each address, such as `worker:below-market-toronto`; null without a
 * rule.
 */
function routes(output: string): (address: string) => string | null {
  const rules = [...output.matchAll(/Matchers:\s+to:(\S+)\s+Actions:\s+(\S+)/g)];
  const [, isOn, everything] = /Catch-all rule: (enabled|disabled), action: (\S+)/.exec(output) ?? [];
  return (address) => {
    if (address === "*") return isOn === "enabled" ? (everything ?? null) : null;
    return rules.find(([, to]) => to === address)?.[2] ?? null;
  };
}

/**
 * Steps for incoming email: confirming replies go to the Worker, all other email to the operator. Wrangler can only
 * forward a catch-all, not route it to a Worker.
 */
function receivingSteps({ name }: Configuration): Step[] {
  const rules = ({ zone }: Plan) => ["email", "routing", "rules", "list", zone.name, "--zone-id", zone.id];
  const isApex = ({ domain, zone }: Plan) => zone.name === domain;
  return [
    ofWrangler({
      title: "arriving mail",
      look: () => ["email", "routing", "list"],
      isThere: ({ zone }, { stdout }) =>
        rowsIn(stdout).some((row) => row["zone id"] === zone.id && row.enabled === "yes"),
      make: ({ zone }) => ({ args: ["email", "routing", "enable", zone.name, "--zone-id", zone.id] }),
    }),
    ofWrangler({
      title: "the contact address as a destination",
      look: () => ["email", "routing", "addresses", "list"],
      isThere: ({ contact }, { stdout }) => rowsIn(stdout).some(({ email }) => email === contact),
      make: ({ contact }) => ({ args: ["email", "routing", "addresses", "create", contact] }),
    }),
    ofWrangler({
      title: "replies to the Worker",
      look: rules,
      isThere: ({ domain }, { stdout }) => routes(stdout)(`confirm@${domain}`) === `worker:${name}`,
      make: ({ domain, zone }) => ({
        args: [
          ["email", "routing", "rules", "create", zone.name, "--zone-id", zone.id, "--name", `${name}: replies`],
          ["--match-type", "literal", "--match-field", "to", "--match-value", `confirm@${domain}`],
          ["--action-type", "worker", "--action-value", name],
        ].flat(),
      }),
    }),
    ofWrangler({
      title: "all other mail to the contact address",
      look: rules,
      // A catch-all rule that the operator set up is kept. A subdomain has no catch-all rule.
      isThere: (plan, { stdout }) => !isApex(plan) || routes(stdout)("*") !== null,
      make: ({ contact, zone }) => ({
        args: [
          ["email", "routing", "rules", "update", zone.name, "catch-all", "--zone-id", zone.id, "--enabled"],
          ["--action-type", "forward", "--action-value", contact],
        ].flat(),
      }),
    }),
  ];
}

/**
 * Returns all steps in order. Email comes last, because it needs the Worker, and storing the secrets creates the
 * Worker.
 */
export const setupSteps = (config: Configuration): Step[] => [
  zoneStep(),
  ...resourceSteps(config),
  secretStep(config),
  ...sendingSteps(config),
  ...receivingSteps(config),
];

/** Dependencies with which steps are carried out. */
export interface StepDeps {
  wrangler: Wrangler;
  terminal: Terminal;
}

/** Prints the commands of the steps without running them. */
export function showSteps(steps: readonly Step[], plan: Plan, terminal: Terminal): void {
  for (const { title, look, make } of steps) {
    terminal.say(title);
    terminal.say(`  look:    ${commandLine(look(plan))}`);
    const command = make?.(plan);
    if (command === undefined) terminal.say("  missing: tells you what to click");
    else
      terminal.say(
        `  missing: ${commandLine(command.args)}${command.input === undefined ? "" : "   (secrets on its standard input)"}`,
      );
  }
}

/**
 * Creates one resource. If the command fails, checks again whether the resource exists: possibly only the response was
 * lost.
 */
async function make(step: Step, plan: Plan, command: Command, { wrangler, terminal }: StepDeps): Promise<void> {
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
        ["These may or may not have been stored. Keep them until the next run tells you:", ...lines].join("\n  "),
      );
    throw failure ?? error;
  }
  throw failure ?? new Error(`${commandLine(command.args)} reported success, but nothing is there.`);
}

/** Carries out one step, unless its resource already exists. */
async function runStep(step: Step, plan: Plan, deps: StepDeps): Promise<void> {
  const { wrangler, terminal } = deps;
  const look = step.look(plan);
  if (step.isThere(plan, await wrangler(look))) {
    terminal.say(`= ${step.title}: already there`);
    return;
  }
  const command = step.make?.(plan);
  if (command === undefined)
    throw new PlatformError(look, { code: 1, stdout: "", stderr: `Could not find a zone for ${plan.domain}` });
  try {
    await make(step, plan, command, deps);
  } catch (error) {
    if (!(error instanceof PlatformError && error.isWaitingForClick)) throw error;
    terminal.say(
      `~ ${step.title}: waiting for you to click the link in the verification email; run this again after that`,
    );
    return;
  }
  terminal.say(`+ ${step.title}: created`);
  if (step.show)
    terminal.say(["Shown only once and stored nowhere else. Write them down:", ...step.show(plan)].join("\n    "));
}

/** Carries out steps in order; stops at the first that fails. @throws PlatformError that states what to do */
export async function runSteps(steps: readonly Step[], plan: Plan, deps: StepDeps): Promise<void> {
  for (const step of steps) await runStep(step, plan, deps);
}

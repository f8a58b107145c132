// Everything that the site needs on Cloudflare, one step for each thing: how to see whether it is there, and how to make it.
import { randomBytes } from "node:crypto";
import type { Answers } from "./answers.ts";
import { type Changes, type Configuration, namespaceTitle, queueNames } from "./configuration.ts";
import { type Answer, jsonIn, PlatformError, rowsIn } from "./wrangler.ts";

/** Eastern North America: Toronto's side of it. Neither a database nor a bucket can be moved later. */
const LOCATION = "enam";

/** What becomes known on the way. In a plan that only shows commands, ids are words in brackets. */
export interface Plan {
  answers: Answers;
  config: Configuration;
  zone: { id: string; name: string };
  /** Secrets made by this run, to be shown once. */
  secrets: Record<string, string>;
}

export interface Command {
  args: readonly string[];
  input?: string;
}

/** One thing; looked for first, so that a second run makes nothing twice. */
export interface Step {
  title: string;
  look: (plan: Plan) => readonly string[];
  /**
   * Whether the thing is there, by the answer to `look`; notes what it learns in the plan.
   * @throws PlatformError when the answer says neither
   */
  isThere: (plan: Plan, answer: Answer) => boolean;
  /** Undefined where only a person can make it. */
  make?: (plan: Plan) => Command;
  /** Lines that are printed once, after it was made. */
  show?: (plan: Plan) => string[];
  /** What is written into the configuration once it is there. */
  changes?: (plan: Plan, answer: Answer) => Changes;
}

const ofWrangler = (step: Step): Step => ({
  ...step,
  isThere: (plan, answer) => {
    if (answer.code !== 0) throw new PlatformError(step.look(plan), answer);
    return step.isThere(plan, answer);
  },
});

/** Where absence is a failure of the command, with these words. */
const unlessAbsent = (words: RegExp, step: Omit<Step, "isThere">): Step => ({
  ...step,
  isThere: (plan, answer) => {
    if (answer.code === 0) return true;
    if (words.test(`${answer.stderr}${answer.stdout}`)) return false;
    throw new PlatformError(step.look(plan), answer);
  },
});

/** The zone of the account that a domain is in, by the list of zones. */
function zoneStep(): Step {
  return ofWrangler({
    title: "the domain's zone",
    look: () => ["email", "routing", "list"],
    isThere: (plan, { stdout }) => {
      const { domain } = plan.answers;
      const zone = rowsIn(stdout)
        .filter(({ zone: name = "" }) => domain === name || domain.endsWith(`.${name}`))
        .toSorted((a, b) => (b.zone ?? "").length - (a.zone ?? "").length)[0];
      if (zone) plan.zone = { id: zone["zone id"] ?? "", name: zone.zone ?? "" };
      return zone !== undefined;
    },
  });
}

const databaseId = ({ stdout }: Answer, name: string) =>
  jsonIn<{ uuid: string; name: string }[]>(stdout).find((database) => database.name === name)?.uuid;

const namespaceId = ({ stdout }: Answer, title: string) =>
  jsonIn<{ id: string; title: string }[]>(stdout).find((namespace) => namespace.title === title)?.id;

function storageSteps(config: Configuration): Step[] {
  return [
    ...config.d1_databases.map(({ binding, database_name: name }) =>
      ofWrangler({
        title: `database ${name}`,
        look: () => ["d1", "list", "--json"],
        isThere: (_plan, answer) => databaseId(answer, name) !== undefined,
        make: () => ({ args: ["d1", "create", name, "--location", LOCATION] }),
        changes: (_plan, answer) => ({ databases: { [binding]: databaseId(answer, name) ?? "" } }),
      }),
    ),
    ...config.kv_namespaces.map(({ binding }) => {
      const title = namespaceTitle(config, binding);
      return ofWrangler({
        title: `key-value namespace ${title}`,
        look: () => ["kv", "namespace", "list"],
        isThere: (_plan, answer) => namespaceId(answer, title) !== undefined,
        make: () => ({ args: ["kv", "namespace", "create", title] }),
        changes: (_plan, answer) => ({ namespaces: { [binding]: namespaceId(answer, title) ?? "" } }),
      });
    }),
    ...config.r2_buckets.map(({ bucket_name: name }) =>
      // 10006 is R2's NoSuchBucket.
      unlessAbsent(/code: 10006|bucket does not exist/i, {
        title: `bucket ${name}`,
        look: () => ["r2", "bucket", "info", name, "--json"],
        make: () => ({ args: ["r2", "bucket", "create", name, "--location", LOCATION] }),
      }),
    ),
  ];
}

/** Steps for the queues: a name that only a consumer has is not made by a deployment. */
function queueSteps(config: Configuration): Step[] {
  return queueNames(config).map((name) =>
    // 11000 is the API's "queue not found".
    unlessAbsent(/does not exist|code: 11000\b/i, {
      title: `queue ${name}`,
      look: () => ["queues", "info", name],
      make: () => ({ args: ["queues", "create", name] }),
    }),
  );
}

/** Secrets that the setup makes. Those of other services come from there, by `npx wrangler secret put NAME`. */
export const OWN_SECRETS = ["ADMIN_PASSWORD", "STATS_PASSWORD", "SESSION_SECRET"] as const;
/** Bytes of chance in each: 24 characters, and 43 for the one that signs. */
const SECRET_BYTES = { ADMIN_PASSWORD: 18, STATS_PASSWORD: 18, SESSION_SECRET: 32 } as const;

/** Names of the secrets that a list holds; empty for a Worker that does not exist yet. */
export function secretNames({ code, stdout, stderr }: Answer, args: readonly string[]): string[] {
  if (code === 0) return jsonIn<{ name: string }[]>(stdout).map(({ name }) => name);
  // 10007 and 10090 are the API's codes.
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
      // Made once in a run: a second try must store what is shown at its end.
      if (Object.keys(plan.secrets).length === 0)
        for (const secret of missing) plan.secrets[secret] = randomBytes(SECRET_BYTES[secret]).toString("base64url");
      return missing.length === 0;
    },
    make: (plan) => ({ args: ["secret", "bulk", "--name", name], input: JSON.stringify(plan.secrets) }),
    show: ({ secrets }) => Object.entries(secrets).map(([secret, value]) => `${secret}=${value}`),
  };
}

/** What becomes of mails, for the list of addresses that are mailed no more. */
const MAIL_EVENTS = ["message.bounced", "message.complained"];

function sendingSteps(config: Configuration): Step[] {
  const queue = `${config.vars.QUEUE_PREFIX}-mail-events`;
  return [
    ofWrangler({
      title: "sending of mail",
      look: ({ answers }) => ["email", "sending", "list", answers.domain],
      isThere: ({ answers }, { stdout }) =>
        rowsIn(stdout).some(({ name, enabled }) => name === answers.domain && enabled === "yes"),
      make: ({ answers }) => ({ args: ["email", "sending", "enable", answers.domain] }),
    }),
    ofWrangler({
      title: "events of sent mail",
      look: () => ["queues", "subscription", "list", queue, "--json"],
      isThere: ({ answers }, { stdout }) =>
        jsonIn<{ source: { type: string; domain?: string } }[]>(stdout).some(
          ({ source }) => source.type === "email.sending" && source.domain === answers.domain,
        ),
      make: ({ answers, zone }) => ({
        args: [
          ["queues", "subscription", "create", queue, "--source", "email.sending"],
          ["--events", MAIL_EVENTS.join(","), "--zone-id", zone.id, "--domain", answers.domain],
        ].flat(),
      }),
    }),
  ];
}

/** Rules of Email Routing: what each address leads to, such as `worker:below-market-toronto`; null without a rule. */
function routes(output: string): (address: string) => string | null {
  const rules = [...output.matchAll(/Matchers:\s+to:(\S+)\s+Actions:\s+(\S+)/g)];
  const [, isOn, everything] = /Catch-all rule: (enabled|disabled), action: (\S+)/.exec(output) ?? [];
  return (address) => {
    if (address === "*") return isOn === "enabled" ? (everything ?? null) : null;
    return rules.find(([, to]) => to === address)?.[2] ?? null;
  };
}

/**
 * Mail that arrives: replies that confirm go to the Worker, everything else to the operator. A catch-all can only be
 * forwarded by wrangler, not given to a Worker.
 */
function receivingSteps({ name }: Configuration): Step[] {
  const rules = ({ zone }: Plan) => ["email", "routing", "rules", "list", zone.name, "--zone-id", zone.id];
  const isApex = ({ answers, zone }: Plan) => zone.name === answers.domain;
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
      isThere: ({ answers }, { stdout }) => rowsIn(stdout).some(({ email }) => email === answers.contact),
      make: ({ answers }) => ({ args: ["email", "routing", "addresses", "create", answers.contact] }),
    }),
    ofWrangler({
      title: "replies to the Worker",
      look: rules,
      isThere: ({ answers }, { stdout }) => routes(stdout)(`confirm@${answers.domain}`) === `worker:${name}`,
      make: ({ answers, zone }) => ({
        args: [
          ["email", "routing", "rules", "create", zone.name, "--zone-id", zone.id, "--name", `${name}: replies`],
          ["--match-type", "literal", "--match-field", "to", "--match-value", `confirm@${answers.domain}`],
          ["--action-type", "worker", "--action-value", name],
        ].flat(),
      }),
    }),
    ofWrangler({
      title: "all other mail to the contact address",
      look: rules,
      // An operator's own catch-all stays; on a subdomain there is none.
      isThere: (plan, { stdout }) => !isApex(plan) || routes(stdout)("*") !== null,
      make: ({ answers, zone }) => ({
        args: [
          ["email", "routing", "rules", "update", zone.name, "catch-all", "--zone-id", zone.id, "--enabled"],
          ["--action-type", "forward", "--action-value", answers.contact],
        ].flat(),
      }),
    }),
  ];
}

/** Storage and queues: what a deployment finds by name. */
export const resourceSteps = (config: Configuration): Step[] => [...storageSteps(config), ...queueSteps(config)];

/** All steps in order; mail last, because it needs the Worker, which storing secrets creates. */
export const setupSteps = (config: Configuration): Step[] => [
  zoneStep(),
  ...resourceSteps(config),
  secretStep(config),
  ...sendingSteps(config),
  ...receivingSteps(config),
];

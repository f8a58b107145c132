import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";

/**
 * A fake Cloudflare account behind wrangler's command line. It stores what was created, answers in the formats of
 * wrangler's own source, and records each command line. Its state is plain JSON, so that a program can store it in a
 * file between two commands.
 */
export interface Account {
  loggedIn: boolean;
  zones: { id: string; name: string; routing: boolean }[];
  databases: { uuid: string; name: string; location: string }[];
  buckets: { name: string; location: string }[];
  queues: string[];
  secrets: Record<string, Record<string, string>>;
  sending: string[];
  subscriptions: { queue: string; source: { type: string; domain: string; zone_id: string }; events: string[] }[];
  addresses: { email: string; verified: string | null }[];
  rules: { to: string; action: string }[];
  catchAll: string | null;
  migrations: string[];
  versions: string[];
  /** The version that responds; null before the first deployment. */
  current: string | null;
  /** Error messages of commands that fail, by the beginning of the command line. */
  refusals: Record<string, string>;
  /** Command lines in order, with the names of secrets passed on standard input. */
  calls: string[];
  /** Makes the nth command fail, either before it takes effect or afterwards, when only its response is lost. */
  fault: { nth: number; when: "before" | "after" } | null;
  /** Resources that were created although they already existed. */
  madeTwice: string[];
}

export const newAccount = (changes: Partial<Account> = {}): Account => ({
  loggedIn: true,
  zones: [{ id: "zone0", name: "rent.test", routing: false }],
  databases: [],
  buckets: [],
  queues: [],
  secrets: {},
  sending: [],
  subscriptions: [],
  addresses: [],
  rules: [],
  catchAll: null,
  migrations: [],
  versions: [],
  current: null,
  refusals: {},
  calls: [],
  fault: null,
  madeTwice: [],
  ...changes,
});

interface Answer {
  code: number;
  stdout: string;
  stderr: string;
}
const said = (stdout: string): Answer => ({ code: 0, stdout, stderr: "" });
const refused = (text: string): Answer => ({ code: 1, stdout: "", stderr: `✘ [ERROR] ${text}\n` });

/** Formats a table as cli-table3 does. */
function table(rows: Record<string, string>[]): string {
  const titles = Object.keys(rows[0] ?? {});
  const widths = titles.map(
    (title) => Math.max(...[title, ...rows.map((row) => row[title] ?? "")].map((cell) => cell.length)) + 2,
  );
  const line = (left: string, middle: string, right: string) =>
    left + widths.map((width) => "─".repeat(width)).join(middle) + right;
  const row = (cells: string[]) => `│${cells.map((cell, nth) => ` ${cell}`.padEnd(widths[nth] ?? 0)).join("│")}│`;
  return [
    line("┌", "┬", "┐"),
    row(titles),
    ...rows.flatMap((cells) => [line("├", "┼", "┤"), row(titles.map((title) => cells[title] ?? ""))]),
    line("└", "┴", "┘"),
  ].join("\n");
}

/** Returns the value after a flag. */
const flag = (args: readonly string[], name: string) => args[args.indexOf(name) + 1] ?? "";

type Handler = (account: Account, args: readonly string[], input: string) => Answer;

/** Adds a resource, and records whether it already existed. */
function add<Thing>(
  account: Account,
  things: Thing[],
  thing: Thing,
  isSame: (one: Thing) => boolean,
  name: string,
): Answer {
  if (things.some(isSame)) {
    account.madeTwice.push(name);
    return refused(`${name} already exists.`);
  }
  things.push(thing);
  return said(`✅ Successfully created ${name}`);
}

const COMMANDS: Record<string, Handler> = {
  "email routing list": ({ zones }) =>
    said(
      zones.length === 0
        ? "No zones found with Email Routing in this account."
        : table(zones.map(({ id, name, routing }) => ({ zone: name, "zone id": id, enabled: routing ? "yes" : "no" }))),
    ),
  "email routing enable": (account, args) => {
    for (const zone of account.zones) if (zone.id === flag(args, "--zone-id")) zone.routing = true;
    return said("Email Routing enabled for it (status: ready)");
  },
  "email routing addresses list": ({ addresses }) =>
    said(
      addresses.length === 0
        ? "No destination addresses found."
        : table(
            addresses.map(({ email, verified }) => ({
              id: "a1",
              email,
              verified: verified ?? "pending",
              created: "2026-11-01",
            })),
          ),
    ),
  "email routing addresses create": (account, [, , , , email = ""]) =>
    add(account, account.addresses, { email, verified: null }, (one) => one.email === email, email),
  "email routing rules list": ({ rules, catchAll }) =>
    said(
      `${rules.length === 0 ? "No custom routing rules found." : rules.map(({ to, action }, nth) => `Rule: r${nth}\n  Name:     replies\n  Enabled:  true\n  Matchers: to:${to}\n  Actions:  ${action}\n  Priority: 0\n`).join("\n")}\n\nCatch-all rule: ${catchAll === null ? "disabled" : "enabled"}, action: ${catchAll ?? "drop"}\n`,
    ),
  "email routing rules create": (account, args) => {
    const [to, worker] = [flag(args, "--match-value"), flag(args, "--action-value")];
    if (account.secrets[worker] === undefined) return refused(`The Worker ${worker} does not exist. [code: 2007]`);
    return add(
      account,
      account.rules,
      { to, action: `worker:${worker}` },
      (one) => one.to === to,
      `the rule for ${to}`,
    );
  },
  "email routing rules update": (account, args) => {
    const to = flag(args, "--action-value");
    if (account.addresses.find(({ email }) => email === to)?.verified === null)
      return refused("The destination address is not verified. [code: 2039]");
    if (account.catchAll !== null) account.madeTwice.push("the catch-all");
    account.catchAll = `forward:${to}`;
    return said("Updated catch-all rule:");
  },
  "email sending list": ({ sending }) =>
    said(
      sending.length === 0
        ? "No sending subdomains found for this domain."
        : table(sending.map((name) => ({ name, enabled: "yes", tag: "t" }))),
    ),
  "email sending enable": (account, [, , , domain = ""]) =>
    add(account, account.sending, domain, (one) => one === domain, `sending for ${domain}`),
  "queues info": ({ queues }, [, , name = ""]) =>
    queues.includes(name)
      ? said(`Queue Name: ${name}`)
      : refused(`Queue "${name}" does not exist. To create it, run: wrangler queues create ${name}`),
  "queues create": (account, [, , name = ""]) =>
    add(account, account.queues, name, (one) => one === name, `queue ${name}`),
  "queues subscription list": ({ subscriptions }, [, , , queue]) =>
    said(
      JSON.stringify(
        subscriptions.filter((one) => one.queue === queue),
        null,
        2,
      ),
    ),
  "queues subscription create": (account, args) => {
    const [queue = "", domain] = [args[3], flag(args, "--domain")];
    const source = { type: flag(args, "--source"), domain, zone_id: flag(args, "--zone-id") };
    return add(
      account,
      account.subscriptions,
      { queue, source, events: flag(args, "--events").split(",") },
      (one) => one.queue === queue && one.source.domain === domain,
      `the subscription of ${queue}`,
    );
  },
  "d1 info": ({ databases }, [, , name = ""]) => {
    const database = databases.find((one) => one.name === name);
    return database
      ? said(JSON.stringify(database))
      : refused(`Couldn't find a D1 DB with name or binding '${name}' in your config or the API.`);
  },
  "d1 create": (account, args) => {
    const name = args[2] ?? "";
    return add(
      account,
      account.databases,
      { uuid: `uuid-of-${name}`, name, location: flag(args, "--location") },
      (one) => one.name === name,
      `database ${name}`,
    );
  },
  "r2 bucket info": ({ buckets }, [, , , name = ""]) => {
    const bucket = buckets.find((one) => one.name === name);
    return bucket
      ? said(JSON.stringify(bucket))
      : refused("A request to the Cloudflare API failed.\n  The specified bucket does not exist. [code: 10006]");
  },
  "r2 bucket create": (account, args) => {
    const name = args[3] ?? "";
    return add(
      account,
      account.buckets,
      { name, location: flag(args, "--location") },
      (one) => one.name === name,
      `bucket ${name}`,
    );
  },
  "secret list": ({ secrets }, args) => {
    const own = secrets[flag(args, "--name")];
    return own
      ? said(JSON.stringify(Object.keys(own).map((name) => ({ name, type: "secret_text" }))))
      : refused(
          `Worker "${flag(args, "--name")}" not found.\n\nIf this is a new Worker, run \`wrangler deploy\` first to create it.`,
        );
  },
  "secret bulk": (account, args, input) => {
    const name = flag(args, "--name");
    const own = (account.secrets[name] ??= {});
    const given = JSON.parse(input) as Record<string, string>;
    account.madeTwice.push(
      ...Object.keys(given)
        .filter((secret) => secret in own)
        .map((secret) => `secret ${secret}`),
    );
    Object.assign(own, given);
    return said("✨ secrets successfully created");
  },
  "d1 migrations list": (account, args) => {
    const pending = migrationsIn(args).filter((name) => !account.migrations.includes(name));
    return said(
      pending.length === 0
        ? "✅ No migrations to apply!"
        : `Migrations to be applied:\n${table(pending.map((Name) => ({ Name })))}`,
    );
  },
  "d1 migrations apply": (account, args) => {
    account.migrations.push(...migrationsIn(args).filter((name) => !account.migrations.includes(name)));
    return said("");
  },
  deploy: (account) => {
    account.current = `version-${account.versions.length + 1}`;
    account.versions.push(account.current);
    return said(
      `Uploaded below-market-toronto\n  https://below-market-toronto.operator.workers.dev\nCurrent Version ID: ${account.current}`,
    );
  },
  rollback: (account, [, version = ""]) => {
    account.current = version.startsWith("--") ? (account.versions.at(-2) ?? null) : version;
    return said("");
  },
};

/** Returns the migrations that a configuration makes visible to wrangler. */
function migrationsIn(args: readonly string[]): string[] {
  const file = flag(args, "--config");
  const { d1_databases } = JSON.parse(readFileSync(file, "utf8")) as {
    d1_databases: { migrations_dir: string; migrations_pattern: string }[];
  };
  const { migrations_dir = "", migrations_pattern = "" } = d1_databases[0] ?? {};
  return readdirSync(join(dirname(file), migrations_dir))
    .filter((name) => matchesGlob(`${migrations_dir}/${name}`, migrations_pattern))
    .toSorted();
}

/** Answers one command line, as wrangler would for this account. */
export function answerCommand(account: Account, args: readonly string[], input = ""): Answer {
  const line = args.join(" ");
  account.calls.push(input === "" ? line : `${line} < ${Object.keys(JSON.parse(input) as object).join(",")}`);
  const isFaulty = account.fault?.nth === account.calls.length;
  if (isFaulty && account.fault?.when === "before") return refused("fetch failed");
  const refusal = Object.entries(account.refusals).find(([start]) => line.startsWith(start));
  if (refusal) return refused(refusal[1]);
  const name = Object.keys(COMMANDS).find((start) => line === start || line.startsWith(`${start} `));
  if (name === undefined) return refused(`Unknown arguments: ${line}`);
  if (!account.loggedIn)
    return refused(
      "In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN environment variable for wrangler to work.",
    );
  const answer = COMMANDS[name]?.(account, args, input) ?? refused("");
  return isFaulty ? refused("fetch failed") : answer;
}

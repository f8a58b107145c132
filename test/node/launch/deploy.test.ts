import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfiguration } from "../../../scripts/launch/configuration.ts";
import { type DeployDeps, runDeploy } from "../../../scripts/deploy.ts";
import type { Line } from "../../../scripts/launch/proof.ts";
import { type Account, newAccount } from "../../support/node/cloudflare-account.ts";
import { configurationCopy, fakeTerminal, setUp, wranglerOf } from "../../support/node/launch.ts";

const line = (state: Line["state"], name = "the site answers"): Line => ({
  name,
  state,
  detail: "seen",
  section: "deploying",
});
const PROVEN = [line("ok"), line("ok", "a cron tick")];

/** Returns a site that is set up, with its own folder of migrations. */
async function ready(migrations: Record<string, string> = { "0000_start.sql": "CREATE TABLE a (id integer);" }) {
  const [account, copy] = [newAccount(), configurationCopy({ isShort: true })];
  expect((await setUp(account, copy.file)).stopped).toBe(null);
  const folder = dirname(copy.file);
  mkdirSync(join(folder, "migrations"));
  for (const [name, sql] of Object.entries(migrations)) writeFileSync(join(folder, "migrations", name), sql);
  account.calls = [];
  return { account, ...copy, folder };
}
type Ready = Awaited<ReturnType<typeof ready>>;

/** Deploys once; never throws. */
async function deploy({ account, file, folder }: Ready, change: Partial<DeployDeps> = {}) {
  const terminal = fakeTerminal();
  const built: string[] = [];
  const text = readFileSync(file, "utf8");
  // Paths in the configuration are relative to the project's folder.
  writeFileSync(
    file,
    text.replaceAll('migrations_dir = "migrations"', `migrations_dir = "${join(folder, "migrations")}"`),
  );
  const stopped = await runDeploy(null, {
    wrangler: wranglerOf(account),
    terminal,
    file,
    folder: join(folder, "work"),
    build: async (env) => {
      built.push(String(env));
      account.calls.push("(build)");
      return "abc123";
    },
    live: async () => (account.current === null ? null : "former"),
    emptyCache: null,
    prove: async () => {
      account.calls.push("(proof)");
      return PROVEN;
    },
    now: () => new Date("2026-11-20T12:00:00Z"),
    ...change,
  }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { said: terminal.said.join("\n"), stopped, built };
}

/** Returns the commands that change something, in order. */
const changes = ({ calls }: Account) =>
  calls.filter((call) => !/\b(list|info)\b/.test(call)).map((call) => call.replace(/ --config \S+| --message .*/g, ""));

describe("A deployment", () => {
  it("migrates, deploys, checks itself, and only then runs destructive migrations", { tags: ["rest"] }, async () => {
    const site = await ready({
      "0000_start.sql": "CREATE TABLE a (id integer);",
      "0001_less_after_deploy.sql": "DROP TABLE b;",
    });
    const { stopped, said } = await deploy(site);
    expect([stopped, said]).toEqual([null, expect.stringContaining("Deployed and proven.")]);
    expect(changes(site.account)).toEqual([
      "(build)",
      "d1 migrations apply DB --remote",
      "deploy",
      "(proof)",
      "d1 migrations apply DB --remote",
    ]);
    expect(site.account.migrations).toEqual(["0000_start.sql", "0001_less_after_deploy.sql"]);
  });

  it("delays destructive steps while a check is still open", { tags: ["rest"] }, async () => {
    const site = await ready({ "0001_less_after_deploy.sql": "DROP TABLE b;" });
    const open = async () => [line("ok"), line("open", "a cron tick")];
    const { stopped, said } = await deploy(site, { prove: open });
    expect([stopped, said]).toEqual([null, expect.stringMatching(/Not applied[^]*0001_less_after_deploy/)]);
    expect(site.account.migrations).toEqual([]);
    await deploy(site);
    expect(site.account.migrations).toEqual(["0001_less_after_deploy.sql"]);
  });

  it("rolls back when a check fails, and states which migrations stay", async () => {
    const site = await ready();
    await deploy(site);
    writeFileSync(join(site.folder, "migrations", "0001_more.sql"), "CREATE TABLE c (id integer);");
    writeFileSync(join(site.folder, "migrations", "0002_less_after_deploy.sql"), "DROP TABLE b;");
    const { stopped } = await deploy(site, { prove: async () => [line("ok"), line("failed", "the page is cached")] });
    expect(stopped).toMatch(/the page is cached[^]*Rolled back to the previous version[^]*stay[^]*0001_more\.sql/);
    expect(site.account.current).toBe("version-1");
    expect(site.account.migrations).toEqual(["0000_start.sql", "0001_more.sql"]);
  });

  it("empties the cache after a rollback if it has the password, and otherwise asks the operator to do so", async () => {
    const site = await ready();
    await deploy(site);
    const emptied: string[] = [];
    const failing = { prove: async () => [line("failed")] };
    const emptyCache = async (url: string) => emptied.push(url) > 0;
    expect((await deploy(site, { ...failing, emptyCache })).stopped).toContain("cache was emptied");
    expect(emptied).toEqual(["https://rent.test"]);
    expect((await deploy(site, failing)).stopped).toContain("npm run rollback -- --cache-only");
  });

  it("states on the first run that it cannot roll back", async () => {
    const site = await ready();
    const { stopped } = await deploy(site, { prove: async () => [line("failed")] });
    expect(stopped).toMatch(/no version to go back to/);
    expect(changes(site.account)).not.toContainEqual(expect.stringContaining("rollback"));
  });

  it("states what to do when the rollback also fails", async () => {
    const site = await ready();
    await deploy(site);
    site.account.refusals = { rollback: "fetch failed" };
    const { stopped } = await deploy(site, { prove: async () => [line("failed")] });
    expect(stopped).toMatch(/Rolling back failed as well[^]*cloudflarestatus/);
  });

  it("stops when a migration fails, and completes when it is run again", async () => {
    const site = await ready();
    site.account.refusals = { "d1 migrations apply": 'near "TABEL": syntax error' };
    expect((await deploy(site)).stopped).toContain("syntax error");
    expect(site.account.current).toBe(null);
    site.account.refusals = {};
    expect((await deploy(site)).stopped).toBe(null);
  });
});

describe("Storage and queues", () => {
  it("are created in the right place before any migration when they are missing", async () => {
    const site = await ready();
    const [bucket, queue] = [site.account.buckets.pop(), site.account.queues.pop()];
    expect((await deploy(site)).stopped).toBe(null);
    expect(changes(site.account).slice(0, 3)).toEqual([
      `r2 bucket create ${bucket?.name} --location enam`,
      `queues create ${queue}`,
      "(build)",
    ]);
    expect(site.account.madeTwice).toEqual([]);
  });
});

describe("Before anything is changed, a deployment refuses", () => {
  const refusals: [name: string, spoil: (site: Ready) => void, words: RegExp][] = [
    ["a missing login", ({ account }) => void (account.loggedIn = false), /wrangler login/],
    ["development's mode", edit('APP_ENV = "production"', 'APP_ENV = "development"'), /APP_ENV/],
    [
      "an address without https",
      edit('SITE_URL = "https://rent.test"', 'SITE_URL = "http://rent.test"'),
      /begin with https/,
    ],
    ["example addresses", edit("op@inbox.test", "hello@belowmarket.example"), /CONTACT_EMAIL still hold example/],
    ["a route elsewhere", edit('pattern = "rent.test"', 'pattern = "www.rent.test"'), /No route leads to SITE_URL/],
    ["a sender of another domain", edit("listings@rent.test", "listings@else.test"), /MAIL_FROM/],
    ["an empty postal address", edit("1 Main St, Toronto ON M5V 1A1", ""), /POSTAL_ADDRESS/],
    ["an unknown provider of bulk mail", setVars({ BULK_MAIL_PROVIDER: "pigeons" }), /BULK_MAIL_PROVIDER is "pigeons"/],
    ["a provider without a sender", setVars({ BULK_MAIL_PROVIDER: "resend" }), /BULK_MAIL_FROM is missing/],
    [
      "a provider without its secrets",
      setVars({ BULK_MAIL_PROVIDER: "resend", BULK_MAIL_FROM: "listings@news.rent.test" }),
      /RESEND_API_KEY, RESEND_WEBHOOK_SECRET are not set/,
    ],
    [
      "a missing secret",
      ({ account }) => void delete account.secrets["below-market-toronto"]?.SESSION_SECRET,
      /SESSION_SECRET are not set/,
    ],
    [
      "migrations out of order",
      ({ folder }) => {
        writeFileSync(join(folder, "migrations", "0001_less_after_deploy.sql"), "DROP TABLE a;");
        writeFileSync(join(folder, "migrations", "0002_more.sql"), "CREATE TABLE d (id integer);");
      },
      /Deploy the commit of 0001_less_after_deploy.sql first/,
    ],
  ];

  /** Changes the configuration file. */
  function edit(from: string, to: string) {
    return ({ file }: Ready) => {
      const text = readFileSync(file, "utf8");
      expect(text).toContain(from);
      writeFileSync(file, text.replaceAll(from, to));
    };
  }

  /** Sets vars, whether or not the file has them. */
  function setVars(vars: Record<string, string>) {
    return ({ file }: Ready) => {
      const lines = readFileSync(file, "utf8")
        .split("\n")
        .filter((row) => !Object.keys(vars).some((name) => row.startsWith(`${name} =`)));
      const added = Object.entries(vars).map(([name, value]) => `${name} = "${value}"`);
      lines.splice(lines.indexOf("[vars]") + 1, 0, ...added);
      writeFileSync(file, lines.join("\n"));
    };
  }

  it.each(refusals)("%s", async (_name, spoil, words) => {
    const site = await ready();
    spoil(site);
    const { stopped, built } = await deploy(site);
    expect(stopped).toMatch(words);
    expect(stopped).toContain("docs/operations.md#");
    expect([built, changes(site.account)]).toEqual([[], []]);
  });
});

describe("The published configuration", () => {
  it("is refused with a list of all its example values", async () => {
    const site = await ready();
    cpSync("wrangler.toml", site.file);
    const { stopped } = await deploy(site);
    for (const name of ["SITE_URL", "MAIL_DOMAIN", "routes", "POSTAL_ADDRESS"]) expect(stopped).toContain(name);
    expect(readConfiguration(null).d1_databases[0]?.database_id).toBe(undefined);
  });
});

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { OWN_SECRETS } from "../../../scripts/launch/steps.ts";
import { type Account, newAccount } from "../../support/node/cloudflare-account.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";
import { configurationCopy, FLAGS, setUp } from "../../support/node/launch.ts";

const WORKER = "below-market-toronto";

/** Returns the result of a setup, without random values and without the recorded calls. */
const made = ({ calls: _calls, fault: _fault, secrets, ...rest }: Account) => ({
  ...rest,
  secrets: Object.entries(secrets).map(([name, own]) => [name, Object.keys(own)]),
});

/** Returns the secrets that were shown, by name. */
const shown = (said: string) =>
  Object.fromEntries(
    [...said.matchAll(/^\s+((?:ADMIN|STATS|SESSION)_\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  );

async function undisturbed() {
  const [account, { file, text }] = [newAccount(), configurationCopy()];
  const { said, stopped } = await setUp(account, file);
  expect(stopped).toBe(null);
  return { account, said, text: text() };
}

describe("The setup", () => {
  it("creates everything with these commands, in Eastern North America", async () => {
    const { account } = await undisturbed();
    expect(account.calls.filter((line) => !/ (list|info|--json)\b/.test(line))).toEqual(
      [
        "d1 create below-market-toronto --location enam",
        ...account.buckets.map(({ name }) => `r2 bucket create ${name} --location enam`),
        ...["jobs", "slow-jobs", "mails", "jobs-dead", "mails-dead", "mail-events", "mail-events-dead"].map(
          (role) => `queues create below-market-${role}`,
        ),
        `secret bulk --name ${WORKER} < ${OWN_SECRETS.join(",")}`,
        "email sending enable rent.test",
        "queues subscription create below-market-mail-events --source email.sending --events message.bounced,message.complained --zone-id zone0 --domain rent.test",
        "email routing enable rent.test --zone-id zone0",
        "email routing addresses create op@inbox.test",
        `email routing rules create rent.test --zone-id zone0 --name ${WORKER}: replies --match-type literal --match-field to --match-value confirm@rent.test --action-type worker --action-value ${WORKER}`,
      ].concat(
        "email routing rules update rent.test catch-all --zone-id zone0 --enabled --action-type forward --action-value op@inbox.test",
      ),
    );
  });

  it("writes domain, email and postal addresses into wrangler.toml, keeps its comments and writes no secret", async () => {
    const { account, text } = await undisturbed();
    for (const line of [
      'routes = [{ pattern = "rent.test", custom_domain = true }]',
      'SITE_URL = "https://rent.test"',
      'MAIL_FROM = "listings@rent.test"',
      'CONTACT_EMAIL = "op@inbox.test"',
      'POSTAL_ADDRESS = "1 Main St, Toronto ON M5V 1A1"',
    ])
      expect(text.split("\n")).toContain(line);
    const comments = (whole: string) => whole.split("\n").filter((line) => line.startsWith("#"));
    expect(comments(text)).toEqual(comments(readFileSync("wrangler.toml", "utf8")));
    for (const value of Object.values(account.secrets[WORKER] ?? {})) expect(text).not.toContain(value);
  });

  it("shows the secrets once, and never replaces one that exists", async () => {
    const [account, { file }] = [
      newAccount({ secrets: { [WORKER]: { ADMIN_PASSWORD: "mine" } } }),
      configurationCopy(),
    ];
    const first = await setUp(account, file);
    const stored = { ...account.secrets[WORKER] };
    expect(stored.ADMIN_PASSWORD).toBe("mine");
    expect(shown(first.said)).toEqual({ STATS_PASSWORD: stored.STATS_PASSWORD, SESSION_SECRET: stored.SESSION_SECRET });
    expect(stored.SESSION_SECRET?.length).toBeGreaterThanOrEqual(43);
    const second = await setUp(account, file);
    expect(shown(second.said)).toEqual({});
    expect(account.secrets[WORKER]).toEqual(stored);
  });

  it("changes nothing when it is run again, and needs no flags then", async () => {
    const [account, { file, text }] = [newAccount(), configurationCopy()];
    await setUp(account, file);
    account.addresses = [{ email: FLAGS.contact, verified: "2026-11-02" }];
    await setUp(account, file, { flags: {} });
    const [before, after] = [JSON.stringify(made(account)), text()];
    const again = await setUp(account, file, { flags: {} });
    expect(again.stopped).toBe(null);
    expect(again.said).not.toContain("+ ");
    expect([JSON.stringify(made(account)), text(), account.madeTwice]).toEqual([before, after, []]);
  });

  it.each(["before", "after"] as const)(
    "ends in the same state when any command fails %s doing its work, and creates nothing twice",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async (when) => {
      const whole = { account: newAccount(), ...configurationCopy({ isShort: true }) };
      await setUp(whole.account, whole.file);
      const [before, after] = [whole.account.calls.length, whole.text()];
      for (let nth = 1; nth <= before; nth += 1) {
        const [account, { file, text }] = [newAccount({ fault: { nth, when } }), configurationCopy({ isShort: true })];
        const first = await setUp(account, file);
        const second = await setUp(account, file);
        expect([nth, second.stopped]).toEqual([nth, null]);
        expect([nth, made(account), text()]).toEqual([nth, made(whole.account), after]);
        expect([nth, { ...shown(first.said), ...shown(second.said) }]).toEqual([nth, account.secrets[WORKER]]);
      }
    },
  );

  it("forwards other emails once the operator's address is verified, and leaves an existing catch-all rule unchanged", async () => {
    const [account, { file }] = [newAccount(), configurationCopy()];
    expect((await setUp(account, file)).said).toMatch(/waiting for you to click[^]*Click the link in the email/);
    expect(account.catchAll).toBe(null);
    account.addresses = [{ email: FLAGS.contact, verified: "2026-11-02" }];
    expect((await setUp(account, file)).said).not.toContain("Click the link in the email");
    expect(account.catchAll).toBe("forward:op@inbox.test");
    account.catchAll = "forward:else@inbox.test";
    await setUp(account, file);
    expect(account.catchAll).toBe("forward:else@inbox.test");
  });
});

describe("Staging", () => {
  it("is set up beside production with its own names and production's answers", async () => {
    const [account, { file, text }] = [newAccount(), configurationCopy()];
    await setUp(account, file);
    const before = { databases: account.databases.length, queues: account.queues.length };
    const { stopped } = await setUp(account, file, { flags: { env: "staging" } });
    expect([stopped, account.madeTwice]).toEqual([null, []]);
    expect(account.databases.length).toBe(2 * before.databases);
    expect(account.queues.length).toBe(2 * before.queues);
    expect(account.sending).toEqual(["rent.test", "staging.rent.test"]);
    expect(text()).toContain('SITE_URL = "https://staging.rent.test"');
    expect(text()).toContain('SITE_URL = "https://rent.test"');
    expect(Object.keys(account.secrets)).toEqual([WORKER, `${WORKER}-staging`]);
  });
});

describe("A missing prerequisite", () => {
  const lacking: [name: string, change: Partial<Account>, said: RegExp][] = [
    ["a login", { loggedIn: false }, /npx wrangler login/],
    [
      "Workers Paid",
      { refusals: { "queues create": "Queues are unavailable on the free plan. [code: 100129]" } },
      /workers\/plans/,
    ],
    [
      "queues",
      { refusals: { "queues create": "In order to use Queues, you must enable your account [code: 11002]" } },
      /workers\/queues/,
    ],
    [
      "R2",
      { refusals: { "r2 bucket": "Please enable R2 through the Cloudflare Dashboard. [code: 10042]" } },
      /r2\/overview/,
    ],
    ["the domain", { zones: [{ id: "z9", name: "other.test", routing: false }] }, /Add the domain.*add-site/],
    [
      "a permission",
      { refusals: { "email sending list": "Authentication error [code: 10000]" } },
      /npx wrangler login` again/,
    ],
    ["patience", { refusals: { "d1 info": "Too many requests [code: 971]" } }, /five minutes/],
  ];

  it.each(lacking)(
    "%s: stops with instructions, and resumes there when it is run again",
    async (_name, change, said) => {
      const [account, { file }] = [newAccount(change), configurationCopy()];
      const { stopped } = await setUp(account, file);
      expect(stopped).toMatch(said);
      expect(stopped).toContain("docs/operations.md#setting-up");
      Object.assign(account, newAccount(), { ...account, loggedIn: true, refusals: {}, zones: newAccount().zones });
      expect((await setUp(account, file)).stopped).toBe(null);
      expect(account.madeTwice).toEqual([]);
    },
  );

  it("a choice between accounts: stops with instructions, and remembers the choice", async () => {
    const several = "More than one account available but unable to select one in non-interactive mode.";
    const [account, { file, text }] = [
      newAccount({ refusals: { "email routing list": several } }),
      configurationCopy(),
    ];
    expect((await setUp(account, file)).stopped).toMatch(/--account <id>/);
    account.refusals = {};
    expect((await setUp(account, file, { flags: { ...FLAGS, account: "acc1" } })).stopped).toBe(null);
    expect(text()).toContain('account_id = "acc1"');
  });
});

describe("Invalid flags", () => {
  it.each([
    ["no domain", { contact: FLAGS.contact }, "--domain is missing"],
    ["no contact", { domain: FLAGS.domain }, "--contact is missing"],
    ["no postal address", { domain: FLAGS.domain, contact: FLAGS.contact }, "--postal-address is missing"],
    ["an address as the domain", { ...FLAGS, domain: "https://rent.test/" }, "--domain: "],
    ["the example's domain", { ...FLAGS, domain: "belowmarket.example" }, "--domain: "],
    ["a contact in the domain", { ...FLAGS, contact: "hello@rent.test" }, "--contact: "],
    ["an unknown environment", { ...FLAGS, env: "moon" }, "--env moon"],
  ])("with %s: nothing is called or written", async (_name, flags, message) => {
    const [account, { file, text }] = [newAccount(), configurationCopy()];
    const before = text();
    expect((await setUp(account, file, { flags })).stopped).toContain(message);
    expect([account.calls, text()]).toEqual([[], before]);
  });
});

describe("npm run setup -- --dry-run", () => {
  it(
    "shows every command of an undisturbed run without a login, network access or changes",
    { tags: ["rest"] },
    async () => {
      const before = readFileSync("wrangler.toml", "utf8");
      const output = execFileSync(
        process.execPath,
        ["scripts/setup.ts", ...Object.entries(FLAGS).map(([name, value]) => `--${name}=${value}`), "--dry-run"],
        // Names a program that does not exist, because every attempt to start it must fail.
        { encoding: "utf8", env: { ...process.env, WRANGLER_PROGRAM: "no/such/program.js" } },
      );
      const planned = [...output.matchAll(/^ {2}(?:look|missing): +npx wrangler (.*?)(?: {3}\(.*)?$/gm)].map(
        ([, line]) => (line ?? "").replaceAll('"', "").replaceAll("<zone id>", "zone0"),
      );
      const { account } = await undisturbed();
      expect(new Set(planned)).toEqual(new Set(account.calls.map((line) => line.replace(/ < .*/, ""))));
      expect(readFileSync("wrangler.toml", "utf8")).toBe(before);
    },
  );

  it("names the flag that is missing", { tags: ["rest"] }, () => {
    const run = () =>
      execFileSync(process.execPath, ["scripts/setup.ts", "--dry-run"], { encoding: "utf8", stdio: "pipe" });
    expect(run).toThrow(/--domain is missing/);
  });
});

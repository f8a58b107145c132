import { describe, expect, it } from "vitest";
import { type RollbackFlags, runRollback } from "../../../scripts/launch/rollback.ts";
import { configurationCopy, fakeTerminal } from "../../support/node/launch.ts";

const DEPLOYMENTS = [
  { created_on: "2026-11-20T10:00:00Z", versions: [{ version_id: "v-oldest", percentage: 100 }] },
  { created_on: "2026-11-22T10:00:00Z", versions: [{ version_id: "v-bad", percentage: 100 }] },
  { created_on: "2026-11-21T10:00:00Z", versions: [{ version_id: "v-good", percentage: 100 }] },
];

/** A site with a cache behind an account; a rollback changes what answers. */
function someSite({ refuses = [] as string[], deployments = DEPLOYMENTS } = {}) {
  const done: string[] = [];
  let build = "bad";
  return {
    done,
    wrangler: (args: readonly string[]) => {
      done.push(args.join(" "));
      if (args[0] === "rollback") build = "good";
      const stdout = args[0] === "deployments" ? `a notice\n${JSON.stringify(deployments)}` : "";
      return Promise.resolve({ code: refuses.includes(args[0] ?? "") ? 1 : 0, stdout, stderr: "" });
    },
    fetch: ((url: string, { body, headers }: { body?: string; headers?: Record<string, string> } = {}) => {
      const { origin, pathname } = new URL(url);
      if (pathname === "/api/site") return Promise.resolve(new Response("{}", { headers: { "X-App-Version": build } }));
      done.push(`POST ${pathname} ${pathname.endsWith("login") ? (body ?? "") : (headers?.["Cookie"] ?? "")}`);
      expect(headers?.["Origin"]).toBe(origin);
      const status = refuses.includes(pathname) ? 503 : 200;
      return Promise.resolve(new Response("{}", { status, headers: { "Set-Cookie": "session=1; HttpOnly" } }));
    }) as typeof fetch,
  };
}

async function rollBack(
  site: ReturnType<typeof someSite>,
  {
    flags = {},
    adminPassword = "secret",
    answers = [],
  }: { flags?: RollbackFlags; adminPassword?: string; answers?: string[] } = {},
) {
  const { file } = configurationCopy({ isShort: true });
  const terminal = fakeTerminal(answers);
  const wait = () => Promise.resolve();
  const result = await runRollback(flags, { ...site, terminal, adminPassword, wait, file }).catch(String);
  return { result, said: terminal.said.join("\n"), asked: terminal.asked };
}

const LOGIN = 'POST /api/admin/login {"password":"secret"}';
const PURGE = "POST /api/admin/system/empty-cache session=1";
const BACK = "rollback v-good --message npm run rollback --yes";

describe("npm run rollback", () => {
  it("puts the version before back, then empties the cache", async () => {
    const site = someSite();
    const { result, said } = await rollBack(site);
    expect(result).toBe(0);
    expect(site.done).toEqual(["deployments list --json", BACK, LOGIN, PURGE]);
    expect(said).toContain("answers with build good instead of bad");
    expect(said).toContain("migrations are not taken back");
  });

  it("takes a version and an environment", async () => {
    const site = someSite();
    await rollBack(site, { flags: { to: "v-oldest" } });
    expect(site.done[0]).toBe("rollback v-oldest --message npm run rollback --yes");
    expect((await rollBack(someSite(), { flags: { env: "moon" } })).result).toContain("--env moon");
  });

  it("asks for the password, which is not shown, unless the environment has it", async () => {
    const site = someSite();
    const { result, asked } = await rollBack(site, { adminPassword: "", answers: ["secret"] });
    expect([result, asked]).toEqual([0, ["ADMIN_PASSWORD: "]]);
    expect(site.done).toContain(PURGE);
  });

  it("says what is left to do when the cache was not emptied, and does that alone", async () => {
    const refused = someSite({ refuses: ["/api/admin/system/empty-cache"] });
    const { result } = await rollBack(refused);
    expect(result).toContain("The purge was refused (503)");
    expect(result).toContain("--cache-only");
    expect((await rollBack(someSite(), { adminPassword: "" })).result).toContain("ADMIN_PASSWORD is not set");
    const site = someSite();
    expect((await rollBack(site, { flags: { "cache-only": true } })).result).toBe(0);
    expect(site.done).toEqual([LOGIN, PURGE]);
  });

  it("changes nothing without a version before, and purges nothing when the platform refuses", async () => {
    const first = someSite({ deployments: DEPLOYMENTS.slice(0, 1) });
    expect((await rollBack(first)).result).toContain("no version before");
    expect(first.done).toEqual(["deployments list --json"]);
    const refused = someSite({ refuses: ["rollback"] });
    expect((await rollBack(refused)).result).toContain("npx wrangler rollback v-good");
    expect(refused.done).toEqual(["deployments list --json", BACK]);
  });
});

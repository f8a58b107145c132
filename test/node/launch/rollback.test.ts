import { describe, expect, it } from "vitest";
import { type RollbackFlags, runRollback } from "../../../scripts/rollback.ts";
import { configurationCopy, fakeTerminal } from "../../support/node/launch.ts";

/** Simulates a site with a cache behind an account. A rollback changes the version that responds. */
function someSite({ refuses = [] as string[] } = {}) {
  const done: string[] = [];
  let build = "bad";
  return {
    done,
    wrangler: (args: readonly string[]) => {
      done.push(args.join(" "));
      if (args[0] === "rollback") build = "good";
      return Promise.resolve({ code: refuses.includes(args[0] ?? "") ? 1 : 0, stdout: "", stderr: "" });
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
  { flags = {}, password = "secret" }: { flags?: RollbackFlags; password?: string } = {},
) {
  const { file } = configurationCopy({ isShort: true });
  const terminal = fakeTerminal();
  const wait = () => Promise.resolve();
  const result = await runRollback(flags, { ...site, terminal, password, wait, file }).catch(String);
  return { result, said: terminal.said.join("\n") };
}

const LOGIN = 'POST /api/admin/login {"password":"secret"}';
const PURGE = "POST /api/admin/system/empty-cache session=1";
const BACK = "rollback --message npm run rollback --yes";

describe("npm run rollback", () => {
  it("restores the previous version, then empties the cache", async () => {
    const site = someSite();
    const { result, said } = await rollBack(site);
    expect(result).toBe(0);
    expect(site.done).toEqual([BACK, LOGIN, PURGE]);
    expect(said).toContain("answers with build good instead of bad");
    expect(said).toContain("migrations are not undone");
  });

  it("accepts a version and an environment", async () => {
    const site = someSite();
    await rollBack(site, { flags: { to: "v-oldest" } });
    expect(site.done[0]).toBe("rollback v-oldest --message npm run rollback --yes");
    expect((await rollBack(someSite(), { flags: { env: "moon" } })).result).toContain("--env moon");
  });

  it("states what is left to do when the cache was not emptied, and does only that on the next run", async () => {
    const refused = someSite({ refuses: ["/api/admin/system/empty-cache"] });
    const { result } = await rollBack(refused);
    expect(result).toContain("The purge was refused (503)");
    expect(result).toContain("--cache-only");
    expect((await rollBack(someSite(), { password: "" })).result).toContain("ADMIN_PASSWORD is not set");
    const site = someSite();
    expect((await rollBack(site, { flags: { "cache-only": true } })).result).toBe(0);
    expect(site.done).toEqual([LOGIN, PURGE]);
  });

  it("purges nothing if the platform refuses the rollback, for example because there is no previous version", async () => {
    const refused = someSite({ refuses: ["rollback"] });
    expect((await rollBack(refused)).result).toContain("npx wrangler rollback --message");
    expect(refused.done).toEqual([BACK]);
  });
});

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TOKEN_PAGES } from "../../../worker/contracts/pages.ts";
import { makeSite } from "../../support/worker/site.ts";

const TOKEN = `1-${"abcdefgh".repeat(4)}`;
const ADDRESS = "ana.secret@example.com";

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  for (const level of ["log", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line: unknown) => void lines.push(String(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
});
const eventsNamed = (event: string) =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.event === event);

describe("the log", () => {
  it.each([...TOKEN_PAGES, "admin/login/link"])(
    "contains no token of a %s link for any notation and outcome of the request",
    async (kind) => {
      const site = makeSite();
      const variants = [TOKEN, TOKEN.toUpperCase(), TOKEN.slice(0, -1), `${TOKEN}abcdefgh`];
      for (const token of variants) {
        await site.fetch(`/api/${kind}/${token}`, { method: "PUT", json: {} });
        await site.fetch(`/api/${kind}/${token}`);
        await site.fetch(`/${kind}/${token}`, { method: "POST" });
      }
      await env.DB.prepare("DROP TABLE subscribers").run();
      await env.DB.prepare("DROP TABLE privacy_requests").run();
      for (const token of variants) await site.fetch(`/api/${kind}/${token}`);
      expect(lines.length).toBeGreaterThan(5);
      for (const token of variants) expect(lines.join("\n").toLowerCase()).not.toContain(token.toLowerCase());
      expect(eventsNamed("request.refused")[0]?.path).toBe(`/api/${kind}/:token`);
    },
  );

  it("contains the failed query and the reason, but no values", async () => {
    const site = makeSite();
    await env.DB.prepare("DROP TABLE subscribers").run();
    const email = ADDRESS;
    expect((await site.fetch("/api/subscribe", { json: { email } })).status).toBe(500);
    expect((await site.fetch("/api/verify-subscription", { json: { email } })).status).toBe(500);
    const text = eventsNamed("request.failed").map(({ message, stack }) => `${String(message)}${String(stack)}`);
    expect(text).toHaveLength(2);
    expect(text.join("")).toContain("no such table");
    expect(text.join("")).toContain(".ts:");
    expect(lines.join("")).not.toContain("ana.secret");
    expect(lines.join("")).not.toContain("params:");
  });

  it("contains no address from a service's error", async () => {
    const fail = () =>
      Promise.reject(Object.assign(new Error(`${ADDRESS} is no address`), { code: "E_FIELD_MISSING" }));
    const site = makeSite({ deps: () => ({ mail: { send: fail } }) });
    await site.fetch("/api/subscribe", { json: { email: ADDRESS } });
    await site.runQueue();
    expect(eventsNamed("mail.not_sent")[0]?.message).toBe(":address is no address");
    expect(lines.join("")).not.toContain("ana.secret");
  });

  it("contains no query string from a service's error", async () => {
    const fail = () => Promise.reject(new Error(`Bad gateway: https://geo.example/search?q=5+Secret+St&limit=1`));
    const site = makeSite({ deps: () => ({ mail: { send: fail } }) });
    await site.fetch(`/api/admin/subscribers?email=${encodeURIComponent(ADDRESS)}&q=Secret`);
    await site.fetch("/api/subscribe", { json: { email: ADDRESS } });
    await site.runQueue();
    expect(eventsNamed("request.refused")[0]?.path).toBe("/api/admin/subscribers");
    // The email of a sign-up is retried after an inconclusive response, and the log contains that response.
    expect(eventsNamed("outbox.put_off")[0]?.message).toContain(": Bad gateway: https://geo.example/search?:query");
    expect(lines.join("")).not.toContain("Secret");
    expect(lines.join("")).not.toContain("ana.secret");
  });

  it("contains a job's failed query without its values, like the ledger", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await env.DB.prepare("DROP TABLE access_codes").run();
    await site.tick();
    const error = await env.DB.prepare("SELECT error FROM job_runs WHERE job = 'access.forget_codes'").first("error");
    expect(error).toContain("no such table");
    expect(error).not.toContain("params:");
    expect(error).not.toContain(String(site.clock.now.getTime()));
    expect(eventsNamed("job.failed")).toEqual([expect.objectContaining({ job: "access.forget_codes" })]);
    expect(lines.join("")).not.toContain("params:");
  });
});

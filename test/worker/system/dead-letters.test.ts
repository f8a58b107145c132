import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import type { SystemState } from "../../../worker/contracts/system.ts";
import { submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const PATH = "/api/admin/system";
async function lettersOf(site: Site) {
  const { dead } = await json<SystemState>(site.fetch(PATH, { as: await site.logIn() }));
  return dead;
}
const call = async (site: Site, method: "POST" | "DELETE", id: string | undefined) =>
  site.fetch(`${PATH}/dead/${id}${method === "POST" ? "/retry" : ""}`, { method, as: await site.logIn() });
const auditOf = async (site: Site) =>
  (await json<AuditEntry[]>(site.fetch("/api/admin/audit", { as: await site.logIn() })))
    .filter(({ targetType }) => targetType === "dead_letter")
    .map(({ action, targetId }) => `${action} ${targetId}`);

/** Returns a site that has given up on the email to a landlord. */
async function withDeadMail() {
  const site = makeSite();
  await submit(site);
  const { results } = await env.DB.prepare("SELECT id FROM outbox WHERE kind = 'listing.mail'").run<{ id: number }>();
  const id = results[0]?.id ?? 0;
  site.queued.length = 0;
  await env.DB.prepare("UPDATE outbox SET done_at = created_at WHERE id <> ?").bind(id).run();
  await site.runDeadQueue({ outboxId: id });
  const sent = async () => (await mailsTo(site, "landlord@example.com")).length;
  return { site, id, sent };
}

describe("an outbox entry that the site gave up on", () => {
  it("is shown without addresses, can be enqueued again once, and does its work", async () => {
    const { site, id, sent } = await withDeadMail();
    const { letters, total } = await lettersOf(site);
    expect(total).toBe(1);
    expect(letters).toEqual([expect.objectContaining({ id: String(id), kind: "listing.mail" })]);
    expect(JSON.stringify(letters)).not.toContain("landlord@example.com");

    for (let times = 0; times < 2; times += 1) expect((await call(site, "POST", String(id))).status).toBe(200);
    await site.runQueue();
    expect(await sent()).toBe(1);
    expect((await call(site, "POST", String(id))).status).toBe(200);
    await site.runQueue();
    expect(await sent()).toBe(1);
    expect(await lettersOf(site)).toEqual({ letters: [], total: 0 });
    expect(await auditOf(site)).toEqual([`dead_letter.retry ${id}`]);
  });

  it("can be dropped permanently", async () => {
    const { site, id, sent } = await withDeadMail();
    expect((await call(site, "DELETE", String(id))).status).toBe(200);
    expect((await call(site, "DELETE", String(id))).status).toBe(404);
    await call(site, "POST", String(id));
    await site.runQueue();
    expect(await sent()).toBe(0);
    expect(await auditOf(site)).toEqual([`dead_letter.drop ${id}`]);
  });

  it("is not counted as overdue for its time as a dead letter", { tags: ["rest"] }, async () => {
    const { site, id } = await withDeadMail();
    site.clock.now = new Date(site.clock.now.getTime() + 3 * 86_400_000);
    await site.tick();
    await call(site, "POST", String(id));
    site.clock.now = new Date(site.clock.now.getTime() + 60_000);
    const { health } = await json<SystemState>(site.fetch(PATH, { as: await site.logIn() }));
    expect(health.checks.outbox.ok).toBe(true);
  });

  it("is found only by its id", async () => {
    const site = makeSite();
    for (const id of ["1", "m1", "0", "-1", "x", "1e3", "m", "99999999999999999999"])
      for (const method of ["POST", "DELETE"] as const) {
        const response = await call(site, method, id);
        expect(response.status, `${method} ${id}`).toBe(404);
      }
    expect((await site.fetch(`${PATH}/dead/1/retry`, { method: "POST" })).status).toBe(401);
  });
});

describe("another message that failed too often", () => {
  it("is stored once, sent to its queue again, and shown again when it returns", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (let times = 0; times < 2; times += 1) await site.runDeadQueue({ mailing: "digest:2026-11-20" });
    const [letter, ...others] = (await lettersOf(site)).letters;
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ kind: "mails: mailing", createdAt: null });
    for (let times = 0; times < 2; times += 1) expect((await call(site, "POST", letter?.id)).status).toBe(200);
    expect(site.mailings).toEqual([{ mailing: "digest:2026-11-20" }]);
    expect((await lettersOf(site)).total).toBe(0);
    await site.runDeadQueue({ mailing: "digest:2026-11-20" });
    expect((await lettersOf(site)).letters[0]?.id).toBe(letter?.id);
    expect((await call(site, "DELETE", letter?.id)).status).toBe(200);
    expect((await lettersOf(site)).total).toBe(0);
  });

  it("about a complaint still stops the emails, and is deleted with its address", async () => {
    const site = makeSite();
    const event = {
      type: "cf.email.sending.message.complained",
      payload: { recipient: "ana@example.com" },
    };
    await site.deliver("mail-events-dead", [event, { ...event, payload: { recipient: "bob@example.com" } }]);
    expect((await mailsTo(site, env.CONTACT_EMAIL)).length).toBe(1);
    const { letters } = await lettersOf(site);
    expect(letters.map(({ kind }) => kind)).toEqual([event.type, event.type]);
    expect(JSON.stringify(letters)).not.toContain("@example.com");
    for (const { id } of letters) await call(site, "POST", id);
    await site.runQueue();
    const suppressed = await env.DB.prepare("SELECT count(*) AS n FROM mail_suppressions").first("n");
    expect(suppressed).toBe(2);

    await site.fetch("/api/privacy/request", { json: { email: "ana@example.com" } });
    const stored = () => env.DB.prepare("SELECT body FROM dead_messages").run<{ body: string }>();
    expect((await stored()).results).toHaveLength(2);
    const { id } = (await env.DB.prepare("INSERT INTO privacy_requests (email, created_at) VALUES (?, ?) RETURNING id")
      .bind("ana@example.com", site.clock.now.getTime())
      .first<{ id: number }>()) ?? { id: 0 };
    const link = `/api/privacy/${await site.tokenFor("privacy", id)}`;
    expect((await site.fetch(link, { method: "DELETE" })).status).toBe(200);
    expect(JSON.stringify((await stored()).results)).not.toContain("ana@example.com");
    expect((await stored()).results).toHaveLength(1);
  });

  it("is kept for thirty days, among at most a thousand", async () => {
    const site = makeSite();
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       INSERT INTO dead_messages (key, queue, body, came_at) SELECT 'k' || i, 'jobs', '{}', ? FROM n`,
    )
      .bind(site.clock.now.getTime())
      .run();
    await site.runDeadQueue({ mailing: "digest:2026-11-20" });
    expect((await lettersOf(site)).total).toBe(1000);
    site.clock.now = new Date(site.clock.now.getTime() + 31 * 86_400_000);
    await site.runJob("prune");
    expect((await lettersOf(site)).total).toBe(0);
  });
});

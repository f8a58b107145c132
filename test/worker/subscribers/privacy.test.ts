import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { PersonalData } from "../../../worker/contracts/subscribers.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { linkIn, statusOf, subscribe } from "../../support/worker/subscribers.ts";

const EMAIL = "landlord@example.com";

const linkFor = async (site: Site, email = EMAIL) => {
  await site.fetch("/api/privacy/request", { json: { email } });
  return linkIn((await mailsTo(site, email))[0], "privacy");
};

/** Returns all rows of all tables except the development mailbox, as text. */
async function wholeDatabase(): Promise<string> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'listings_search%' AND name NOT LIKE 'd1%' AND name <> 'dev_mailbox'",
  ).all<{ name: string }>();
  const rows = await Promise.all(
    results.map(async ({ name }) => (await env.DB.prepare(`SELECT * FROM ${name}`).all()).results),
  );
  return JSON.stringify(rows);
}

describe("the data stored about an address", () => {
  it(
    "is shown by an emailed link: the subscription with its consents, and listings in every state",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await subscribe(site, EMAIL);
      const { id } = await publish(site, { unit: "12B" });
      const data = await json<PersonalData>(
        site.fetch(`/api/privacy/${await linkFor(site, "Landlord@Example.com".toLowerCase())}`),
      );
      expect(data).toMatchObject({ email: EMAIL, subscription: { status: "confirmed" }, vip: [], suppression: null });
      expect(data.subscription?.consents).toHaveLength(2);
      expect(data.listings).toEqual([
        expect.objectContaining({ id, unit: "12B", phone: "416-555-0123", status: "approved" }),
      ]);
    },
  );

  it("is emailed only if there is any, with a response that does not reveal this", async () => {
    const site = makeSite();
    await submit(site);
    const ask = async (email: string) => (await site.fetch("/api/privacy/request", { json: { email } })).text();
    expect(await ask(EMAIL)).toBe(await ask("nobody@example.com"));
    expect(await mailsTo(site, "nobody@example.com")).toEqual([]);
  });

  it("is erased with one call, after which nothing in the database names the person", async () => {
    const site = makeSite();
    await subscribe(site, EMAIL);
    const { id, images } = await publish(site, {
      unit: "12B",
      landlordName: "Maria Rossi",
      additionalInfo: "Ask for Maria",
      images: [dataUrl(await png())],
    });
    const other = await publish(site, { address: "9 Other St", email: "other@example.com", phone: "416-555-0177" });
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { phone: "416-555-9876" }, as });
    const token = await linkFor(site);
    expect((await site.fetch(`/api/privacy/${token}`, { method: "DELETE" })).status).toBe(200);
    expect(await statusOf(EMAIL)).toBeNull();
    expect((await site.fetch(`/listing/${id}`)).status).toBe(410);
    expect((await site.fetch(images[0] ?? "")).status).toBe(404);
    const left = await wholeDatabase();
    for (const trace of [EMAIL, "Maria", "12B", "555-9876", "555-0123", "4165559876"])
      expect(left, trace).not.toContain(trace);
    expect((await site.fetch(`/api/privacy/${token}`)).status).toBe(404);
    expect((await site.fetch(`/api/marketplace-listings/${other.id}`)).status).toBe(200);
    const found = await json<unknown[]>(site.fetch("/api/admin/listings?q=rossi&status=deleted", { as }));
    expect(found).toEqual([]);
  });

  it.each(["active", "past_due", "unpaid"])(
    "is not erased while VIP access can be charged for (%s)",
    async (status) => {
      const site = makeSite();
      await subscribe(site, EMAIL);
      await env.DB.prepare(
        `INSERT INTO vip_subscriptions (id, customer_id, email_key, status, state_from, created_at) VALUES ('sub_1', 'cus_1', ?, '${status}', 0, 0)`,
      )
        .bind(EMAIL)
        .run();
      const answer = await site.fetch(`/api/privacy/${await linkFor(site)}`, { method: "DELETE" });
      expect(answer.status).toBe(409);
      expect(await json(answer)).toMatchObject({ code: "privacy.vip_active" });
      expect(await statusOf(EMAIL)).toBe("confirmed");
    },
  );

  it("requires a link that is valid for a day", async () => {
    const site = makeSite();
    await subscribe(site, EMAIL);
    const token = await linkFor(site);
    const [id] = token.split("-");
    for (const wrong of [`${id}-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`, "1", token.replace(/^\d+/, "999")])
      expect((await site.fetch(`/api/privacy/${wrong}`)).status).toBe(404);
    site.clock.now = new Date(site.clock.now.getTime() + 25 * 3_600_000);
    expect((await site.fetch(`/api/privacy/${token}`)).status).toBe(404);
    expect((await site.fetch(`/api/privacy/${token}`, { method: "DELETE" })).status).toBe(404);
    await site.tick();
    expect(await env.DB.prepare("SELECT count(*) AS n FROM privacy_requests").first("n")).toBe(0);
  });
});

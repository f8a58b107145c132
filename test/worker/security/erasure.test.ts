import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { saveSearch } from "../../support/worker/alerts.ts";
import { follow } from "../../support/worker/follows.ts";
import { startThread, visitor } from "../../support/worker/forum.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { json, makeSite } from "../../support/worker/site.ts";
import { at, checkoutEvent, deliverAll, subscriptionEvent } from "../../support/worker/stripe.ts";
import { linkIn, replyTo, signUp } from "../../support/worker/subscribers.ts";

const EMAIL = "maria.rossi@example.com";

const ADDRESS = "192.0.2.77";
const SESSION = "session_1763712345678_abcdefghi";
const TRACES = [EMAIL, "rossi", "maria", "416-555-0188", "4165550188", "416-555-0199", ADDRESS, "12QX"];

const decoder = new TextDecoder("utf-8");
const textOf = (value: unknown): string =>
  value instanceof ArrayBuffer || Array.isArray(value)
    ? decoder.decode(new Uint8Array(value as ArrayBuffer))
    : String(value);

/** Returns every row of every table in D1 except the development mailbox, by table. */
async function wholeDatabase(): Promise<Map<string, string>> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name <> 'dev_mailbox'",
  ).all<{ name: string }>();
  const tables = new Map<string, string>();
  for (const { name } of results) {
    const rows = (await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results;
    tables.set(name, rows.flatMap((row) => Object.values(row).map(textOf)).join("\n"));
  }
  return tables;
}

/** Reads the contents of the visitors' Durable Objects. */
async function visitorObjects(): Promise<string> {
  const found: string[] = [];
  for (let nth = 0; nth < 16; nth += 1) {
    const stub = env.VISITOR_SHARDS.get(env.VISITOR_SHARDS.idFromName(String(nth)));
    await runInDurableObject(stub, (_object: unknown, { storage: { sql } }: DurableObjectState) => {
      for (const { name } of sql
        .exec<{ name: string }>(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
        )
        .toArray())
        found.push(JSON.stringify(sql.exec(`SELECT * FROM "${name}"`).toArray()));
    });
  }
  return found.join("\n");
}

describe("after the erasure of an address", () => {
  it("no table and no object contains its email address, phone, name or IP address", async () => {
    const site = makeSite();
    const headers = { "cf-connecting-ip": ADDRESS };
    const own = (path: string, call: Parameters<typeof site.fetch>[1] = {}) =>
      site.fetch(path, { ...call, headers: { ...headers, ...call.headers } });
    await own("/api/analytics/track", {
      json: { sessionId: SESSION, page: "/", referrer: "", userAgent: "Mozilla/5.0 (X11; Linux)" },
    });
    await signUp(site, EMAIL, headers);
    await site.receive(replyTo((await mailsTo(site, EMAIL))[0]));
    const unsubscribed = linkIn((await mailsTo(site, EMAIL))[0], "unsubscribe");
    await own(`/api/unsubscribe/${unsubscribed}`, { method: "POST" });
    // A VIP purchase that has ended.
    await deliverAll(site, [
      checkoutEvent(at(0), { customer_details: { email: EMAIL } }),
      subscriptionEvent("deleted", at(10), { status: "canceled" }),
    ]);
    const author = await visitor(site);
    const { id: threadId } = await startThread(site, author);
    await follow(site, threadId, EMAIL);
    await saveSearch(site, EMAIL, { name: "For Maria Rossi", search: { filter: "1 BR", q: "rossi street" } });

    const details = {
      email: EMAIL,
      phone: "416-555-0188",
      landlordName: "Maria Rossi",
      additionalInfo: "Ask for Maria Rossi",
      unit: "12QX",
      images: [dataUrl(await png())],
    };
    const { id } = await publish(site, details);
    const manage = await site.tokenFor("manage", id);
    const edit = (token: string, change: object) => own(`/api/manage/${token}`, { method: "PATCH", json: change });
    expect((await own(`/api/manage/${manage}/renew`, { method: "POST" })).status).toBe(200);
    expect((await edit(manage, { phone: "416-555-0199", landlordName: "M. Rossi" })).status).toBe(200);
    // Adds three listings: two whose email address is changed afterwards, and one that its landlord deletes.
    const moved = await submit(site, { ...details, address: "3 Elm St, Toronto", images: [] });
    const { id: handedOver } = await publish(site, { ...details, address: "5 Elm St, Toronto", images: [] });
    for (const one of [moved, handedOver]) {
      const heir = {
        email: "heir@example.com",
        phone: "647-555-0101",
        landlordName: "",
        unit: "",
        additionalInfo: "",
        pets: "no",
      };
      expect((await edit(await site.tokenFor("manage", one), heir)).status).toBe(200);
    }
    const gone = await submit(site, { ...details, address: "4 Elm St, Toronto" });
    expect((await own(`/api/manage/${await site.tokenFor("manage", gone)}`, { method: "DELETE" })).status).toBe(200);
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${id}/reject`, { json: { reason: "Maria Rossi is not the owner." }, as });
    await approve(site, id);
    await own("/api/listing-links", { json: { email: EMAIL.toUpperCase() } });
    await own("/api/access/request-code", { json: { email: EMAIL } });
    for (let n = 0; n < 2; n += 1) await own("/api/privacy/request", { json: { email: EMAIL } });
    await site.runQueue();
    await site.tick();
    const token = linkIn(
      (await mailsTo(site, EMAIL)).find(({ text }) => text.includes("/privacy/")),
      "privacy",
    );
    // The listing's look-up is requested, but not done yet.
    await own("/api/listing-links", { json: { email: EMAIL } });
    const before = await wholeDatabase();
    for (const table of [
      "listings",
      "subscribers",
      "consents",
      "audit_log",
      "forum_follows",
      "outbox",
      "alert_readers",
      "saved_searches",
    ])
      expect(
        TRACES.some((trace) => before.get(table)?.toLowerCase().includes(trace.toLowerCase())),
        table,
      ).toBe(true);
    expect(await visitorObjects()).toContain(ADDRESS);
    // The search index stores words in pieces of three letters, each without the prefix shared with the previous one.
    expect(before.get("listings_search_data")).toContain("qx");

    expect((await own(`/api/privacy/${token}`, { method: "DELETE" })).status).toBe(200);
    await site.runQueue();
    await site.tick();
    await site.runQueue();
    for (const [table, text] of await wholeDatabase())
      for (const trace of TRACES) expect(text.toLowerCase(), `${trace} in ${table}`).not.toContain(trace.toLowerCase());
    expect(await visitorObjects()).not.toContain(ADDRESS);
    expect((await wholeDatabase()).get("listings_search_data")).not.toContain("qx");
    // Moderators' actions stay on record, including the IP address from which they were made.
    const log = await json<{ actor: string; ipAddress: string | null }[]>(
      site.fetch("/api/admin/audit?limit=50", { as }),
    );
    expect(log.some(({ actor }) => actor === "owner")).toBe(true);
    for (const { actor, ipAddress } of log) expect(ipAddress === null, actor).toBe(actor === "owner");
    // Moderators still see which fields of a published listing its new landlord changed.
    const changed = await json<AdminListing>(site.fetch(`/api/admin/listings/${handedOver}`, { as }));
    expect(changed.changedSinceApproval?.map(({ field }) => field)).toEqual(
      expect.arrayContaining(["email", "phone", "pets"]),
    );
    const mailed = (await mailsTo(site, EMAIL)).find(({ text }) => text.includes("/manage/"));
    expect((await own(`/api/manage/${tokenIn(mailed, "manage")}`)).status).toBe(404);
  });
});

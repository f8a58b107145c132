import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { dataUrl, png, room } from "../../support/worker/images.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const admin = async (site: Site, id: number) =>
  json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }));
const search = async (site: Site, text: string, more = "") =>
  (await json<AdminListing[]>(site.fetch(`/api/admin/listings?q=${encodeURIComponent(text)}${more}`, { as: await site.logIn() }))).map(({ id }) => id);

const lines: string[] = [];
const say = (...a: unknown[]) => void lines.push(a.map((x) => typeof x === "string" ? x : JSON.stringify(x)).join(" "));
describe("r3", () => {
  it("A same phone as itself", async () => {
    const site = makeSite();
    const id = await submit(site);
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { address: "9 Elm St, Toronto" }, as });
    say("A", id, JSON.stringify((await admin(site, id)).reviewNotes));
  });
  it("B offset inf", async () => {
    const site = makeSite();
    await publish(site, { pets: "yes" });
    for (const offset of ["1e300", "1e20", "1e999", "20000", "1e9"]) {
      const r = await site.count(`/api/marketplace-listings?with=pets&offset=${offset}`);
      say("B", offset, r.response.status, await r.response.text(), r.rowsRead, r.queries);
    }
    const c = await site.fetch(`/api/studio-listings?with=pets&offset=1e20`);
    say("B cat", c.status);
    const d = await site.fetch(`/api/studio-listings?offset=1e20`);
    say("B plain", d.status);
  });
  it("C reports limit=100", async () => {
    const site = makeSite();
    await env.DB.prepare(bulkInsertSql(1, 300, site.clock.now.getTime())).run();
    const rows = await env.DB.prepare("SELECT id FROM listings LIMIT 120").all<{ id: number }>();
    for (const { id } of rows.results)
      await env.DB.prepare("INSERT INTO reports (target_type,target_id,reason,reported_at,once_key) VALUES ('listing',?,'SCAM',1,?)").bind(id, `k${id}`).run();
    const as = await site.logIn();
    for (const n of [99, 100]) {
      const r = await site.fetch(`/api/admin/reports?limit=${n}`, { as });
      say("C", n, r.status, (await r.text()).slice(0, 120));
    }
  });
  it("D search", async () => {
    const site = makeSite();
    const a = await submit(site, { address: "12 King Street West, Toronto" });
    const b = await submit(site, { address: "85 King Street West, Toronto" });
    say("D 12 King ->", await search(site, "12 King"), "expected", a, "not", b);
    say("D 85 King St W ->", await search(site, "85 King St W"));
    say("D '#1 king'", await search(site, "4B King"));
  });
  it("D2 paging with named", async () => {
    const site = makeSite();
    const ids: number[] = [];
    await env.DB.prepare(bulkInsertSql(1, 100, site.clock.now.getTime())).run();
    await env.DB.prepare("UPDATE listings SET address='77 Zzz Street', phone='555', phone_key='555', email='x@y.zz', landlord_name=null, unit=null").run();
    for (let n = 0; n < 6; n += 1) ids.push(await submit(site, { address: `${n + 1} Elm St`, phone: "416-555-0100" }));
    say("D2 ids", ids);
    const text = String(ids[4]);
    await env.DB.prepare(`UPDATE listings SET address = '${text} Oak Road' WHERE id IN (${ids.join(",")})`).run();
    for (const offset of [0, 2, 4, 6]) say("D2", offset, await search(site, text, `&limit=2&offset=${offset}`));
    const t2 = String(ids[0]);
    await env.DB.prepare(`UPDATE listings SET address = '${t2} Oak Road' WHERE id IN (${ids.join(",")})`).run();
    for (const offset of [0, 2, 4, 6]) say("D2b named=oldest", offset, await search(site, t2, `&limit=2&offset=${offset}`));
  });
  it("E note stuck", async () => {
    const services = { areUp: false };
    const site = makeSite({ deps: ({ photos }: Deps) => ({ photos: { ...photos, encode: (...args: Parameters<typeof photos.encode>) => services.areUp ? photos.encode(...args) : Promise.reject(new Error("down")) } }) });
    const id = await submit(site, { images: [dataUrl(await png())] });
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { images: [] }, as });
    services.areUp = true;
    for (let n = 0; n < 3; n += 1) { site.clock.now = new Date(site.clock.now.getTime() + 900_000); await site.tick(); await site.runQueue(); }
    const l = await admin(site, id);
    say("E", l.images.length, JSON.stringify(l.reviewNotes), await env.DB.prepare("SELECT count(*) AS n FROM waiting_photos").first("n"));
  });
  it("F undo of a rented one", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const token = tokenIn((await mailsTo(site, "landlord@example.com")).find(({ text }) => text.includes("/manage/")), "manage");
    say("F rented", (await site.fetch(`/api/manage/${token}/rented`, { method: "POST" })).status);
    const as = await site.logIn();
    say("F del", (await site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as })).status);
    say("F restore", (await site.fetch(`/api/admin/listings/${id}/restore`, { method: "POST", as })).status);
    say("F status", (await admin(site, id)).status, (await approve(site, id)).status, (await site.fetch(`/api/marketplace-listings/${id}`)).status);
  });
  it("G twins by unit", async () => {
    const site = makeSite();
    const a = await submit(site, { address: "12 King Street West, Toronto", unit: "4b" });
    const c = async (changes: Record<string, unknown>) => (await admin(site, await submit(site, { phone: "647-555-" + String(Math.floor(1000 + Math.random() * 8999)), ...changes }))).reviewNotes.map((n) => n.code + " " + n.text);
    say("G a", a);
    say("G 4B", await c({ address: "12 King St W, Toronto", unit: "4B" }));
    say("G Unit 4b,", await c({ address: "Unit 4b, 12 King St W, Toronto" }));
    say("G #4b", await c({ address: "12 King St W", unit: "#4b" }));
    say("G other bedrooms", await c({ address: "12 King St W", unit: "4b", bedrooms: "2 Bedrooms" }));
    say("G Unit 9 after Unit 4b in text", await c({ address: "Unit 9, 12 King St W, Toronto" }));
  });
  it("H interest forget", async () => {
    const site = makeSite();
    await env.DB.prepare("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 7000) INSERT INTO listing_interest SELECT 1,'view','v'||i, ? FROM n").bind(site.clock.now.getTime() - 31 * 86_400_000).run();
    await site.tick();
    site.clock.now = new Date(site.clock.now.getTime() + 900_000); await site.tick();
    say("H left", await env.DB.prepare("SELECT count(*) AS n FROM listing_interest").first("n"));
  });
  it("I candidates", async () => {
    const site = makeSite();
    const photo = await room({ width: 1200, height: 900 });
    const first = await submit(site, { images: [dataUrl(photo)] });
    await site.runQueue();
    const rows = (await env.DB.prepare("SELECT band, fingerprint, photo_hash FROM photo_fingerprints WHERE listing_id = ? ORDER BY band").bind(first).all<{ band: number; fingerprint: string; photo_hash: string }>()).results;
    say("I", rows.length, rows[0]);
    // 250 older, different photos that share only the first band with it
    await env.DB.prepare(bulkInsertSql(1, 250, site.clock.now.getTime())).run();
    const others = (await env.DB.prepare("SELECT id FROM listings WHERE id <> ? LIMIT 250").bind(first).all<{ id: number }>()).results;
    await env.DB.prepare("UPDATE photo_fingerprints SET listing_id = 1000000 WHERE 0").run();
    // make the original newest id by moving its fingerprints to the newest listing
    const newest = Math.max(...others.map(({ id }) => id));
    await env.DB.prepare("UPDATE photo_fingerprints SET listing_id = ?").bind(newest).run();
    for (const { id } of others) if (id !== newest)
      await env.DB.prepare("INSERT INTO photo_fingerprints VALUES (?,?,?,?)").bind(rows[0]?.band, id, `h${id}`, rows[0]!.fingerprint.slice(0, 4) + (BigInt(id) * 0x9e3779b97f4a7c15f39cc0605ced835n % (1n << 112n)).toString(16).padStart(28, "0")).run();
    const again = await submit(site, { address: "9 Elm St", phone: "647-555-0199", images: [dataUrl(photo)] });
    await site.runQueue();
    say("I notes", newest, JSON.stringify((await admin(site, again)).reviewNotes));
  });
  it("J erase leaves fingerprints of a tombstone", async () => {
    const site = makeSite();
    const id = await submit(site, { images: [dataUrl(await room())], unit: "7" });
    await site.runQueue();
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as });
    await site.fetch("/api/privacy/request", { json: { email: "landlord@example.com" } });
    await site.runQueue();
    const mail = (await mailsTo(site, "landlord@example.com")).find(({ text }) => text.includes("/privacy/"));
    const token = /\/privacy\/([a-z2-7]+)/i.exec(mail?.text ?? "")?.[1];
    say("J erase", (await site.fetch(`/api/privacy/${token}`, { method: "DELETE" })).status);
    site.clock.now = new Date(site.clock.now.getTime() + 40 * 86_400_000); await site.tick();
    say("J fingerprints", await env.DB.prepare("SELECT count(*) AS n FROM photo_fingerprints").first("n"));
    say("J row", JSON.stringify(await env.DB.prepare("SELECT * FROM listings WHERE id=?").bind(id).first()));
  });
  it("K submission mails to one victim", async () => {
    const site = makeSite();
    for (let n = 1; n <= 8; n += 1) await submit(site, { address: `${n} Elm St`, email: "victim@example.com" });
    await site.runQueue();
    say("K mails", (await mailsTo(site, "victim@example.com")).length);
    await site.fetch("/api/listing-links", { json: { email: "victim@example.com" } });
    await site.runQueue();
    say("K mails after links", (await mailsTo(site, "victim@example.com")).length);
  });
  it("L reopen forever", async () => {
    const broken = makeSite({ deps: ({ photos }: Deps) => ({ photos: { ...photos, fingerprint: () => Promise.reject(new Error("permanent")) } }) });
    const site = broken;
    await submit(site, { images: [dataUrl(await room())] });
    const seen: string[] = [];
    for (let day = 0; day < 8; day += 1) {
      const got = [...site.queued];
      site.queued.splice(0);
      seen.push(`d${day}:${got.length}`);
      for (const m of got) await site.runDeadQueue(m);
      site.clock.now = new Date(site.clock.now.getTime() + 86_400_000);
      await site.tick();
    }
    say("L", seen.join(" "));
  });
  it("Z", () => { throw new Error("\n" + lines.join("\n")); });
});

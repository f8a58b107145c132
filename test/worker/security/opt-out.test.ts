import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { tokenSigner } from "../../../worker/platform/tokens.ts";
import { insertFollow, follow, nextTick } from "../../support/worker/follows.ts";
import { comment, startThread, visitor } from "../../support/worker/forum.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { postOffice } from "../../support/worker/post-office.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { at, checkoutEvent, deliverAll } from "../../support/worker/stripe.ts";
import { linkIn, signUp, statusOf, subscribe } from "../../support/worker/subscribers.ts";

const EMAIL = "landlord@example.com";
const never = async (site: Site, method = "POST", email = EMAIL) =>
  site.fetch(`/api/never/${await site.neverToken(email)}`, { method });
/** Returns every row of the tables that contain addresses, as text. */
async function dump(): Promise<string> {
  const tables = ["mail_suppressions", "subscribers", "consents", "forum_follows", "proven_addresses", "mail_places"];
  const rows = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)));
  return JSON.stringify(rows.map(({ results }) => results));
}

afterEach(() => void vi.restoreAllMocks());

describe("the opt-out link", () => {
  it("is in each email to a stranger, reveals no address, and changes nothing when it is opened", async () => {
    const site = makeSite();
    await signUp(site, EMAIL.toUpperCase());
    const [mail] = await mailsTo(site, EMAIL.toUpperCase());
    const token = /\/never\/([a-z2-7]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(token).toBe(await site.neverToken(EMAIL));
    expect(token.length).toBe(52);
    const before = await dump();
    for (let n = 0; n < 20; n += 1) {
      const method = n % 2 === 0 ? "GET" : "HEAD";
      for (const path of [`/never/${token}`, `/api/never/${token}`])
        expect((await site.fetch(path, { method })).status).toBe(200);
    }
    expect(await json(site.fetch(`/api/never/${token.toUpperCase()}`))).toEqual({ never: false });
    expect(await dump()).toBe(before);
    // No email client or filter may be able to stop all email through a header.
    expect(Object.keys(mail?.headers ?? {}).filter((name) => name.toLowerCase().startsWith("list-"))).toEqual([]);
    expect((await site.fetch(`/never/${token}`, { body: "List-Unsubscribe=One-Click" })).status).toBe(404);
  });

  it("ends the subscription, alerts, follows and all email until it is undone", async () => {
    const site = makeSite();
    await deliverAll(site, [checkoutEvent(at(0), { customer_details: { email: EMAIL } })]);
    await subscribe(site, "other@example.com");
    const author = await visitor(site, "198.51.100.9");
    const thread = await startThread(site, author);
    await follow(site, thread.id, EMAIL);
    const listing = await submit(site);
    await site.runQueue();
    expect(await statusOf(EMAIL)).toBe("confirmed");
    const before = (await mailsTo(site, EMAIL)).length;

    expect(await json(never(site))).toEqual({ never: true });
    expect(await json(never(site))).toEqual({ never: true });
    expect(await json(never(site, "GET"))).toEqual({ never: true });
    expect(await statusOf(EMAIL)).toBe("suppressed");
    await approve(site, listing);
    for (const path of ["/api/privacy/request", "/api/listing-links", "/api/subscribe", "/api/access/request-code"])
      expect((await site.fetch(path, { json: { email: EMAIL } })).status, path).toBe(200);
    await insertFollow(site, thread.id, EMAIL);
    await comment(site, author, thread.id);
    await deliverAll(site, [checkoutEvent(at(60), { subscription: "sub_2", customer_details: { email: EMAIL } })]);
    await nextTick(site);
    site.clock.now = new Date("2026-11-23T15:00:00Z");
    await nextTick(site, 0);
    await site.runMailings();
    const as = await site.logIn();
    await site.fetch("/api/admin/digest/test", { json: { email: EMAIL }, as });
    expect(await mailsTo(site, EMAIL)).toHaveLength(before);
    expect((await mailsTo(site, "other@example.com"))[0]?.subject).toContain("new listing");
    expect(await statusOf(EMAIL)).toBe("suppressed");

    expect(await json(never(site, "DELETE"))).toEqual({ never: false });
    expect(await json(never(site, "GET"))).toEqual({ never: false });
    expect(await statusOf(EMAIL)).toBe("unsubscribed");
    await signUp(site, EMAIL);
    const [mail, ...others] = await mailsTo(site, EMAIL);
    expect(mail?.subject).toContain("reply to join");
    expect(others).toHaveLength(before);
  });

  it("lets the address sign up again after it is undone", async () => {
    const site = makeSite();
    await never(site);
    await signUp(site, EMAIL);
    expect(await mailsTo(site, EMAIL)).toEqual([]);
    await never(site, "DELETE");
    await signUp(site, EMAIL);
    expect(await mailsTo(site, EMAIL)).toHaveLength(1);
  });

  it("does not undo the suppression by a bounce or a complaint", async () => {
    const site = makeSite();
    await never(site);
    await site.mailEvent({ type: "cf.email.sending.message.complained", payload: { recipient: EMAIL } });
    await never(site, "DELETE");
    await signUp(site, EMAIL);
    expect(await mailsTo(site, EMAIL)).toEqual([]);
  });

  it("survives the erasure of all other data, only as a hash", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await subscribe(site, EMAIL);
    await publish(site);
    await site.fetch("/api/privacy/request", { json: { email: EMAIL } });
    const token = linkIn((await mailsTo(site, EMAIL))[0], "privacy");
    await never(site);
    expect(await json(site.fetch(`/api/privacy/${token}`))).toMatchObject({
      neverSince: site.clock.now.toISOString(),
      suppression: null,
      proof: { provenAt: expect.any(String), lastUsedAt: expect.any(String) },
    });
    await site.fetch(`/api/privacy/${token}`, { method: "DELETE" });
    expect(await dump()).not.toContain("landlord");
    expect(await json(never(site, "GET"))).toEqual({ never: true });
    await signUp(site, EMAIL);
    expect((await mailsTo(site, EMAIL)).filter(({ subject }) => subject.includes("reply to join"))).toHaveLength(1);
  });

  it("stops strangers' emails to the operator's address, but not the site's own", async () => {
    const office = postOffice();
    const site = makeSite({ deps: () => office.deps() });
    await never(site, "POST", env.CONTACT_EMAIL);
    await signUp(site, env.CONTACT_EMAIL);
    await site.runQueue();
    expect(office.sent).toEqual([]);
    await submit(site, { email: "a@example.com" });
    await site.runDeadQueue({ outboxId: site.queued[0]?.outboxId ?? 0 });
    expect(office.sent.map(({ to, kind }) => [to, kind])).toEqual([[env.CONTACT_EMAIL, "operator.notice"]]);
  });

  it("cannot be forged: 4,000 wrong tokens store nothing", { tags: ["rest"] }, async () => {
    const site = makeSite({ deps: (deps) => ({ log: { ...deps.log, info: () => {} } }) });
    await subscribe(site, EMAIL);
    const token = await site.neverToken(EMAIL);
    const theirs = tokenSigner("another secret");
    const wrong = [
      "",
      "1",
      token.slice(0, -1),
      `${token}a`,
      token.slice(26) + token.slice(0, 26),
      token.slice(0, 26) + (await site.neverToken("other@example.com")).slice(26),
      await theirs.sealHash("never", await theirs.addressHash(EMAIL)),
      await tokenSigner(env.SESSION_SECRET).sealHash("other", token.slice(0, 26)),
      await site.tokenFor("unsubscribe", 1),
      await site.tokenFor("manage", 1),
      "%00",
      "a".repeat(52),
    ];
    for (let place = 0; place < 52; place += 1)
      wrong.push(`${token.slice(0, place)}${token[place] === "a" ? "b" : "a"}${token.slice(place + 1)}`);
    while (wrong.length < 1_000)
      wrong.push(
        Array.from(
          crypto.getRandomValues(new Uint8Array(52)),
          (byte) => "abcdefghijklmnopqrstuvwxyz234567"[byte & 31],
        ).join(""),
      );
    const before = await dump();
    for (let start = 0; start < wrong.length; start += 50) {
      const calls = wrong
        .slice(start, start + 50)
        .flatMap((guess) =>
          ["GET", "POST", "DELETE", "PUT"].map((method) => site.fetch(`/api/never/${guess}`, { method })),
        );
      for (const { status } of await Promise.all(calls)) expect(status).toBe(404);
    }
    expect(await dump()).toBe(before);
    expect(await statusOf(EMAIL)).toBe("confirmed");
  });

  it("is rejected from another origin", async () => {
    const site = makeSite();
    const path = `/api/never/${await site.neverToken(EMAIL)}`;
    const headers = { origin: "https://evil.example" };
    for (const method of ["POST", "DELETE"]) expect((await site.fetch(path, { method, headers })).status).toBe(403);
    expect(await json(site.fetch(path))).toEqual({ never: false });
  });

  it("is never logged", async () => {
    const lines: string[] = [];
    for (const level of ["log", "warn", "error"] as const)
      vi.spyOn(console, level).mockImplementation((line: unknown) => void lines.push(String(line)));
    const site = makeSite();
    const token = await site.neverToken(EMAIL);
    for (const path of [`/never/${token}x`, `/api/never/${token}x`, `/api/never/${token.toUpperCase()}`])
      for (const method of ["GET", "POST", "PUT"]) await site.fetch(path, { method });
    await env.DB.prepare("DROP TABLE mail_suppressions").run();
    await site.fetch(`/api/never/${token}`, { method: "POST" });
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join("").toLowerCase()).not.toContain(token.slice(10, 50));
  });
});

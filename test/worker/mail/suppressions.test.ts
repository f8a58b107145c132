import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { SubscriberRecord } from "../../../worker/contracts/subscribers.ts";
import { submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { mailError, postOffice } from "../../support/worker/post-office.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { signUp, statusOf, subscribe } from "../../support/worker/subscribers.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const pass = (site: Site, ms: number) => void (site.clock.now = new Date(site.clock.now.getTime() + ms));

const bounced = (recipient: string, type: "hard" | "soft") => ({
  type: "cf.email.sending.message.bounced",
  payload: { recipient, bounce: { type } },
});
const complained = (recipient: string) => ({ type: "cf.email.sending.message.complained", payload: { recipient } });

/** Returns a subscriber's record as moderators see it. */
async function recordOf(site: Site, email: string): Promise<SubscriberRecord | undefined> {
  const path = `/api/admin/subscribers?email=${encodeURIComponent(email)}`;
  return (await json<SubscriberRecord[]>(site.fetch(path, { as: await site.logIn() })))[0];
}
const asksForCode = async (site: Site, email: string) => {
  await site.fetch("/api/access/request-code", { json: { email } });
  return (await mailsTo(site, email)).filter(({ subject }) => subject.includes("code"));
};

describe("a soft bounce", () => {
  it("suspends emails and codes for a day, and does not end the subscription", async () => {
    const site = makeSite();
    await subscribe(site, "ana@example.com");
    await site.mailEvent(bounced("Ana@example.com", "soft"));
    expect(await asksForCode(site, "ana@example.com")).toEqual([]);
    expect((await recordOf(site, "ana@example.com"))?.suppression).toEqual({
      reason: "refused",
      at: site.clock.now.toISOString(),
      endsAt: new Date(site.clock.now.getTime() + DAY_MS + HOUR_MS).toISOString(),
    });
    pass(site, DAY_MS + HOUR_MS);
    expect(await asksForCode(site, "ana@example.com")).toHaveLength(1);
    expect(await statusOf("ana@example.com")).toBe("confirmed");
    expect((await recordOf(site, "ana@example.com"))?.suppression).toBeNull();
  });

  it("is deleted a week after its end, unlike a hard bounce", async () => {
    const site = makeSite();
    await site.mailEvent(bounced("ana@example.com", "soft"));
    await site.mailEvent(bounced("ben@example.com", "hard"));
    pass(site, 9 * DAY_MS);
    await site.runJob("mail.forget_suppressions");
    const { results } = await env.DB.prepare("SELECT reason, ends_at FROM mail_suppressions").all();
    expect(results).toEqual([{ reason: "bounced", ends_at: null }]);
  });
});

describe("an address that the email service rejects", () => {
  it(
    "is tried again after a day and after a week, and gets its email when it is accepted",
    { tags: ["rest"] },
    async () => {
      let isRefused = true;
      const tries: Date[] = [];
      const holder: { site?: Site } = {};
      const office = postOffice(() => {
        if (holder.site) tries.push(holder.site.clock.now);
        if (isRefused) throw mailError("E_RECIPIENT_SUPPRESSED");
      });
      const site = makeSite({ deps: office.deps });
      holder.site = site;
      const begin = site.clock.now.getTime();
      await submit(site);
      await site.runQueue();
      for (let hour = 0; hour < 30; hour += 6) {
        pass(site, 6 * HOUR_MS);
        await site.runJob("outbox.relay");
        await site.runQueue();
      }
      expect(tries.map((at) => Math.floor((at.getTime() - begin) / DAY_MS))).toEqual([0, 1]);
      const ends = await env.DB.prepare("SELECT ends_at FROM mail_suppressions").first<number>("ends_at");
      expect(ends).toBe((tries[1]?.getTime() ?? 0) + 7 * DAY_MS + HOUR_MS);
      isRefused = false;
      site.clock.now = new Date(ends ?? 0);
      await submit(site, { address: "12 Other Street, Toronto, ON" });
      await site.runQueue();
      expect(office.sent.map(({ kind }) => kind)).toEqual(["listing.submitted"]);
    },
  );
});

describe("the operator's address", () => {
  it("is never suppressed after any event", { tags: ["rest"] }, async () => {
    const operator = "operator@example.com";
    const site = makeSite({ vars: { CONTACT_EMAIL: operator } });
    await subscribe(site, operator);
    await site.mailEvent(complained(operator));
    await site.mailEvent(bounced(operator, "hard"));
    await site.mailEvent(bounced(operator, "soft"));
    expect(await statusOf(operator)).toBe("confirmed");
    expect(await env.DB.prepare("SELECT count(*) AS n FROM mail_suppressions").first("n")).toBe(0);
    expect(await asksForCode(site, operator)).toHaveLength(1);
  });
});

describe("emails during a day without the email service", () => {
  const downFor = (ms: number) => {
    const state = { tries: 0 };
    const holder: { site?: Site; begin?: number } = {};
    const office = postOffice(() => {
      state.tries += 1;
      const { site, begin = 0 } = holder;
      if (site && site.clock.now.getTime() < begin + ms) throw mailError("E_INTERNAL_SERVER_ERROR");
    });
    const site = makeSite({ deps: office.deps, vars: { CONTACT_EMAIL: "operator@example.com" } });
    Object.assign(holder, { site, begin: site.clock.now.getTime() });
    return { site, office, state };
  };
  const goOn = async (site: Site, ms: number) => {
    pass(site, ms);
    await site.runJob("outbox.relay");
    await site.runQueue();
  };

  it("bring each confirmation once afterwards, with increasingly rare attempts", { tags: ["rest"] }, async () => {
    const { site, office, state } = downFor(DAY_MS);
    for (const n of [1, 2, 3]) await signUp(site, `reader-${n}@example.com`);
    await site.runQueue();
    for (let hour = 0; hour < 30; hour += 1) await goOn(site, HOUR_MS);
    const confirmations = office.sent.filter(({ kind }) => kind === "subscriber.confirmation").map(({ to }) => to);
    expect(confirmations.toSorted((a, b) => a.localeCompare(b))).toEqual(
      [1, 2, 3].map((n) => `reader-${n}@example.com`),
    );
    expect(state.tries).toBeLessThan(3 * 20);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM outbox WHERE done_at IS NULL").first("n")).toBe(0);
  });

  it("bring a code after some minutes, but never an expired one", { tags: ["rest"] }, async () => {
    const short = downFor(3 * MINUTE_MS);
    await env.DB.prepare(
      "INSERT INTO subscribers (email, email_key, address_hash, status, created_at, confirmed_at) VALUES ('ana@example.com', 'ana@example.com', 'hash', 'confirmed', 1, 1)",
    ).run();
    const codes = ({ office }: ReturnType<typeof downFor>) => office.sent.filter(({ kind }) => kind === "access.code");
    const ask = ({ site }: ReturnType<typeof downFor>) =>
      site.fetch("/api/access/request-code", { json: { email: "ana@example.com" } });
    await ask(short);
    for (let half = 0; half < 12; half += 1) await goOn(short.site, MINUTE_MS / 2);
    expect(codes(short)).toHaveLength(1);
    const code = /\d{6}/.exec(codes(short)[0]?.subject ?? "")?.[0];
    const answer = await short.site.fetch("/api/access/verify-code", { json: { email: "ana@example.com", code } });
    expect(answer.status).toBe(200);

    const long = downFor(DAY_MS);
    await ask(long);
    for (let quarter = 0; quarter < 8; quarter += 1) await goOn(long.site, 15 * MINUTE_MS);
    expect(codes(long)).toEqual([]);
    pass(long.site, DAY_MS);
    await long.site.runJob("outbox.relay");
    await long.site.runQueue();
    await long.site.runJob("operator.tell");
    expect(codes(long)).toEqual([]);
    const told = long.office.sent.filter(({ subject }) => subject.includes("An email was not sent in time"));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).not.toMatch(/\d{6}/);
  });
});

describe("a delivery report of the provider", () => {
  /** Signs a request as Svix does. */
  async function headersFor(
    body: string,
    { at, id = "msg_1", secret = SECRET }: { at: Date; id?: string; secret?: string },
  ) {
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const key = Uint8Array.from(atob(secret.slice(6)), (character) => character.codePointAt(0) ?? 0);
    const hmac = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
    const mac = btoa(String.fromCodePoint(...new Uint8Array(await crypto.subtle.sign("HMAC", hmac, content))));
    return { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": `v1,bm9uZQ== v1,${mac}` };
  }
  const report = (type: string, email: string, bounce?: string) =>
    JSON.stringify({ type, created_at: "x", data: { to: [email], ...(bounce && { bounce: { type: bounce } }) } });
  const post = (site: Site, body: string, headers: Record<string, string>) =>
    site.fetch("/api/mail-events/resend", { body, headers: { "content-type": "application/json", ...headers } });
  const makeResendSite = () => makeSite({ vars: { RESEND_WEBHOOK_SECRET: SECRET } });

  it.each([
    ["email.complained", undefined, "suppressed", 1],
    ["email.bounced", "Permanent", "suppressed", 1],
    ["email.bounced", "Transient", "confirmed", 1],
    ["email.bounced", "Undetermined", "confirmed", 1],
    ["email.suppressed", undefined, "confirmed", 1],
    ["email.delivered", undefined, "confirmed", 0],
    ["email.unheard_of", undefined, "confirmed", 0],
  ])("%s (%s) leaves the subscriber %s, even when it is repeated", async (type, bounce, status, rows) => {
    const site = makeResendSite();
    await subscribe(site, "ana@example.com");
    const body = report(type, "Ana@Example.com", bounce);
    const headers = await headersFor(body, { at: site.clock.now });
    for (let times = 0; times < 2; times += 1) expect((await post(site, body, headers)).status).toBe(200);
    expect(await statusOf("ana@example.com")).toBe(status);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM mail_suppressions").first("n")).toBe(rows);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM consents WHERE kind = 'withdrawn'").first("n")).toBe(
      status === "suppressed" ? 1 : 0,
    );
  });

  it("that is forged, too old, from the future or unsigned changes nothing", { tags: ["rest"] }, async () => {
    const site = makeResendSite();
    await subscribe(site, "ana@example.com");
    const body = report("email.complained", "ana@example.com");
    const { now } = site.clock;
    const good = await headersFor(body, { at: now });
    const other = "whsec_c29tZXRoaW5nIGVsc2UgYWx0b2dldGhlcg==";
    const forged = [
      {},
      { ...good, "svix-signature": "" },
      { ...good, "svix-signature": "v1,AAAA" },
      { ...good, "svix-signature": good["svix-signature"].replaceAll("v1,", "v2,") },
      { ...good, "svix-id": "msg_2" },
      { ...good, "svix-timestamp": String(Number(good["svix-timestamp"]) + 1) },
      await headersFor(body, { at: now, secret: other }),
      await headersFor(body, { at: new Date(now.getTime() - 301_000) }),
      await headersFor(body, { at: new Date(now.getTime() + 302_000) }),
    ];
    for (const headers of forged) expect((await post(site, body, headers)).status).toBe(400);
    expect((await post(site, `${body} `, good)).status).toBe(400);
    expect(await statusOf("ana@example.com")).toBe("confirmed");
    expect((await post(makeSite(), body, good)).status).toBe(503);
  });
});

describe("incoming email that is not ours", () => {
  const raw = "From: a@example.com\r\nSubject: Hello there\r\n\r\nText";
  const mail = { from: "a@example.com", to: "abuse@belowmarket.example", raw };
  const production = { APP_ENV: "production", CONTACT_EMAIL: "operator@example.com" };

  it("is forwarded to the operator with a mark, and not refused", async () => {
    const site = makeSite({ vars: production });
    expect(await site.receive(mail)).toBeNull();
    expect(site.forwarded).toEqual([
      { to: "operator@example.com", headers: [["x-forwarded-by-site", "Below Market Toronto"]] },
    ]);
  });

  it("is not forwarded in a loop", async () => {
    const site = makeSite({ vars: production });
    expect(await site.receive({ ...mail, from: "Operator@example.com" })).toBeNull();
    expect(await site.receive({ ...mail, headers: { "X-Forwarded-By-Site": "x" } })).toBeNull();
    expect(site.forwarded).toEqual([]);
  });

  it("is retried by its sender when it cannot be forwarded, and the operator is notified", async () => {
    const office = postOffice();
    const site = makeSite({ vars: production, deps: office.deps, forwardFails: true });
    for (let times = 0; times < 3; times += 1) await expect(site.receive(mail)).rejects.toThrow("not verified");
    expect(office.sent.map(({ subject }) => subject)).toEqual(["[Below Market Toronto] Mail could not be forwarded"]);
  });

  it("appears in the mailbox in development", async () => {
    const site = makeSite({ vars: { CONTACT_EMAIL: "operator@example.com" } });
    expect(await site.receive(mail)).toBeNull();
    const [seen] = await mailsTo(site, "operator@example.com");
    expect(seen).toMatchObject({
      subject: "Forwarded from abuse@belowmarket.example: Hello there",
      from: "a@example.com",
    });
  });
});

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { DigestOverview } from "../../../worker/contracts/digest.ts";
import { splitTransport } from "../../../worker/platform/mail.ts";
import { bulkMailProblems } from "../../../worker/platform/bulk-mail.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { resendTransport } from "../../../worker/platform/resend.ts";
import { publish } from "../../support/worker/listings.ts";
import { postOffice } from "../../support/worker/post-office.ts";
import { json, makeSite, type Site, type SiteOptions } from "../../support/worker/site.ts";
import { manySubscribers } from "../../support/worker/subscribers.ts";

/** Friday, 10:00 a.m. in New York. */
const TEN = new Date("2026-11-20T15:00:00Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OPERATOR = "operator@example.com";

async function siteAtTen(readers: number, options: SiteOptions): Promise<Site> {
  const site = makeSite({
    ...options,
    now: new Date(TEN.getTime() - HOUR_MS),
    vars: { CONTACT_EMAIL: OPERATOR, ...options.vars },
  });
  await publish(site);
  await manySubscribers(readers, site.clock.now);
  site.queued.length = 0;
  site.clock.now = TEN;
  return site;
}
const overview = async (site: Site) =>
  json<DigestOverview>(site.fetch("/api/admin/digest", { as: await site.logIn() }));
const edition = async (site: Site) => (await overview(site)).editions[0];
const pass = (site: Site, minutes: number) => {
  site.clock.now = new Date(site.clock.now.getTime() + minutes * MINUTE_MS);
};
/** Returns the subjects of the notices about mailings. */
const notices = ({ sent }: ReturnType<typeof postOffice>) =>
  sent.flatMap(({ subject }) => /\] ((?:The digest|digest:|searches:).*)/.exec(subject)?.[1] ?? []);
const isToReader = ({ to }: { to: string }) => to.startsWith("reader");

interface Posted {
  key: string | null;
  authorization: string | null;
  body: { from: string; to: string[]; reply_to: string; subject: string; headers: Record<string, string> };
}

/**
 * Creates a substitute for Resend's API that recognizes repeated keys as Resend does, and can fail before or after it
 * sends an email.
 */
function resend(answer: (call: Posted, nth: number) => [status: number, name: string, isSent?: boolean] | null) {
  const calls: Posted[] = [];
  const sent = new Map<string, string>();
  const fetchApi = async (url: string, init: RequestInit) => {
    expect(url).toBe("https://api.resend.com/emails");
    const headers = new Headers(init.headers);
    const call: Posted = {
      key: headers.get("idempotency-key"),
      authorization: headers.get("authorization"),
      body: JSON.parse(init.body as string) as Posted["body"],
    };
    calls.push(call);
    const failure = answer(call, calls.length);
    const accept = () => void sent.set(call.key ?? "none", call.body.to.join(","));
    if (failure) {
      const [status, name, isSent = false] = failure;
      if (isSent) accept();
      if (status === 0) throw new DOMException("The operation timed out.", "TimeoutError");
      return Response.json({ statusCode: status, name }, { status, headers: { "retry-after": "1" } });
    }
    accept();
    return Response.json({ id: `id-${sent.size}` });
  };
  const office = postOffice();
  const deps = (): Partial<Deps> => {
    const transactional = office.deps().mail;
    const options = { apiKey: "re_key", from: "Site <listings@news.example.org>", replyTo: "listings@example.org" };
    const wait = async () => {};
    const bulk = resendTransport({ ...options, fetch: fetchApi as unknown as typeof fetch, wait });
    return transactional ? { mail: splitTransport(transactional, bulk) } : {};
  };
  return { calls, sent, office, deps, vars: { BULK_MAIL_PROVIDER: "resend" as const, BULK_MAIL_FROM: "a@b.example" } };
}

describe("an edition through the provider", () => {
  it(
    "is sent with a key for each recipient and unsubscribe headers, unlike other emails",
    { tags: ["rest"] },
    async () => {
      const api = resend(() => null);
      const site = await siteAtTen(5, api);
      await site.tick();
      await site.runMailings();
      expect(await edition(site)).toMatchObject({ status: "done", sent: 5 });
      expect([...api.sent.values()].toSorted()).toEqual([1, 2, 3, 4, 5].map((n) => `reader-${n}@example.com`));
      const [call] = api.calls;
      expect(call).toMatchObject({
        key: "digest:2026-11-20/1",
        authorization: "Bearer re_key",
        body: { from: "Site <listings@news.example.org>", reply_to: "listings@example.org" },
      });
      expect(call?.body.headers).toMatchObject({
        "List-Unsubscribe": expect.stringContaining("/unsubscribe/"),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      });
      expect(api.office.sent.filter(isToReader)).toEqual([]);
      await site.fetch("/api/subscribe", { json: { email: "reader-new@example.com" } });
      await site.runQueue();
      expect(api.office.sent.filter(isToReader).map(({ kind }) => kind)).toEqual(["subscriber.confirmation"]);
      expect((await overview(site)).mail).toMatchObject({ provider: "resend", held: null });
    },
  );

  it.each([
    ["fails before it sends", [500, "application_error"]],
    ["sends and then fails", [500, "internal_server_error", true]],
    ["sends and does not answer", [0, "", true]],
    ["limits the rate", [429, "rate_limit_exceeded"]],
  ] as const)(
    "reaches everybody once when the provider %s for some minutes",
    { tags: ["rest"] },
    async (_what, failure) => {
      let isDown = true;
      const api = resend(({ body }) => (isDown && body.to[0] === "reader-3@example.com" ? [...failure] : null));
      const site = await siteAtTen(5, api);
      await site.tick();
      await site.runMailings();
      expect(await edition(site)).toMatchObject({ status: "sending", sent: 2, uncertain: 0 });
      isDown = false;
      pass(site, 15);
      await site.tick();
      await site.runMailings();
      expect(await edition(site)).toMatchObject({ status: "done", sent: 5, uncertain: 0 });
      expect(api.sent.size).toBe(5);
      const keys = api.calls.filter(({ body }) => body.to[0] === "reader-3@example.com").map(({ key }) => key);
      expect(new Set(keys)).toEqual(new Set(["digest:2026-11-20/3"]));
    },
  );

  it("parks recipients whose first copy the provider would no longer recognize", { tags: ["rest"] }, async () => {
    let isDown = true;
    const api = resend(() => (isDown ? [503, "", true] : null));
    const site = await siteAtTen(2, api);
    await site.tick();
    await site.runMailings();
    isDown = false;
    pass(site, 24 * 60);
    await site.tick();
    await site.runMailings();
    expect(await edition(site)).toMatchObject({ status: "done", sent: 1, uncertain: 1 });
  });

  it.each([
    ["quota", [429, "monthly_quota_exceeded"]],
    ["refuses the sender", [403, "validation_error"]],
    ["refuses the sender", [401, "restricted_api_key"]],
  ] as const)("pauses with a notification: %s", { tags: ["rest"] }, async (problem, failure) => {
    let isDown = true;
    const api = resend(() => (isDown ? [...failure] : null));
    const site = await siteAtTen(3, api);
    await site.tick();
    await site.runMailings();
    expect((await edition(site))?.problem).toContain(problem);
    expect(api.calls).toHaveLength(1);
    expect(api.office.sent.filter(({ to }) => to === OPERATOR)).toHaveLength(1);
    expect((await overview(site)).mail.lastRefusal?.at).toBe(TEN.toISOString());
    isDown = false;
    pass(site, 31);
    await site.tick();
    await site.runMailings();
    expect(await edition(site)).toMatchObject({ status: "done", sent: 3 });
  });

  it(
    "skips an address that the provider considers invalid, and counts a changed email as sent",
    { tags: ["rest"] },
    async () => {
      const api = resend(({ body }) => {
        if (body.to[0] === "reader-1@example.com") return [422, "validation_error"];
        return body.to[0] === "reader-2@example.com" ? [409, "invalid_idempotent_request"] : null;
      });
      const site = await siteAtTen(3, api);
      await site.tick();
      await site.runMailings();
      expect(await edition(site)).toMatchObject({ status: "done", sent: 2, skipped: 1 });
    },
  );

  it("resumes after a deployment in the middle of sending, and reaches nobody twice", async () => {
    const holder: { isGone: boolean } = { isGone: false };
    const api = resend((_call, nth) => {
      if (nth === 4) holder.isGone = true;
      return null;
    });
    const site = await siteAtTen(8, {
      vars: api.vars,
      deps: (real) => {
        const made = { ...real, ...api.deps() };
        // Keeps an isolate from working on after its simulated death.
        const mailings: Deps["mailings"] = (key) =>
          new Proxy(real.mailings(key), {
            get: (target, name, own) =>
              holder.isGone
                ? async () => Promise.reject(new Error("The isolate is gone."))
                : (Reflect.get(target, name, own) as unknown),
          });
        return { ...made, mailings };
      },
    });
    await site.tick();
    await site.runMailings();
    expect(api.sent.size).toBe(4);
    holder.isGone = false;
    for (let quarter = 0; quarter < 3; quarter += 1) {
      pass(site, 15);
      await site.tick();
      await site.runMailings();
    }
    expect(await edition(site)).toMatchObject({ status: "done", sent: 8, uncertain: 0 });
    expect(api.sent.size).toBe(8);
  });
});

describe("without a provider", () => {
  it(
    "an edition over the limit does not start, states why, and resumes when there is a provider",
    { tags: ["rest"] },
    async () => {
      const office = postOffice();
      const vars: SiteOptions["vars"] = { BULK_MAIL_LIMIT: "4" };
      const site = await siteAtTen(5, { vars, deps: office.deps });
      for (let quarter = 0; quarter < 3; quarter += 1) {
        await site.tick();
        await site.runMailings();
        pass(site, 15);
      }
      expect(await edition(site)).toMatchObject({ status: "freezing", sent: 0, frozen: 5 });
      expect((await edition(site))?.problem).toMatch(
        /^Not sent: it has 5 recipients, .* at most 4\. Set up a bulk mail provider/,
      );
      expect((await overview(site)).mail).toMatchObject({
        provider: null,
        limit: 4,
        held: { mailing: "digest:2026-11-20", recipients: 5 },
      });
      expect(office.sent.filter(isToReader)).toEqual([]);
      expect(notices(office)).toEqual(["digest:2026-11-20 was not sent"]);

      const later = makeSite({ now: site.clock.now, vars: { BULK_MAIL_PROVIDER: "resend" }, deps: office.deps });
      await later.tick();
      await later.runMailings();
      expect(await edition(later)).toMatchObject({ status: "done", sent: 5, problem: null });
    },
  );

  it(
    "an unsent edition expires after six hours, and its listings are in the next one",
    { tags: ["rest"] },
    async () => {
      const office = postOffice();
      const site = await siteAtTen(3, { vars: { BULK_MAIL_LIMIT: "2" }, deps: office.deps });
      await site.tick();
      pass(site, 7 * 60);
      await site.tick();
      expect(await edition(site)).toMatchObject({ status: "failed", sent: 0 });
      expect((await edition(site))?.problem).toContain("Its listings go into the next edition.");
      expect(notices(office)).toEqual(["digest:2026-11-20 was not sent"]);
      const later = makeSite({
        now: new Date("2026-11-23T15:00:00Z"),
        vars: { BULK_MAIL_LIMIT: "3" },
        deps: office.deps,
      });
      await later.tick();
      await later.runMailings();
      expect(await edition(later)).toMatchObject({ date: "2026-11-23", status: "done", sent: 3, listingCount: 1 });
    },
  );

  it("an edition up to the limit is sent", { tags: ["rest"] }, async () => {
    const office = postOffice();
    const site = await siteAtTen(4, { vars: { BULK_MAIL_LIMIT: "4" }, deps: office.deps });
    await site.tick();
    await site.runMailings();
    expect(await edition(site)).toMatchObject({ status: "done", sent: 4 });
    expect((await overview(site)).mail.sent).toContainEqual({ transport: "mailbox", count: expect.any(Number) });
  });

  it("an alert to too many VIPs does not start", { tags: ["rest"] }, async () => {
    const office = postOffice();
    const vars = { BULK_MAIL_LIMIT: "1", CONTACT_EMAIL: OPERATOR };
    const site = makeSite({ now: new Date("2026-11-19T12:00:00Z"), vars, deps: office.deps });
    await manySubscribers(2, site.clock.now);
    await env.DB.prepare(
      `INSERT INTO vip_subscriptions (id, customer_id, email_key, status, state_from, created_at)
       SELECT email_key, email_key, email_key, 'active', 0, 0 FROM subscribers`,
    ).run();
    await publish(site);
    pass(site, 3);
    await site.runQueue();
    await site.runQueue();
    await site.runMailings();
    expect(office.sent.filter(isToReader)).toEqual([]);
    expect(office.sent.filter(({ to }) => to === OPERATOR)).toHaveLength(1);
  });
});

describe("the settings of bulk email", () => {
  it.each([
    [{}, 0],
    [{ BULK_MAIL_PROVIDER: "none", BULK_MAIL_LIMIT: "0" }, 0],
    [{ BULK_MAIL_PROVIDER: "resend", BULK_MAIL_FROM: "listings@news.example.org" }, 0],
    [{ BULK_MAIL_PROVIDER: "resend" }, 1],
    [{ BULK_MAIL_PROVIDER: "sendgrid" }, 1],
    [{ BULK_MAIL_LIMIT: "many" }, 1],
    [{ BULK_MAIL_PROVIDER: "toString", BULK_MAIL_LIMIT: "-1" }, 2],
  ])("%j have %i problems", (vars, count) => {
    expect(bulkMailProblems(vars)).toHaveLength(count);
  });
});

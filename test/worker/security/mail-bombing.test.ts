import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
  SUBMITTED_MESSAGE,
  SUBMITTED_NO_RECEIPT_MESSAGE,
  SUBMITTED_RECEIPT_WAITS_MESSAGE,
} from "../../../worker/contracts/listings.ts";
import { NEW_LINK_MESSAGE } from "../../../worker/contracts/owners.ts";
import { MAIL_KINDS, type MailKind, mailRule } from "../../../worker/platform/mail-kinds.ts";
import type { Mail } from "../../../worker/platform/mail.ts";
import { insertFollow, follow, followToken } from "../../support/worker/follows.ts";
import { startThread, visitor } from "../../support/worker/forum.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { withoutMinutes } from "../../support/worker/limiters.ts";
import { UNDO_MS } from "../../../worker/contracts/decisions.ts";
import { approve, draft } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { postOffice } from "../../support/worker/post-office.ts";
import { json, makeSite, type Site, type SiteOptions } from "../../support/worker/site.ts";
import { at, checkoutEvent, deliverAll } from "../../support/worker/stripe.ts";
import { replyTo, signUp, subscribe } from "../../support/worker/subscribers.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const VICTIM = "victim@example.com";
/** Text for every field that a stranger can fill in. */
const WORDS = "BitcoinGiveaway";

const limitedSite = (options: SiteOptions = {}) =>
  makeSite({
    ...options,
    vars: { RATE_LIMIT_SCALE: "1", ...options.vars },
    deps: (deps) => ({ ...withoutMinutes(), ...options.deps?.(deps) }),
  });
const from = (nth: number) => ({ "cf-connecting-ip": `10.${nth >> 8}.${nth & 255}.1` });
const submitAs = (site: Site, nth: number, changes: Record<string, unknown> = {}) =>
  site.fetch("/api/submit-property", {
    json: draft({
      email: VICTIM,
      address: `${nth + 1} ${WORDS} Street, Toronto`,
      rent: `$1,850 ${WORDS}`,
      landlordName: WORDS,
      additionalInfo: WORDS,
      unit: WORDS.slice(0, 10),
      ...changes,
    }),
    headers: from(nth),
  });
const later = (site: Site, ms: number) => (site.clock.now = new Date(site.clock.now.getTime() + ms));
/** Lets the undo period pass, after which a landlord is notified of a decision. */
async function told(site: Site): Promise<void> {
  later(site, UNDO_MS);
  await site.runQueue();
}
/** Runs all of the queue's work over a period, with cron ticks. */
async function pass(site: Site, ms: number, stepMs = HOUR_MS): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    later(site, stepMs);
    await site.runJob("outbox.relay");
    await site.runQueue();
  }
}
const neverIn = (mail: { text: string } | undefined) =>
  /\/never\/([a-z2-7]{52})(?![a-z2-7])/.exec(mail?.text ?? "")?.[1];

/** Returns every action of a stranger that causes an email to an address. */
async function strangersDoings(site: Site): Promise<((nth: number) => Promise<Response>)[]> {
  const author = await visitor(site, "198.51.100.99");
  const thread = await startThread(site, author, { title: `Is ${WORDS} a scam?` });
  const ask = (path: string) => (nth: number) => site.fetch(path, { json: { email: VICTIM }, headers: from(nth) });
  return [
    (nth) => signUp(site, VICTIM, from(nth)),
    (nth) => submitAs(site, nth),
    (nth) => insertFollow(site, thread.id, VICTIM, from(nth)["cf-connecting-ip"]),
    ask("/api/privacy/request"),
    ask("/api/listing-links"),
    ask("/api/access/request-code"),
  ];
}

describe("an address that never asked for email", () => {
  it("gets at most three emails a day across all features", { tags: ["rest"] }, async () => {
    const site = limitedSite();
    const doings = await strangersDoings(site);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => (doings[nth % doings.length] as (nth: number) => Promise<Response>)(nth)),
    );
    for (const { status } of answers) expect([200, 201]).toContain(status);
    expect(await mailsTo(site, VICTIM)).toHaveLength(3);
    // Delivers every message twice, which must not send any email again.
    await site.runQueue(2);
    expect(await mailsTo(site, VICTIM)).toHaveLength(3);
  });

  it("gets three emails even when more are sent concurrently", { tags: ["rest"] }, async () => {
    const office = postOffice();
    const site = limitedSite({ deps: () => office.deps() });
    for (let nth = 0; nth < 12; nth += 1) await submitAs(site, nth);
    await signUp(site, VICTIM);
    const messages = site.queued.splice(0);
    await Promise.all(
      messages.map(async (message) => {
        const other = limitedSite({ deps: () => office.deps() });
        other.queued.push(message);
        await other.runQueue();
      }),
    );
    expect(office.counts().get(VICTIM)).toBe(3);
  });

  it("gets no text typed by strangers, and an opt-out link in each email", async () => {
    const site = makeSite();
    for (const doing of await strangersDoings(site)) {
      await doing(1);
      await site.runQueue();
    }
    await signUp(site, VICTIM);
    const request = (await mailsTo(site, VICTIM)).find(({ replyTo: to }) => to !== null);
    await site.receive(replyTo(request, { results: null }));
    await approve(site, 1);
    await told(site);
    await site.fetch("/api/admin/listings/1/reject", { json: { reason: "No such unit." }, as: await site.logIn() });
    await told(site);
    await approve(site, 1);
    await told(site);
    const sooner = await mailsTo(site, VICTIM);
    later(site, 56 * DAY_MS);
    await site.tick();
    const mails = [...(await mailsTo(site, VICTIM)), ...sooner];
    const subjects = mails.map(({ subject }) => subject);
    for (const part of ["received", "published", "not published", "Still available?", "links to", "reply to join"])
      expect(subjects.join("\n")).toContain(part);
    expect(subjects).toContain("Your 1 Bedroom listing (#1): received");
    for (const mail of mails) {
      const { id: _id, sentAt: _at, to: _to, ...read } = mail;
      expect(JSON.stringify(read).toLowerCase(), mail.subject).not.toContain(WORDS.toLowerCase());
      expect(JSON.stringify(read), mail.subject).not.toMatch(/1,850|416-555/);
      expect(neverIn(mail), mail.subject).toBe(await site.neverToken(VICTIM));
      expect(mail.html).toContain(`/never/${neverIn(mail)}`);
    }
    expect(mails.some(({ text }) => text.includes("No such unit."))).toBe(true);
    // The link to the listing works without the words in its URL.
    expect(mails.find(({ subject }) => subject.endsWith(": published"))?.text).toMatch(/\/listing\/1\n/);
  });

  it("gets the next email exactly a day after the first of three", { tags: ["rest"] }, async () => {
    const site = limitedSite();
    const ask = async (nth: number) => {
      await signUp(site, VICTIM, from(nth));
      return (await mailsTo(site, VICTIM)).length;
    };
    const counts: number[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      counts.push(await ask(nth));
      later(site, HOUR_MS);
    }
    const followed = await startThread(site, await visitor(site, "198.51.100.99"));
    const requestFollow = async () => {
      await insertFollow(site, followed.id, VICTIM);
      return (await mailsTo(site, VICTIM)).length;
    };
    counts.push(await requestFollow());
    later(site, 20 * HOUR_MS);
    counts.push(await requestFollow());
    later(site, HOUR_MS);
    counts.push(await requestFollow());
    expect(counts).toEqual([1, 2, 3, 3, 3, 4]);
  });

  it("uses one slot for an email that is sent at the third attempt", { tags: ["rest"] }, async () => {
    let refusals = 0;
    const office = postOffice(() => {
      refusals += 1;
      if (refusals <= 2) throw Object.assign(new Error("quota"), { code: "E_DAILY_LIMIT_EXCEEDED" });
    });
    const site = limitedSite({ deps: () => office.deps() });
    await submitAs(site, 0);
    await site.runQueue();
    await pass(site, 5 * HOUR_MS);
    for (let nth = 1; nth < 4; nth += 1) await submitAs(site, nth);
    await site.runQueue();
    expect(office.counts().get(VICTIM)).toBe(3);
    const places = await env.DB.prepare("SELECT count(DISTINCT key) AS n FROM mail_places").first<number>("n");
    expect(places).toBe(4);
  });
});

describe("a submission for an address over its limit", () => {
  it(
    "is accepted, states that the receipt is delayed, and sends it first the next day",
    { tags: ["rest"] },
    async () => {
      const site = limitedSite();
      const messages: unknown[] = [];
      for (let nth = 0; nth < 5; nth += 1) {
        const answer = await submitAs(site, nth);
        expect(answer.status).toBe(201);
        messages.push((await json(answer)).message);
      }
      expect(messages).toEqual([
        ...Array.from({ length: 3 }, () => SUBMITTED_MESSAGE),
        ...Array.from({ length: 2 }, () => SUBMITTED_RECEIPT_WAITS_MESSAGE),
      ]);
      expect(await mailsTo(site, VICTIM)).toHaveLength(3);
      await pass(site, 23 * HOUR_MS);
      expect(await mailsTo(site, VICTIM)).toHaveLength(3);
      later(site, HOUR_MS);
      // On the next day, two delayed emails leave one slot for strangers' requests.
      for (let nth = 0; nth < 3; nth += 1) await signUp(site, VICTIM, from(nth));
      await pass(site, 4 * HOUR_MS);
      const mails = await mailsTo(site, VICTIM);
      expect(mails.slice(0, 3).map(({ subject }) => subject.replace(/ to join.*/, ""))).toEqual(
        expect.arrayContaining(["Your 1 Bedroom listing (#4): received", "Your 1 Bedroom listing (#5): received"]),
      );
      expect(mails).toHaveLength(6);
    },
  );

  it("also delays a moderator's decision to the next day", { tags: ["rest"] }, async () => {
    const site = limitedSite();
    for (let nth = 0; nth < 3; nth += 1) await submitAs(site, nth);
    expect(await mailsTo(site, VICTIM)).toHaveLength(3);
    await approve(site, 1);
    expect(await mailsTo(site, VICTIM)).toHaveLength(3);
    await pass(site, 28 * HOUR_MS);
    expect((await mailsTo(site, VICTIM))[0]?.subject).toBe("Your 1 Bedroom listing (#1): published");
  });

  it(
    "does not delay emails by more than a week, for any number of submissions",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const site = limitedSite();
      const messages = new Map<unknown, number>();
      for (let nth = 0; nth < 40; nth += 1) {
        const answer = await submitAs(site, nth);
        expect(answer.status).toBe(201);
        const { message } = await json(answer);
        messages.set(message, (messages.get(message) ?? 0) + 1);
      }
      // No response promises an email that is never sent.
      expect(Object.fromEntries(messages)).toEqual({
        [SUBMITTED_MESSAGE]: 3,
        [SUBMITTED_RECEIPT_WAITS_MESSAGE]: 21,
        [SUBMITTED_NO_RECEIPT_MESSAGE]: 16,
      });
      const last = await env.DB.prepare("SELECT max(at) AS at, count(*) AS n FROM mail_places").first<{
        at: number;
        n: number;
      }>();
      expect(last?.n).toBe(24);
      expect(last?.at).toBe(site.clock.now.getTime() + 7 * DAY_MS);
      await pass(site, 8 * DAY_MS, fullSize(1, 6) * HOUR_MS);
      const receipts = (await mailsTo(site, VICTIM)).filter(({ subject }) => subject.endsWith(": received"));
      expect(receipts).toHaveLength(24);
      // The message tells the landlord to request the links in this way.
      expect((await site.fetch("/api/listing-links", { json: { email: VICTIM } })).status).toBe(200);
      const [mail] = await mailsTo(site, VICTIM);
      expect(mail?.subject).toContain("The links to");
      expect(tokenIn(mail, "manage")).toMatch(/^40-/);
    },
  );
});

describe("a proven address", () => {
  const requests = async (site: Site) => {
    await site.runQueue();
    const before = (await mailsTo(site, VICTIM)).length;
    for (let nth = 20; nth < 30; nth += 1) await submitAs(site, nth);
    return (await mailsTo(site, VICTIM)).length - before;
  };

  it("gets at most ten receipts a day of each feature, and the others are delayed", { tags: ["rest"] }, async () => {
    const site = limitedSite();
    await submitAs(site, 0);
    const [mail] = await mailsTo(site, VICTIM);
    await site.fetch(`/api/manage/${tokenIn(mail, "manage")}`, { method: "PATCH", json: { bathrooms: "2" } });
    expect(await requests(site)).toBe(10);
    expect((await json(submitAs(site, 40))).message).toBe(SUBMITTED_RECEIPT_WAITS_MESSAGE);
    await pass(site, 28 * HOUR_MS);
    expect((await mailsTo(site, VICTIM))[0]?.subject).toContain("(#12): received");
  });

  it("gets delayed emails within hours", { tags: ["rest"] }, async () => {
    const site = limitedSite();
    for (let nth = 0; nth < 5; nth += 1) await submitAs(site, nth);
    const [mail] = await mailsTo(site, VICTIM);
    expect((await site.fetch(`/api/manage/${tokenIn(mail, "manage")}/rented`, { method: "POST" })).status).toBe(200);
    await pass(site, 5 * HOUR_MS);
    expect(await mailsTo(site, VICTIM)).toHaveLength(5);
  });

  const proofs: Record<string, (site: Site) => Promise<unknown>> = {
    "a reply": (site) => subscribe(site, VICTIM),
    "the button that confirms": async (site) => {
      await signUp(site, VICTIM);
      await site.runQueue();
      await site.fetch(`/api/confirm/${await site.tokenFor("confirm", 1)}`, { method: "POST" });
    },
    "saved preferences": async (site) => {
      await signUp(site, VICTIM);
      await site.fetch(`/api/preferences/${await site.tokenFor("preferences", 1)}`, {
        method: "PUT",
        json: { bedrooms: [], maxRent: null, areas: [], frequency: "every" },
      });
    },
    "a follow that it confirmed": async (site) => {
      const { id } = await startThread(site, await visitor(site, "198.51.100.99"));
      await follow(site, id, VICTIM);
    },
    "a code": async (site) => {
      await deliverAll(site, [checkoutEvent(at(0), { customer_details: { email: VICTIM } })]);
      await site.fetch("/api/access/request-code", { json: { email: VICTIM } });
      const code = /\d{6}/.exec((await mailsTo(site, VICTIM))[0]?.subject ?? "")?.[0];
      expect((await site.fetch("/api/access/verify-code", { json: { email: VICTIM, code } })).status).toBe(200);
    },
    "a removal of its listing where it is managed": async (site) => {
      await submitAs(site, 0);
      await site.fetch(`/api/manage/${tokenIn((await mailsTo(site, VICTIM))[0], "manage")}`, { method: "DELETE" });
    },
  };
  it.each(Object.keys(proofs))("is proven by %s", { tags: ["rest"] }, async (name) => {
    const site = limitedSite();
    await proofs[name]?.(site);
    expect(await requests(site)).toBe(10);
  });

  const noProofs: Record<string, (site: Site) => Promise<unknown>> = {
    "opened links": async (site) => {
      const token = tokenIn((await mailsTo(site, VICTIM))[0], "manage");
      for (const path of [`/api/manage/${token}`, `/manage/${token}`]) await site.fetch(path);
    },
    "saying that it did not post the listing": async (site) =>
      site.fetch(`/api/delete/${tokenIn((await mailsTo(site, VICTIM))[0], "delete")}`, { method: "DELETE" }),
    "a link that is wrong": async (site) =>
      site.fetch(`/api/manage/1-${"a".repeat(32)}`, { method: "PATCH", json: { rent: "$1" } }),
    "a reply that nobody vouches for": async (site) => {
      await signUp(site, VICTIM);
      const mail = (await mailsTo(site, VICTIM)).find(({ replyTo: to }) => to !== null);
      await site.receive(replyTo(mail, { results: null }));
    },
    "leaving a list": async (site) => {
      await signUp(site, VICTIM);
      await site.fetch(`/api/unsubscribe/${await site.tokenFor("unsubscribe", 1)}`, { method: "POST" });
    },
    "declining to follow": async (site) => {
      const { id } = await startThread(site, await visitor(site, "198.51.100.99"));
      await insertFollow(site, id, VICTIM);
      const mail = (await mailsTo(site, VICTIM)).find(({ text }) => text.includes("/follow/"));
      await site.fetch(`/api/follow/${followToken(mail)}/stop`, { method: "POST" });
    },
    "wanting no mail, and taking that back": async (site) => {
      const path = `/api/never/${await site.neverToken(VICTIM)}`;
      for (const method of ["POST", "DELETE"]) await site.fetch(path, { method });
    },
  };
  it.each(Object.keys(noProofs))("is not proven by %s", { tags: ["rest"] }, async (name) => {
    const site = limitedSite();
    await submitAs(site, 0);
    await site.runQueue();
    await noProofs[name]?.(site);
    const sent = (await mailsTo(site, VICTIM)).length;
    expect(sent + (await requests(site))).toBe(3);
  });

  const MINE = "mine@example.com";
  const proofCount = () => env.DB.prepare("SELECT count(*) AS n FROM proven_addresses").first<number>("n");
  /** Creates a stranger's listing, and returns its emailed link. */
  const strangersLink = async (site: Site) => {
    await submitAs(site, 0, { email: MINE });
    const path = `/api/manage/${tokenIn((await mailsTo(site, MINE))[0], "manage")}`;
    return (json: unknown) => site.fetch(path, { method: "PATCH", json });
  };

  it("is not proven by any use of another landlord's link", { tags: ["rest"] }, async () => {
    const site = limitedSite();
    const edit = await strangersLink(site);
    expect((await edit({ email: VICTIM })).status).toBe(200);
    for (const bathrooms of ["2", "1", "2"]) expect((await edit({ bathrooms })).status).toBe(200);
    for (const email of [MINE, VICTIM.toUpperCase(), MINE, VICTIM]) expect((await edit({ email })).status).toBe(200);
    expect((await edit({ bathrooms: "3" })).status).toBe(200);
    await requests(site);
    await signUp(site, VICTIM);
    expect(await mailsTo(site, VICTIM)).toHaveLength(3);
    // Only the stranger's own address is proven, because only the email to that address was read.
    expect(await proofCount()).toBe(1);
  });

  it("is proven by the link that is emailed when a landlord moves to it", { tags: ["rest"] }, async () => {
    const site = limitedSite();
    const edit = await strangersLink(site);
    expect((await json(edit({ bathrooms: "2" }))).message).toBeNull();
    const saved = await json(edit({ email: VICTIM }));
    expect(saved).toMatchObject({ email: VICTIM, message: NEW_LINK_MESSAGE });
    const [mail, ...others] = await mailsTo(site, VICTIM);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Your 1 Bedroom listing (#1): your new address");
    expect(JSON.stringify(mail).toLowerCase()).not.toContain(WORDS.toLowerCase());
    expect(neverIn(mail)).toBe(await site.neverToken(VICTIM));
    const path = `/api/manage/${tokenIn(mail, "manage")}`;
    expect((await json(site.fetch(path, { method: "PATCH", json: { bathrooms: "3" } }))).message).toBeNull();
    expect(await requests(site)).toBe(10);
  });

  it(
    "can be corrected by a landlord who mistyped it: their link still works, and each address gets one email",
    { tags: ["rest"] },
    async () => {
      const site = limitedSite();
      const edit = await strangersLink(site);
      for (const email of ["mistyped@example.com", VICTIM, "mistyped@example.com", VICTIM])
        expect((await json(edit({ email }))).message).toBe(NEW_LINK_MESSAGE);
      expect(await mailsTo(site, VICTIM)).toHaveLength(1);
      // The listing's new address is not emailed to anybody else.
      expect(await mailsTo(site, "mistyped@example.com")).toEqual([]);
      expect((await edit({ rent: "$1,700" })).status).toBe(200);
      expect((await json(edit({ email: VICTIM.toUpperCase() }))).message).toBeNull();
    },
  );

  it("is no longer proven a year after its last use", async () => {
    const site = limitedSite();
    await subscribe(site, VICTIM);
    later(site, 200 * DAY_MS);
    await site.fetch(`/api/preferences/${await site.tokenFor("preferences", 1)}`, {
      method: "PUT",
      json: { bedrooms: [], maxRent: null, areas: [], frequency: "every" },
    });
    later(site, 300 * DAY_MS);
    await site.runJob("mail.forget");
    const count = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");
    expect([await count("proven_addresses"), await count("mail_places")]).toEqual([1, 0]);
    later(site, 66 * DAY_MS);
    await site.runJob("mail.forget");
    expect(await count("proven_addresses")).toBe(0);
  });
});

describe("the register of emails", () => {
  it("contains each email with its own kind", { tags: ["rest"] }, async () => {
    const sent = new Map<MailKind, Mail>();
    const site = makeSite({
      deps: (deps) => ({
        mail: {
          send: (mail) => {
            sent.set(mail.kind, mail);
            return deps.mail.send(mail);
          },
        },
      }),
    });
    for (const doing of await strangersDoings(site)) await doing(1);
    await subscribe(site, VICTIM);
    for (const doing of await strangersDoings(site)) await doing(1);
    await approve(site, 1);
    await told(site);
    const kinds = [...sent.keys()];
    for (const kind of ["subscriber.confirmation", "subscriber.already", "subscriber.welcome", "access.code"] as const)
      expect(kinds).toContain(kind);
    for (const kind of ["privacy.link", "listing.submitted", "listing.links", "listing.approved"] as const)
      expect(kinds).toContain(kind);
    expect(kinds).toContain("follow.question");
    for (const [kind, { text }] of sent) {
      expect(MAIL_KINDS).toHaveProperty([kind]);
      expect(text.includes("/never/"), kind).toBe(mailRule(kind).isCounted);
    }
    // Email that anybody can trigger is counted.
    for (const kind of Object.keys(MAIL_KINDS) as MailKind[]) {
      const { causedBy, isCounted } = mailRule(kind);
      if (causedBy === "anybody") expect(isCounted, kind).toBe(true);
    }
  });
});

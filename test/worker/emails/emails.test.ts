import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { EmailsSection, EmailsView } from "../../../worker/contracts/emails.ts";
import { withoutToken } from "../../../worker/platform/log.ts";
import { makeVip, saveSearch } from "../../support/worker/alerts.ts";
import { follow, insertFollow, nextTick } from "../../support/worker/follows.ts";
import { comment, startThread, visitor } from "../../support/worker/forum.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { linkIn, subscribe } from "../../support/worker/subscribers.ts";

const EMAIL = "holder@example.com";

const read = (site: Site, token: string) => site.fetch(`/api/emails/${token}`);
const view = (site: Site, token: string): Promise<EmailsView> => json(read(site, token));

/** Subscribes one email address to all kinds of emails, and returns the tokens of its links by page and rights. */
async function begun(vars: { RATE_LIMIT_SCALE?: string } = {}) {
  const site = makeSite({ vars });
  await subscribe(site, EMAIL);
  const welcome = (await mailsTo(site, EMAIL))[0];
  const search = await saveSearch(site, EMAIL, { search: { maxRent: 2000 } });
  const { id } = await startThread(site, await visitor(site), { title: "Is 2,100 fair?" });
  const question = await follow(site, id, EMAIL);
  await makeVip(EMAIL);
  const idIn = (token: string) => Number(token.split("-")[0]);
  const tokens = {
    preferences: linkIn(welcome, "preferences"),
    alert: search,
    alerts: await site.tokenFor("alerts", idIn(search)),
    follow: question,
    unsubscribe: linkIn(welcome, "unsubscribe"),
    alerts_stop: await site.tokenFor("alerts_stop", idIn(search)),
    unfollow: await site.tokenFor("unfollow", idIn(question)),
    never: await site.neverToken(EMAIL),
  };
  return { site, tokens };
}
type Purpose = keyof Awaited<ReturnType<typeof begun>>["tokens"];

const MANAGING: [purpose: Purpose, part: EmailsSection][] = [
  ["preferences", "edition"],
  ["alert", "searches"],
  ["alerts", "searches"],
  ["follow", "discussions"],
];
const STOPPING: [purpose: Purpose, own: keyof EmailsView, part: EmailsSection][] = [
  ["unsubscribe", "edition", "edition"],
  ["alerts_stop", "searches", "searches"],
  ["unfollow", "follow", "discussions"],
  ["never", "never", "never"],
];
const PARTS = ["edition", "searches", "follow", "discussions", "vip", "never"] as const;
/** Returns the parts of a view that are not empty. */
const shown = (view: EmailsView) =>
  PARTS.filter((part) => ![null, "[]"].includes(view[part] && JSON.stringify(view[part])));

/** Returns every row of the tables that opening a link could change. */
async function dump(): Promise<string> {
  const tables = ["subscribers", "consents", "alert_readers", "saved_searches", "forum_follows", "mail_suppressions"];
  const all = [...tables, "proven_addresses", "outbox"].map((table) => env.DB.prepare(`SELECT * FROM ${table}`));
  return JSON.stringify((await env.DB.batch(all)).map(({ results }) => results));
}

describe("the view of an address behind an emailed link", () => {
  it("shows everything, with the token of each part, if the link can manage", async () => {
    const { site, tokens } = await begun();
    for (const [purpose, part] of MANAGING) {
      const emails = await view(site, tokens[purpose]);
      expect(emails, purpose).toMatchObject({
        email: "h***@example.com",
        part,
        canManage: true,
        edition: { status: "confirmed", preferences: { frequency: "every" }, token: tokens.preferences },
        searches: { searches: [{ state: "active" }], isVip: true, canOnlyStop: false, token: tokens.alerts },
        discussions: [{ token: tokens.unfollow, thread: { title: "Is 2,100 fair?" } }],
        vip: { portalUrl: null },
        never: { never: false, token: tokens.never },
      });
      expect(emails.follow?.status, purpose).toBe(purpose === "follow" ? "following" : undefined);
      expect(emails.searches?.searchId !== null, purpose).toBe(purpose === "alert");
    }
  });

  it("shows only its own part, and no other token, if the link can only stop emails", async () => {
    const { site, tokens } = await begun();
    for (const [purpose, own, part] of STOPPING) {
      const answer = await read(site, tokens[purpose]);
      const text = await answer.clone().text();
      const emails = await json<EmailsView>(answer);
      expect(emails, purpose).toMatchObject({ part, canManage: false });
      expect(shown(emails), purpose).toEqual([own]);
      expect(emails.edition?.preferences ?? emails.searches?.searches[0], purpose).toBeUndefined();
      for (const [other, token] of Object.entries(tokens))
        if (other !== purpose) expect(text, `${purpose} yields ${other}`).not.toContain(token);
    }
    expect((await view(site, tokens.never)).email).toBeNull();
  });

  it("never shows a full address, and reading it changes nothing", async () => {
    const { site, tokens } = await begun();
    await mailsTo(site, EMAIL);
    const before = await dump();
    for (const [purpose, token] of Object.entries(tokens))
      for (const method of ["GET", "HEAD", "GET"]) {
        const answer = await site.fetch(`/api/emails/${token}`, { method });
        expect(answer.status, purpose).toBe(200);
        expect(await answer.text(), purpose).not.toContain("holder");
        // The log must not contain a token.
        expect(withoutToken(`/api/emails/${token}/link`)).toBe("/api/emails/:token/link");
      }
    expect(await dump()).toBe(before);
  });

  it("needs two sequential database round trips", async () => {
    const { site, tokens } = await begun();
    for (const [purpose, token] of Object.entries(tokens)) {
      const { waits } = await site.waits(`/api/emails/${token}`);
      expect(waits, purpose).toBeLessThanOrEqual(2);
    }
  });

  it("is not available for links of other purposes, forged links, and stopped follows", async () => {
    const { site, tokens } = await begun();
    await site.fetch(`/api/follow/${tokens.follow}/stop`, { method: "POST" });
    const wrong = [
      tokens.follow,
      await site.tokenFor("confirm", 1),
      await site.tokenFor("privacy", 1),
      await site.tokenFor("manage", 1),
      `${tokens.preferences.slice(0, -1)}2`,
      "1",
    ];
    for (const token of wrong) {
      const answer = await read(site, token);
      expect([answer.status, await json(answer)], token).toMatchObject([404, { code: "emails.invalid_link" }]);
    }
  });
});

describe("a link to all emails", () => {
  const ask = (site: Site, token: string, what: "link" | "data") =>
    site.fetch(`/api/emails/${token}/${what}`, { method: "POST" });
  const about = async (site: Site, subject: string) =>
    (await mailsTo(site, EMAIL)).filter((mail) => mail.subject === subject);

  it("is emailed to the address of a link that can only stop emails, three times a day, with the same response", async () => {
    const { site, tokens } = await begun({ RATE_LIMIT_SCALE: "1" });
    const answers = new Set<string>();
    for (const purpose of ["unsubscribe", "alerts_stop", "unfollow", "never"] as const)
      answers.add(await (await ask(site, tokens[purpose], "link")).text());
    answers.add(await (await ask(site, await site.neverToken("unknown@example.com"), "link")).text());
    expect(answers.size).toBe(1);
    const mails = await about(site, "Manage your emails");
    expect(mails).toHaveLength(3);
    expect(linkIn(mails[0], "preferences")).toBe(tokens.preferences);
    expect(await mailsTo(site, "unknown@example.com")).toEqual([]);
  });

  it("is in emails to subscribers and followers, beside the unsubscribe link", async () => {
    const site = makeSite();
    await subscribe(site, EMAIL);
    const author = await visitor(site, "198.51.100.9");
    const { id } = await startThread(site, author);
    await follow(site, id, EMAIL);
    await insertFollow(site, id, EMAIL);
    await comment(site, author, id);
    await nextTick(site);
    const mails = (await mailsTo(site, EMAIL)).filter(({ text }) => text.includes("Your emails: "));
    expect(mails.map(({ subject }) => subject.split(" ")[0])).toEqual(["New", "You", "Welcome"]);
    for (const { text, headers } of mails) {
      const stop = /\/(\w+)\/([a-z0-9-]+)>/.exec(headers["List-Unsubscribe"] ?? "")?.[2] ?? "";
      const manage = /Your emails: \S+\/(\S+)/.exec(text)?.[1] ?? "";
      expect(text).toContain(stop);
      expect([(await view(site, stop)).canManage, (await view(site, manage)).canManage]).toEqual([false, true]);
    }
  });

  it.each([
    ["searches", (site: Site) => saveSearch(site, EMAIL)],
    ["discussions", async (site: Site) => follow(site, (await startThread(site, await visitor(site))).id, EMAIL)],
  ])("links to the %s of an address without a subscription", async (part, begin) => {
    const site = makeSite();
    await begin(site);
    await ask(site, await site.neverToken(EMAIL), "link");
    const [mail] = await about(site, "Manage your emails");
    const token = /Your emails: \S+\/(?:alerts|follow)\/(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(await view(site, token)).toMatchObject({ part, canManage: true });
  });

  it("can request the stored data by email, unlike a link that can only stop emails", async () => {
    const { site, tokens } = await begun();
    for (const [purpose] of STOPPING) expect((await ask(site, tokens[purpose], "data")).status, purpose).toBe(404);
    for (const [purpose] of MANAGING.slice(0, 3)) expect((await ask(site, tokens[purpose], "data")).status).toBe(200);
    const mails = await about(site, "What we store about you");
    expect(mails).toHaveLength(3);
    const stored = await site.fetch(`/api/privacy/${linkIn(mails[0], "privacy")}`);
    expect(await json(stored)).toMatchObject({ email: EMAIL });
  });
});

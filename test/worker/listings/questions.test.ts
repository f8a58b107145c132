import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { ListingDecision } from "../../../worker/contracts/decisions.ts";
import type { OwnerListing } from "../../../worker/contracts/owners.ts";
import type { ListingThread } from "../../../worker/contracts/questions.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import { type DevMail, mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const LANDLORD = "landlord@example.com";
const QUESTION = "Is the rent for the whole home?";
const later = (site: Site, ms: number) => (site.clock.now = new Date(site.clock.now.getTime() + ms));
const asModerator = async (site: Site, method: string, path: string, body?: unknown) =>
  site.fetch(`/api/admin/${path}`, { method, as: await site.logIn(), ...(body !== undefined && { json: body }) });
const ask = (site: Site, id: number, text = QUESTION) => asModerator(site, "POST", `listings/${id}/ask`, { text });
const threadOf = async (site: Site, id: number) =>
  (await json<ListingThread>(asModerator(site, "GET", `listings/${id}/thread`))).messages;
const questions = (mails: DevMail[]) => mails.filter(({ subject }) => subject.endsWith(": a question"));

/** Creates a listing with a question that was emailed. */
async function asked() {
  const site = makeSite();
  const id = await submit(site);
  const manage = `/api/manage/${tokenIn((await mailsTo(site, LANDLORD))[0], "manage")}`;
  await ask(site, id);
  later(site, 120_000);
  const [mail] = questions(await mailsTo(site, LANDLORD));
  if (!mail) throw new Error("No question was mailed");
  return { site, id, manage, mail };
}

const reply = (mail: DevMail, lines: string[], headers: string[] = []) => ({
  from: LANDLORD,
  to: mail.replyTo ?? "",
  raw: [
    `From: <${LANDLORD}>`,
    `To: <${mail.replyTo}>`,
    "Subject: Re: a question",
    "Message-ID: <one@mail.example.com>",
    ...headers,
    "",
    ...lines,
  ].join("\r\n"),
});

describe("a question to a landlord", () => {
  it("is emailed once the decision cannot be undone, and can be answered by a reply", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site);
    const answer = await json<ListingDecision>(ask(site, id));
    expect([answer.id, answer.status, typeof answer.decisionId]).toEqual([id, "pending", "string"]);
    expect(questions(await mailsTo(site, LANDLORD))).toEqual([]);
    later(site, 120_000);
    const [mail, ...more] = questions(await mailsTo(site, LANDLORD));
    expect(more).toEqual([]);
    expect(mail?.text).toContain(QUESTION);
    expect(mail?.replyTo).toMatch(/^answer\+[a-z0-9-]+@/);
    if (!mail) return;
    await site.receive(
      reply(mail, [
        "Yes, all of it.",
        "",
        "Ada",
        "",
        "On Fri, Nov 20, 2026 at 10:02 AM the site wrote:",
        `> ${QUESTION}`,
      ]),
    );
    expect(await threadOf(site, id)).toMatchObject([
      { author: "moderator", via: null, text: QUESTION },
      { author: "landlord", via: "mail", text: "Yes, all of it.\n\nAda" },
    ]);
    const listing = await json<{ answeredAt: string }>(asModerator(site, "GET", `listings/${id}`));
    expect(listing.answeredAt).toBe(site.clock.now.toISOString());
  });

  it("can be undone, and is then neither emailed nor shown to the landlord", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site);
    const manage = `/api/manage/${tokenIn((await mailsTo(site, LANDLORD))[0], "manage")}`;
    const { decisionId } = await json<ListingDecision>(ask(site, id));
    expect((await json<OwnerListing>(site.fetch(manage))).messages).toEqual([]);
    expect((await asModerator(site, "POST", `decisions/${decisionId}/undo`)).status).toBe(200);
    later(site, 120_000);
    expect(questions(await mailsTo(site, LANDLORD))).toEqual([]);
    expect(await threadOf(site, id)).toEqual([]);
    expect((await json<OwnerListing>(site.fetch(manage))).messages).toEqual([]);
  });

  it("changes nothing that renters see", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const before = await json(site.fetch(`/api/marketplace-listings/${id}`));
    site.purged.length = 0;
    await ask(site, id);
    expect(site.purged).toEqual([]);
    expect(await json(site.fetch(`/api/marketplace-listings/${id}`))).toEqual(before);
  });

  it("can be answered on the landlord's page, where nobody else reads it", { tags: ["rest"] }, async () => {
    const { site, id, manage } = await asked();
    const seen = await json<OwnerListing>(site.fetch(manage));
    expect(seen.messages).toMatchObject([{ author: "moderator", text: QUESTION }]);
    const answered = await json<OwnerListing>(site.fetch(`${manage}/answer`, { json: { text: " Yes\u202E it is. " } }));
    expect(answered.messages[1]).toMatchObject({ author: "landlord", via: "page", text: "Yes it is." });
    expect((await threadOf(site, id)).map(({ author }) => author)).toEqual(["moderator", "landlord"]);
  });

  it("stores a repeated reply once, and no automatic or empty replies", async () => {
    const { site, id, mail } = await asked();
    await site.receive(reply(mail, ["I am away."], ["Auto-Submitted: auto-replied"]));
    await site.receive(reply(mail, ["", " "]));
    for (let times = 0; times < 2; times += 1) await site.receive(reply(mail, ["Yes."]));
    expect((await threadOf(site, id)).map(({ text }) => text)).toEqual([QUESTION, "Yes."]);
  });

  it("accepts replies in HTML, and truncates long ones", { tags: ["rest"] }, async () => {
    const { site, id, mail } = await asked();
    const html = ["Content-Type: text/html; charset=utf-8"];
    await site.receive(reply(mail, ["<p>It is <b>all</b> of it &amp; more.</p>"], html));
    await site.receive({
      ...reply(mail, ["x".repeat(3_000)], ["X-Nth: 2"]),
      raw: reply(mail, ["x".repeat(3_000)]).raw.replace("<one@", "<two@"),
    });
    const [, first, second] = await threadOf(site, id);
    expect(first?.text).toBe("It is all of it & more.");
    expect(second?.text).toHaveLength(2_000);
  });

  it("neither accepts nor forwards an answer with a wrong token", { tags: ["rest"] }, async () => {
    const { site, id, mail } = await asked();
    const to = (mail.replyTo ?? "").replace(/[a-z2-7]{4}@/, "aaaa@");
    await site.receive({ ...reply(mail, ["Yes."]), to });
    expect(await threadOf(site, id)).toHaveLength(1);
    expect(site.forwarded).toEqual([]);
  });

  it("rejects an answer without a question", async () => {
    const site = makeSite();
    const id = await submit(site);
    const manage = tokenIn((await mailsTo(site, LANDLORD))[0], "manage");
    const response = await site.fetch(`/api/manage/${manage}/answer`, { json: { text: "Hello?" } });
    expect([response.status, (await json(response))["code"]]).toEqual([409, "listing.no_question"]);
    expect(await threadOf(site, id)).toEqual([]);
  });

  it.each([
    ["an empty question", "ask", ""],
    ["a question of 1,001 characters", "ask", "x".repeat(1_001)],
    ["an empty answer", "answer", " "],
    ["an answer of 2,001 characters", "answer", "x".repeat(2_001)],
  ])("rejects %s", { tags: ["rest"] }, async (_, what, text) => {
    const { site, id, manage } = await asked();
    const response = await (what === "ask" ? ask(site, id, text) : site.fetch(`${manage}/answer`, { json: { text } }));
    expect(response.status).toBe(400);
    expect(await threadOf(site, id)).toHaveLength(1);
  });

  it(
    "is limited to ten a day for a listing, and so are its emails to an unproven address",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" } });
      const id = await submit(site);
      for (let nth = 0; nth < 10; nth += 1) expect((await ask(site, id)).status).toBe(200);
      expect((await ask(site, id)).status).toBe(429);
      later(site, 120_000);
      // The limit is three emails a day, and the receipt of the submission is one of them.
      expect(questions(await mailsTo(site, LANDLORD))).toHaveLength(2);
    },
  );

  it("is exported and erased with the landlord's data, and deleted after half a year", { tags: ["rest"] }, async () => {
    const { site, id, manage } = await asked();
    await site.fetch(`${manage}/answer`, { json: { text: "Yes." } });
    await site.fetch("/api/privacy/request", { json: { email: LANDLORD } });
    const link = /\/privacy\/([a-z0-9-]+)/.exec((await mailsTo(site, LANDLORD))[0]?.text ?? "")?.[1] ?? "";
    const data = await json<{ listings: OwnerListing[] }>(site.fetch(`/api/privacy/${link}`));
    expect(data.listings[0]?.messages.map(({ text }) => text)).toEqual([QUESTION, "Yes."]);
    later(site, 181 * 86_400_000);
    const stored = () => env.DB.prepare("SELECT count(*) AS n FROM listing_messages").first<number>("n");
    expect(await stored()).toBe(2);
    await site.runJob("prune");
    expect(await stored()).toBe(0);
    expect(id).toBeGreaterThan(0);
  });

  it("is erased with the listing", { tags: ["rest"] }, async () => {
    const { site } = await asked();
    await site.fetch("/api/privacy/request", { json: { email: LANDLORD } });
    const link = /\/privacy\/([a-z0-9-]+)/.exec((await mailsTo(site, LANDLORD))[0]?.text ?? "")?.[1] ?? "";
    await site.fetch(`/api/privacy/${link}`, { method: "DELETE" });
    expect(await env.DB.prepare("SELECT count(*) AS n FROM listing_messages").first("n")).toBe(0);
  });
});

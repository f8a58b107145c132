import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { ListingThread } from "../../../worker/contracts/questions.ts";
import { submit } from "../../support/worker/listings.ts";
import { type DevMail, mailsTo } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { signUp, statusOf } from "../../support/worker/subscribers.ts";

const PERSON = "robin@example.com";
const LANDLORD = "landlord@example.com";
const QUESTION = "When is it free?";
const INVITES = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply" };
const later = (site: Site, ms: number) => (site.clock.now = new Date(site.clock.now.getTime() + ms));
const HOUR = 3_600_000;

/** An email that invites a reply, its recipient, and the effects of the replies. */
interface Asked {
  site: Site;
  email: string;
  mail: DevMail;
  answers: () => Promise<string[]>;
}

async function askedToConfirm(): Promise<Asked> {
  const site = makeSite();
  await signUp(site, PERSON);
  const [mail] = await mailsTo(site, PERSON);
  if (!mail) throw new Error("Nobody was asked to confirm");
  return { site, email: PERSON, mail, answers: async () => [] };
}

async function askedAQuestion(vars: Record<string, string> = {}): Promise<Asked & { id: number }> {
  const site = makeSite({ vars });
  const id = await submit(site);
  const as = await site.logIn();
  await site.fetch(`/api/admin/listings/${id}/ask`, { as, json: { text: QUESTION } });
  later(site, 120_000);
  const mail = (await mailsTo(site, LANDLORD)).find(({ subject }) => subject.endsWith(": a question"));
  if (!mail) throw new Error("No question was mailed");
  const answers = async () => {
    const thread = await json<ListingThread>(
      site.fetch(`/api/admin/listings/${id}/thread`, { as: await site.logIn() }),
    );
    return thread.messages.filter(({ author }) => author === "landlord").map(({ text }) => text);
  };
  return { site, id, email: LANDLORD, mail, answers };
}

let nth = 0;
interface Reply {
  headers?: string[];
  subject?: string;
  from?: string;
  envelope?: string;
  auth?: string;
  body?: string[];
}
const PASS = (email: string) => `mx.cloudflare.net; dmarc=pass header.from=${email.split("@")[1]}`;
const reply = (
  { mail, email }: Asked,
  { headers = [], subject, from = email, envelope, auth, body = ["Yes"] }: Reply,
) => ({
  from: envelope ?? from,
  to: mail.replyTo ?? "",
  raw: [
    `Authentication-Results: ${auth ?? PASS(from)}`,
    `From: Robin <${from}>`,
    `To: ${mail.replyTo}`,
    `Subject: ${subject ?? `Re: ${mail.subject}`}`,
    `Message-ID: <${(nth += 1)}@mail.example.com>`,
    ...headers,
    "",
    ...body,
  ].join("\r\n"),
});
const AWAY = ["I am away until Monday and will answer then."];

const BY_HEADER: [string, Reply][] = [
  [
    "Auto-Submitted, folded and in capitals",
    { headers: ["AUTO-SUBMITTED:", "  Auto-Replied;", "\towner-email=a@b.ca"] },
  ],
  ["Precedence", { headers: ["precedence: AUTO_REPLY"] }],
  ["X-Autoreply", { headers: ["X-AutoReply: YES"] }],
  ["an autoresponder's field", { headers: ["X-Autoresponder-Version: 1"] }],
  ["X-Auto-Reply-From", { headers: ["X-Auto-Reply-From: a@b.ca"] }],
  ["X-Mail-Autoreply", { headers: ["X-Mail-Autoreply: 1"] }],
  ["X-POST-MessageClass", { headers: ["X-POST-MessageClass: 9; Autoresponder"] }],
  ["Delivered-To", { headers: ["Delivered-To: Autoresponder"] }],
  ["a rule of Exchange", { headers: ["X-MS-Exchange-Inbox-Rules-Loop: a@b.ca"] }],
  ["an empty envelope", { envelope: "<>" }],
  ["fields that are not quite in form", { headers: ["Auto-Submitted : no", "X-Autoreply: yes"] }],
];
const BY_SUBJECT: [string, Reply][] = [
  ["in English", { subject: "Automatic reply: Please reply" }],
  ["in French, encoded", { subject: "=?utf-8?Q?R=C3=A9ponse_automatique=C2=A0:_x?=" }],
  ["in German", { subject: "Abwesenheitsnotiz: x" }],
  ["in Spanish", { subject: "=?iso-8859-1?Q?Respuesta_autom=E1tica:?= x" }],
  ["in Portuguese", { subject: "Fora do escritorio: x" }],
  ["in Chinese, encoded", { subject: "=?gb18030?B?19S2r7vYuLQ6?= x" }],
];

describe("an automatic reply", () => {
  it.each(BY_HEADER)(
    "by %s confirms nothing, is not an answer, and is not answered",
    { tags: ["rest"] },
    async (_, given) => {
      for (const asked of [await askedToConfirm(), await askedAQuestion()]) {
        const before = (await mailsTo(asked.site, asked.email)).length;
        await asked.site.receive(reply(asked, { ...given, body: AWAY }));
        await asked.site.receive(reply(asked, { ...given, body: [""] }));
        expect(await statusOf(PERSON)).not.toBe("confirmed");
        expect(await asked.answers()).toEqual([]);
        expect(await mailsTo(asked.site, asked.email)).toHaveLength(before);
      }
    },
  );

  it.each(BY_SUBJECT)(
    "by its subject %s leads to an emailed button, and is not an answer",
    { tags: ["rest"] },
    async (_, given) => {
      const confirm = await askedToConfirm();
      await confirm.site.receive(reply(confirm, { ...given, body: AWAY }));
      expect(await statusOf(PERSON)).toBe("pending");
      expect((await mailsTo(confirm.site, PERSON))[0]?.subject).toContain("One more click");
      const question = await askedAQuestion();
      const before = (await mailsTo(question.site, LANDLORD)).length;
      await question.site.receive(reply(question, { ...given, body: AWAY }));
      await question.site.receive(reply(question, { ...given, body: [""] }));
      expect(await question.answers()).toEqual([]);
      expect(await mailsTo(question.site, LANDLORD)).toHaveLength(before);
    },
  );

  it("by its text alone leads to an emailed button, and is kept as an answer", { tags: ["rest"] }, async () => {
    const confirm = await askedToConfirm();
    await confirm.site.receive(reply(confirm, { body: AWAY }));
    expect(await statusOf(PERSON)).toBe("pending");
    expect((await mailsTo(confirm.site, PERSON))[0]?.subject).toContain("One more click");
    const question = await askedAQuestion();
    await question.site.receive(reply(question, { body: AWAY }));
    expect(await question.answers()).toEqual(AWAY);
  });
});

describe("a human reply", () => {
  const PEOPLE: [string, Reply][] = [
    ["behind Exchange", { headers: ["X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply"] }],
    ["behind a gateway", { headers: ["List-Unsubscribe: <mailto:a@b.ca>", "List-Id: <x.b.ca>"] }],
    ["that says so", { headers: ["Auto-Submitted: no", "Precedence: first-class"] }],
    ["with such words later in the subject", { subject: "Re: join (sorry, I was out of office)" }],
    ["with such words later in its text", { body: ["Yes, please. I am away until Monday."] }],
  ];
  it.each(PEOPLE)("from %s confirms, and is an answer", async (_, given) => {
    const confirm = await askedToConfirm();
    await confirm.site.receive(reply(confirm, given));
    expect(await statusOf(PERSON)).toBe("confirmed");
    const question = await askedAQuestion();
    await question.site.receive(reply(question, given));
    expect(await question.answers()).toEqual([given.body?.join("\n") ?? "Yes"]);
  });

  it.each([
    ["empty", [""]],
    ["nothing but a quotation", ["> Please reply"]],
    ["a photo", ["--a", "Content-Type: image/png", "", "AAAA", "--a--"]],
  ])("that is %s confirms", async (_, body) => {
    const confirm = await askedToConfirm();
    const headers = body[0] === "--a" ? ["Content-Type: multipart/mixed; boundary=a"] : [];
    await confirm.site.receive(reply(confirm, { body, headers }));
    expect(await statusOf(PERSON)).toBe("confirmed");
  });

  it("with malformed headers is an answer, but proves and confirms nothing", { tags: ["rest"] }, async () => {
    const confirm = await askedToConfirm();
    await confirm.site.receive(reply(confirm, { headers: ["X-Odd : yes"] }));
    expect(await statusOf(PERSON)).toBe("pending");
    const question = await askedAQuestion();
    await question.site.receive(reply(question, { headers: ["X-Odd : yes"] }));
    expect(await question.answers()).toEqual(["Yes"]);
  });

  it("to the questions about two listings is an answer for each of them, once", async () => {
    const first = await askedAQuestion();
    const { site } = first;
    const id = await submit(site, { address: "12 Rockford Road, Toronto" });
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${id}/ask`, { as, json: { text: QUESTION } });
    later(site, 120_000);
    const second = (await mailsTo(site, LANDLORD)).find(({ replyTo }) => replyTo?.startsWith(`answer+${id}-`));
    const message = reply(first, { body: ["Both from March 1."] });
    for (const to of [first.mail.replyTo, second?.replyTo, second?.replyTo])
      await site.receive({ ...message, to: to ?? "" });
    const { messages } = await json<ListingThread>(site.fetch(`/api/admin/listings/${id}/thread`, { as }));
    const answers = messages.filter(({ author }) => author === "landlord").map(({ text }) => text);
    expect([await first.answers(), answers]).toEqual([["Both from March 1."], ["Both from March 1."]]);
  });

  it("that only quotes is stored in full", { tags: ["rest"] }, async () => {
    const question = await askedAQuestion();
    await question.site.receive(reply(question, { body: [`> ${QUESTION}`, "> March."] }));
    expect(await question.answers()).toEqual([`> ${QUESTION}\n> March.`]);
  });

  it("below the full text of our email is the answer, in any style of quotation", async () => {
    const question = await askedAQuestion();
    const { text, subject } = question.mail;
    const quoted = text.split("\n");
    const block = [
      "From: Us <us@example.com>",
      "Sent: November 28, 2026 10:02",
      "To: Robin",
      `Subject: ${subject}`,
      "",
    ];
    await question.site.receive(reply(question, { body: ["Hello,", "", ...block, ...quoted, "", "March 1."] }));
    await question.site.receive(reply(question, { body: [...quoted.map((line) => `> ${line}`), "", "March 2."] }));
    await question.site.receive(reply(question, { body: ["March 3.", "", ...block, ...quoted] }));
    const html = `<p>March 4.</p><div class="gmail_quote"><div class="gmail_attr">On Nov 28 we wrote:</div><blockquote class="gmail_quote">${question.mail.html}</blockquote></div>`;
    await question.site.receive(reply(question, { body: [html], headers: ["Content-Type: text/html; charset=utf-8"] }));
    const answers = await question.answers();
    expect(answers.map((answer) => answer.replaceAll(/\s+/g, " "))).toEqual([
      "Hello, March 1.",
      "March 2.",
      "March 3.",
      "March 4.",
    ]);
  });
});

describe("a reply without any text", () => {
  const PHOTO: Reply = {
    headers: ["Content-Type: multipart/mixed; boundary=a"],
    body: ["--a", "Content-Type: image/jpeg", "Content-Transfer-Encoding: base64", "", "AAAA", "--a--"],
  };
  const told = async ({ site }: Asked, to = LANDLORD) =>
    (await mailsTo(site, to)).filter(({ subject }) => subject === "We could not read your answer");

  it("gets instructions, once a day, and the next reply is the answer", { tags: ["rest"] }, async () => {
    const asked = await askedAQuestion();
    for (let times = 0; times < 3; times += 1) {
      await asked.site.receive(reply(asked, PHOTO));
      await asked.site.runQueue(2);
    }
    const [mail, ...more] = await told(asked);
    expect([mail?.replyTo, more]).toEqual([asked.mail.replyTo, []]);
    expect(mail?.headers).toMatchObject(INVITES);
    expect(await asked.answers()).toEqual([]);
    later(asked.site, 24 * HOUR);
    await asked.site.receive(reply(asked, PHOTO));
    expect(await told(asked)).toHaveLength(2);
    await asked.site.receive(reply({ ...asked, mail: mail ?? asked.mail }, { body: ["March 1."] }));
    expect(await asked.answers()).toEqual(["March 1."]);
  });

  it("from another authentic address gets instructions there, with no link to the listing", async () => {
    const asked = await askedAQuestion();
    await asked.site.receive(reply(asked, { ...PHOTO, from: "partner@example.org" }));
    expect(await told(asked)).toEqual([]);
    const [mail] = await told(asked, "partner@example.org");
    expect(mail?.text).not.toMatch(/\/(?:manage|delete|listing)\//);
  });

  it.each([
    ["that nobody vouches for", { auth: "mx.cloudflare.net; dmarc=none; spf=pass smtp.mailfrom=landlord@example.com" }],
    ["of a machine", { headers: ["Auto-Submitted: auto-replied"], body: [""] }],
  ])("%s gets no instructions", async (_, given) => {
    const asked = await askedAQuestion();
    await asked.site.receive(reply(asked, { ...PHOTO, ...given }));
    expect(await told(asked)).toEqual([]);
    expect(await asked.answers()).toEqual([]);
  });

  it("is erased with its sender's data", { tags: ["rest"] }, async () => {
    const asked = await askedAQuestion();
    await asked.site.receive(reply(asked, PHOTO));
    await asked.site.fetch("/api/privacy/request", { json: { email: LANDLORD } });
    const link = /\/privacy\/([a-z0-9-]+)/.exec((await mailsTo(asked.site, LANDLORD))[0]?.text ?? "")?.[1] ?? "";
    await asked.site.receive(reply(asked, PHOTO));
    await asked.site.fetch(`/api/privacy/${link}`, { method: "DELETE" });
    const left = await env.DB.prepare("SELECT count(*) AS n FROM outbox WHERE done_at IS NULL AND payload LIKE ?")
      .bind(`%${LANDLORD}%`)
      .first("n");
    expect(left).toBe(0);
  });
});

it("requests no automatic replies in any email that invites a reply", async () => {
  for (const asked of [await askedToConfirm(), await askedAQuestion()]) {
    const mails = await json<DevMail[]>(asked.site.fetch("/api/dev/mailbox"));
    const inviting = mails.filter(({ replyTo }) => replyTo !== null);
    expect(inviting.length).toBeGreaterThan(0);
    for (const { headers } of inviting) expect(headers).toMatchObject(INVITES);
  }
});

interface GoldenMail {
  name: string;
  kind: string;
  group: string;
  envelope?: string;
  lacks?: string[];
  raw: string;
}
const GOLDEN = JSON.parse(env.GOLDEN_MAILS) as GoldenMail[];
const onOneLine = (text: string) => text.replaceAll(/\s+/g, " ");

describe.runIf(GOLDEN.length > 0)("an email from the shared cases", () => {
  const sent = ({ mail, email }: Asked, { raw, envelope }: GoldenMail) => ({
    from: envelope ?? email,
    to: mail.replyTo ?? "",
    raw: raw
      .replaceAll("{{FROM}}", email)
      .replaceAll("{{TO}}", mail.replyTo ?? "")
      .replaceAll("{{AUTH}}", `Authentication-Results: ${PASS(email)}`)
      .replaceAll("{{SUBJECT}}", mail.subject)
      .replaceAll("{{MESSAGE_ID}}", `<golden-${(nth += 1)}@mail.example.com>`)
      .replaceAll(/\{\{PHOTO:(\d+)\}\}/g, (_, size: string) =>
        `${"A".repeat(76)}\r\n`.repeat(Math.ceil((Number(size) * 1_024) / 76)),
      ),
  });

  it.each(GOLDEN.map((one) => [`${one.kind.split(":")[0]}: ${one.name}`, one] as const))("%s", async (_, golden) => {
    const { kind, group, lacks = [] } = golden;
    if (kind === "confirms" || kind === "button" || kind === "ignored") {
      const asked = await askedToConfirm();
      await asked.site.receive(sent(asked, golden));
      expect(await statusOf(PERSON)).toBe(kind === "confirms" ? "confirmed" : "pending");
      const [last] = await mailsTo(asked.site, PERSON);
      if (kind === "button") expect(last?.subject).toContain("One more click");
      if (group === "header") expect(last?.id).toBe(asked.mail.id);
    }
    if (kind === "confirms" || kind === "button") return;
    const asked = await askedAQuestion();
    const before = await mailsTo(asked.site, LANDLORD);
    await asked.site.receive(sent(asked, golden));
    const after = await mailsTo(asked.site, LANDLORD);
    const answers = (await asked.answers()).map(onOneLine);
    if (kind.startsWith("answer:")) {
      expect(answers.join()).toContain(onOneLine(kind.slice("answer:".length)));
      for (const gone of lacks) expect(answers.join()).not.toContain(gone);
    } else {
      expect(answers).toEqual([]);
      expect(after.length - before.length).toBe(kind === "told" ? 1 : 0);
    }
  });
});

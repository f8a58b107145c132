import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../../worker/contracts/operations.ts";
import type { ListedAuditEntry } from "../../../worker/contracts/audit.ts";
import { type Invitation, type Person, ROLES } from "../../../worker/contracts/people.ts";
import type { StaffSession } from "../../../worker/contracts/sessions.ts";
import { makeAuthenticator } from "../../support/worker/authenticator.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import {
  addPasskey,
  askForCode,
  colleague,
  cookieOf,
  enterCode,
  firstOperator,
  invitationToken,
  logInByCode,
  logInByPasskey,
} from "../../support/worker/people.ts";
import { makeQuietSite } from "../../support/worker/quiet-site.ts";
import { ADMIN_PASSWORD, json, makeSite, type Site } from "../../support/worker/site.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const pass = (site: Site, ms: number) => void (site.clock.now = new Date(site.clock.now.getTime() + ms));
const people = (site: Site, as: string) => json<Person[]>(site.fetch("/api/admin/people", { as }));
const statusOf = async (site: Site, as: string) => (await site.fetch("/api/admin/listings", { as })).status;
const change = (site: Site, as: string, id: number, json: object) =>
  site.fetch(`/api/admin/people/${id}`, { method: "PATCH", json, as });
const remove = (site: Site, as: string, id: number) => site.fetch(`/api/admin/people/${id}`, { method: "DELETE", as });

describe("the first operator", () => {
  it("is named through the shared password, which cannot name a second one", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const as = await site.logIn();
    const session = () => json(site.fetch("/api/admin/session", { as }));
    expect(await session()).toEqual({ authenticated: true, role: "operator", person: null, needsFirstPerson: true });
    const added = await site.fetch("/api/admin/people", { json: { name: "Olga", email: "Olga@Example.com" }, as });
    expect(added.status).toBe(201);
    expect(await json(added)).toMatchObject({ name: "Olga", email: "olga@example.com", role: "operator" });
    expect(await session()).toEqual({
      authenticated: true,
      role: "operator",
      person: { id: 1, name: "Olga", email: "olga@example.com" },
    });
    const later = await site.logIn();
    expect(await json(site.fetch("/api/admin/session", { as: later }))).toMatchObject({ needsFirstPerson: false });
  });

  it("causes one email to the contact address", async () => {
    const site = makeSite({ vars: { CONTACT_EMAIL: "contact@example.com" } });
    const olga = await firstOperator(site);
    await colleague(site, olga.as, "operator", "Omar");
    const told = await mailsTo(site, "contact@example.com");
    expect(told.map(({ subject }) => subject)).toEqual(["Olga is the first operator of Below Market Toronto"]);
    const text = told[0]?.text.replaceAll(/\s+/g, " ");
    expect(text).toMatch(/on November 20, 2026 at 10:00 a\.m\., Toronto time, as Olga, olga@example\.com/);
    expect(await mailsTo(site, olga.email)).toHaveLength(1);
  });

  it("is named only once, even when two requests arrive at once", async () => {
    const site = makeQuietSite();
    const as = await site.logIn();
    const answers = await Promise.all(
      ["a@example.com", "b@example.com"].map((email) =>
        site.fetch("/api/admin/people", { json: { name: "A", email }, as }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201).length).toBe(1);
    expect(await people(site, as)).toHaveLength(1);
  });

  it.each([
    [{ name: "", email: "a@example.com" }, 400, "request.invalid"],
    [{ name: "x".repeat(81), email: "a@example.com" }, 400, "request.invalid"],
    [{ name: "A", email: "nowhere" }, 400, "request.invalid"],
    [{ name: "A", email: "a@example.com", role: "owner" }, 400, "request.invalid"],
    [{ name: "A", email: "a@example.com", role: "moderator" }, 409, "person.first_operator"],
  ])("cannot be created with %j", async (draft, status, code) => {
    const site = makeQuietSite();
    const as = await site.logIn();
    const refused = await site.fetch("/api/admin/people", { json: draft, as });
    expect(refused.status).toBe(status);
    expect(await json(refused)).toMatchObject({ code });
    expect(await people(site, as)).toEqual([]);
  });
});

describe("the last operator", () => {
  it("can be neither removed nor demoted, unless there is another operator", { tags: ["rest"] }, async () => {
    const site = makeQuietSite();
    const olga = await firstOperator(site);
    const omar = await colleague(site, olga.as, "operator", "Omar");
    expect((await change(site, olga.as, olga.id, { role: "moderator" })).status).toBe(200);
    for (const refused of [change(site, omar.as, omar.id, { role: "reader" }), remove(site, omar.as, omar.id)]) {
      expect((await refused).status).toBe(409);
      expect(await json((await refused).clone())).toMatchObject({ code: "person.last_operator" });
    }
    expect((await remove(site, omar.as, olga.id)).status).toBe(200);
    expect((await change(site, omar.as, omar.id, { name: "Omar K." })).status).toBe(200);
    expect((await people(site, omar.as)).map(({ name, role }) => [name, role])).toEqual([["Omar K.", "operator"]]);
  });

  it("remains when two operators remove each other at the same time", async () => {
    const site = makeQuietSite();
    const olga = await firstOperator(site);
    const omar = await colleague(site, olga.as, "operator", "Omar");
    const answers = await Promise.all([remove(site, olga.as, omar.id), remove(site, omar.as, olga.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const shared = await site.logIn();
    expect(await people(site, shared)).toMatchObject([{ role: "operator" }]);
  });

  it("cannot be erased by the link of a privacy email either", async () => {
    const site = makeQuietSite();
    const olga = await firstOperator(site);
    const link = async () => {
      await site.fetch("/api/privacy/request", { json: { email: olga.email } });
      const [mail] = await mailsTo(site, olga.email);
      return `/api/privacy/${/\/privacy\/([a-z0-9-]+)/.exec(mail?.text ?? "")?.[1]}`;
    };
    expect(await json(site.fetch(await link(), { method: "DELETE" }))).toMatchObject({ code: "person.last_operator" });
    expect(await statusOf(site, olga.as)).toBe(200);
  });
});

describe("a stolen session", () => {
  /** All operations in the access policy that require a login and change people, roles, invitations or passkeys. */
  const writes = OPERATIONS.filter(({ rule: { access } }) => ROLES.some((role) => role === access))
    .map(({ operation }) => operation)
    .filter(({ method, path }) => /people|person|invit|passkey|role/.test(path) && method !== "GET")
    .filter(({ path }) => path !== "/api/stats/auth/person")
    .map(({ method, path }) => [method, path.replaceAll(/:[a-z]+/gi, "1")] as const);

  it("is not sufficient to change people, roles, invitations or passkeys in any way", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { as } = await firstOperator(site);
    await colleague(site, as, "moderator");
    const bodies = [{}, { name: "Eve", email: "eve@example.com", role: "reader" }, { name: "Eve" }];
    const refusalOf = async ([method, path]: (typeof writes)[number], json: object) =>
      ((await (await site.fetch(path, { method, json, as })).json()) as { code?: string }).code;
    expect(writes.length).toBeGreaterThanOrEqual(8);
    const before = await Promise.all(
      ["people", "people/invitations", "passkeys"].map((list) => json(site.fetch(`/api/admin/${list}`, { as }))),
    );
    pass(site, 15 * MINUTE_MS + 1);
    for (const write of [...writes, ["PUT", "/api/admin/people/1/role"] as const])
      for (const body of bodies) expect(await refusalOf(write, body), write.join(" ")).toBe("session.log_in_again");
    const after = await Promise.all(
      ["people", "people/invitations", "passkeys"].map((list) => json(site.fetch(`/api/admin/${list}`, { as }))),
    );
    expect(after).toEqual(before);
    const again = await logInByCode(site, "olga@example.com");
    expect((await change(site, again, 2, { role: "reader" })).status).toBe(200);
  });

  it.each([
    ["without a role", { name: "Eve", email: "eve@example.com" }],
    ["as an operator", { name: "Eve", email: "eve@example.com", role: "operator" }],
  ])("of the shared password cannot name a first operator %s", async (_, draft) => {
    const site = makeSite();
    const as = await site.logIn();
    pass(site, 16 * MINUTE_MS);
    const refused = await site.fetch("/api/admin/people", { json: draft, as });
    expect(refused.status).toBe(403);
    expect(await json(refused)).toMatchObject({ code: "session.log_in_again" });
    expect(await people(site, as)).toEqual([]);
  });
});

describe("an invitation", () => {
  it("is emailed, and its link adds one person with a role, once", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const olga = await firstOperator(site);
    const sent = await site.fetch("/api/admin/people/invitations", {
      json: { email: "Mona@example.com", role: "moderator" },
      as: olga.as,
    });
    expect(sent.status).toBe(201);
    expect(await json(sent)).toMatchObject({ email: "mona@example.com", role: "moderator", invitedBy: "Olga" });
    const [mail] = await mailsTo(site, "mona@example.com");
    expect(mail?.text).toContain("Olga invites you to work on Below Market Toronto as a moderator");
    const path = `/api/admin/invitation/${await invitationToken(site, "mona@example.com")}`;
    for (const method of ["GET", "HEAD", "GET"]) expect((await site.fetch(path, { method })).status).toBe(200);
    expect(await json(site.fetch(path))).toMatchObject({ email: "mona@example.com", role: "moderator" });

    const answers = await Promise.all(Array.from({ length: 6 }, () => site.fetch(path, { json: { name: "Mona" } })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404, 404]);
    const as = answers.map(cookieOf).find((cookie) => cookie !== "") ?? "";
    expect(await json(site.fetch("/api/admin/session", { as }))).toMatchObject({
      role: "moderator",
      person: { name: "Mona" },
    });
    expect((await site.fetch(path)).status).toBe(404);
    expect(await json(site.fetch("/api/admin/people/invitations", { as: olga.as }))).toEqual([]);
  });

  it(
    "ends after 7 days, or when it is withdrawn or replaced, or when its sender leaves or is demoted",
    { tags: ["rest"] },
    async () => {
      const site = makeQuietSite();
      const olga = await firstOperator(site);
      const omar = await colleague(site, olga.as, "operator", "Omar");
      const invite = async (email: string, as = olga.as) => {
        const invitation = await json<Invitation>(
          site.fetch("/api/admin/people/invitations", { json: { email, role: "operator" }, as }),
        );
        return { id: invitation.id, path: `/api/admin/invitation/${await invitationToken(site, email)}` };
      };
      const isOpen = async ({ path }: { path: string }) => (await site.fetch(path)).status === 200;
      const first = await invite("first@example.com");
      const second = await invite("first@example.com");
      expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
      await site.fetch(`/api/admin/people/invitations/${second.id}`, { method: "DELETE", as: olga.as });
      expect(await isOpen(second)).toBe(false);
      const demoted = await invite("third@example.com", omar.as);
      await change(site, olga.as, omar.id, { role: "moderator" });
      expect(await isOpen(demoted)).toBe(false);
      const late = await invite("fourth@example.com");
      pass(site, 7 * DAY_MS);
      expect(await isOpen(late)).toBe(false);
      expect(await json(site.fetch(late.path, { json: { name: "X" } }))).toMatchObject({
        code: "invitation.invalid_link",
      });
      await site.tick();
    },
  );

  it("is sent only by operators, and to nobody who already works here", async () => {
    const site = makeQuietSite();
    const olga = await firstOperator(site);
    const mona = await colleague(site, olga.as, "moderator");
    const invite = (email: string, as: string) =>
      site.fetch("/api/admin/people/invitations", { json: { email, role: "operator" }, as });
    expect(await json(invite("MONA@example.com", olga.as))).toMatchObject({ code: "person.known" });
    expect(await json(invite("new@example.com", mona.as))).toMatchObject({ code: "session.forbidden" });
    expect(await mailsTo(site, "new@example.com")).toEqual([]);
  });

  it("ends when its recipient has been added in another way, and its withdrawal is audited once", async () => {
    const site = makeQuietSite();
    const olga = await firstOperator(site);
    const invite = (email: string) =>
      json<Invitation>(site.fetch("/api/admin/people/invitations", { json: { email, role: "reader" }, as: olga.as }));
    await invite("rita@example.com");
    const path = `/api/admin/invitation/${await invitationToken(site, "rita@example.com")}`;
    const rita = { name: "Rita", email: "rita@example.com", role: "reader" };
    expect((await site.fetch("/api/admin/people", { json: rita, as: olga.as })).ok).toBe(true);
    expect(await json(site.fetch(path, { json: { name: "Rita" } }))).toMatchObject({ code: "invitation.invalid_link" });
    expect(await json(site.fetch("/api/admin/people/invitations", { as: olga.as }))).toEqual([]);

    const { id } = await invite("omar@example.com");
    const withdraw = () => site.fetch(`/api/admin/people/invitations/${id}`, { method: "DELETE", as: olga.as });
    expect([(await withdraw()).ok, (await withdraw()).status]).toEqual([true, 404]);
    const log = await json<ListedAuditEntry[]>(site.fetch("/api/admin/audit", { as: olga.as }));
    expect(log.filter(({ action }) => action === "invitation.withdraw")).toHaveLength(1);
  });
});

describe("a person", () => {
  it("who is added gets an email about logging in", async () => {
    const site = makeSite();
    const olga = await firstOperator(site);
    const draft = { name: "Rita", email: "rita@example.com" };
    expect(await json(site.fetch("/api/admin/people", { json: draft, as: olga.as }))).toMatchObject({
      fields: { role: "Choose a role." },
    });
    await site.fetch("/api/admin/people", { json: { ...draft, role: "reader" }, as: olga.as });
    expect((await mailsTo(site, "rita@example.com"))[0]?.subject).toBe("You can log in to Below Market Toronto");
    const as = await logInByCode(site, "rita@example.com");
    expect(await json(site.fetch("/api/admin/session", { as }))).toMatchObject({ role: "reader" });
  });

  it("who is removed loses all access immediately", { tags: ["rest"] }, async () => {
    const site = makeQuietSite();
    const olga = await firstOperator(site);
    const mona = await colleague(site, olga.as, "moderator");
    const key = await makeAuthenticator();
    await addPasskey(site, mona.as, key);
    const code = await askForCode(site, mona.email);
    const second = cookieOf(await logInByPasskey(site, key));
    expect([await statusOf(site, mona.as), await statusOf(site, second)]).toEqual([200, 200]);
    expect((await remove(site, olga.as, mona.id)).status).toBe(200);
    expect([await statusOf(site, mona.as), await statusOf(site, second)]).toEqual([401, 401]);
    expect((await logInByPasskey(site, key)).status).toBe(401);
    expect((await enterCode(site, code)).status).toBe(401);
    expect((await askForCode(site, mona.email)).code).toBe("");
  });

  it("whose role changes has the new role immediately in every open session", async () => {
    const site = makeQuietSite();
    const olga = await firstOperator(site);
    const mona = await colleague(site, olga.as, "moderator");
    const approve = async () =>
      (await site.fetch("/api/admin/listings/approve", { json: { ids: [999] }, as: mona.as })).status;
    expect(await approve()).toBe(200);
    await change(site, olga.as, mona.id, { role: "reader" });
    expect(await approve()).toBe(403);
    await change(site, olga.as, mona.id, { role: "operator" });
    expect((await site.fetch("/api/admin/people/invitations", { as: mona.as })).status).toBe(200);
  });

  it("is changed together with the emails about the change, or not at all", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const olga = await firstOperator(site);
    const mona = await colleague(site, olga.as, "moderator");
    const state = async () => [
      await people(site, olga.as),
      await json<Invitation[]>(site.fetch("/api/admin/people/invitations", { as: olga.as })),
    ];
    const before = await state();
    await env.DB.exec("CREATE TRIGGER broken BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'broken'); END");
    const added = { name: "Omar", email: "omar@example.com", role: "moderator" };
    const invited = { email: "ines@example.com", role: "moderator" };
    const answers = [
      await site.fetch("/api/admin/people", { json: added, as: olga.as }),
      await site.fetch("/api/admin/people/invitations", { json: invited, as: olga.as }),
      await change(site, olga.as, mona.id, { role: "operator" }),
    ];
    await env.DB.exec("DROP TRIGGER broken");
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
    expect(await state()).toEqual(before);
  });

  it(
    "who becomes an operator is reported to the others once, with the time and the person responsible",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const olga = await firstOperator(site);
      const omar = await colleague(site, olga.as, "operator", "Omar");
      const mona = await colleague(site, olga.as, "moderator");
      const told = async (email: string) =>
        (await mailsTo(site, email)).filter(({ subject }) => subject.includes("is now an operator of")).toReversed();
      await change(site, omar.as, mona.id, { role: "operator" });
      await change(site, omar.as, mona.id, { role: "operator" });
      const mails = await told(olga.email);
      expect(mails.map(({ subject }) => subject)).toEqual([
        "Omar is now an operator of Below Market Toronto",
        "Mona is now an operator of Below Market Toronto",
      ]);
      expect(mails[0]?.text.replaceAll(/\s+/g, " ")).toMatch(
        /Olga made Omar an operator on November 20, 2026 at 10:00 a\.m\., Toronto time/,
      );
      expect(mails[1]?.text.replaceAll(/\s+/g, " ")).toContain("Omar made Mona");
      expect(JSON.stringify(mails)).not.toMatch(/(mona|omar)@example/);
      expect(await told(omar.email)).toHaveLength(1);
      expect(await told(mona.email)).toEqual([]);
      await change(site, omar.as, mona.id, { name: "Mona M." });
      expect(await told(omar.email)).toHaveLength(1);
      await change(site, olga.as, mona.id, { role: "reader" });
      pass(site, MINUTE_MS);
      await change(site, olga.as, mona.id, { role: "operator" });
      expect(await told(omar.email)).toHaveLength(2);
      expect(await told(olga.email)).toHaveLength(3);
    },
  );

  it("finds all their data in the export, and erasure removes their name from their actions", async () => {
    const site = makeQuietSite();
    const olga = await firstOperator(site);
    const mona = await colleague(site, olga.as, "moderator");
    await addPasskey(site, mona.as, await makeAuthenticator());
    await site.fetch("/api/privacy/request", { json: { email: mona.email } });
    const [mail] = await mailsTo(site, mona.email);
    const path = `/api/privacy/${/\/privacy\/([a-z0-9-]+)/.exec(mail?.text ?? "")?.[1]}`;
    expect(await json(site.fetch(path))).toMatchObject({
      person: { name: "Mona", role: "moderator", passkeys: [{ name: "Key" }], auditEntries: 1 },
      invitation: null,
    });
    expect((await site.fetch(path, { method: "DELETE" })).status).toBe(200);
    expect(await statusOf(site, mona.as)).toBe(401);
    const log = await json<ListedAuditEntry[]>(site.fetch("/api/admin/audit", { as: olga.as }));
    expect(JSON.stringify(log)).not.toMatch(/mona/i);
    expect(log.find(({ action }) => action === "passkey.add")?.person).toEqual({ id: mona.id, name: null });
  });
});

describe("an emailed login code", () => {
  it("logs in once, within ten minutes, in the browser that requested it", { tags: ["rest"] }, async () => {
    const site = makeQuietSite();
    const olga = await firstOperator(site);
    const code = await askForCode(site, "OLGA@example.com".toLowerCase());
    expect((await enterCode(site, { ...code, request: "0".repeat(32) })).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 4 }, () => enterCode(site, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await json(enterCode(site, code))).toMatchObject({ code: "session.wrong_code" });
    const late = await askForCode(site, olga.email);
    pass(site, 10 * MINUTE_MS);
    expect((await enterCode(site, late)).status).toBe(401);
  });

  it("allows five attempts", async () => {
    const site = makeQuietSite();
    const olga = await firstOperator(site);
    const right = await askForCode(site, olga.email);
    const wrong = { ...right, code: right.code === "00000000" ? "11111111" : "00000000" };
    for (let tries = 0; tries < 4; tries += 1) expect((await enterCode(site, wrong)).status).toBe(401);
    expect((await enterCode(site, right)).status).toBe(200);
    const again = await askForCode(site, olga.email);
    for (let tries = 0; tries < 5; tries += 1) await enterCode(site, { ...again, code: "00000000" });
    expect((await enterCode(site, again)).status).toBe(401);
  });

  it("is not emailed to anybody else", async () => {
    const site = makeQuietSite();
    await firstOperator(site);
    const { request } = await askForCode(site, "nobody@example.com");
    expect((await enterCode(site, { request, code: "00000000" })).status).toBe(401);
    expect(await mailsTo(site, "nobody@example.com")).toEqual([]);
  });

  it("cannot be blocked by strangers who request it or guess it", { tags: ["rest"] }, async () => {
    const site = makeQuietSite({ vars: { RATE_LIMIT_SCALE: "1" } });
    const olga = await firstOperator(site);
    await site.fetch("/api/admin/login", {
      json: { password: ADMIN_PASSWORD },
      headers: { "cf-connecting-ip": "203.0.113.7" },
    });
    const mine = await askForCode(site, olga.email);
    for (let n = 0; n < 30; n += 1) {
      const theirs = await askForCode(site, olga.email, `10.0.${n}.1`);
      for (let tries = 0; tries < 2; tries += 1) await enterCode(site, { ...theirs, code: "00000000" }, `10.0.${n}.1`);
    }
    expect(
      (await mailsTo(site, olga.email)).filter(({ subject }) => subject.includes("login code")).length,
    ).toBeLessThanOrEqual(21);
    expect((await enterCode(site, mine)).status).toBe(200);
    expect((await enterCode(site, await askForCode(site, olga.email))).status).toBe(200);
  });
});

const sessions = (site: Site, as: string) => json<StaffSession[]>(site.fetch("/api/admin/sessions", { as }));

describe("open sessions", () => {
  const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

  it("show person, method, device and times, and an operator sees those of everybody", async () => {
    const site = makeQuietSite();
    const olga = await firstOperator(site);
    const mona = await colleague(site, olga.as, "moderator");
    const code = await askForCode(site, mona.email);
    pass(site, MINUTE_MS);
    await site.fetch("/api/admin/login/code/verify", { json: code, headers: { "user-agent": FIREFOX } });
    const own = await sessions(site, mona.as);
    expect(own.map(({ method, device, isCurrent }) => [method, device, isCurrent])).toEqual([
      ["code", "Firefox on Windows", false],
      ["invitation", "", true],
    ]);
    expect(own[0]).toMatchObject({ person: { name: "Mona" }, since: site.clock.now.toISOString() });
    expect(own[0]?.id).toMatch(/^[0-9a-f]{32}$/);
    expect((await sessions(site, olga.as)).map(({ person }) => person?.name)).toEqual(["Mona", "Mona", "Olga"]);
    expect(await json(site.fetch(`/api/admin/sessions/${own[0]?.id}`, { as: mona.as }))).toEqual(own[0]);
  });

  it(
    "are listed for 12 hours, marked when idle, and end everything that was opened from them",
    { tags: ["rest"] },
    async () => {
      const site = makeQuietSite();
      const olga = await firstOperator(site);
      const mona = await colleague(site, olga.as, "operator");
      const entered = await site.fetch("/api/stats/auth/person", { method: "POST", as: mona.as });
      const dashboard = cookieOf(entered);
      const seen = async () => (await site.fetch("/api/mailchimp/audience", { as: dashboard })).status;
      pass(site, 31 * MINUTE_MS);
      expect([await statusOf(site, mona.as), await seen()]).toEqual([401, 200]);
      const as = await logInByCode(site, olga.email);
      const [, ofMona] = await sessions(site, as);
      expect(ofMona).toMatchObject({ person: { name: "Mona" }, isIdle: true });
      const ended = await site.fetch(`/api/admin/sessions/${ofMona?.id}`, { method: "DELETE", as });
      expect([ended.status, await seen()]).toEqual([200, 401]);
      expect((await sessions(site, as)).map(({ person, isIdle }) => [person?.name, isIdle])).toEqual([
        ["Olga", false],
        ["Olga", true],
      ]);
      pass(site, 12 * 60 * MINUTE_MS);
      expect(await sessions(site, await logInByCode(site, olga.email))).toHaveLength(1);
    },
  );

  it("are no longer listed when a moderator leaves them idle, because they grant no access", async () => {
    const site = makeQuietSite();
    const olga = await firstOperator(site);
    await colleague(site, olga.as, "moderator");
    await site.logIn();
    const listed = async (as: string) =>
      (await sessions(site, as)).map(({ person }) => person?.name ?? "shared password");
    expect(await listed(olga.as)).toEqual(["shared password", "Mona", "Olga"]);
    pass(site, 31 * MINUTE_MS);
    expect(await listed(await logInByCode(site, olga.email))).toEqual(["Olga", "Olga"]);
  });

  it("are ended immediately, only by their person or an operator", async () => {
    const site = makeQuietSite();
    const olga = await firstOperator(site);
    const mona = await colleague(site, olga.as, "moderator");
    const end = (as: string, id = "") => site.fetch(`/api/admin/sessions/${id}`, { method: "DELETE", as });
    const [ofMona, ofOlga] = await sessions(site, olga.as);
    expect(await json(end(mona.as, ofOlga?.id))).toMatchObject({ code: "session.not_found" });
    expect(await statusOf(site, olga.as)).toBe(200);
    expect((await end(olga.as, ofMona?.id)).status).toBe(200);
    expect(await statusOf(site, mona.as)).toBe(401);
    for (const id of ["", "x", "%25", "0".repeat(32), `${ofOlga?.id.slice(0, 8)}`])
      expect((await end(olga.as, id)).status, id).toBe(404);
    expect((await end(olga.as, ofOlga?.id)).status).toBe(200);
    expect(await statusOf(site, olga.as)).toBe(401);
  });

  it("have a new id at each login, and its stored form grants no access", async () => {
    const site = makeQuietSite();
    const olga = await firstOperator(site);
    const [listed] = await sessions(site, olga.as);
    const again = await logInByCode(site, olga.email);
    expect(again).not.toBe(olga.as);
    for (const stolen of [`admin=${listed?.id}`, `admin=${listed?.id}.${olga.as.split(".")[1]}`])
      expect(await statusOf(site, stolen)).toBe(401);
  });
});

describe("the shared password", () => {
  const OFF = { vars: { ADMIN_PASSWORD_LOGIN: "off" } };
  const logIn = (site: Site) => site.fetch("/api/admin/login", { json: { password: ADMIN_PASSWORD } });

  it("logs nobody in when it is switched off, and its sessions end", async () => {
    const site = makeQuietSite(OFF);
    const olga = await firstOperator(site);
    const refused = await logIn(site);
    expect(refused.status).toBe(403);
    expect(await json(refused)).toMatchObject({ code: "session.password_off" });
    expect((await site.fetch("/api/admin/login/link", { method: "POST" })).status).toBe(403);
    const token = await site.tokenFor("login", site.clock.now.getTime() * 100);
    expect((await site.fetch(`/api/admin/login/link/${token}`, { method: "POST" })).status).toBe(403);
    expect(await statusOf(site, olga.as)).toBe(200);
    expect((await enterCode(site, await askForCode(site, olga.email))).status).toBe(200);
  });

  it("ends its other sessions once there is a first operator, if it is switched off", async () => {
    const site = makeQuietSite(OFF);
    const script = cookieOf(await logIn(site));
    expect(await statusOf(site, script)).toBe(200);
    const olga = await firstOperator(site);
    expect(await statusOf(site, script)).toBe(401);
    expect((await sessions(site, olga.as)).map(({ person }) => person?.name)).toEqual(["Olga"]);
  });

  it("shows a notice at login if it is switched off and an operator is named", async () => {
    const site = makeSite(OFF);
    const asked = () => json(site.fetch("/api/admin/session"));
    expect(await asked()).toEqual({ authenticated: false });
    await firstOperator(site);
    expect(await asked()).toEqual({ authenticated: false, isPasswordOff: true });
    const olga = await logInByCode(site, "olga@example.com");
    expect(await json(site.fetch("/api/admin/session", { as: olga }))).toMatchObject({
      authenticated: true,
      isPasswordOff: true,
    });
  });

  it("locks nobody out while no operator is named", async () => {
    const site = makeQuietSite(OFF);
    expect((await logIn(site)).status).toBe(200);
  });
});

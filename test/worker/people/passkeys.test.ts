import { describe, expect, it } from "vitest";
import type { Passkey } from "../../../worker/contracts/people.ts";
import { makeAuthenticator } from "../../support/worker/authenticator.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import {
  addPasskey,
  answerQuestion,
  colleague,
  cookieOf,
  firstOperator,
  logInByPasskey,
  passkeyQuestion,
} from "../../support/worker/people.ts";
import { makeQuietSite } from "../../support/worker/quiet-site.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const MINUTE_MS = 60_000;

describe("a passkey", () => {
  it(
    "is added while its owner is logged in, announced by email, and then logs its owner in",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { as, email } = await firstOperator(site);
      const key = await makeAuthenticator();
      const added = await addPasskey(site, as, key);
      expect(added.status).toBe(201);
      expect(await json(added)).toMatchObject({ name: "Key", isSynced: false, lastUsedAt: null });
      expect((await mailsTo(site, email))[0]?.subject).toBe("A new passkey for Below Market Toronto");

      const login = await logInByPasskey(site, key);
      expect(login.headers.get("set-cookie")).toMatch(/^admin=.+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
      expect(await json(site.fetch("/api/admin/session", { as: cookieOf(login) }))).toMatchObject({
        authenticated: true,
        role: "operator",
        person: { name: "Olga", email },
      });
      const [own] = await json<Passkey[]>(site.fetch("/api/admin/passkeys", { as }));
      expect(own?.lastUsedAt).toBe(site.clock.now.toISOString());
    },
  );

  it("requires user verification, and does not reveal who has one", async () => {
    const site = makeSite();
    const question = await passkeyQuestion(site);
    expect(question).toMatchObject({ userVerification: "required", rpId: "localhost" });
    expect(question.allowCredentials ?? []).toEqual([]);
  });

  it("requires a named person, and is added only once", async () => {
    const site = makeQuietSite();
    const shared = await site.logIn();
    expect(await json(site.fetch("/api/admin/passkeys/options", { method: "POST", as: shared }))).toMatchObject({
      code: "passkey.needs_person",
    });
    const { as } = await firstOperator(site);
    const key = await makeAuthenticator();
    expect((await addPasskey(site, as, key)).status).toBe(201);
    expect(await json(addPasskey(site, as, key))).toMatchObject({ code: "passkey.known" });
  });

  it("that is removed logs nobody in, and ends its sessions immediately", async () => {
    const site = makeQuietSite();
    const { as } = await firstOperator(site);
    const key = await makeAuthenticator();
    const { id } = await json<Passkey>(addPasskey(site, as, key));
    const opened = cookieOf(await logInByPasskey(site, key));
    expect((await site.fetch("/api/admin/listings", { as: opened })).status).toBe(200);
    const other = await colleague(site, as, "operator");
    expect((await site.fetch(`/api/admin/passkeys/${id}`, { method: "DELETE", as: other.as })).status).toBe(404);
    expect((await site.fetch(`/api/admin/passkeys/${id}`, { method: "DELETE", as })).status).toBe(200);
    expect((await site.fetch("/api/admin/listings", { as: opened })).status).toBe(401);
    expect((await site.fetch("/api/admin/listings", { as })).status).toBe(200);
    expect(await json(logInByPasskey(site, key))).toMatchObject({ code: "passkey.refused" });
  });
});

describe("enrolling a passkey", () => {
  it.each([
    ["another origin", { origin: "https://belowmarket.evil" }],
    ["another site's id", { rpId: "belowmarket.evil" }],
    ["no user verification", { isVerified: false }],
    ["a frame in another site's page", { crossOrigin: true }],
    ["a frame in another site's page that it names", { crossOrigin: true, topOrigin: "https://belowmarket.evil" }],
    ["another site's page that it names only", { topOrigin: "https://belowmarket.evil" }],
    ["a challenge of its own", { challenge: btoa("0123456789abcdef0123456789abcdef") }],
    ["the answer to a login", { type: "webauthn.get" }],
  ])("is refused with %s", async (_, claims) => {
    const site = makeQuietSite();
    const { as } = await firstOperator(site);
    expect(await json(addPasskey(site, as, await makeAuthenticator(), claims))).toMatchObject({
      code: "passkey.invalid",
    });
    expect(await json(site.fetch("/api/admin/passkeys", { as }))).toEqual([]);
  });

  it("accepts only the person's own challenge, once, within five minutes", async () => {
    const site = makeQuietSite();
    const { as } = await firstOperator(site);
    const other = await colleague(site, as, "moderator");
    const optionsFor = async (cookie: string) =>
      json<never>(site.fetch("/api/admin/passkeys/options", { method: "POST", as: cookie }));
    const verify = (cookie: string, response: unknown) =>
      site.fetch("/api/admin/passkeys/verify", { json: { response }, as: cookie });
    const [key, second] = [await makeAuthenticator(), await makeAuthenticator()];
    const foreign = await key.register(await optionsFor(other.as));
    expect((await verify(as, foreign)).status).toBe(400);
    const question = await passkeyQuestion(site);
    const options = await optionsFor(as);
    expect(
      (await verify(as, await key.register({ ...(options as object), challenge: question.challenge } as never))).status,
    ).toBe(400);
    expect((await verify(as, await key.register(options))).status).toBe(201);
    expect((await verify(as, await second.register(options))).status).toBe(400);
    const late = await optionsFor(as);
    site.clock.now = new Date(site.clock.now.getTime() + 5 * MINUTE_MS + 1);
    expect((await verify(as, await second.register(late))).status).toBe(400);
  });

  it("requires a login within the last 15 minutes, because a stolen session must not suffice", async () => {
    const site = makeQuietSite();
    const { as } = await firstOperator(site);
    site.clock.now = new Date(site.clock.now.getTime() + 16 * MINUTE_MS);
    const refused = await site.fetch("/api/admin/passkeys/options", { method: "POST", as });
    expect(refused.status).toBe(403);
    expect(await json(refused)).toMatchObject({ code: "session.log_in_again" });
  });
});

describe("logging in with a passkey", () => {
  it.each([
    ["another origin", { origin: "https://belowmarket.evil" }],
    ["another site's id", { rpId: "belowmarket.evil" }],
    ["no user verification", { isVerified: false }],
    ["a frame in another site's page", { crossOrigin: true }],
    ["a frame in another site's page that it names", { crossOrigin: true, topOrigin: "https://belowmarket.evil" }],
    ["another site's page that it names only", { topOrigin: "https://belowmarket.evil" }],
    ["a challenge of its own", { challenge: btoa("0123456789abcdef0123456789abcdef") }],
    ["the answer to a registration", { type: "webauthn.create" }],
    ["another person's handle", { userHandle: btoa("person-99").replaceAll("=", "") }],
    ["a counter that went back, as of a copy", { counter: 1 }],
  ])("is refused with %s", async (_, claims) => {
    const site = makeQuietSite();
    const { as } = await firstOperator(site);
    const key = await makeAuthenticator();
    await addPasskey(site, as, key);
    expect((await logInByPasskey(site, key)).status).toBe(200);
    const refused = await logInByPasskey(site, key, claims);
    expect(refused.status).toBe(401);
    expect(await json(refused)).toMatchObject({ code: "passkey.refused" });
    expect(refused.headers.get("set-cookie")).toBeNull();
    expect((await logInByPasskey(site, key)).status).toBe(200);
  });

  it("accepts a response once, even when eight are sent at once, within five minutes", async () => {
    const site = makeQuietSite();
    const { as } = await firstOperator(site);
    const key = await makeAuthenticator();
    await addPasskey(site, as, key);
    const answer = await key.assert(await passkeyQuestion(site));
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await answerQuestion(site, answer)).status),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(401)]);
    expect((await answerQuestion(site, answer)).status).toBe(401);
    const question = await passkeyQuestion(site);
    site.clock.now = new Date(site.clock.now.getTime() + 5 * MINUTE_MS + 1);
    expect((await answerQuestion(site, await key.assert(question))).status).toBe(401);
  });

  it("is refused with an unknown key, or with a signature by another key", async () => {
    const site = makeQuietSite();
    const { as } = await firstOperator(site);
    const [key, stranger] = [await makeAuthenticator(), await makeAuthenticator()];
    await addPasskey(site, as, key);
    expect((await logInByPasskey(site, stranger)).status).toBe(401);
    const forged = await stranger.assert(await passkeyQuestion(site));
    expect((await answerQuestion(site, { ...forged, id: key.id, rawId: key.id })).status).toBe(401);
  });
});

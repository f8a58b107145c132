import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { linkIn, replyTo, statusOf, subscribe } from "../../support/worker/subscribers.ts";

const ANA = "ana@example.com";
const KEY = "0123456789abcdef0123456789abcdef";
const OTHER_KEY = "f".repeat(32);
const WISHES = { bedrooms: ["Studio", "1 Bedroom"], maxRent: 1800, areas: ["Etobicoke"] };
const NONE = { bedrooms: [], maxRent: null, areas: [] };

const signUp = (site: Site, key?: string) =>
  site.fetch("/api/subscribe", { json: { email: ANA }, headers: key === undefined ? {} : { "X-Sign-Up-Key": key } });

const wish = (site: Site, changes: object = {}) =>
  site.fetch("/api/subscribe/preferences", { json: { email: ANA, signUpKey: KEY, ...WISHES, ...changes } });

/** Replies to the latest confirmation email. */
async function confirm(site: Site): Promise<void> {
  await site.receive(replyTo((await mailsTo(site, ANA))[0]));
  expect(await statusOf(ANA)).toBe("confirmed");
}

const recordOf = async (site: Site) =>
  (
    await json<{ preferences: object; wishes: object | null }[]>(
      site.fetch(`/api/admin/subscribers?email=${ANA}`, { as: await site.logIn() }),
    )
  )[0];

describe("the preferences given in a sign-up", () => {
  it("apply when it is confirmed, and not before", async () => {
    const site = makeSite();
    await signUp(site, KEY);
    expect((await wish(site)).status).toBe(200);
    expect(await recordOf(site)).toMatchObject({ wishes: WISHES, preferences: NONE });
    await confirm(site);
    expect(await recordOf(site)).toMatchObject({ wishes: null, preferences: { ...WISHES, frequency: "every" } });
    const rows = await env.DB.prepare("SELECT sign_up_key_hash FROM subscribers").all();
    expect(rows.results).toEqual([{ sign_up_key_hash: null }]);
  });

  it("can be changed by repeating the sign-up before it is confirmed", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await signUp(site, KEY);
    await wish(site, { maxRent: 900 });
    await signUp(site, KEY);
    await wish(site, { maxRent: null, bedrooms: [] });
    await confirm(site);
    expect(await recordOf(site)).toMatchObject({ preferences: { ...NONE, areas: WISHES.areas } });
  });

  it("do not change a confirmed subscription, even if it is signed up again", async () => {
    const site = makeSite();
    await signUp(site, KEY);
    await confirm(site);
    await wish(site);
    await signUp(site, KEY);
    await wish(site);
    expect(await recordOf(site)).toMatchObject({ wishes: null, preferences: NONE });
  });

  it("cannot be added without the secret of the sign-up", async () => {
    const site = makeSite();
    await signUp(site, KEY);
    await wish(site, { signUpKey: OTHER_KEY });
    await confirm(site);
    expect(await recordOf(site)).toMatchObject({ preferences: NONE });
  });

  it.each([
    ["with another secret", OTHER_KEY],
    ["without one", undefined],
    ["with an invalid one", "0123"],
  ])(
    "are dropped when the address is signed up again %s, and a stranger's preferences are not used",
    async (_name, other) => {
      const site = makeSite();
      await signUp(site, KEY);
      await wish(site);
      await signUp(site, other);
      await wish(site, { signUpKey: OTHER_KEY, maxRent: 100 });
      await wish(site, { signUpKey: KEY, maxRent: 200 });
      await confirm(site);
      expect(await recordOf(site)).toMatchObject({ preferences: NONE });
    },
  );

  it("replace the preferences of a returning subscriber after confirmation", async () => {
    const site = makeSite();
    await subscribe(site, ANA);
    await site.fetch(`/api/unsubscribe/${linkIn((await mailsTo(site, ANA))[0], "unsubscribe")}`, { method: "POST" });
    await wish(site);
    await signUp(site, KEY);
    await wish(site);
    expect(await recordOf(site)).toMatchObject({ preferences: NONE });
    await confirm(site);
    expect(await recordOf(site)).toMatchObject({ preferences: WISHES });
  });

  it("are deleted with a sign-up that its owner ends", async () => {
    const site = makeSite();
    await signUp(site, KEY);
    await wish(site);
    const id = await env.DB.prepare("SELECT id FROM subscribers").first<number>("id");
    const token = await site.tokenFor("unsubscribe", id ?? 0);
    await site.fetch(`/api/unsubscribe/${token}`, { method: "POST" });
    expect(await recordOf(site)).toMatchObject({ wishes: null });
  });

  it("get the same response for pending, confirmed and unknown addresses", async () => {
    const site = makeSite();
    await subscribe(site, "ben@example.com");
    await signUp(site, KEY);
    const answers = await Promise.all(
      [ANA, "ben@example.com", "nobody@example.com"].map(async (email) => {
        const answer = await wish(site, { email });
        return [answer.status, await answer.text()];
      }),
    );
    expect(answers[0]?.[0]).toBe(200);
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(await statusOf("nobody@example.com")).toBeNull();
  });

  it.each([
    [{ maxRent: 5 }, "maxRent"],
    [{ bedrooms: ["Castle"] }, "bedrooms"],
    [{ areas: "all" }, "areas"],
    [{ signUpKey: "short" }, "signUpKey"],
    [{ email: "nobody" }, "email"],
  ])("such as %j are rejected by field, and change nothing", async (changes, field) => {
    const site = makeSite();
    await signUp(site, KEY);
    const answer = await wish(site, changes);
    expect(answer.status).toBe(400);
    const problem = await json<{ code: string; fields: object }>(answer);
    expect(problem.code).toBe("subscriber.invalid_preferences");
    expect(Object.keys(problem.fields)[0]).toMatch(new RegExp(`^${field}`));
    expect(await recordOf(site)).toMatchObject({ wishes: null });
  });
});

import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { follow, insertFollow } from "../../support/worker/follows.ts";
import { startThread, visitor } from "../../support/worker/forum.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { publishedByOwner } from "../../support/worker/owner-link.ts";
import { postOffice } from "../../support/worker/post-office.ts";
import { makeSite, type Site, type SiteOptions } from "../../support/worker/site.ts";
import { signUp, statusOf, subscribe } from "../../support/worker/subscribers.ts";

const DAY_MS = 86_400_000;
const ROTATED_AT = new Date("2026-11-20T15:00:00Z");
const OLD = "the-secret-before";
const NEW = "the-secret-after";

/** Returns the site after its secret was changed, at its first tick or later. */
async function rotate(
  previous: string | undefined,
  { secret = NEW, days = 0, vars, deps }: SiteOptions & { secret?: string; days?: number } = {},
): Promise<Site> {
  const site = makeSite({
    now: new Date(ROTATED_AT.getTime() + days * DAY_MS),
    vars: { SESSION_SECRET: secret, ...(previous !== undefined && { SESSION_SECRET_PREVIOUS: previous }), ...vars },
    ...(deps && { deps }),
  });
  await site.runJob("secrets.keep");
  return site;
}

type Kind = "manage" | "confirm" | "preferences" | "follow" | "unsubscribe" | "unfollow" | "never";
const OTHERS = ["manage", "confirm", "preferences", "follow"] as const;
const STOPS = ["unsubscribe", "unfollow", "never"] as const;

let before: Site;
let links: Record<Kind, string>;
let deletion: string;

beforeEach(async () => {
  before = makeSite({ now: new Date(ROTATED_AT.getTime() - 900_000), vars: { SESSION_SECRET: OLD } });
  await before.runJob("secrets.keep");
  const { id, token } = await publishedByOwner(before);
  const thread = await startThread(before, await visitor(before, "198.51.100.9"));
  await subscribe(before, "ana@example.com");
  await signUp(before, "bob@example.com");
  deletion = await before.tokenFor("delete", id);
  links = {
    manage: token,
    confirm: await before.tokenFor("confirm", 2),
    preferences: await before.tokenFor("preferences", 1),
    follow: await follow(before, thread.id, "cem@example.com"),
    unsubscribe: await before.tokenFor("unsubscribe", 1),
    unfollow: await before.tokenFor("unfollow", 1),
    never: await before.neverToken("eve@example.com"),
  };
});

const pathOf = (kind: Kind) => `/api/${kind === "unfollow" ? "follow" : kind}/${links[kind]}`;
/** Returns the kinds of links that a site still accepts. */
async function working(site: Site): Promise<Kind[]> {
  const kinds: Kind[] = [];
  for (const kind of [...OTHERS, ...STOPS]) if ((await site.fetch(pathOf(kind))).status === 200) kinds.push(kind);
  return kinds;
}

describe("after a change of SESSION_SECRET", () => {
  it(
    "links signed before it work for a week, and those that only stop emails for 90 days",
    { tags: ["rest"] },
    async () => {
      expect(await working(before)).toEqual([...OTHERS, ...STOPS]);
      const site = await rotate(OLD);
      expect(await working(site)).toEqual([...OTHERS, ...STOPS]);
      expect(await working(await rotate(OLD, { days: 6.9 }))).toEqual([...OTHERS, ...STOPS]);
      expect(await working(await rotate(OLD, { days: 7 }))).toEqual([...STOPS]);
      const late = await rotate(OLD, { days: 89.9 });
      expect(await working(late)).toEqual([...STOPS]);
      expect((await late.fetch(`/api/delete/${deletion}`, { method: "DELETE" })).status).toBe(404);
      expect(await working(await rotate(OLD, { days: 90 }))).toEqual([]);
    },
  );

  it("links signed before it work as before", { tags: ["rest"] }, async () => {
    const site = await rotate(OLD, { days: 6 });
    expect((await site.fetch(pathOf("confirm"), { method: "POST" })).status).toBe(200);
    expect(await statusOf("bob@example.com")).toBe("confirmed");
    const late = await rotate(OLD, { days: 80 });
    // Email clients post to the page's own URL.
    expect((await late.fetch(`/unsubscribe/${links.unsubscribe}`, { body: "List-Unsubscribe=One-Click" })).status).toBe(
      200,
    );
    expect(await statusOf("ana@example.com")).toBe("unsubscribed");
    expect((await late.fetch(`${pathOf("unfollow")}/stop`, { method: "POST" })).status).toBe(200);
    expect((await late.fetch(pathOf("never"), { method: "POST" })).status).toBe(200);
    expect((await late.fetch(pathOf("never"), { method: "DELETE" })).status).toBe(404);
    expect((await site.fetch(`/api/delete/${deletion}`, { method: "DELETE" })).status).toBe(200);
  });

  it("only links that stop emails work when the old secret has leaked", { tags: ["rest"] }, async () => {
    const site = await rotate(`${OLD}@leaked`);
    expect(await working(site)).toEqual([...STOPS]);
    expect((await site.fetch(`/api/delete/${deletion}`, { method: "DELETE" })).status).toBe(404);
    expect((await site.fetch(pathOf("never"), { method: "POST" })).status).toBe(200);
    // The old secret alone is not enough to lift an opt-out.
    expect((await site.fetch(pathOf("never"), { method: "DELETE" })).status).toBe(404);
    expect(await working(await rotate(`${OLD}@leaked`, { days: 89 }))).toEqual([...STOPS]);
  });

  it("sessions end", { tags: ["rest"] }, async () => {
    const cookie = await before.logIn();
    const site = await rotate(OLD);
    expect((await before.fetch("/api/admin/audit", { as: cookie })).status).toBe(200);
    expect((await site.fetch("/api/admin/audit", { as: cookie })).status).toBe(401);
  });

  it("two changes in a row keep the links of both secrets", { tags: ["rest"] }, async () => {
    await rotate(OLD);
    const site = await rotate(`${NEW} ${OLD}`, { secret: "the-third", days: 30 });
    expect(await working(site)).toEqual([...STOPS]);
    const later = await rotate(`${NEW} ${OLD}`, { secret: "the-third", days: 91 });
    expect(await working(later)).toEqual([]);
    links.never = await (await rotate(OLD)).neverToken("eve@example.com");
    links.unsubscribe = await (await rotate(OLD)).tokenFor("unsubscribe", 1);
    expect(await working(later)).toContain("unsubscribe");
  });
});

describe("an address that opted out", () => {
  const isSuppressed = async (site: Site) => {
    const thread = await startThread(site, await visitor(site, "198.51.100.10"), { title: "A further question" });
    await insertFollow(site, thread.id, "eve@example.com");
    await site.runQueue();
    return (await mailsTo(site, "eve@example.com")).length === 0;
  };

  beforeEach(async () => {
    await before.fetch(pathOf("never"), { method: "POST" });
  });

  it("gets no email after a rotation, after the old secret was deleted, or after the next rotation", async () => {
    expect(await isSuppressed(await rotate(OLD))).toBe(true);
    expect(await isSuppressed(await rotate(undefined, { days: 100 }))).toBe(true);
    expect(await isSuppressed(await rotate(`${NEW}@leaked`, { secret: "the-third", days: 101 }))).toBe(true);
    expect(await isSuppressed(await rotate(undefined, { secret: "the-third", days: 300 }))).toBe(true);
  });

  it("is recognized by the data that was stored before keys were kept", { tags: ["rest"] }, async () => {
    await env.DB.prepare("DELETE FROM settings WHERE name = 'session_keys'").run();
    expect(await isSuppressed(await rotate(OLD))).toBe(true);
  });

  it("is not forgotten by a deployment that is being replaced", { tags: ["rest"] }, async () => {
    await rotate(OLD);
    const replaced = makeSite({ vars: { SESSION_SECRET: OLD } });
    expect(await isSuppressed(replaced)).toBe(true);
    expect(await isSuppressed(await rotate(undefined))).toBe(true);
  });

  it(
    "gets no email, like all addresses, while the previous secret is unknown, and the operator is notified",
    { tags: ["rest"] },
    async () => {
      const office = postOffice();
      const site = await rotate(undefined, { vars: { APP_ENV: "production" }, deps: office.deps });
      expect((await signUp(site, "new@example.com")).status).toBe(503);
      await site.runQueue();
      expect(office.sent.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
        `${env.CONTACT_EMAIL}: [${env.SITE_NAME}] No mail can be sent`,
      ]);
      const mended = await rotate(OLD);
      expect((await signUp(mended, "new@example.com")).status).toBe(200);
      expect(await isSuppressed(mended)).toBe(true);
    },
  );

  it("does not prevent a developer from starting a site with another secret", { tags: ["rest"] }, async () => {
    expect((await signUp(await rotate(undefined), "new@example.com")).status).toBe(200);
  });

  it("is protected by a key that the database does not show", { tags: ["rest"] }, async () => {
    const value = await env.DB.prepare("SELECT value FROM settings WHERE name = 'session_keys'").first<string>("value");
    expect(value).not.toContain(OLD);
    await rotate(`${OLD}@leaked`);
    const after = await env.DB.prepare("SELECT value FROM settings WHERE name = 'session_keys'").first<string>("value");
    // The copy that the leaked secret can decrypt is deleted.
    const wrapped = (text: string | null) => (JSON.parse(text ?? "") as { wrapped: string[] }).wrapped;
    expect(wrapped(after)).not.toContain(wrapped(value)[0]);
    expect(wrapped(after)).toHaveLength(1);
  });
});

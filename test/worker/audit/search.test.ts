import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { ListedAuditEntry } from "../../../worker/contracts/audit.ts";
import { startThread, visitor } from "../../support/worker/forum.ts";
import { submit } from "../../support/worker/listings.ts";
import { colleague, firstOperator, logInByCode } from "../../support/worker/people.ts";
import { makeQuietSite } from "../../support/worker/quiet-site.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const DAY_MS = 86_400_000;

/** Returns a site on which two moderators decided on two listings and a discussion, a day apart. */
async function decided(site: Site) {
  const olga = await firstOperator(site);
  const mona = await colleague(site, olga.as, "moderator");
  const main = await submit(site, { address: "85 Main Street, Toronto, ON" });
  const queen = await submit(site, { address: "12 Queen Street West, Toronto, ON", email: "other@example.com" });
  const approve = (as: string, id: number) =>
    site.fetch(`/api/admin/listings/${id}/status`, { method: "PATCH", json: { approved: true }, as });
  await approve(mona.as, main);
  const thread = await startThread(site, await visitor(site), { title: "Is the laundry shared" });
  await site.fetch(`/api/discussion/admin/thread/${thread.id}/lock`, {
    method: "PUT",
    json: { isLocked: true },
    as: mona.as,
  });
  site.clock.now = new Date(site.clock.now.getTime() + DAY_MS);
  const shared = await site.logIn();
  await site.fetch(`/api/admin/listings/${queen}`, { method: "DELETE", as: shared });
  return { as: shared, main, queen, thread, mona, olga };
}

const search = async (site: Site, as: string, query: string) => {
  const response = await site.fetch(`/api/admin/audit?${query}`, { as });
  const entries = await json<ListedAuditEntry[]>(response);
  expect(response.headers.get("x-total-count"), query).toBe(String(entries.length));
  return entries.map(({ action }) => action);
};

describe("a search of the audit log", () => {
  it("finds actions by the address of their target, and links to public targets", async () => {
    const site = makeSite();
    const { as, main, thread } = await decided(site);
    const entries = await json<ListedAuditEntry[]>(site.fetch("/api/admin/audit?q=main%20st", { as }));
    expect(entries).toMatchObject([
      {
        action: "listing.approve",
        person: { name: "Mona" },
        targetId: String(main),
        about: "85 Main Street, Toronto, ON",
        path: expect.stringMatching(new RegExp(`^/listing/${main}/`)),
      },
    ]);
    const [locked] = await json<ListedAuditEntry[]>(site.fetch("/api/admin/audit?action=thread", { as }));
    expect(locked).toMatchObject({
      action: "thread.lock",
      about: thread.title,
      path: expect.stringContaining(`/thread/${thread.id}/`),
    });
    const [gone] = await json<ListedAuditEntry[]>(site.fetch("/api/admin/audit?q=queen", { as }));
    expect(gone).toMatchObject({ action: "listing.delete", person: null, path: null });
  });

  it("accepts a name, number, actor, action and days", async () => {
    const site = makeSite();
    const { as, mona, queen } = await decided(site);
    expect(await search(site, as, "q=mon")).toEqual(["thread.lock", "listing.approve"]);
    expect(await search(site, as, `actor=${mona.id}`)).toEqual(["thread.lock", "listing.approve"]);
    expect(await search(site, as, `q=%23${queen}&action=listing`)).toEqual(["listing.delete"]);
    expect(await search(site, as, "actor=system")).toEqual(["invitation.accept"]);
    expect(await search(site, as, "action=listing")).toEqual(["listing.delete", "listing.approve"]);
    expect(await search(site, as, "action=listing.approve&q=mona")).toEqual(["listing.approve"]);
    expect(await search(site, as, "from=2026-11-21")).toEqual(["listing.delete"]);
    expect(await search(site, as, "until=2026-11-20&action=listing")).toEqual(["listing.approve"]);
    expect(await search(site, as, "from=2026-11-22")).toEqual([]);
    expect(await search(site, as, "q=nothing+of+this")).toEqual([]);
    expect(await json(site.fetch("/api/admin/audit/people", { as }))).toEqual([
      { id: mona.id, name: "Mona" },
      { id: 1, name: "Olga" },
    ]);
  });

  it("still names a moderator who left", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { as, mona } = await decided(site);
    await site.fetch(`/api/admin/people/${mona.id}`, { method: "DELETE", as });
    expect(await search(site, as, "q=Mona&action=listing")).toEqual(["listing.approve"]);
  });

  it.each(["actor=nobody", "action=DROP TABLE", "from=yesterday", "until=2026-02-30"])("rejects %s", async (query) => {
    const site = makeQuietSite();
    const refused = await site.fetch(`/api/admin/audit?${query}`, { as: await site.logIn() });
    expect(refused.status).toBe(400);
    expect(await json(refused)).toMatchObject({ fields: { [query.split("=")[0] ?? ""]: expect.any(String) } });
  });

  it("shows entries from before names were recorded unchanged", async () => {
    const site = makeSite();
    await env.DB.prepare(
      "INSERT INTO audit_log (at, actor, action, target_type, target_id) VALUES (1, 'admin', 'listing.approve', 'listing', '7')",
    ).run();
    const [old] = await json<ListedAuditEntry[]>(site.fetch("/api/admin/audit", { as: await site.logIn() }));
    expect(old).toMatchObject({ actor: "admin", person: null, about: null, path: null, before: null });
  });
});

describe("the audit log as CSV", () => {
  it("has the same entries, and a spreadsheet runs none of it as a formula", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { as, olga } = await decided(site);
    await site.fetch("/api/admin/people", {
      json: { name: "=HYPERLINK(1)", email: "f@example.com", role: "moderator" },
      as,
    });
    await site.fetch(`/api/admin/people/${olga.id}`, { method: "PATCH", json: { name: "@SUM(A1)" }, as });
    await site.fetch("/api/admin/people/invitations", {
      json: { email: "g@example.com", role: "reader" },
      as: await logInByCode(site, olga.email),
    });
    const response = await site.fetch("/api/admin/audit/csv?action=invitation", { as });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toContain("attachment");
    const [head, newest, ...others] = (await response.text()).split("\r\n");
    expect(head).toBe("Time (UTC),Actor,Person,Action,Target,Number,About,Before,After,Address");
    expect(newest).toContain(",admin,'@SUM(A1),invitation.send,");
    expect(others.filter((line) => line !== "")).toHaveLength(2);
    const refused = await site.fetch("/api/admin/audit/csv?actor=x", { as });
    expect(refused.status).toBe(400);
    expect((await site.fetch("/api/admin/audit/csv")).status).toBe(401);
  });
});

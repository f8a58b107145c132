import { describe, expect, it } from "vitest";
import { FEED_PATH, type Thread } from "../../../worker/contracts/forum.ts";
import { startThread, visitor, type Visitor, write } from "../../support/worker/forum.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { siteInterrupted } from "../../support/worker/watched-db.ts";

const rename = async (site: Site, id: number, title: string) =>
  site.fetch(`/api/discussion/threads/${id}`, { method: "PUT", json: { title }, as: await site.logIn() });
const edit = (site: Site, who: Visitor, id: number, title: string, content: string) =>
  write(site, who, "PUT", `/user/threads/${id}`, { title, content });
const thread = (site: Site, id: number) => json<Thread>(site.fetch(`/api/discussion/thread/${id}`));

describe("a title set by a moderator", () => {
  it("cannot be changed by the author, but the author's other edits apply", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const { id } = await startThread(site, author, { title: "MY LANDLORD IS A CROOK" });
    expect((await edit(site, author, id, "MY LANDLORD, THE CROOK", "He keeps the deposit.")).status).toBe(200);
    await rename(site, id, "Landlord keeps the deposit");
    const response = await edit(site, author, id, "MY LANDLORD IS A CROOK", "He keeps it still.");
    expect(response.status).toBe(200);
    const kept = { title: "Landlord keeps the deposit", seoSlug: "landlord-keeps-the-deposit" };
    expect(await json(response)).toMatchObject({ ...kept, content: "He keeps it still." });
    expect(await thread(site, id)).toMatchObject({ ...kept, content: "He keeps it still." });
    await rename(site, id, "Deposit kept");
    await edit(site, author, id, "Landlord keeps the deposit", "He keeps it for ever.");
    expect(await thread(site, id)).toMatchObject({ title: "Deposit kept", content: "He keeps it for ever." });
  });

  it("survives a concurrent edit by the author", async () => {
    const { site, interruptBy, isWaiting } = siteInterrupted('update "forum_threads" set "title"');
    const author = await visitor(site);
    const { id } = await startThread(site, author, { title: "A very rude title" });
    const other = makeSite();
    interruptBy(() => rename(other, id, "A polite title"));
    expect((await edit(site, author, id, "A ruder title", "With other words.")).status).toBe(200);
    expect(isWaiting()).toBe(false);
    expect(await thread(site, id)).toMatchObject({ title: "A polite title", content: "With other words." });
  });

  it("counts as a change for feeds and search engines, but not as an edit by the author", async () => {
    const site = makeSite();
    const { id } = await startThread(site, await visitor(site));
    site.clock.now = new Date("2026-12-03T10:00:00Z");
    await rename(site, id, "Another title");
    expect(await (await site.fetch("/sitemap.xml")).text()).toMatch(
      /another-title<\/loc><lastmod>2026-12-03T10:00:00\.000Z</,
    );
    const feed = await (await site.fetch(FEED_PATH)).text();
    expect(feed.match(/<updated>2026-12-03T10:00:00\.000Z<\/updated>/g)).toHaveLength(2);
    expect(await thread(site, id)).toMatchObject({ editedAt: null });
  });

  it("is part of the text's hash", async () => {
    const site = makeSite();
    const [author, other] = [await visitor(site), await visitor(site)];
    const content = "See https://www.example.com for what the law says about that.";
    const { id } = await startThread(site, author, { title: "A question", content });
    await rename(site, id, "What the law says");
    const again = await write(site, other, "POST", "/threads", { title: "What the law says", content });
    expect([again.status, (await json(again)).code]).toEqual([409, "forum.repeated"]);
  });
});

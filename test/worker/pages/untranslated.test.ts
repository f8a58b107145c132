import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { CATEGORIES } from "../../../worker/contracts/bedrooms.ts";
import { FORUM_PATH, threadPath } from "../../../worker/contracts/forum.ts";
import { listingPath } from "../../../worker/contracts/listings.ts";
import { comment, startThread, visitor } from "../../support/worker/forum.ts";
import { publish } from "../../support/worker/listings.ts";
import { makeSite } from "../../support/worker/site.ts";

/** Returns the page's visible text without some of its elements. */
async function textWithout(html: string, ...selectors: string[]): Promise<string> {
  const rewriter = new HTMLRewriter();
  for (const selector of ["head", "script", "style", "svg", ...selectors])
    rewriter.on(selector, { element: (element) => void element.remove() });
  const left = await rewriter.transform(new Response(html)).text();
  return left.replaceAll(/<!--[^]*?-->/g, "").replaceAll(/<[^<>]*>/g, "");
}

it("rents, addresses, streets, stations and names do not change when a browser translates a public page", async () => {
  const site = makeSite();
  const listing = await publish(site, {
    address: "85 Quillfeather Cres, Toronto, ON M4E 2V6",
    landlordName: "Wren Tallow",
    rent: "$1,850",
  });
  await publish(site, { address: "9 Marrowby Lane, Toronto, ON M4E 2V6", rent: "$1,790" });
  await env.DB.prepare(
    "UPDATE listings SET closest_subway_station = 'Zephyr Park', subway_lines = '[\"1\"]', distance_to_subway = 300",
  ).run();
  const author = await visitor(site);
  const thread = await startThread(site, author, { title: "Is a cold kitchen legal - or not?" });
  await comment(site, author, thread.id);

  const STREETS = ["Quillfeather", "Marrowby", "$1,850", "$1,790", "Zephyr Park", "$360"];
  const KEPT: Record<string, readonly string[]> = {
    "/": STREETS,
    [CATEGORIES[1].path]: STREETS,
    "/?q=Quillfeather": ["Quillfeather", "$1,850"],
    [listingPath(listing)]: ["85 Quillfeather Cres, Toronto", "Wren Tallow", "$1,850", "$2,210", "$360", "Zephyr Park"],
    [threadPath(thread)]: [author.username],
    "/rent-check?type=1+Bedroom&rent=1850&place=Annex": ["$1,850", "$2,210"],
    "/market": ["$2,210"],
  };
  for (const [path, values] of Object.entries(KEPT)) {
    const html = await (await site.fetch(path)).text();
    const [all, translated] = await Promise.all([textWithout(html), textWithout(html, '[translate="no"]')]);
    for (const value of values) {
      expect(all, path).toContain(value);
      expect(translated, path).not.toContain(value);
    }
  }
  // Text written by users is translated.
  expect(await textWithout(await (await site.fetch(FORUM_PATH)).text(), '[translate="no"]')).toContain(thread.title);
});

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { change, submit } from "../../support/worker/listings.ts";
import { asModerator, notes } from "../../support/worker/market.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";

const TEXT =
  "This is a well planned two-bedroom condo on a high floor above the harbour. Both bedrooms have their own bath and there is a proper foyer with a coat closet. My parents lived here for nine years and kept it spotless. We replaced the carpet with cork and put in an induction range last spring.";
/** A copied text with changes that a scammer might make. */
const COPY = `Hello! ${TEXT.replace("two-bedroom", "2 bedroom").replace("nine", "9")} Wifi is free.`;

const OTHER = { email: "someone.else@example.com", phone: "416-555-0177" };
let houses = 0;
/** Submits a listing at an address that no other listing has. */
async function list(site: Site, changes: Record<string, unknown> = {}): Promise<number> {
  houses += 1;
  return submit(site, { address: `${houses} Copy St, Toronto`, additionalInfo: TEXT, ...changes });
}
const isCopied = async (site: Site, id: number) => (await notes(site, id, "copied_text")).length > 0;

describe("a description that nearly equals another listing's", () => {
  it("is noted on the later listing if landlord and address differ, with a reference to the earlier listing", async () => {
    const site = makeSite();
    const original = await list(site);
    const copy = await list(site, { ...OTHER, additionalInfo: COPY });
    expect(await notes(site, copy, "copied_text")).toEqual([
      `Nearly the same text as #${original} at another address, from another email address and phone number.`,
    ]);
    expect(await isCopied(site, original)).toBe(false);
    expect(await asModerator(site, copy)).toMatchObject({ scamBand: "some" });
    // An edit of the original must not mark it as a copy.
    await change(site, original, { additionalInfo: `${TEXT} Call any day.` });
    expect(await isCopied(site, original)).toBe(false);
  });

  it("is not a copy with the same email address or phone number, at the same address, or below forty words", async () => {
    const site = makeSite();
    const address = "9 Original St, Toronto";
    await submit(site, { address, additionalInfo: TEXT });
    expect(await isCopied(site, await list(site, { email: OTHER.email }))).toBe(false);
    expect(await isCopied(site, await list(site, { phone: OTHER.phone }))).toBe(false);
    expect(await isCopied(site, await submit(site, { ...OTHER, address, additionalInfo: COPY }))).toBe(false);
    const short = TEXT.split(" ").slice(0, 39).join(" ");
    await list(site, { additionalInfo: short });
    expect(await isCopied(site, await list(site, { ...OTHER, additionalInfo: short }))).toBe(false);
  });

  it("is a template when its property manager uses it at three addresses", async () => {
    const site = makeSite();
    for (const phone of ["416-555-0101", "416-555-0102"]) await list(site, { phone });
    const third = { email: "office@example.com", phone: "416-555-0103" };
    expect(await isCopied(site, await list(site, third))).toBe(true);
    await list(site, { phone: "416-555-0104" });
    expect(await isCopied(site, await list(site, { ...third, phone: "416-555-0105" }))).toBe(false);
  });

  it("is noted when an edit adds the text, until it is removed", async () => {
    const site = makeSite();
    await list(site);
    const id = await list(site, { ...OTHER, additionalInfo: "A quiet home." });
    expect(await isCopied(site, id)).toBe(false);
    await change(site, id, { additionalInfo: COPY });
    expect(await isCopied(site, id)).toBe(true);
    await change(site, id, { additionalInfo: "A quiet home." });
    expect(await isCopied(site, id)).toBe(false);
    const { results } = await env.DB.prepare("SELECT * FROM text_shingles WHERE listing_id = ?").bind(id).all();
    expect(results).toEqual([]);
  });

  it("is not noted when most of the text differs", async () => {
    const site = makeSite();
    await list(site);
    const half = TEXT.split(". ").slice(0, 2).join(". ");
    const other = `${half}. The kitchen was painted green in May by a friend of ours who also built the shelves. Streetcar at the door, and a bakery that opens at six in the morning. No elevator, but only two flights of stairs.`;
    expect(await isCopied(site, await list(site, { ...OTHER, additionalInfo: other }))).toBe(false);
  });
});

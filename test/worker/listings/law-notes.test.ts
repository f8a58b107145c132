import { describe, expect, it } from "vitest";
import type { ReviewNote } from "../../../worker/contracts/listings.ts";
import { submit } from "../../support/worker/listings.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const ask = (additionalInfo: unknown, site = makeSite()) => site.fetch("/api/law-notes", { json: { additionalInfo } });
const codes = async (text: string) => (await json<ReviewNote[]>(ask(text))).map(({ code }) => code);

describe("notes on a description that a landlord is writing", () => {
  it.each([
    ["Bright unit. No pets please.", "no_pets"],
    ["A damage deposit of $500 is required.", "deposit_not_allowed"],
    ["Post-dated cheques are required.", "cheques_required"],
    ["No kids, adults only.", "discrimination"],
  ])("name what the law does not allow in %j, with its section", async (text, code) => {
    const notes = await json<ReviewNote[]>(ask(text));
    expect(notes).toMatchObject([{ code, text: expect.any(String), rule: { url: expect.stringMatching(/^https:/) } }]);
    // Moderators see the same text in the listing's notes.
    const site = makeSite();
    const id = await submit(site, { additionalInfo: text });
    const seen = await json<{ reviewNotes: ReviewNote[] }>(
      site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }),
    );
    expect(seen.reviewNotes).toEqual(expect.arrayContaining(notes));
  });

  it("omit signs of scams and contacts, because that would help to evade detection", async () => {
    expect(await codes("I am abroad: wire the first month, and the keys come by courier. Text 647-555-0199.")).toEqual(
      [],
    );
    expect(await codes("Pets welcome, first and last month's rent.")).toEqual([]);
    expect(await codes("")).toEqual([]);
  });

  it.each([undefined, null, 7, "x".repeat(10_001)])("are refused for %j", async (text) => {
    const response = await ask(text);
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ fields: { additionalInfo: expect.any(String) } });
  });

  it("are limited per network", async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "0.05" } });
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) statuses.push((await ask("No pets.", site)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});

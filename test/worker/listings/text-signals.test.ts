import { describe, expect, it } from "vitest";
import { UNDO_MS } from "../../../worker/contracts/decisions.ts";
import { type AdminListing, NOTE_KINDS } from "../../../worker/contracts/listings.ts";
import { AD_SENTENCES } from "../../support/worker/ad-sentences.ts";
import { dataUrl, room } from "../../support/worker/images.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { asModerator, settle } from "../../support/worker/market.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

/** An advertisement with everything that it should not contain. */
const EVERYTHING = [
  "A deposit is required before viewing.",
  "Payment by Western Union.",
  "I am out of the country and the keys will be mailed to you.",
  "WhatsApp +44 7911 123456 or write to cheap.rent@gmail.com.",
  "Rent by e - transfer.",
  "Security deposit and an application fee.",
  "12 post-dated cheques required.",
  "No pets, no kids.",
  "Professionals only.",
  "Many people are waiting, so decide today.",
  "No viewings.",
  "Send me a copy of your passport.",
].join(" ");

const signals = async (site: Site, text: string, changes: Record<string, unknown> = {}) =>
  (await asModerator(site, await submit(site, { additionalInfo: text, ...changes }))).reviewNotes.filter(
    ({ code }) => code !== "duplicate" && code !== "same_phone" && NOTE_KINDS[code] !== "kind",
  );

describe("the texts of listings", () => {
  it.each([1, 2, 3, 4])("get exactly the expected notes, part %i of four", { tags: ["rest"] }, async (part) => {
    const site = makeSite();
    const sentences = AD_SENTENCES.filter((_, nth) => nth % 4 === part - 1);
    for (const [nth, [text]] of sentences.entries())
      await submit(site, { address: `${nth + 1} Word St`, additionalInfo: text });
    const as = await site.logIn();
    const listings = await json<AdminListing[]>(site.fetch("/api/admin/listings?limit=100", { as }));
    const told = listings.map(({ additionalInfo, reviewNotes }) => [
      additionalInfo,
      reviewNotes
        .map(({ code }) => code)
        .filter((code) => code !== "same_phone" && code !== "duplicate" && NOTE_KINDS[code] !== "kind")
        .toSorted(),
    ]);
    const wanted = sentences.map(([text, ...codes]) => [text, codes.toSorted()]);
    expect(told.toReversed()).toEqual(wanted);
  });

  it("are quoted verbatim with the rule that they break", async () => {
    const site = makeSite();
    const [note] = await signals(site, "Fírst, last and a SECURITY  Deposit. Damage deposit too. security deposit!");
    expect(note).toEqual({
      code: "deposit_not_allowed",
      text: expect.stringContaining("last month's rent and a refundable key deposit") as string,
      quotes: ["Fírst, last and a SECURITY Deposit", "Damage deposit", "security deposit"],
      rule: {
        name: "Residential Tenancies Act, 2006, ss. 105 and 106",
        url: "https://www.ontario.ca/laws/statute/06r17",
      },
    });
  });

  it("are also checked in the rent, the name, and edits", async () => {
    const site = makeSite();
    const id = await submit(site, { rent: "$1,500 plus security deposit", landlordName: "WhatsApp Joe" });
    const codes = async () => (await asModerator(site, id)).reviewNotes.map(({ code }) => code);
    expect(await codes()).toEqual(["deposit_not_allowed", "contact_in_text"]);
    const edit = { rent: "$1,500", landlordName: "Joe", additionalInfo: "No kids" };
    await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: edit, as: await site.logIn() });
    expect(await codes()).toEqual(["discrimination"]);
  });

  it("may contain the listing's own phone number in any notation", async () => {
    const site = makeSite();
    const text = "Call +1 (416) 555.0123 or 4165550123.";
    expect(await signals(site, text, { phone: "416-555-0123" })).toEqual([]);
    expect(await signals(site, text, { phone: "416-555-0199" })).toMatchObject([
      { code: "contact_in_text", quotes: ["+1 (416) 555.0123", "4165550123"] },
    ]);
  });

  it("are noted with official addresses of laws, and every note has a quotation", async () => {
    const site = makeSite();
    const notes = await signals(site, EVERYTHING);
    // Excludes notes that do not come from the text, notes that this text gets with a different code, and notes about
    // the past.
    const others =
      /^(?:price_|copied_|same_|no_pets_hint|cheques_hint|shares_with_owner|reported_scam|listed_before|banned_photo)/;
    const text = Object.entries(NOTE_KINDS).filter(
      ([code, kind]) => kind !== "other" && kind !== "kind" && !others.test(code),
    );
    expect(notes.map(({ code }) => code).toSorted()).toEqual(text.map(([code]) => code).toSorted());
    for (const { code, rule, quotes } of notes) {
      expect(quotes?.length, code).toBeGreaterThan(0);
      if (NOTE_KINDS[code] === "law")
        expect(rule?.url, code).toMatch(/^https:\/\/www\.ontario\.ca\/laws\/statute\/\w+$/);
    }
  });

  it("are checked to the end, even with ten thousand repeated characters", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const as = await site.logIn();
    const parts = [
      "no ",
      "deposit ",
      "deposit before ",
      "send the ",
      "indian ",
      "@a.",
      "1-",
      "one ",
      "w.h.a.t.s.",
      "keys ",
    ];
    const more = [
      "not a scam ",
      "no deposit or ",
      "before viewing no ",
      "e-transfer to ",
      "2 months ",
      "may pay minutes ",
    ];
    for (const part of [...parts, ...more, "keys keys the ", "𝗯", "\u0301", "first last ", "www.a", "(at) ", "+44 7"]) {
      const text = `No pets. ${part.repeat(Math.floor(9_900 / part.length))}\nNo kids.`;
      const id = await submit(site, { additionalInfo: text });
      const listing = await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as }));
      const codes = listing.reviewNotes.map(({ code }) => code);
      expect(codes, part).toEqual(expect.arrayContaining(["no_pets", "discrimination"]));
    }
  });
});

describe("the same phone or photo elsewhere", () => {
  it(
    "is only information if it is the phone number, but a scam sign if it is a photo",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const photo = dataUrl(await room());
      await submit(site, { address: "1 First St", images: [photo] });
      const id = await submit(site, { address: "2 Second St", images: [photo] });
      await settle(site);
      const { reviewNotes, scamBand } = await asModerator(site, id);
      expect(scamBand).toBe("some");
      expect(reviewNotes.map(({ code }) => [code, NOTE_KINDS[code]])).toEqual([
        ["same_phone", "information"],
        ["same_photo", "scam"],
      ]);
    },
  );
});

describe("the law on homes that the owner shares", () => {
  it("is noted as not applicable, and preferences are quoted", async () => {
    const site = makeSite();
    const notes = await signals(
      site,
      "Room in my house. I am the owner and we share the kitchen and bathroom. Females only.",
    );
    expect(notes.map(({ code }) => code)).toEqual(["shares_with_owner"]);
    expect(notes[0]?.text).toContain("s. 5(i)");
    expect(notes[0]?.text).toContain("s. 21");
    expect(notes[0]?.quotes).toContain("Females only");
    expect((await signals(site, "Females only.")).map(({ code }) => code)).toEqual(["discrimination"]);
  });
});

describe("the form's own 'pets: not allowed'", () => {
  it("is a hint, unless the text says the same", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const codes = async (text: string) => (await signals(site, text, { pets: "no" })).map(({ code }) => code);
    expect(await codes("A sunny home.")).toEqual(["no_pets_hint"]);
    expect(await codes("A sunny home. No pets.")).toEqual(["no_pets"]);
    expect(NOTE_KINDS.no_pets_hint).toBe("hint");
  });
});

describe("the band of a listing", () => {
  it.each([
    ["none", "Call 647-555-0188 or write to me@example.com. Damage deposit $300."],
    ["some", "Pay a deposit before the viewing."],
    ["strong", "I am out of the country. Send the deposit and I will hold it, keys come by courier."],
  ])("is %s for “%s”", async (scamBand, text) => {
    const site = makeSite();
    expect(await asModerator(site, await submit(site, { additionalInfo: text }))).toMatchObject({ scamBand });
  });
});

describe("notes", () => {
  it("are not in a public response, a landlord's response or an email", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await publish(site, { address: "1 Other St" });
    const id = await submit(site, { rent: "$900", additionalInfo: EVERYTHING, landlordName: "Joe" });
    await settle(site);
    const notes = (await asModerator(site, id)).reviewNotes;
    expect(notes.length).toBeGreaterThan(12);
    const [submitted] = await mailsTo(site, "landlord@example.com");
    const token = tokenIn(submitted, "manage");
    const listing = await approve(site, id);
    await settle(site);
    const as = await site.logIn();
    const preview = await (await site.fetch("/api/admin/digest/preview", { as })).text();
    await site.fetch(`/api/admin/listings/${id}/reject`, { json: { reason: "Please change the text." }, as });
    await settle(site);
    // The email is delayed until the rejection can no longer be undone.
    site.clock.now = new Date(site.clock.now.getTime() + UNDO_MS);
    await site.runQueue();
    const rejectedOwner = await (await site.fetch(`/api/manage/${token}`)).text();
    await approve(site, id);
    const mails = JSON.stringify(await mailsTo(site, "landlord@example.com"));
    expect(mails).toContain("Please change the text.");
    const paths = [
      "/api/marketplace-listings",
      `/api/marketplace-listings/${id}`,
      "/api/1br-listings",
      `/api/manage/${token}`,
      "/",
      "/1-bedroom-apartments-toronto",
      listing.path,
      "/sitemap.xml",
    ];
    const answers = await Promise.all(paths.map(async (path) => (await site.fetch(path)).text()));
    const told = [preview, rejectedOwner, mails, ...answers].join("\n");
    expect(told).toContain("out of the country");
    expect(answers.every((answer) => answer.length > 100)).toBe(true);
    for (const { code, text } of notes) {
      for (const secret of [code, text, JSON.stringify(text).slice(1, -1), text.replaceAll("'", "&#x27;")])
        expect(told).not.toContain(secret);
    }
    for (const secret of ["reviewNotes", "reviewBand", "review_notes", "ontario.ca/laws"])
      expect(told).not.toContain(secret);
  });
});

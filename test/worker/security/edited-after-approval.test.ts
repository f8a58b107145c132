import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { LANDLORD_FORM } from "../../../worker/features/listings/listing/listings.input.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { change } from "../../support/worker/listings.ts";
import { publishedByOwner } from "../../support/worker/owner-link.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const TEXT = "Bright unit on a quiet street.";

/** Texts that a landlord adds to an approved text. Each of them contains something that nobody approved. */
const BAD_WORDS = [
  "Send a wire transfer to hold it.",
  "Payment in bitcoin only.",
  "I am abroad, and the keys are mailed to you.",
  "Pay the deposit before the viewing.",
  "Call +44 7911 123456.",
  "Call 0044 7911 123456.",
  "My number is 647-555-0188.",
  "Text six four seven five five five zero one eight eight.",
  "Write to cheap.rent@gmail.com",
  "Write to cheap.rent at gmail dot com",
  "See bit.ly/cheap-rent",
  "Apply on https://rent-now.example/apply",
  "Join t.me/cheaprent",
  "Insta: cheap_rent_to",
  "Find me under @cheap_rent_to",
  "WhatsApp only",
  "W.h.a.t.s.A.p.p works too",
  "ＷｈａｔｓＡｐｐ only",
  "Security deposit of $500.",
  "No kids, no newcomers.",
];

/** Edits that change no facts that renters rely on. */
const HARMLESS: Record<string, unknown>[] = [
  { additionalInfo: `${TEXT} New kitchen, near the park.` },
  { moveInDate: "2027-01-01" },
  { bathrooms: "2" },
  { pets: "yes" },
  { parking: "included" },
  { laundry: "building" },
  { utilitiesIncluded: true },
  { furnished: false },
  { leaseMonths: 12 },
  { yearBuilt: 1990 },
  { unit: "4B" },
  { email: "new@example.com" },
];

const KEY_EDITS: (() => Promise<Record<string, unknown>>)[] = [
  async () => ({ phone: "647-555-0199" }),
  async () => ({ landlordName: "Prince of Nigeria" }),
  async () => ({ landlordName: "" }),
  async () => ({ rent: "$1,000" }),
  async () => ({ address: "9 Elm St, Toronto, ON" }),
  async () => ({ bedrooms: "2 Bedrooms" }),
  async () => ({ images: [dataUrl(await png({ colour: [9, 9, 9] }))] }),
  async () => ({ images: [] }),
];

const FIELDS = "phone, landlordName and additionalInfo";

describe("a landlord's edit of an approved listing", () => {
  it(`returns the listing to review for ${FIELDS} together`, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site);
    await owner.edit({ phone: "+44 7911 123456", landlordName: "Mr. X", additionalInfo: BAD_WORDS.join(" ") });
    expect(await owner.isPublic()).toBe(false);
    expect((await site.fetch(`/listing/${owner.id}`)).status).not.toBe(200);
    const { status, reviewNotes, changedSinceApproval } = await owner.asModerator();
    expect(status).toBe("pending");
    expect(changedSinceApproval.map(({ field }) => field)).toEqual(["phone", "landlordName", "additionalInfo"]);
    const contact = reviewNotes.find(({ code }) => code === "contact_in_text");
    expect(contact?.quotes?.length).toBeGreaterThan(0);
  });

  it.each(BAD_WORDS)("returns the listing to review when it contains: %s", { tags: ["rest"] }, async (words) => {
    const site = makeSite();
    const owner = await publishedByOwner(site, { additionalInfo: TEXT });
    expect(await owner.edited({ additionalInfo: `${TEXT} ${words}` })).toMatchObject({ status: "pending" });
    expect(await owner.isPublic()).toBe(false);
  });

  it("returns the listing to review for every fact that renters rely on", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site, { landlordName: "Ana", images: [dataUrl(await png())] });
    for (const edit of KEY_EDITS) {
      const what = await edit();
      expect((await owner.edited(what)).status, JSON.stringify(what).slice(0, 60)).toBe("pending");
      expect(await owner.isPublic()).toBe(false);
      await owner.approve();
    }
  });

  it("keeps other facts public, marked with the old and new text", async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site);
    const seen = new Set<string>();
    for (const edit of HARMLESS) {
      const [field = ""] = Object.keys(edit);
      expect((await owner.edited(edit)).status, field).toBe("approved");
      seen.add(field);
      const { changedSinceApproval } = await owner.asModerator();
      expect(new Set(changedSinceApproval.map((one) => one.field))).toEqual(seen);
      for (const { label, before, after } of changedSinceApproval) {
        expect(label).toMatch(/^[A-Z]/);
        expect(before).not.toBe(after);
      }
    }
    expect((await owner.asModerator()).changedSinceApproval).toEqual(
      expect.arrayContaining([
        { field: "pets", label: "Pets", before: null, after: "Allowed" },
        { field: "leaseMonths", label: "Lease", before: null, after: "12 months" },
        { field: "email", label: "Email", before: "landlord@example.com", after: "new@example.com" },
      ]),
    );
    const all = [...HARMLESS, ...(await Promise.all(KEY_EDITS.map((edit) => edit())))];
    const tried = new Set(all.flatMap((edit) => Object.keys(edit)));
    // Every required field of the form is in one of the two lists.
    expect([...LANDLORD_FORM.required, "phone"].filter((field) => !tried.has(field))).toEqual([]);
  });

  it("is compared with the approved text, which also detects gradual edits", async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site, { additionalInfo: TEXT });
    expect((await owner.edited({ additionalInfo: `${TEXT} Pay by wire` })).status).toBe("approved");
    expect((await owner.edited({ additionalInfo: `${TEXT} Pay by wire transfer` })).status).toBe("pending");
    const [difference] = (await owner.asModerator()).changedSinceApproval;
    expect(difference).toMatchObject({ before: TEXT, after: `${TEXT} Pay by wire transfer` });
  });

  it("reveals a new contact beside an approved one, and ignores approved contacts", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const approved = `${TEXT} Or write to ana@example.com.`;
    const owner = await publishedByOwner(site, { additionalInfo: approved });
    expect((await owner.edited({ additionalInfo: TEXT })).status).toBe("approved");
    expect((await owner.edited({ additionalInfo: approved })).status).toBe("approved");
    expect((await owner.asModerator()).changedSinceApproval).toEqual([]);
    const edited = await owner.edited({ additionalInfo: `${approved} Or to bob@example.com.` });
    expect(edited.status).toBe("pending");
  });

  it("reveals a new contact behind many approved ones", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const many = Array.from({ length: 12 }, (_, n) => `a${n}@example.com`).join(" ");
    const owner = await publishedByOwner(site, { additionalInfo: many });
    expect((await owner.edited({ additionalInfo: `${many} scam@example.com` })).status).toBe("pending");
  });

  it("leaves no mark when it is reverted, but a listing in review stays there", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site);
    await owner.edit({ pets: "no" });
    await owner.edit({ pets: null });
    expect((await owner.asModerator()).changedSinceApproval).toEqual([]);
    await owner.edit({ phone: "647-555-0199" });
    expect(await owner.edited({ phone: "416-555-0123" })).toMatchObject({ status: "pending" });
    expect((await owner.asModerator()).changedSinceApproval).toEqual([]);
    expect(await owner.isPublic()).toBe(false);
  });

  it("is compared with the latest approval after several edits", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site);
    await owner.edit({ phone: "647-555-0199" });
    expect((await owner.approve()).changedSinceApproval).toEqual([]);
    await owner.edit({ phone: "647-555-0188" });
    expect((await owner.asModerator()).changedSinceApproval).toEqual([
      { field: "phone", label: "Phone", before: "647-555-0199", after: "647-555-0188" },
    ]);
  });

  it("to an expired listing cannot bypass review by a renewal", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site);
    site.clock.now = new Date(site.clock.now.getTime() + 61 * 86_400_000);
    await site.tick();
    await owner.edit({ additionalInfo: "Western Union only" });
    expect((await owner.call("POST", "/renew")).status).toBe(409);
    expect(await owner.isPublic()).toBe(false);
  });
});

describe("moderators", () => {
  it(
    "see the mark in the queue, and clear it by approving the revision that they read",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const owner = await publishedByOwner(site);
      await owner.edit({ pets: "no" });
      const { revision, expiresAt, changedSinceApproval } = await owner.asModerator();
      const as = await site.logIn();
      const [queued] = await json<AdminListing[]>(site.fetch("/api/admin/listings", { as }));
      expect(queued?.changedSinceApproval).toEqual(changedSinceApproval);
      await owner.edit({ pets: "limited" });
      const accept = (read: number) =>
        site.fetch(`/api/admin/listings/${owner.id}/status`, {
          method: "PATCH",
          json: { approved: true, revision: read },
          as,
        });
      expect((await accept(revision)).status).toBe(409);
      expect((await owner.asModerator()).changedSinceApproval).toHaveLength(1);
      site.clock.now = new Date(site.clock.now.getTime() + 60_000);
      const accepted = await json<AdminListing>(accept((await owner.asModerator()).revision));
      expect(accepted).toMatchObject({ changedSinceApproval: [], status: "approved", expiresAt });
      const [entry] = await json<{ action: string }[]>(site.fetch("/api/admin/audit", { as }));
      expect(entry).toMatchObject({ action: "listing.accept_changes", before: { changed: "pets" } });
    },
  );

  it("clear the mark by their own edit, which needs no review", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site);
    await owner.edit({ pets: "no" });
    expect(await change(site, owner.id, { phone: "647-555-0188" })).toMatchObject({
      status: "approved",
      changedSinceApproval: [],
    });
    expect((await owner.edited({ additionalInfo: "Lovely." })).status).toBe("approved");
  });

  it("see a bounded excerpt around the differences of a long text", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const long = "A quiet street with trees. ".repeat(300);
    const owner = await publishedByOwner(site, { additionalInfo: long });
    await owner.edit({ additionalInfo: `${long.slice(0, 4_000)}Freshly painted! ${long.slice(4_000)}` });
    const [one] = (await owner.asModerator()).changedSinceApproval;
    expect(one?.after).toContain("Freshly painted!");
    expect(one?.after?.startsWith("…") && one.after.endsWith("…")).toBe(true);
    expect(one?.after?.length).toBeLessThan(200);
    await owner.edit({ additionalInfo: "Another text altogether. ".repeat(380) });
    const [other] = (await owner.asModerator()).changedSinceApproval;
    expect(other?.after?.length).toBeLessThan(1_100);
    expect(other?.after).toMatch(/… \([\d,]+ more characters\)$/);
  });

  it("see how many photos were added and removed", async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site, {
      images: [dataUrl(await png()), dataUrl(await png({ colour: [1, 2, 3] }))],
    });
    const { images } = await owner.read();
    await owner.edit({ images: [images[1], dataUrl(await png({ colour: [9, 9, 9] }))] });
    expect((await owner.asModerator()).changedSinceApproval).toEqual([
      { field: "photos", label: "Photos", before: "2 photos", after: "2 photos (1 new, 1 removed)" },
    ]);
  });

  it("see no changes before the first approval, which are never public", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const owner = await publishedByOwner(site);
    await owner.edit({ pets: "no" });
    for (const path of [`/api/marketplace-listings/${owner.id}`, `/api/manage/${owner.token}`])
      expect(await (await site.fetch(path)).text()).not.toMatch(/changedSinceApproval|approvedValues/);
    const stored = await env.DB.prepare("SELECT approved_values AS v FROM listings").first<string>("v");
    expect(JSON.parse(stored ?? "null")).toEqual({ pets: null });
  });
});

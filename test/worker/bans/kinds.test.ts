import { describe, expect, it } from "vitest";
import type { BanDecision, IpBan } from "../../../worker/contracts/bans.ts";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { dataUrl, png, room, savedAgain } from "../../support/worker/images.ts";
import { draft, submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const BAN = "/api/discussion/admin/ban";
const asModerator = async (site: Site, method: string, path: string, body?: unknown) =>
  site.fetch(path, { method, as: await site.logIn(), ...(body !== undefined && { json: body }) });
const ban = (site: Site, body: object) => asModerator(site, "POST", BAN, { reason: "A known fraud", ...body });
const lift = (site: Site, id: number) => asModerator(site, "PATCH", `${BAN}/${id}`, { isActive: false });
const send = (site: Site, changes: object, path = "submit-property") =>
  site.fetch(`/api/${path}`, { json: draft({ ...changes }) });
const photoOf = async (site: Site, id: number) =>
  (await json<AdminListing>(asModerator(site, "GET", `/api/admin/listings/${id}`))).images[0] ?? "";

async function expectRefused(response: Promise<Response> | Response): Promise<void> {
  const answer = await response;
  const body = await json(answer);
  expect([answer.status, body["code"]]).toEqual([403, "listing.refused"]);
  expect(JSON.stringify(body)).not.toMatch(/fraud|phone|photo|number/i);
}

describe("a ban of a phone number", () => {
  it("rejects listings with that number in any spelling, without a reason, until it is lifted", async () => {
    const site = makeSite();
    const made = await ban(site, { kind: "phone", value: "+1 (416) 555-0123" });
    expect(made.status).toBe(201);
    const { id, ...rest } = await json<IpBan>(made);
    expect(rest).toMatchObject({ kind: "phone", value: "+1 (416) 555-0123", ipAddress: null, isActive: true });
    for (const phone of ["416-555-0123", "14165550123", "416.555.0123 x7"]) {
      await expectRefused(send(site, { phone }));
      await expectRefused(send(site, { phone }, "property-listings"));
    }
    expect((await send(site, { phone: "416-555-0124" })).status).toBe(201);
    await lift(site, id);
    expect((await send(site, { phone: "416-555-0123" })).status).toBe(201);
  });

  it(
    "rejects a landlord's change to that number, but no other change, and none by a moderator",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const id = await submit(site, { phone: "416-555-0199" });
      await ban(site, { kind: "phone", value: "416-555-0123" });
      const path = `/api/manage/${tokenIn((await mailsTo(site, "landlord@example.com"))[0], "manage")}`;
      await expectRefused(site.fetch(path, { method: "PATCH", json: { phone: "4165550123" } }));
      expect((await site.fetch(path, { method: "PATCH", json: { rent: "$1,700" } })).status).toBe(200);
      const edit = { phone: "416-555-0123" };
      expect((await asModerator(site, "PATCH", `/api/admin/listings/${id}`, edit)).status).toBe(200);
    },
  );
});

describe("a decision about a ban", () => {
  it(
    "can be undone for two minutes: a new ban is lifted, and a lifted one is restored",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const undo = (decided: BanDecision) =>
        asModerator(site, "POST", `/api/admin/decisions/${decided.decisionId}/undo`);
      const read = async () => (await json<IpBan[]>(asModerator(site, "GET", "/api/discussion/admin/bans")))[0];
      const made = await json<BanDecision>(ban(site, { value: "203.0.113.7" }));
      expect(await json(undo(made))).toMatchObject({ bans: 1, message: "Not banned: 203.0.113.7" });
      expect(await read()).toMatchObject({ isActive: false });
      expect(await json(undo(made))).toMatchObject({ message: "This has already been undone." });
      await ban(site, { value: "203.0.113.7" });
      const renamed = await json<BanDecision>(ban(site, { value: "203.0.113.7", reason: "Another reason" }));
      expect(await json(undo(renamed))).toMatchObject({ message: "Banned as before: 203.0.113.7" });
      expect(await read()).toMatchObject({ isActive: true, reason: "A known fraud" });
      const lifted = await json<BanDecision>(lift(site, made.id));
      site.clock.now = new Date(site.clock.now.getTime() + 119_999);
      await undo(lifted);
      expect(await read()).toMatchObject({ isActive: true });
      const late = await json<BanDecision>(lift(site, made.id));
      site.clock.now = new Date(site.clock.now.getTime() + 120_000);
      const refused = await undo(late);
      expect([refused.status, (await json(refused))["code"]]).toEqual([409, "decision.too_late"]);
      expect(await read()).toMatchObject({ isActive: false });
    },
  );

  it("cannot be undone before a later one; an identical ban is not a decision", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const first = await json<BanDecision>(ban(site, { kind: "phone", value: "416-555-0123" }));
    expect((await json<BanDecision>(ban(site, { kind: "phone", value: "416-555-0123" }))).decisionId).toBeNull();
    const second = await json<BanDecision>(ban(site, { kind: "phone", value: "416-555-0123", reason: "Again" }));
    const undo = (decided: BanDecision) => asModerator(site, "POST", `/api/admin/decisions/${decided.decisionId}/undo`);
    const refused = await undo(first);
    expect([refused.status, (await json(refused))["code"]]).toEqual([409, "decision.overtaken"]);
    expect((await undo(second)).status).toBe(200);
    expect((await undo(first)).status).toBe(200);
    expect((await send(site, { phone: "416-555-0123" })).status).toBe(201);
  });
});

describe("a ban of a photo", () => {
  it(
    "rejects the same file and copies that look the same, in new listings and in edits",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const photo = await room({ seed: 4 });
      const banned = dataUrl(photo);
      const id = await submit(site, { images: [banned] });
      await site.runQueue();
      const made = await ban(site, { kind: "photo", value: await photoOf(site, id) });
      expect(made.status).toBe(201);
      expect(await json<IpBan>(made)).toMatchObject({ kind: "photo", ipAddress: null });
      const copy = dataUrl(await savedAgain(photo, 200));
      for (const image of [banned, copy])
        await expectRefused(send(site, { address: "9 Elm St, Toronto", images: [image] }));
      const other = await send(site, { address: "9 Elm St, Toronto", images: [dataUrl(await room({ seed: 7 }))] });
      expect(other.status).toBe(201);
      const token = tokenIn((await mailsTo(site, "landlord@example.com"))[0], "manage");
      await expectRefused(site.fetch(`/api/manage/${token}`, { method: "PATCH", json: { images: [copy] } }));
    },
  );

  it("compares a photo of one colour only by its file", async () => {
    const site = makeSite();
    const plain = dataUrl(await png({ colour: [1, 2, 3] }));
    const id = await submit(site, { images: [plain] });
    const made = await ban(site, { kind: "photo", value: await photoOf(site, id) });
    expect(made.status).toBe(201);
    await expectRefused(send(site, { images: [plain] }));
    expect((await send(site, { images: [dataUrl(await png({ colour: [3, 2, 1] }))] })).status).toBe(201);
  });
});

describe("bans by kind", () => {
  it("distinguish between an address and a range", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (const [ipAddress, kind] of [
      ["203.0.113.7", "address"],
      ["203.0.113.0/24", "network"],
      ["2001:db8::7", "address"],
      ["2001:db8:5::/48", "network"],
    ])
      expect(await json<IpBan>(ban(site, { ipAddress }))).toMatchObject({ kind, value: ipAddress, ipAddress });
  });

  it.each([
    ["nothing", {}, "ipAddress", "request.invalid"],
    ["an unknown kind", { kind: "email", value: "a@example.com" }, "kind", "request.invalid"],
    ["a word as a phone number", { kind: "phone", value: "landlord" }, "value", "ban.invalid_phone"],
    ["an address that belongs to no photo", { kind: "photo", value: "/photos/1/2" }, "value", "ban.invalid_photo"],
    [
      "a photo that does not exist",
      { kind: "photo", value: `/photos/${"a".repeat(32)}/${"b".repeat(32)}` },
      "value",
      "ban.invalid_photo",
    ],
    ["a range as an address", { kind: "address", value: "203.0.113.0/24" }, "ipAddress", "ban.invalid_address"],
    ["an address as a range", { kind: "network", value: "203.0.113.7" }, "ipAddress", "ban.invalid_address"],
  ])("reject %s", async (_, body, field, code) => {
    const site = makeSite();
    const response = await ban(site, body);
    expect(response.status).toBe(400);
    const answer = await json<{ code: string; fields: object }>(response);
    expect(answer.code).toBe(code);
    expect(answer.fields).toHaveProperty(field);
  });

  it("do not write a phone number into the audit log", async () => {
    const site = makeSite();
    await ban(site, { kind: "phone", value: "416-555-0123" });
    const [entry] = await json<{ targetId: string }[]>(asModerator(site, "GET", "/api/admin/audit"));
    expect(entry?.targetId).toBe("phone:…23");
  });
});

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { RentCheck } from "../../../worker/contracts/rent-check.ts";
import { publishPlaced } from "../../support/worker/placed-listings.ts";
import { area, building, imported } from "../../support/worker/places.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const QUESTION = { type: "1 Bedroom", rent: "1850" };
const search = (changes: Record<string, string>) => new URLSearchParams({ ...QUESTION, ...changes }).toString();
const check = async (site: Site, changes: Record<string, string> = {}) =>
  json<RentCheck>(site.fetch(`/api/rent-check?${search(changes)}`));
const post = (site: Site, changes: Record<string, string>) =>
  site.fetch("/rent-check", {
    method: "POST",
    body: search(changes),
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:8787" },
  });
const page = async (site: Site, changes: Record<string, string>) => {
  const response = await site.fetch(`/rent-check?${search(changes)}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const confirm = async (site: Site, year: number, percent: string) =>
  site.fetch(`/api/admin/rent-guidelines/${year}`, {
    method: "PUT",
    json: { percent, source: "Ontario.ca", isConfirmed: true },
    as: await site.logIn(),
  });

/** Returns the result of a rent check as the text that an assistant gets. */
async function toldInWords(site: Site, changes: Record<string, string>): Promise<string> {
  const params = { name: "rent_check", arguments: { ...QUESTION, since: "2025-03-01", ...changes } };
  const answer = site.fetch("/mcp", { json: { jsonrpc: "2.0", id: 1, method: "tools/call", params } });
  const { result } = await json<{ result: { content: { text: string }[] } }>(answer);
  return result.content.map(({ text }) => text).join();
}

const MAIN = { latitude: 43.687, longitude: -79.3 };
/** Inserts the houses of a block of Main Street, in the neighbourhood East End-Danforth. */
async function mainStreet(): Promise<void> {
  await imported();
  await area("neighbourhood", "East End-Danforth", MAIN);
  await env.DB.batch(
    Array.from({ length: 10 }, (_, nth) =>
      env.DB.prepare(
        "INSERT INTO address_points (street, number, suffix, municipality, latitude, longitude, source, version) VALUES ('main st', ?, '', '', ?, ?, 'City', '2026-11-01-a')",
      ).bind(101 + 2 * nth, MAIN.latitude + nth * 0.0003, MAIN.longitude),
    ),
  );
}

/** Publishes one-bedroom homes with these rents in a neighbourhood. */
async function listed(
  site: Site,
  rents: readonly number[],
  neighbourhood = "East End-Danforth",
  from = 1,
): Promise<void> {
  await publishPlaced(from, from + rents.length - 1, site.clock.now);
  await env.DB.batch(
    rents.map((rent, nth) =>
      env.DB.prepare(
        "UPDATE listings SET bedrooms = '1 Bedroom', home_type = NULL, neighbourhood = ?, municipality = 'Toronto', rent_cents = ?, compared_percent = NULL, review_notes = '[]' WHERE photo_prefix = printf('b%031x', ?)",
      ).bind(neighbourhood, rent * 100, from + nth),
    ),
  );
}
const ramp = (count: number) => Array.from({ length: count }, (_, nth) => 1_500 + 20 * nth);

describe("a rent check", () => {
  it("compares with the benchmark and states its month, source and age", async () => {
    expect((await check(makeSite(), { place: "Annex" })).market).toMatchObject({
      percentBelow: 16,
      standing: "below",
      rent: 2_210,
      area: "City of Toronto",
      asOf: expect.stringMatching(/^20\d\d-\d\d$/),
      source: expect.any(String),
      ageMonths: expect.any(Number),
    });
  });

  it("shows quartiles from twenty homes nearby, and a percentage from thirty", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const place = "East End-Danforth";
    await listed(site, ramp(20));
    const few = await check(site, { place });
    expect(few.around).toMatchObject({
      area: place,
      homes: 20,
      quartiles: { lower: 1_595, median: 1_690, upper: 1_785 },
      percentBelow: null,
    });
    expect(few.around.rents).toHaveLength(20);
    expect(few.around.comparable).toHaveLength(5);
    expect(few.around.comparable[0]).toMatchObject({ rent: 1_840, neighbourhood: place });
    await listed(site, ramp(10), place, 100);
    expect((await check(site, { place, rent: "1851" })).around).toMatchObject({ homes: 30, percentBelow: -13 });
  });

  it(
    "uses the whole City if fewer than twenty homes are listed, and shows no quartiles for nineteen",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await listed(site, ramp(10));
      await listed(site, ramp(9), "Annex", 50);
      expect((await check(site, { place: "East End-Danforth" })).around).toMatchObject({
        area: "City of Toronto",
        homes: 19,
        quartiles: null,
        percentBelow: null,
      });
    },
  );

  it(
    "finds another municipality's homes behind newer ones of the City, and states what it did not examine",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await listed(site, ramp(25));
      await env.DB.prepare("UPDATE listings SET municipality = 'Mississauga', neighbourhood = NULL").run();
      site.clock.now = new Date(site.clock.now.getTime() + 60_000);
      await listed(site, ramp(80), "Annex", 100);
      const around = { area: "Mississauga", homes: 25, isPartial: false };
      expect((await check(site, { place: "Mississauga" })).around).toMatchObject(around);
      await listed(site, ramp(150), "Annex", 300);
      site.clock.now = new Date(site.clock.now.getTime() + 60_000);
      expect((await check(site, { place: "Mississauga" })).around).toMatchObject({
        area: "Mississauga",
        isPartial: true,
      });
      expect((await page(site, { place: "Mississauga" })).text).toContain("among the newest on the site");
      expect((await check(site, { place: "Annex" })).around).toMatchObject({
        area: "Annex",
        homes: 60,
        isPartial: true,
      });
    },
  );

  it("also states what it did not examine in a place with several neighbourhoods", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await listed(site, ramp(25), "South Riverdale");
    await listed(site, ramp(10), "Greenwood-Coxwell", 100);
    const place = "Leslieville";
    expect((await check(site, { place })).around).toMatchObject({ area: place, homes: 35, isPartial: false });
    await listed(site, ramp(20), "South Riverdale", 200);
    site.clock.now = new Date(site.clock.now.getTime() + 60_000);
    const { homes, isPartial } = (await check(site, { place })).around;
    expect([homes < 55, isPartial]).toEqual([true, true]);
  });

  it("compares basements only with basements", async () => {
    const site = makeSite();
    await listed(site, ramp(3));
    await env.DB.prepare("UPDATE listings SET home_type = 'basement' WHERE id = 1").run();
    const { market, around } = await check(site, { homeType: "basement", place: "East End-Danforth" });
    expect(market).toBeNull();
    expect(around).toMatchObject({ homes: 1, rents: [1_500] });
  });

  it("finds the neighbourhood of an address using only the site's own tables", async () => {
    const fetched: unknown[] = [];
    const refuse = ((...call: unknown[]) => (fetched.push(call), Promise.reject(new Error("offline")))) as typeof fetch;
    const site = makeSite({ deps: () => ({ fetch: refuse }) });
    await mainStreet();
    const response = await site.fetch(`/api/rent-check?${search({ place: "105 Main St, Toronto" })}`);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(
      `/api/rent-check?${search({ place: "100-200 Main St, East End-Danforth" })}`,
    );
    const { asked } = await json<RentCheck>(site.fetch(response.headers.get("location") ?? ""));
    expect(asked.place).toMatchObject({
      kind: "block",
      name: "100-200 Main St, East End-Danforth",
      neighbourhoods: ["East End-Danforth"],
    });
    expect(fetched).toEqual([]);
  });

  it("uses only the block and year of a registered building for rent control", async () => {
    const site = makeSite();
    await mainStreet();
    await building({ address: "105 Main St", yearBuilt: 1968, ...MAIN });
    const { headers } = await post(site, { place: "105 Main St" });
    const location = headers.get("location") ?? "";
    expect(location).toContain("register=1968");
    expect((await json<RentCheck>(site.fetch(`/api${location}`))).rentControl).toEqual({
      isRentControlled: true,
      confidence: "high",
      reason: "building_before",
      yearBuilt: 1968,
    });
    // For the same place, the form sends block and year back, and they are used again. A different place is looked up.
    const asked = Object.fromEntries(new URL(location, "http://x").searchParams);
    expect(await (await site.fetch(location)).text()).toContain('type="hidden" name="register" value="1968"');
    expect((await post(site, asked)).headers.get("location")).toBe(location);
    expect((await post(site, { ...asked, place: "7 Elm St" })).headers.get("location")).not.toContain("register");
    expect((await page(site, { place: "Annex" })).text).toContain("It depends on the building.");
    // An invented year is not accepted as a registered year.
    const place = "100-200 Main St, East End-Danforth";
    expect((await check(site, { place, register: "1970" })).rentControl).toMatchObject({ reason: "year_unknown" });
    expect((await check(site, { place, built: "2021" })).rentControl).toMatchObject({
      isRentControlled: false,
      confidence: "medium",
    });
  });
});

describe("the URL of a result", () => {
  it.each([
    ["105 Main St", "100-200 Main St"],
    ["unit 4, 2100-B Queen Street East, Toronto M4E 1E2", "2100-2200 Queen St E"],
    ["12-105 Main St", "100-200 Main St"],
    ["7 Main St, Mississauga", "0-100 Main St, Mississauga"],
  ])("shows the block of %s", async (place, block) => {
    const site = makeSite();
    for (const response of [await post(site, { place }), await site.fetch(`/rent-check?${search({ place })}`)]) {
      expect(response.status).toBe(303);
      expect(response.headers.get("cache-control")).toBe("no-store");
      const asked = new URL(response.headers.get("location") ?? "", "http://x").searchParams.get("place") ?? "";
      expect(asked.startsWith(block), asked).toBe(true);
    }
  });

  it.each(["🏠🏠", "somewhere nice", "Main St", "9".repeat(190), "<script>alert(1)</script>"])(
    "omits %s, which names no place",
    async (place) => {
      const site = makeSite();
      const response = await post(site, { place });
      expect(response.headers.get("location")).toBe(`/rent-check?${search({})}`);
      expect((await page(site, {})).text).toContain("We did not recognise a place");
    },
  );

  it("omits the house number even of a question that cannot be parsed", async () => {
    const site = makeSite();
    const response = await post(site, { place: "105 Main St", rent: "a lot" });
    expect(response.headers.get("location")).toBe("/rent-check?type=1+Bedroom&rent=a+lot");
    const typed = await site.fetch("/rent-check?rent=&type=&place=105+Main+St");
    expect(typed.status).toBe(303);
    expect(typed.headers.get("location")).not.toContain("105");
  });

  it("is not indexed or stored, unlike the plain page", async () => {
    const site = makeSite();
    const { status, headers, text } = await page(site, { place: "Annex" });
    expect([status, headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual([200, "no-store", "noindex"]);
    expect(text).toContain("16% below the average asking rent");
    expect(text).not.toContain('"WebApplication"');
    const plain = await site.fetch("/rent-check");
    expect(plain.headers.get("cloudflare-cdn-cache-control")).toContain("max-age=300");
    expect(await plain.text()).toContain('"WebApplication"');
  });
});

describe("odd questions", () => {
  it.each<Record<string, string>>([
    { type: "castle" },
    { rent: "-1" },
    { rent: "" },
    { built: "12" },
    { since: "yesterday" },
    { noticeRent: "2000" },
    { homeType: "room" },
  ])("get an explanation: %o", async (changes) => {
    const site = makeSite();
    const { status, text } = await page(site, changes);
    expect(status).toBe(200);
    expect(text).toContain("We could not check this yet");
    expect((await site.fetch(`/api/rent-check?${search(changes)}`)).status).toBe(400);
  });

  it("store nothing, and are limited per network", { tags: ["d1"] }, async () => {
    const site = makeSite();
    const tables = async () =>
      (await env.DB.prepare("SELECT count(*) AS n FROM audit_log").first<number>("n")) ?? Number.NaN;
    const before = await tables();
    const { sent, statements } = await site.count(`/api/rent-check?${search({ place: "Annex" })}`);
    expect(sent).toBe(statements.length);
    expect(await tables()).toBe(before);
    const limited = makeSite({ vars: { RATE_LIMIT_SCALE: "0.05" } });
    const statuses = [];
    for (let nth = 0; nth < 4; nth += 1) statuses.push((await limited.fetch(`/api/rent-check?${search({})}`)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await page(limited, {})).status).toBe(429);
  });
});

describe("the largest increase", () => {
  const TENANT = { since: "2026-03-01", built: "1990" };

  it("is unknown until the operator has confirmed the year's guideline", async () => {
    const site = makeSite();
    expect((await check(site, TENANT)).increase).toMatchObject({
      earliest: "2027-03-01",
      guidelineYear: 2027,
      guideline: null,
      highestRent: null,
      isLimited: true,
      form: "N1",
    });
    // The guideline for 2026 is in the table, but has not been confirmed.
    expect((await check(site, { ...TENANT, since: "2025-09-01" })).increase).toMatchObject({ guideline: null });
    expect((await page(site, TENANT)).text).toContain("We can’t work out the highest rent");
  });

  it("follows the guideline of the year in which it begins, at least 12 months after the last and 90 days from now", async () => {
    const site = makeSite();
    expect((await confirm(site, 2027, "2.3")).status).toBe(200);
    expect((await check(site, TENANT)).increase).toMatchObject({
      asOf: "2026-11-20",
      earliest: "2027-03-01",
      guideline: { year: 2027, percent: 2.3, source: "Ontario.ca", confirmedOn: "2026-11-20" },
      // 1,850 · 1.023 = 1,892.55
      highestRent: 1_892.55,
    });
    expect((await check(site, { ...TENANT, since: "2020-02-29" })).increase).toMatchObject({ earliest: "2027-02-18" });
  });

  it("is unlimited for homes first lived in after November 15, 2018, but notice is still required", async () => {
    const site = makeSite();
    await confirm(site, 2027, "2.3");
    expect((await check(site, { ...TENANT, built: "2020" })).increase).toMatchObject({
      isLimited: false,
      highestRent: null,
      form: "N2",
      earliest: "2027-03-01",
    });
    const { text } = await page(site, { ...TENANT, built: "2020" });
    expect(text).toContain("No guideline limits this rent");
  });

  it.each([
    [{ noticeRent: "1892.55", noticeFrom: "2027-03-01", noticeGiven: "2026-12-01" }, []],
    [{ noticeRent: "1893", noticeFrom: "2027-03-01", noticeGiven: "2026-12-01" }, ["above_guideline"]],
    [{ noticeRent: "1890", noticeFrom: "2027-02-28", noticeGiven: "2026-11-01" }, ["too_soon"]],
    [{ noticeRent: "1890", noticeFrom: "2027-03-01", noticeGiven: "2026-12-02" }, ["short_notice"]],
    [
      { noticeRent: "2500", noticeFrom: "2027-01-01", noticeGiven: "2026-12-02" },
      ["too_soon", "short_notice", "above_guideline"],
    ],
  ])("tests the notice %o against the rules", async (notice, problems) => {
    const site = makeSite();
    await confirm(site, 2027, "2.3");
    const { increase } = await check(site, { ...TENANT, ...notice });
    expect(increase?.notice?.problems).toEqual(problems);
    const { text } = await page(site, { ...TENANT, ...notice });
    expect(text.includes("Landlord and Tenant Board")).toBe(true);
    expect(text.includes("not lawful as it stands")).toBe(problems.length > 0);
  });
});

describe("the guidelines", () => {
  const all = async (site: Site) =>
    json<{ year: number; confirmedOn: string | null }[]>(
      site.fetch("/api/admin/rent-guidelines", { as: await site.logIn() }),
    );

  it("start unconfirmed, and are confirmed, changed and deleted by the operator with an audit entry", async () => {
    const site = makeSite();
    expect((await all(site)).map(({ year, confirmedOn }) => [year, confirmedOn])).toEqual(
      [2026, 2025, 2024, 2023, 2022, 2021, 2020, 2019].map((year) => [year, null]),
    );
    await confirm(site, 2026, "2.1");
    expect((await all(site))[0]).toEqual({
      year: 2026,
      percent: 2.1,
      source: "Ontario.ca",
      confirmedOn: "2026-11-20",
    });
    const as = await site.logIn();
    expect((await site.fetch("/api/admin/rent-guidelines/2019", { method: "DELETE", as })).status).toBe(200);
    expect((await site.fetch("/api/admin/rent-guidelines/2019", { method: "DELETE", as })).status).toBe(404);
    const { results } = await env.DB.prepare(
      "SELECT action FROM audit_log WHERE target_type = 'rent_guideline' ORDER BY id",
    ).all();
    expect(results.map(({ action }) => action)).toEqual(["rent_guideline.changed", "rent_guideline.deleted"]);
  });

  it.each([
    ["2026", { percent: "25", source: "x", isConfirmed: true }],
    ["2026", { percent: "2.55", source: "x", isConfirmed: true }],
    ["2026", { percent: "2.5", source: " ", isConfirmed: true }],
    ["2026", { percent: "2.5", source: "x" }],
  ])("are rejected for %s with %o", async (year, draft) => {
    const site = makeSite();
    const as = await site.logIn();
    const before = await all(site);
    const response = await site.fetch(`/api/admin/rent-guidelines/${year}`, { method: "PUT", json: draft, as });
    expect(response.status).toBe(400);
    expect(await all(site)).toEqual(before);
  });
});

it("take at most six statements and 400 rows", { tags: ["d1"], timeout: LONG_TESTS.tables }, async () => {
  const site = makeSite();
  await mainStreet();
  await building({ address: "105 Main St", yearBuilt: 1968, ...MAIN });
  await publishPlaced(1, fullSize(100_000, 20_000), site.clock.now, [
    "neighbourhood = 'East End-Danforth' WHERE id % 100 = 7",
    "neighbourhood = 'Annex' WHERE id % 1000 = 8",
  ]);
  const tenant: Record<string, string> = { since: "2026-03-01", noticeRent: "2000", noticeFrom: "2028-03-01" };
  const questions: Record<string, string>[] = [
    { place: "100-200 Main St, East End-Danforth", register: "1968", ...tenant },
    { place: "Annex", ...tenant },
    { place: "Downtown", ...tenant },
    { place: "Mississauga" },
    { place: "Annex", homeType: "basement" },
    {},
  ];
  for (const changes of questions) {
    site.clock.now = new Date(site.clock.now.getTime() + 60_000);
    const { response, sent, rowsRead } = await site.count(`/rent-check?${search(changes)}`);
    expect(response.status).toBe(200);
    expect([sent <= 6, rowsRead <= 400], `${JSON.stringify(changes)}: ${sent} statements, ${rowsRead} rows`).toEqual([
      true,
      true,
    ]);
    const again = await site.count(`/rent-check?${search(changes)}`);
    expect(again.rowsRead).toBe(0);
  }
});

/** Returns the text of the page without its markup. */
const wordsOf = (text: string) =>
  text
    .replaceAll(/<!--.*?-->/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

describe("the verdict on a notice", () => {
  const tenant = { since: "2026-03-01", noticeFrom: "2027-03-01", noticeRent: "1890" };
  async function verdict(changes: Record<string, string>): Promise<string> {
    const site = makeSite();
    await confirm(site, 2027, "2.3");
    return wordsOf((await page(site, { ...tenant, ...changes })).text);
  }
  it("finds no fault only if all three rules were checked", { tags: ["rest"] }, async () => {
    const clean = "We see nothing in the notice that breaks these rules";
    expect(await verdict({ noticeGiven: "2026-11-01", built: "1990" })).toContain(clean);
    const undated = await verdict({ built: "1990" });
    expect(undated).not.toContain(clean);
    expect(undated).toContain("You did not enter the day of the notice");
    const unknown = await verdict({ noticeGiven: "2026-11-01", noticeRent: "2400" });
    expect(unknown).not.toContain(clean);
    expect(unknown).toContain("Unless the home is exempt, that is not lawful");
  });

  it("states when it relies on a year that the visitor typed", { tags: ["rest"] }, async () => {
    const words = "by the year you entered, which we have not verified";
    expect(await verdict({ built: "2022" })).toContain(`No guideline limits this rent, ${words}`);
    expect(await verdict({ built: "1990", noticeRent: "2400" })).toContain(
      `Under these rules, and ${words}, this increase is not lawful`,
    );
    expect(await verdict({ noticeGiven: "2026-11-01" })).not.toContain(words);
  });
});

describe("an assistant's rent check", () => {
  it("distinguishes exempt homes from years without a guideline", async () => {
    const site = makeSite();
    const exempt = await toldInWords(site, { built: "2022" });
    expect(exempt).toContain("by the year entered, which we have not verified, the rent may rise");
    expect(exempt).toContain("without a limit, because no guideline applies to this home (form N2)");
    expect(exempt).toContain("not legal advice");
    expect(exempt).not.toContain("We do not know the guideline");
    expect(await toldInWords(site, { built: "1970" })).toMatch(/We do not know the guideline for 20\d\d/);
    expect((await confirm(site, 2027, "2.1")).status).toBe(200);
    site.clock.now = new Date(site.clock.now.getTime() + 10 * 60_000);
    const notice = { noticeRent: "9000", noticeFrom: "2027-03-01" };
    expect(await toldInWords(site, { built: "1970", ...notice })).toMatch(/Against the notice: .*\(s\. 120\)/);
    expect(await toldInWords(site, { place: "somewhere nice" })).toContain("The place was not recognised");
    expect(await toldInWords(site, { built: "1970" })).toMatch(/to at most \$[\d.]+ \(guideline 2\.1% for 20\d\d/);
  });
});

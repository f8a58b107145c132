import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listingPath, type PublicListing } from "../../worker/contracts/listings.ts";
import type { ListingFacts, NearbyOnMap } from "../../worker/contracts/places.ts";
import { pinUnit, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { expectReadableByAll, personIn, visit } from "../support/node/person.ts";
import { answer } from "../support/node/screens.ts";

const ADDRESS = "2500 Bathurst St, Toronto, ON M6B 2Y8";
const HOME = { latitude: 43.7046, longitude: -79.4265 };
const DISCLAIMER =
  "Please verify rent control status and all details directly with the landlord before making any decisions.";

const near = (kind: NearbyOnMap["kind"], name: string, distance: number, north: number, east: number): NearbyOnMap => ({
  kind,
  name,
  distance,
  latitude: HOME.latitude + north,
  longitude: HOME.longitude + east,
});

const NEARBY = [
  near("station", "Forest Hill", 540, -0.0044, 0.0035),
  near("school", "Joseph Brant Public School", 310, 0.0026, -0.0012),
  near("school", "St. Thomas Aquinas Catholic School", 470, 0.0031, 0.004),
  near("grocery", "Metro", 290, -0.0025, 0.0008),
  near("daycare", "Little Trees Child Care", 620, 0.0049, -0.003),
  near("park", "Memorial Park", 640, 0.0014, 0.0076),
  near("park", "Ledbury Park", 1240, 0.0108, -0.0021),
];

/** All facts that open data can hold about a unit in a registered building. */
const ALL_FACTS: ListingFacts = {
  location: {
    ...HOME,
    method: "table",
    confidence: "high",
    source: "City of Toronto (Address Points)",
    dataVersion: "2026-11-21-3f9a0c2e",
  },
  neighbourhood: "Forest Hill North",
  municipality: "York",
  building: {
    rsn: 4154321,
    address: "2500 BATHURST ST",
    yearBuilt: 1961,
    storeys: 7,
    units: 84,
    propertyType: "PRIVATE",
    score: 87.4,
    evaluatedOn: "2026-05-14",
  },
  rentControl: { isRentControlled: true, confidence: "high", reason: "building_before" },
  nearby: NEARBY,
  ownMedian: { rent: 1980, listings: 64, asOf: "2026-11-20" },
  pace: { medianDays: 9, known: 34 },
  enrichedAt: "2026-11-21T15:00:00.000Z",
};

const UNKNOWN: ListingFacts = {
  ...ALL_FACTS,
  location: {
    latitude: null,
    longitude: null,
    method: "fsa",
    confidence: "low",
    source: "City of Toronto",
    dataVersion: "2026-11-21-3f9a0c2e",
  },
  neighbourhood: null,
  municipality: null,
  building: null,
  rentControl: { isRentControlled: null, confidence: "low", reason: "year_unknown" },
  nearby: [],
  ownMedian: null,
  pace: null,
};

let plain: Browser;
let browser: Browser;
let pinned: PublicListing;
/** The same unit with all facts. */
let known: PublicListing;

beforeAll(async () => {
  [plain, browser] = await Promise.all([sharedBrowser(), sharedBrowser({ drawsMaps: true })]);
  const unit = await publishUnit({ address: ADDRESS });
  pinned = await pinUnit(unit.id, HOME);
  const list = (kind: NearbyOnMap["kind"]) =>
    NEARBY.filter((place) => place.kind === kind).map(({ name, distance }) => ({ name, distance }));
  known = {
    ...pinned,
    neighbourhood: ALL_FACTS.neighbourhood,
    closestSubwayStation: "Forest Hill",
    subwayLines: ["5"],
    distanceToSubway: 540,
    isRentControlled: true,
    rentControlConfidence: "high",
    amenities: JSON.stringify({
      schools: list("school"),
      groceryStores: list("grocery"),
      medicalFacilities: [],
      daycares: list("daycare"),
      parks: list("park"),
    }),
  };
});

/** Opens the unit's page by client-side navigation and answers its requests with this listing and these facts. */
async function openPage(page: Page, facts: ListingFacts | "failure" | "silence", listing = known): Promise<void> {
  await answer(page, "**/api/marketplace-listings?*", [listing]);
  await answer(page, `**/api/marketplace-listings/${known.id}`, { ...listing });
  await answer(page, `**/api/marketplace-listings/${known.id}/facts`, typeof facts === "string" ? facts : { ...facts });
  await page.goto("/delete");
  await page
    .getByRole("banner")
    .getByRole("link", { name: /Below Market/ })
    .click();
  await page.getByRole("link", { name: listing.title }).first().click();
  await page.getByRole("dialog").getByRole("link", { name: "View full page" }).click();
  await page.getByRole("heading", { level: 1, name: listing.title }).waitFor();
}

const canvasOf = (page: Page) => page.getByRole("region", { name: /^Map of what is around/ });

async function scrollToMap(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Where it is" }).scrollIntoViewIfNeeded();
  await canvasOf(page).waitFor();
}

describe("a server-rendered listing page", () => {
  it("states location, source, licence and unknown facts without JavaScript", async () => {
    const { page, leave } = await personIn(plain, { javaScriptEnabled: false });
    await page.goto(listingPath(pinned));
    const place = page.getByRole("region", { name: "Where it is" });
    expect(await place.innerText()).toContain("Placed on the map by our moderators.");
    expect(await place.innerText()).toContain("High confidence");
    expect(await place.innerText()).toContain("Distances are straight lines");
    expect(await place.innerText()).toContain("The map needs JavaScript.");
    expect(await place.getByRole("button", { name: /Forest Hill/ }).innerText()).toMatch(/\d m$/);
    const rentControl = page.getByRole("region", { name: "Rent control" });
    expect(await rentControl.innerText()).toContain("We do not know whether this rent is controlled.");
    expect(await rentControl.innerText()).toContain("homes first lived in after November 15, 2018 are exempt");
    await expect.poll(() => page.getByText(DISCLAIMER, { exact: true }).count()).toBe(1);
    expect(await page.getByText("None listed nearby").count()).toBe(0);

    const linked = (name: string) =>
      page.getByRole("main").getByRole("link", { name, exact: true }).getAttribute("href");
    expect(await linked("Open Government Licence – Toronto")).toBe("https://open.toronto.ca/open-data-licence/");
    expect(await linked("© OpenStreetMap contributors")).toBe("https://www.openstreetmap.org/copyright");
    await leave();
  });

  it("loads the map's code only near the viewport and draws it under the site's CSP", async () => {
    const { page, leave } = await personIn(browser, { viewport: { width: 360, height: 640 } });
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await visit(page, listingPath(pinned));
    expect(requested.filter((url) => /map-engine|maplibre/.test(url))).toEqual([]);
    await scrollToMap(page);
    await page.getByRole("button", { name: /^Forest Hill, / }).waitFor();
    expect(requested.some((url) => /maplibre-gl-worker/.test(url))).toBe(true);
    await leave();
  });
});

describe("the facts about a listing", () => {
  it("appear with their confidence and source", async () => {
    const { page, leave } = await personIn(plain, { viewport: { width: 1280, height: 900 } });
    await openPage(page, ALL_FACTS);
    const place = await page.getByRole("region", { name: "Where it is" }).innerText();
    for (const fact of [
      "The house is in the open data that we keep.",
      "High confidence",
      "Forest Hill North",
      "York",
      `${known.distanceToDowntown} km to City Hall`,
      "540 m",
      "City of Toronto (Address Points), data of November 21, 2026",
    ])
      expect(place).toContain(fact);
    const rentControl = await page.getByRole("region", { name: "Rent control" }).innerText();
    expect(rentControl).toContain("By the year built, this rent is controlled.");
    expect(rentControl).toContain("a private rental building at this address, built in 1961");
    expect(rentControl).toContain("2.5% in 2025, 2.1% in 2026");
    const building = await page.getByRole("region", { name: "The building" }).innerText();
    for (const fact of ["Private rental building", "1961, says its owner", "84", "87 of 100, May 14, 2026"])
      expect(building).toContain(fact);
    const amenities = page.getByRole("region", { name: "Family-Friendly Amenities" });
    await expect.poll(() => amenities.getByText("None listed nearby").count()).toBe(1);
    await expect.poll(() => amenities.getByText("Source: OpenStreetMap").count()).toBe(3);
    await page.getByText("Median of 64 listings on this site: $1,980, November 2026").waitFor();
    await leave();
  });

  it("omit station and map point when only the postal area is known", async () => {
    const { page, leave } = await personIn(plain);
    await openPage(page, UNKNOWN, {
      ...known,
      neighbourhood: null,
      postalArea: "M6B",
      amenities: null,
      closestSubwayStation: null,
      distanceToSubway: null,
      subwayLines: [],
      distanceToDowntown: null,
      isRentControlled: null,
      rentControlConfidence: "low",
    });
    const place = page.getByRole("region", { name: "Where it is" });
    expect(await place.innerText()).toContain("Only the postal area is known.");
    expect(await place.innerText()).toContain("M6B");
    expect(await place.innerText()).toContain("Low confidence");
    expect(await place.innerText()).not.toContain("Closest station");
    expect(await place.getByRole("button").count()).toBe(0);
    expect(await page.getByText("Family-Friendly Amenities").count()).toBe(0);
    expect(await page.getByText("Rent Controlled", { exact: true }).count()).toBe(0);
    await page.getByText("We do not know whether this rent is controlled.").waitFor();
    await leave();
  });

  it("can be retried after an error; rule and disclaimer are always visible", async () => {
    const { page, leave } = await personIn(plain);
    await openPage(page, "failure");
    await page.getByText("The map and the facts of the place could not be loaded").waitFor();
    await page.getByText(DISCLAIMER, { exact: true }).waitFor();
    await page.unroute(`**/api/marketplace-listings/${known.id}/facts`);
    await answer(page, `**/api/marketplace-listings/${known.id}/facts`, { ...ALL_FACTS });
    await page.getByRole("button", { name: "Try Again" }).click();
    await page.getByText("The house is in the open data that we keep.").waitFor();
    expect(await page.getByText("The map and the facts of the place could not be loaded").count()).toBe(0);
    await leave([/500/]);
  });

  it("appear in the dialog, too, after a skeleton", async () => {
    const { page, leave } = await personIn(plain);
    await answer(page, "**/api/marketplace-listings?*", [known]);
    await answer(page, `**/api/marketplace-listings/${known.id}/facts`, "silence");
    await page.goto("/delete");
    await page
      .getByRole("banner")
      .getByRole("link", { name: /Below Market/ })
      .click();
    await page.getByRole("link", { name: known.title }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Loading what is nearby").waitFor();
    await dialog.getByText(DISCLAIMER, { exact: true }).waitFor();
    await expect.poll(() => dialog.getByText("None listed nearby").count()).toBe(1);
    await leave();
  });

  it("appear in the dialog over the server-rendered list, which omits them", async () => {
    const { page, leave } = await personIn(plain);
    await answer(page, `**/api/marketplace-listings/${known.id}`, { ...known });
    await answer(page, `**/api/marketplace-listings/${known.id}/facts`, { ...ALL_FACTS });
    await visit(page, "/");
    await page.getByRole("link", { name: known.title }).first().click();
    const amenities = page.getByRole("dialog").getByRole("region", { name: "Family-Friendly Amenities" });
    await expect.poll(() => amenities.getByText("None listed nearby").count()).toBe(1);
    await leave();
  });
});

describe("the map of a listing", () => {
  /** A person who looks at the map. */
  let reader: Awaited<ReturnType<typeof personIn>>;
  beforeAll(async () => {
    reader = await personIn(browser, { viewport: { width: 1280, height: 900 } });
    await openPage(reader.page, ALL_FACTS);
    await scrollToMap(reader.page);
  });
  afterAll(() => reader.leave());

  it("draws unit, station and amenities, matching the list below", async () => {
    const { page } = reader;
    const marker = page.getByRole("button", { name: "Joseph Brant Public School, 310 m" });
    const row = page
      .getByRole("region", { name: "Family-Friendly Amenities" })
      .getByRole("button", { name: /^Joseph Brant/ });
    await page.getByRole("button", { name: ADDRESS }).waitFor();
    await marker.waitFor();
    await page.getByRole("heading", { name: "Schools" }).click();
    await row.click();
    await expect.poll(() => row.getAttribute("aria-pressed")).toBe("true");
    expect(await marker.getAttribute("data-selected")).toBe("");
    await page.getByRole("button", { name: /^Metro, / }).click();
    await expect.poll(() => row.getAttribute("aria-pressed")).toBe("false");
    expect(await page.locator("[aria-pressed=true]").innerText()).toContain("Metro");
  });

  it("distinguishes amenities by icons, explained in a legend", async () => {
    const { page } = reader;
    await page.getByRole("button", { name: ADDRESS }).waitFor();
    const key = page.getByRole("list", { name: "Key to the map" });
    expect((await key.innerText()).split(/\s*\n\s*/)).toEqual(["Schools", "Daycares", "Grocery stores", "Parks"]);
    const drawing = (locator: Locator) => locator.locator("svg").first().innerHTML();
    const school = await drawing(page.getByRole("button", { name: "Joseph Brant Public School, 310 m" }));
    const park = await drawing(page.getByRole("button", { name: /^Memorial Park, / }));
    expect(school).not.toBe(park);
    expect(school).toBe(await drawing(key.getByRole("listitem").filter({ hasText: "Schools" })));
    expect(park).toBe(await drawing(key.getByRole("listitem").filter({ hasText: "Parks" })));
  });

  it("shows the station's name beside its point, clear of a selected amenity nearer the unit", async () => {
    const { page } = reader;
    const station = canvasOf(page)
      .locator("..")
      .locator("..")
      .getByRole("button", { name: /^Forest Hill, / });
    await station.waitFor();
    const name = page.locator("[data-kind=name]", { hasText: "Forest Hill" });
    const [point, label] = [await station.locator(".map-marker-dot").boundingBox(), await name.boundingBox()];
    expect(point && label && label.y >= point.y + point.height).toBe(true);
    await page
      .getByRole("button", { name: /^Metro, / })
      .first()
      .click();
    const tip = await page.locator("[data-selected] .map-marker-label").boundingBox();
    expect(tip && label && (tip.y + tip.height <= label.y || tip.x + tip.width <= label.x)).toBe(true);
  });

  it("is one tab stop for all its markers, without a focus trap", async () => {
    const { page } = reader;
    await page.getByRole("button", { name: ADDRESS }).waitFor();
    await canvasOf(page).focus();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await page.keyboard.press("Tab");
    const first = await focused();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => focused()).not.toBe(first);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => focused()).toBe(first);
    await page.keyboard.press("Tab");
    await expect.poll(() => focused()).toBe("Zoom in");
    await page.keyboard.press("Tab");
    await expect.poll(() => focused()).toBe("Zoom out");
    await page.keyboard.press("Tab");
    await expect.poll(() => focused()).toBeNull();
  });

  it("opens on a phone at a zoom that keeps its markers apart", async () => {
    const { page, leave } = await personIn(browser, { viewport: { width: 360, height: 800 } });
    await openPage(page, ALL_FACTS);
    await scrollToMap(page);
    const box = async (name: string) =>
      (await page.locator(`button.map-marker[aria-label="${name}"]`).boundingBox()) ?? { x: 0, y: 0 };
    await page.locator(`button.map-marker[aria-label="Metro, 290 m"]`).waitFor();
    const [school, metro] = [await box("Joseph Brant Public School, 310 m"), await box("Metro, 290 m")];
    // The two points are 590 m apart.
    expect(Math.hypot(school.x - metro.x, school.y - metro.y)).toBeGreaterThan(130);
    const station = await page
      .getByRole("button", { name: /Forest Hill.*540 m/ })
      .first()
      .innerText();
    expect(station).toContain("540 m");
    await leave();
  });

  it("is replaced by a line of text where the browser cannot draw it; the list stays", async () => {
    const { page, leave } = await personIn(plain);
    await visit(page, listingPath(pinned));
    await page.getByRole("heading", { name: "Where it is" }).scrollIntoViewIfNeeded();
    await page.getByText("The map cannot be shown in this browser.").waitFor();
    expect(await page.locator("canvas").count()).toBe(0);
    const line = page.getByText("The map cannot be shown in this browser.");
    expect((await line.boundingBox())?.height, "no empty box").toBeLessThan(80);
    await page.getByRole("button", { name: /Forest Hill/ }).waitFor();
    await leave();
  });

  it.each(["its style", "all its tiles"])("works without a background when %s cannot be loaded", async (what) => {
    const { page, leave } = await personIn(browser);
    const host = "https://tiles.example.com";
    await page.route(listingPath(pinned), async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace('"site":{', `"site":{"mapStyleUrl":"${host}/style.json",`);
      const policy = response.headers()["content-security-policy"] ?? "";
      const headers = {
        ...response.headers(),
        "content-security-policy": policy.replace(/(connect-src 'self'|img-src 'self')/g, `$1 ${host}`),
      };
      await route.fulfill({ response, headers, body: html });
    });
    const source = { type: "raster", tiles: [`${host}/{z}/{x}/{y}.png`], tileSize: 256, attribution: "© Tile makers" };
    await page.route(`${host}/**`, (route) =>
      what === "all its tiles" && route.request().url().endsWith("style.json")
        ? route.fulfill({
            headers: { "access-control-allow-origin": "*" },
            json: { version: 8, sources: { t: source }, layers: [{ id: "t", type: "raster", source: "t" }] },
          })
        : route.fulfill({ status: 503, body: "" }),
    );
    await visit(page, listingPath(pinned));
    await scrollToMap(page);
    await page.getByText("The map's background could not be loaded.").waitFor();
    await page.getByRole("button", { name: /^Forest Hill, / }).waitFor();
    await expect.poll(() => page.locator("canvas").count()).toBe(1);
    await leave([/503|CORS|ERR_FAILED/]);
  });
});

describe("a listing's page with all its facts", () => {
  it("has no axe violations or horizontal overflow in either theme, at three widths", async () => {
    const { page, leave } = await personIn(browser);
    await openPage(page, ALL_FACTS);
    await scrollToMap(page);
    await page.getByRole("button", { name: ADDRESS }).waitFor();
    await expectReadableByAll(page, "", [360, 768, 1440]);
    await leave();
  });
});

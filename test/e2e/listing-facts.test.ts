import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listingPath, type PublicListing } from "../../worker/contracts/listings.ts";
import { pinUnit, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { expectReadableByAll, personIn, visit } from "../support/node/person.ts";
import { answer } from "../support/node/screens.ts";
import { ADDRESS, ALL_FACTS, DISCLAIMER, HOME, KNOWN_PLACE } from "../support/listing-facts.ts";

let plain: Browser;
let browser: Browser;
let pinned: PublicListing;
/** The published unit with all facts. */
let known: PublicListing;

beforeAll(async () => {
  [plain, browser] = await Promise.all([sharedBrowser(), sharedBrowser({ drawsMaps: true })]);
  const unit = await publishUnit({ address: ADDRESS });
  pinned = await pinUnit(unit.id, HOME);
  known = { ...pinned, ...KNOWN_PLACE, subwayLines: [...KNOWN_PLACE.subwayLines] };
});

/** Opens the unit's page by client-side navigation, and responds to its requests with all facts. */
async function openPage(page: Page): Promise<void> {
  await answer(page, "**/api/marketplace-listings?*", [known]);
  await answer(page, `**/api/marketplace-listings/${known.id}`, { ...known });
  await answer(page, `**/api/marketplace-listings/${known.id}/facts`, { ...ALL_FACTS });
  await page.goto("/delete");
  await page
    .getByRole("banner")
    .getByRole("link", { name: /Below Market/ })
    .click();
  await page.getByRole("link", { name: known.title }).first().click();
  await page.getByRole("dialog").getByRole("link", { name: "View full page" }).click();
  await page.getByRole("heading", { level: 1, name: known.title }).waitFor();
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
    expect(await place.innerText()).toContain("Placed by a moderator");
    expect(await place.innerText()).toContain("Distances are in a straight line");
    expect(await place.innerText()).toContain("The map needs JavaScript.");
    const rentControl = page.getByRole("region", { name: "Rent control" });
    expect(await rentControl.innerText()).toContain("We do not know whether this rent is controlled.");
    await rentControl.getByText("Details", { exact: true }).click();
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
  it("appear in the dialog over the server-rendered list, which omits them", { tags: ["rest"] }, async () => {
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
  /** A visitor with the map open. */
  let reader: Awaited<ReturnType<typeof personIn>>;
  beforeAll(async () => {
    reader = await personIn(browser, { viewport: { width: 1280, height: 900 } });
    await openPage(reader.page);
    await scrollToMap(reader.page);
  });
  afterAll(() => reader.leave());

  it("draws unit, station and amenities, matching the list below", { tags: ["rest"] }, async () => {
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

  it("distinguishes amenities by icons, explained in a legend", { tags: ["rest"] }, async () => {
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

  it(
    "shows the station's name beside its point, apart from a selected amenity that is nearer the unit",
    { tags: ["rest"] },
    async () => {
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
    },
  );

  it("has a single tab stop for all its markers, without a focus trap", { tags: ["rest"] }, async () => {
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

  it("opens on a phone at a zoom that keeps its markers apart", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser, { viewport: { width: 360, height: 800 } });
    await openPage(page);
    await scrollToMap(page);
    const box = async (name: string) =>
      (await page.locator(`button.map-marker[aria-label="${name}"]`).boundingBox()) ?? { x: 0, y: 0 };
    await page.locator(`button.map-marker[aria-label="Metro, 290 m"]`).waitFor();
    const [school, metro] = [await box("Joseph Brant Public School, 310 m"), await box("Metro, 290 m")];
    // The two points are 590 m apart.
    expect(Math.hypot(school.x - metro.x, school.y - metro.y)).toBeGreaterThan(130);
    await leave();
  });

  it(
    "is replaced by a line of text if the browser cannot draw it, while the list stays",
    { tags: ["rest"] },
    async () => {
      const { page, leave } = await personIn(plain);
      await visit(page, listingPath(pinned));
      await page.getByRole("heading", { name: "Where it is" }).scrollIntoViewIfNeeded();
      await page.getByText("The map cannot be shown in this browser.").waitFor();
      expect(await page.locator("canvas").count()).toBe(0);
      const line = page.getByText("The map cannot be shown in this browser.");
      expect((await line.boundingBox())?.height, "no empty box").toBeLessThan(80);
      await page.getByText("Placed by a moderator").waitFor();
      await leave();
    },
  );

  it.each(["its style", "all its tiles"])(
    "works without a background when %s cannot be loaded",
    { tags: ["rest"] },
    async (what) => {
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
      const source = {
        type: "raster",
        tiles: [`${host}/{z}/{x}/{y}.png`],
        tileSize: 256,
        attribution: "© Tile makers",
      };
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
    },
  );
});

describe("a listing's page with all its facts", () => {
  it("has no axe violations or horizontal overflow in either theme, at three widths", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    await openPage(page);
    await scrollToMap(page);
    await page.getByRole("button", { name: ADDRESS }).waitFor();
    await expectReadableByAll(page, "", [360, 768, 1440]);
    await leave();
  });
});

import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { pinUnit, publishUnit, submitUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { accessibilityProblems, expectReadableByAll, personIn } from "../support/node/person.ts";
import { answer, openPanel, viewListing } from "../support/node/screens.ts";
import { LONG_TESTS } from "../support/time-limits.ts";
import { PLACES } from "../support/page-answers.ts";

let browser: Browser;
let drawing: Browser;
beforeAll(async () => {
  [browser, drawing] = await Promise.all([sharedBrowser(), sharedBrowser({ drawsMaps: true })]);
});

const toast = (page: Page, title: string) =>
  page.getByRole("region", { name: /Notifications/ }).getByText(title, { exact: true });

async function openListing(page: Page, address: string): Promise<Locator> {
  await openPanel(page, `/admin?q=${encodeURIComponent(address)}`);
  return viewListing(page, address);
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("It is not shown.");
  return box;
}

async function isInside(inner: Locator, outer: Locator): Promise<boolean> {
  if (!(await inner.isVisible())) return false;
  const [a, b] = [await boxOf(inner), await boxOf(outer)];
  return a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;
}

describe("a moderator", () => {
  it("pins an unlocated listing by pasting coordinates, and removes the pin", { tags: ["rest"] }, async () => {
    const address = `${Date.now() % 10_000} Nowhere Lane, Toronto, ON`;
    await submitUnit({ address });
    const { page, leave } = await personIn(browser, { viewport: { width: 360, height: 740 } });
    const dialog = await openListing(page, address);
    await dialog.getByText(/We couldn’t find the address/).waitFor();
    const field = dialog.getByLabel("Latitude and longitude");
    await field.fill("somewhere");
    await field.press("Enter");
    await dialog.getByText("Please enter the latitude, then the longitude.").waitFor();
    // Without WebGL there is neither a map nor text that mentions its marker.
    await dialog.getByText("The map cannot be shown in this browser.").waitFor();
    expect(await dialog.getByText(/The marker/).count()).toBe(0);
    await field.fill("45.42, -75.69");
    await field.press("Enter");
    await dialog.getByText("The pin must be in the Greater Toronto Area.").waitFor();
    await field.fill("43.6532, -79.3832");
    await field.press("Enter");
    await toast(page, "Pin saved").waitFor();
    await dialog.getByText("Placed by a moderator").waitFor();
    await dialog.getByText(/^43\.65320, -79\.38320/).waitFor();
    await expect.poll(() => field.inputValue()).toBe("");
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Remove Pin" }).click();
    await toast(page, "Pin removed").waitFor();
    await dialog.getByRole("button", { name: "Save Pin" }).waitFor();
    // The queue looks the address up again, without a result.
    await dialog.getByText(/We couldn’t find the address/).waitFor();
    await leave([/400 \(Bad Request\)/]);
  });

  it("moves the pin on a map by key, drag and click", { tags: ["rest"], timeout: LONG_TESTS.many }, async () => {
    const address = `${Date.now() % 10_000} Mapless Lane, Toronto, ON`;
    await submitUnit({ address });
    const { page, leave } = await personIn(drawing, { viewport: { width: 360, height: 900 } });
    const dialog = await openListing(page, address);
    await dialog.getByText(/We couldn’t find the address/).waitFor();
    // The map is loaded only when visible.
    await dialog.getByText(/so the marker starts downtown/).scrollIntoViewIfNeeded();
    const marker = dialog.getByRole("button", { name: `Pin of ${address}` });
    await marker.waitFor();
    const field = dialog.getByLabel("Latitude and longitude");
    const chosen = async () => (await field.inputValue()).split(", ").map(Number);
    await dialog.getByRole("button", { name: "Save Pin" }).click();
    await dialog.getByText("Please move the marker, or enter a latitude and longitude.").waitFor();

    await marker.focus();
    await marker.press("Shift+ArrowUp");
    await dialog.getByText(/The new position is not saved yet/).waitFor();
    await expect.poll(async () => (await chosen())[0]).toBeGreaterThan(43.6532);
    const [, east = 0] = await chosen();
    expect(east).toBeCloseTo(-79.3832, 4);

    // Typed coordinates move the marker, even outside of the visible area.
    await field.fill("43.7700, -79.5000");
    const map = dialog.getByRole("region", { name: `Map to pin ${address}` });
    await expect.poll(() => isInside(marker, map)).toBe(true);
    // The map follows the marker, and on a busy machine it may still be moving when the mouse is pressed.
    const dragEast = async () => {
      await marker.hover();
      const box = await boxOf(marker);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
      return (await chosen())[1];
    };
    await expect.poll(dragEast).toBeGreaterThan(-79.5);
    const [sameNorth = 0, dragged = 0] = await chosen();
    expect(sameNorth).toBeCloseTo(43.77, 3);

    const around = await boxOf(map);
    await page.mouse.click(around.x + around.width * 0.3, around.y + around.height * 0.7);
    await expect.poll(async () => (await chosen())[1]).toBeLessThan(dragged);
    const [south = 0, west = 0] = await chosen();
    expect(south).toBeLessThan(sameNorth);

    await dialog.getByRole("button", { name: "Save Pin" }).click();
    await toast(page, "Pin saved").waitFor();
    await dialog.getByText(/The marker shows the pin\./).waitFor();
    await dialog.getByText(`${south.toFixed(5)}, ${west.toFixed(5)}`, { exact: false }).waitFor();
    // Done last, because it changes the window's width, which makes the desk close the dialog.
    await expectReadableByAll(page);
    await leave();
  });

  it("opens the listings without a location from their count", { tags: ["rest"] }, async () => {
    const lane = "Unplaced Lane";
    const address = `${Date.now() % 10_000} ${lane}, Toronto, ON`;
    await submitUnit({ address, rent: "$900" });
    const known = `${Date.now() % 10_000} Pinned ${lane}, Toronto, ON`;
    await pinUnit((await publishUnit({ address: known })).id, { latitude: 43.7, longitude: -79.4 });
    const { page, leave } = await personIn(browser, {});
    await openPanel(page, "/admin?tab=places");
    const figure = page.getByRole("link", { name: /^[\d,]+ listings without a location/ });
    await figure.first().waitFor();
    expect(await page.getByText("All listings have been looked up.").count()).toBe(0);
    await expectReadableByAll(page, "figures");
    await page.getByRole("link", { name: /not on the map$/ }).click();
    await page.waitForURL(/\/admin\?place=unknown$/);
    await expect.poll(() => page.getByLabel("More statuses").inputValue()).toBe("unplaced");
    const card = page.getByRole("article", { name: new RegExp(address) });
    await card.waitFor();
    // The other listing's card disappears once the filter is applied.
    await expect.poll(() => page.getByRole("article", { name: new RegExp(known) }).count()).toBe(0);
    // A rent far below the market must not be shown as good next to a sign of a scam.
    const dialog = await viewListing(page, address);
    await dialog.getByText(/^(?:Sign|Strong signs) of a scam$/).waitFor();
    expect(await dialog.getByText(/^\d+% below \$[\d,]+\.$/).getAttribute("class")).not.toContain("good");
    await expectReadableByAll(page, "listings");

    await dialog.getByText("No location", { exact: true }).first().waitFor();
    const field = dialog.getByLabel("Latitude and longitude");
    await field.fill("43.6532, -79.3832");
    await field.press("Enter");
    await toast(page, "Pin saved").waitFor();
    await expect.poll(() => card.count()).toBe(0);
    await leave();
  });

  it("sees an imported data set without overflow on a phone", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser, { viewport: { width: 360, height: 740 } });
    await answer(page, "**/api/admin/places", {
      version: "2026-11-21-3f9a0c2e",
      ...PLACES,
    });
    await openPanel(page, "/admin?tab=places");
    await page.getByText("City of Toronto, Open Government Licence – Toronto").waitFor();
    await expectReadableByAll(page, "", [360]);
    await leave();
  });
});

import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { FILTERS } from "../../worker/contracts/bedrooms.ts";
import type { PublicListing } from "../../worker/contracts/listings.ts";
import { photoDataUrl, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { excessWidth, expectReadableByAll, personIn, visit } from "../support/node/person.ts";
import { openPanel, viewListing } from "../support/node/screens.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
let first: PublicListing;
beforeAll(async () => {
  browser = await sharedBrowser();
  for (let n = 1; n <= 12; n += 1)
    await publishUnit({
      address: `${n} Ossington Ave, Toronto, ON`,
      bedrooms: "3 Bedrooms",
      rent: String(2500 + n * 20),
    });
  await publishUnit({ address: "77 Roncesvalles Ave, Toronto, ON", bedrooms: "Private Room", rent: "900" });
  first = await publishUnit({
    address: "10 Concord Ave, North York, ON",
    rent: "1,790",
    images: [await photoDataUrl("#336688"), await photoDataUrl("#886633"), await photoDataUrl("#338866")],
  });
});

describe("every page, in both themes and at phone and desktop width,", () => {
  const pages = () => [
    "/",
    "/?type=3+BR",
    "/1-bedroom-apartments-toronto",
    "/4-bedroom-apartments-toronto",
    `/listing/${first.id}/${first.slug}`,
    "/landlords",
    "/listing/99999/gone",
    "/nowhere",
    "/admin",
  ];
  it(
    "has no axe violations, horizontal overflow or console messages",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const visitor = await personIn(browser, { reducedMotion: "reduce" });
      for (const path of pages()) {
        await visit(visitor.page, path);
        expect(await visitor.page.locator("h1, h2").first().isVisible(), path).toBe(true);
        await expectReadableByAll(visitor.page, path);
      }
      // The browser logs the status of the 404 pages, which is expected here.
      await visitor.leave([/status of 404/]);
    },
  );

  it(
    "dialogs and forms, including their errors, have no axe violations or horizontal overflow",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const visitor = await personIn(browser, {
        viewport: { width: 768, height: 1024 },
        reducedMotion: "reduce",
      });
      const { page } = visitor;
      await visit(page, "/");
      await page
        .getByRole("link", { name: /10 Concord Ave/ })
        .first()
        .click();
      await page.getByRole("dialog").getByText("Photos (3)").waitFor();
      await expectReadableByAll(page, "", [768]);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: /^Post/ }).first().click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /submit/i })
        .click();
      await page.getByText("Missing Information", { exact: true }).waitFor();
      await expect
        .poll(() => page.getByRole("dialog").getByText("This field is required.").count())
        .toBeGreaterThanOrEqual(4);
      await expectReadableByAll(page, "", [768]);
      await openPanel(page, "/admin?status=all");
      await page.getByText("10 Concord Ave, North York, ON").first().waitFor();
      await expectReadableByAll(page, "", [768]);
      await (await viewListing(page, "10 Concord Ave, North York, ON")).getByRole("button", { name: "Edit" }).click();
      await page.getByRole("dialog").getByText("Save Changes").waitFor();
      await expectReadableByAll(page, "", [768]);
      await visitor.leave();
    },
  );
});

describe("a renter", () => {
  it("opens a listing, views its photos and returns to the same position using only the keyboard", async () => {
    const renter = await personIn(browser);
    const { page } = renter;
    await visit(page, "/");
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
    const focusedName = () =>
      page.evaluate(() => document.activeElement?.getAttribute("href") ?? document.activeElement?.textContent ?? "");
    let presses = 0;
    while (!(await focusedName()).includes(`/listing/${first.id}/`)) {
      expect((presses += 1), "the card is reached by Tab").toBeLessThan(40);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Photos (3)").waitFor();
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await dialog
      .getByRole("button", { name: /photo 1|enlarge/i })
      .first()
      .focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /next photo/i }).waitFor();
    const closePhoto = page.getByRole("button", { name: "Close photo" });
    expect(await closePhoto.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.getByText(/2\s*(?:of|\/)\s*3/).count()).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /next photo/i }).waitFor({ state: "detached" });
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(focusedName).toContain(`/listing/${first.id}/`);
    await renter.leave();
  });

  it("sees the filtered listings again after going back", { tags: ["rest"] }, async () => {
    const renter = await personIn(browser);
    const { page } = renter;
    await visit(page, "/");
    expect(await page.getByRole("link", { name: /77 Roncesvalles/ }).count(), "All hides private rooms").toBe(0);
    await page.getByRole("button", { name: "3 BR", exact: true }).click();
    await page.getByRole("button", { name: "3 BR", exact: true, pressed: true }).waitFor();
    await expect.poll(() => page.getByRole("link", { name: /Ossington Ave/ }).count()).toBe(12);
    expect(page.url()).toMatch(/type=3/);
    await page.getByRole("button", { name: "Private Room", exact: true }).click();
    await page.getByRole("link", { name: /77 Roncesvalles/ }).waitFor();
    await expect.poll(() => page.getByText("Room for rent in Toronto").count()).toBeGreaterThan(0);
    await page.goBack();
    await expect.poll(() => page.getByRole("link", { name: /Ossington Ave/ }).count()).toBe(12);
    await renter.leave();
  });

  it("can read the listings without JavaScript", { tags: ["rest"] }, async () => {
    const reader = await personIn(browser, { javaScriptEnabled: false });
    await reader.page.goto("/");
    await expect.poll(() => reader.page.getByText("10 Concord Ave, North York, ON").count()).toBeGreaterThan(0);
    const buttons = reader.page.getByRole("main").getByRole("button");
    const types = Object.keys(FILTERS).map((name) => (name === "Private Room" ? `${name} (1)` : name));
    expect(await buttons.allTextContents(), "the server answers these").toEqual(["All", ...types]);
    await buttons.getByText("Studio").click();
    await reader.page.waitForURL("**/?type=Studio");
    await buttons.getByText("All").click();
    await reader.page.waitForURL((url) => url.search === "");
    const joining = await reader.page.getByRole("form", { name: "Join the Community" }).innerText();
    expect(joining).toContain("To join, please switch on JavaScript in your browser.");
    await reader.page.getByRole("link", { name: "Load More", exact: true }).click();
    await reader.page.waitForURL("**/?page=2");
    await reader.page.getByRole("link", { name: "Previous Listings" }).click();
    await reader.page.waitForURL((url) => url.search === "");
    await reader.page.goto(`/listing/${first.id}/${first.slug}`);
    await expect.poll(() => reader.page.getByRole("heading", { level: 1 }).textContent()).toContain("10 Concord Ave");
    for (const photo of await reader.page.getByRole("img", { name: /10 Concord Ave/ }).all())
      expect(await photo.isVisible()).toBe(true);
    expect(await reader.page.getByRole("img", { name: /10 Concord Ave/ }).count()).toBe(3);
    await reader.leave();
  });

  it("loads more in place from a numbered page; changing a filter starts at page 1", { tags: ["rest"] }, async () => {
    const renter = await personIn(browser);
    const { page } = renter;
    for (const house of [1, 2, 3, 4])
      await publishUnit({ address: `${house} Delaware Ave, Toronto, ON`, bedrooms: "2 Bedrooms" });
    await page.goto("/?page=2");
    const cards = page.getByRole("main").getByRole("article");
    const before = await cards.count();
    await page.getByRole("button", { name: "Load More", exact: true }).click();
    await expect.poll(() => cards.count()).toBeGreaterThan(before);
    expect(new URL(page.url()).search).toBe("?page=2");
    await page.getByRole("button", { name: "1 BR", exact: true }).click();
    await page.waitForURL((url) => url.search === "?type=1+BR");
    await renter.leave();
  });
});

describe("a listing with very long words", () => {
  it("causes no horizontal overflow on a phone", { tags: ["rest"] }, async () => {
    const { id, slug } = await publishUnit({
      address: `901 Queen St ${"q".repeat(120)}`,
      bedrooms: "Studio",
      additionalInfo: "x".repeat(300),
      landlordName: "n".repeat(79),
      rent: `1500 ${"y".repeat(50)}`,
      email: `${"m".repeat(60)}@example.com`,
    });
    const visitor = await personIn(browser, { viewport: { width: 360, height: 800 } });
    const { page } = visitor;
    for (const path of ["/", "/studio-apartments-toronto", `/listing/${id}/${slug}`]) {
      await visit(page, path);
      expect(await excessWidth(page), path).toBeLessThanOrEqual(0);
    }
    await openPanel(page, "/admin?q=901+queen");
    await page.getByText("901 Queen St").first().waitFor();
    expect(await excessWidth(page), "the queue").toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: /^view/i }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    expect(
      await dialog.evaluate((element) => element.scrollWidth - element.clientWidth),
      "the dialog",
    ).toBeLessThanOrEqual(0);
    await visitor.leave();
  });
});

describe("a browser that shows an attacker's listing", () => {
  const run = "window.hit=1";
  const payloads = [
    ...["script", "SCRIPT", "scr\u0131pt", "svg/onload", "math"].map((tag) => `<${tag}>${run}</${tag}>`),
    ...[
      "img src=x onerror",
      "body onload",
      "svg onload",
      "input autofocus onfocus",
      "details open ontoggle",
      "video src=x onerror",
      "audio src=x onerror",
      "marquee onstart",
      "select autofocus onfocus",
      "iframe onload",
      "object data=x onerror",
      "a href=# autofocus onfocus",
    ].map((start) => `<${start}="${run}">`),
    ...['"', "'", "`", "-->", "]]>", "</title>", "</textarea>", "</style>", "</script>", "*/", "\\", "&quot;"].map(
      (end) => `${end}><img src=x onerror=${run}>`,
    ),
    ...[
      "javascript:",
      "JaVaScRiPt:",
      "java\tscript:",
      "data:text/html,<script>",
      "vbscript:",
      " javascript:",
      "\u0001javascript:",
    ].map((scheme) => `<a href="${scheme}${run}">x</a>`),
    ...["{{", "${", "<%=", "#{", "[[", "{%"].map((open) => `${open}constructor.constructor('${run}')()}}`),
    ...[
      "<style>@import'",
      "<link rel=import href=",
      "<meta http-equiv=refresh content='0;url=javascript:",
      "<base href=javascript:",
      "<form action=javascript:",
      "<embed src=javascript:",
    ].map((start) => `${start}${run}'>`),
    ...["&#60;script&#62;", "\u003cscript\u003e", "%3Cscript%3E", "\\x3cscript\\x3e", "＜script＞"].map(
      (text) => `${text}${run}`,
    ),
    "<svg><script>window.hit=1</script></svg>",
    "<svg><animate onbegin=window.hit=1 attributeName=x>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=window.hit=1>",
    "<noscript><p title='</noscript><img src=x onerror=window.hit=1>'>",
    "<iframe srcdoc='<script>parent.hit=1</script>'>",
    "<template><img src=x onerror=window.hit=1></template>",
    "\u2028</script><script>window.hit=1</script>",
  ];

  it(
    "executes none of 60 payloads in any field, wherever a listing is shown",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      expect(payloads.length).toBeGreaterThanOrEqual(60);
      const published: PublicListing[] = [];
      for (let at = 0; at < payloads.length; at += 3) {
        const [address = "", additionalInfo = "", landlordName = ""] = payloads.slice(at, at + 3);
        published.push(
          await publishUnit({
            address: `${900 + at} Queen St ${address}`,
            bedrooms: "4+ Bedrooms",
            additionalInfo,
            landlordName: landlordName.slice(0, 79),
            rent: `1500 ${additionalInfo}`.slice(0, 59),
          }),
        );
      }
      const visitor = await personIn(browser);
      const { page } = visitor;
      const expectNoHit = async (where: string) =>
        expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit), where).toBeUndefined();
      for (const listing of published) {
        await page.goto(`/listing/${listing.id}/${listing.slug}`, { waitUntil: "load" });
        await expectNoHit(listing.address);
      }
      await openPanel(page, "/admin?q=queen");
      await page.getByText("900 Queen St").first().waitFor();
      await expectNoHit("the queue");
      await (await viewListing(page, "900 Queen St")).waitFor();
      await expectNoHit("the moderator's view");
      await visit(page, "/4-bedroom-apartments-toronto");
      await expectNoHit("the category page");
      await page
        .getByRole("link", { name: /Queen St/ })
        .first()
        .click();
      await page.getByRole("dialog").waitFor();
      await expectNoHit("the dialog");
      await visit(page, "/?type=4%2B+BR");
      await expectNoHit("the home page");
      await visitor.leave();
    },
  );
});

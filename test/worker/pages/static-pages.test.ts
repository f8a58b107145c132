import { describe, expect, it } from "vitest";
import { CATEGORIES } from "../../../worker/contracts/bedrooms.ts";
import { RETENTION_DAYS, MAIL_WAITS_DAYS } from "../../../worker/contracts/retention.ts";
import { threadPath } from "../../../worker/contracts/forum.ts";
import { FORUM_PATH, STATIC_PAGES } from "../../../worker/contracts/pages.ts";
import { startThread, visitor } from "../../support/worker/forum.ts";
import { publish } from "../../support/worker/listings.ts";
import { makeSite } from "../../support/worker/site.ts";

const CONTACT = "hello@example.com";
const ORIGIN = "http://localhost:8787";

/** Returns the text of the page's main part as readers see it. */
function textOf(page: string): string {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(page)?.[1] ?? "";
  return main
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
}
async function pageAt(path: string, vars = { CONTACT_EMAIL: CONTACT }) {
  const response = await makeSite({ vars }).fetch(path);
  const page = await response.text();
  return { response, page, text: textOf(page) };
}

describe("a page without data", () => {
  it.each([
    ["/about", "About Below Market Toronto"],
    ["/privacy-policy", "Privacy Policy"],
    ["/terms-of-service", "Terms of Service"],
    ["/contact", "Contact"],
    ["/realtors", "Bring your below-market rentals to renters who are looking for them"],
    ["/landlords", "List your rental with people who are looking"],
  ])("%s is in the first HTML, has its own heading and description, and can be cached", async (path, heading) => {
    const { response, page } = await pageAt(path);
    expect(response.status).toBe(200);
    expect(page.match(/<h1/g)).toHaveLength(1);
    // React's marker for a part that it could not render, for example because its code was not loaded yet.
    expect(page).not.toContain("<!--$!-->");
    expect(page.replaceAll("<!-- -->", "")).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`));
    expect(page).toContain(`<link rel="canonical" href="${ORIGIN}${path}">`);
    const description = /<meta name="description" content="([^"]*)">/.exec(page)?.[1] ?? "";
    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(page).toMatch(/<title>[^<]+ \| Below Market Toronto<\/title>/);
    expect(page).not.toContain('name="robots"');
    expect(response.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(response.headers.get("cloudflare-cdn-cache-control")).toBe(
      "public, max-age=300, stale-while-revalidate=60, stale-if-error=3600",
    );
    expect(response.headers.get("cache-tag")).toBe(path === "/realtors" ? "claims" : "pages");
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(response.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  });

  it("has its own title and description", async () => {
    const pages = await Promise.all(Object.values(STATIC_PAGES).map((path) => pageAt(path)));
    for (const pattern of [/<title>(.*?)<\/title>/, /<meta name="description" content="(.*?)">/])
      expect(new Set(pages.map(({ page }) => pattern.exec(page)?.[1])).size).toBe(pages.length);
  });

  it("is in the footer of every page and in the sitemap", async () => {
    const { page } = await pageAt("/");
    const footer = /<footer.*<\/footer>/s.exec(page)?.[0] ?? "";
    const xml = (await pageAt("/sitemap.xml")).page;
    for (const path of Object.values(STATIC_PAGES)) {
      expect(footer).toContain(`href="${path}"`);
      expect(xml).toContain(`<loc>${ORIGIN}${path}</loc>`);
    }
  });
});

describe("the privacy policy", () => {
  it("states its date, the stored data, retention, and contact", async () => {
    const { page, text } = await pageAt("/privacy-policy");
    for (const said of [
      "Last updated: May 15, 2025",
      "your phone number",
      "your email address, the unit number",
      "60 days",
      "after 30 days",
      "15 minutes",
      "for one day",
      "after 90 days",
      "12 hours",
      "400 days",
      "new comments in that discussion",
      "after 7 days",
      "no advertising cookies",
      "local storage",
      "Cloudflare",
      "aged 18 and over",
      "PIPEDA",
      "Office of the Privacy Commissioner of Canada",
    ])
      expect(text).toContain(said);
    expect(page).toContain(`href="mailto:${CONTACT}"`);
  });

  it("states the retention of reports, audit log, logins and email times that the jobs apply", async () => {
    const { text } = await pageAt("/privacy-policy");
    for (const said of [
      `A dismissed report is deleted after ${RETENTION_DAYS.dismissedReport} days`,
      `We delete an entry after ${RETENTION_DAYS.auditEntry / 365} years`,
      `logs in, we remember the network for ${RETENTION_DAYS.knownNetwork} days`,
      `until ${RETENTION_DAYS.mailPlace} days after that: for up to ${MAIL_WAITS_DAYS + RETENTION_DAYS.mailPlace} days if the email has to wait`,
      `We delete this record ${RETENTION_DAYS.proof} days after the last use`,
    ])
      expect(text).toContain(said);
    expect(text).not.toContain("stay stored as history");
  });
});

describe("the terms of service", () => {
  it("have exactly 16 numbered sections", async () => {
    const { page } = await pageAt("/terms-of-service");
    const headings = [...page.matchAll(/<h2[^>]*>(\d+)\. [^<]+<\/h2>/g)].map(([, number]) => Number(number));
    expect(headings).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
  });

  it("state the date, law, arbitration, minimum age and landlords' duties", async () => {
    const { page, text } = await pageAt("/terms-of-service");
    for (const said of [
      "Last updated: May 15, 2025",
      "laws of the Province of Ontario",
      "seated in Toronto",
      "Arbitration Act, 1991",
      "Consumer Protection Act",
      "at least 18 years old",
      "Human Rights Code",
      "sections 105 and 106 of the Residential Tenancies Act, 2006",
      "Trust in Real Estate Services Act, 2002",
    ])
      expect(text).toContain(said);
    expect(page).toContain(`href="mailto:${CONTACT}"`);
  });
});

describe("the texts of the other pages", () => {
  it("about: states mission, operation and values, and links to realtors and landlords", async () => {
    const { page, text } = await pageAt("/about");
    for (const said of ["Our mission", "How It Works", "Transparency", "Trust", "Community"])
      expect(text).toContain(said);
    const main = /<main.*<\/main>/s.exec(page)?.[0];
    expect(main).toContain('href="/realtors"');
    expect(main).toContain('href="/landlords"');
  });

  it("contact: states the address and the area", async () => {
    const { page, text } = await pageAt("/contact");
    expect(text).toContain("Greater Toronto Area");
    expect(page).toContain(`href="mailto:${CONTACT}"`);
  });

  it("realtors: has an email button and a logo that links to /email, and no unfounded number of renters", async () => {
    const { page, text } = await pageAt("/realtors");
    expect(page).toContain(`href="mailto:${CONTACT}?subject=`);
    expect(page).toContain('href="/email"');
    expect(text).toContain("Contact us by email");
    expect(text).not.toMatch(/1,?000\s?\+|active renters/);
  });

  it("landlords: shows terms and policy beside the form", async () => {
    const main = /<main.*<\/main>/s.exec((await pageAt("/landlords")).page)?.[0];
    expect(main).toContain('href="/terms-of-service"');
    expect(main).toContain('href="/privacy-policy"');
  });
});

describe("a page's URL in another letter case", () => {
  it("redirects to the page with its query, and is not cached", async () => {
    const site = makeSite();
    const known = ["/admin", "/stats", ...Object.values(STATIC_PAGES), ...CATEGORIES.map(({ path }) => path)];
    const upperCase = known.map((path) => [path.toUpperCase(), path] as const);
    for (const [path, canonical] of [
      ...upperCase,
      ["/About", "/about"],
      ["/LANDLORDS?x=A", "/landlords?x=A"],
      ["/Studio-Apartments-Toronto", "/studio-apartments-toronto"],
      ["/about/", "/about"],
      ["/MarketPlace", "/"],
      ["/Email", "/"],
      ["/marketplace", "/"],
      ["/email", "/"],
      ["/marketplace?x=1", "/?x=1"],
      ["/Marketplace?x=1", "/?x=1"],
      ["/marketplace/?x=1", "/?x=1"],
      ["/Delete/1-ABC", "/delete/1-abc"],
      ["/MANAGE/1-abc/", "/manage/1-abc"],
      ["/Unsubscribe/1-abc", "/unsubscribe/1-abc"],
      ["/Admin/Login/1-ABC", "/admin/login/1-abc"],
      ["/DELETE", "/delete"],
    ] as const) {
      const response = await site.fetch(path);
      expect(response.status, path).toBe(301);
      expect(response.headers.get("location"), path).toBe(canonical);
      expect(response.headers.get("cache-control"), path).toBe("no-store");
      expect(response.headers.get("cache-tag"), path).toBeNull();
    }
  });

  it("of a listing or discussion redirects in one step", async () => {
    const site = makeSite();
    const { id, slug } = await publish(site);
    const canonical = `/listing/${id}/${slug}`;
    for (const path of [`/LISTING/${id}/${slug}`, `/Listing/${id}/${slug.toUpperCase()}`, `${canonical}/`])
      expect((await site.fetch(path)).headers.get("location"), path).toBe(canonical);
    for (const path of [`/Listing/${id}`, `/listing/${id}/`, `/LISTING/${id}/x`])
      expect((await site.fetch(`${path}?x=1`)).headers.get("location"), path).toBe(`${canonical}?x=1`);
    const thread = await startThread(site, await visitor(site));
    for (const path of [`${FORUM_PATH}/thread/${thread.id}/`, `${FORUM_PATH.toLowerCase()}/thread/${thread.id}/x`])
      expect((await site.fetch(path)).headers.get("location"), path).toBe(threadPath(thread));
    // For a listing that does not exist, only the path is normalized.
    expect((await site.fetch("/Listing/777/")).headers.get("location")).toBe("/listing/777");
  });

  it("of an unknown page is 404", async () => {
    const site = makeSite();
    for (const path of [
      "/abouts",
      "/about/us",
      "//about",
      "/API/site",
      "/Listing",
      "/listing/1/a/b",
      "/Listing/1/%0d%0aSet-Cookie:x=1",
      "/Listing/1/%E2%80%A8",
      "/__proto__",
    ])
      expect((await site.fetch(path)).status, path).toBe(404);
  });
});

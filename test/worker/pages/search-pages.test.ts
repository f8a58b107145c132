import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { publish } from "../../support/worker/listings.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";

async function open(site: Site, path: string) {
  const response = await site.fetch(path);
  const html = await response.text();
  const links = [...html.matchAll(/href="\/listing\/(\d+)\//g)].map(([, id]) => Number(id));
  return { html, headers: response.headers, listed: [...new Set(links)] };
}

/** Publishes three units: a cheap one, an expensive one near the subway, and a studio. */
async function threeUnits(site: Site) {
  const cheap = await publish(site, { address: "1 Elm St", rent: "1500", pets: "yes" });
  const dear = await publish(site, { address: "2 Elm St", rent: "2000" });
  const studio = await publish(site, { address: "3 Elm St", rent: "1400", bedrooms: "Studio" });
  await env.DB.prepare("UPDATE listings SET closest_subway_station = 'Spadina', distance_to_subway = 300 WHERE id = ?")
    .bind(dear.id)
    .run();
  return [cheap.id, dear.id, studio.id] as const;
}

describe("the page of a search", () => {
  it("contains the requested results in the requested order in the initial HTML", async () => {
    const site = makeSite();
    const [cheap, dear, studio] = await threeUnits(site);
    const pages: [string, number[]][] = [
      ["/", [studio, dear, cheap]],
      ["/?sort=price", [studio, cheap, dear]],
      ["/?type=1+BR", [dear, cheap]],
      ["/?type=1+BR&with=pets", [cheap]],
      ["/?maxRent=1500", [studio, cheap]],
      ["/?station=Spadina&maxSubway=400", [dear]],
      ["/1-bedroom-apartments-toronto?sort=price", [cheap, dear]],
      ["/1-bedroom-apartments-toronto?maxRent=1800", [cheap]],
      // Values that cannot be parsed are ignored.
      ["/?type=castle&with=pets,castle&maxRent=cheap", [cheap]],
    ];
    for (const [path, expected] of pages) expect((await open(site, path)).listed, path).toEqual(expected);
  });

  it("has the plain page as its canonical URL, and is not indexed", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await threeUnits(site);
    for (const [path, canonical] of [
      ["/?maxRent=1500&sort=price", "/"],
      ["/?type=Studio", "/"],
      ["/studio-apartments-toronto?with=pets", "/studio-apartments-toronto"],
    ] as const) {
      const { html, headers } = await open(site, path);
      expect(headers.get("x-robots-tag"), path).toBe("noindex");
      expect(html, path).toContain(`<link rel="canonical" href="http://localhost:8787${canonical}">`);
    }
    for (const path of ["/", "/studio-apartments-toronto", "/?utm_source=mail"])
      expect((await open(site, path)).headers.get("x-robots-tag"), path).toBeNull();
  });

  it(
    "highlights the words that were searched, reports corrections, and is not cached",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { id } = await publish(site, { address: "1 Elm St", additionalInfo: "A quiet balcony. Call me at work." });
      await publish(site, { address: "2 Elm St", additionalInfo: "A loud one." });
      const { html, headers, listed } = await open(site, "/?q=balconies&sort=price");
      expect(listed).toEqual([id]);
      expect(html).toMatch(/<mark[^>]*>balcony<\/mark>/);
      expect(html).toContain('value="balconies"');
      expect([headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual(["no-store", "noindex"]);
      const mended = await open(site, "/1-bedroom-apartments-toronto?q=balcny");
      expect(mended.listed).toEqual([id]);
      expect(mended.html).toContain("<strong>“balcony”</strong>");
    },
  );

  it("accepts other spellings of a place, and keeps the spelling of the URL", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { address: "1 Elm St" });
    await env.DB.prepare("UPDATE listings SET neighbourhood = 'South Riverdale' WHERE id = ?").bind(id).run();
    for (const [path, tag] of [
      ["/?neighbourhood=Leslieville", "listings,claims"],
      ["/?neighbourhood=leslieville", null],
      ["/?neighbourhood=South+Riverdale", "listings,claims"],
    ] as const) {
      const { listed, headers } = await open(site, path);
      expect([listed, headers.get("cache-tag")], path).toEqual([[id], tag]);
    }
  });

  it("is cached by the edge under one spelling of its URL", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await threeUnits(site);
    for (const path of [
      "/?type=1+BR&with=pets,laundry&maxRent=1800",
      "/?type=1%20BR&with=pets%2Claundry&maxRent=1800",
      "/?station=Spadina",
      "/studio-apartments-toronto?sort=price",
    ]) {
      const { headers } = await open(site, path);
      expect(headers.get("cache-tag"), path).toBe(path.startsWith("/?") ? "listings,claims" : "listings");
    }
    for (const path of [
      "/?maxRent=1800&type=1+BR",
      "/?type=studio",
      "/?type=all",
      "/?sort=newest",
      "/?maxRent=1800&x=1",
      "/?maxRent=cheap",
      "/?with=laundry,pets",
      "/?station=Nowhere",
      "/studio-apartments-toronto?type=Studio",
    ]) {
      const { headers } = await open(site, path);
      expect(headers.get("cache-control"), path).toBe("no-store");
    }
  });
});

import { describe, expect, it } from "vitest";
import { STATIC_PAGES } from "../../../worker/contracts/pages.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { makeSite } from "../../support/worker/site.ts";

describe("a listing in a frame of another site", () => {
  it("shows its price, figure and link, without scripts, forms or cookies", async () => {
    const site = makeSite();
    const { id, slug } = await publish(site, { additionalInfo: "<script>alert(1)</script>", phone: "416-555-0199" });
    for (const path of [`/embed/listing/${id}`, `/embed/listing/${id}/ruler`]) {
      const response = await site.fetch(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("set-cookie")).toBeNull();
      expect(response.headers.get("x-robots-tag")).toBe("noindex");
      expect(response.headers.get("cache-tag")).toBe(`listing:${id}`);
      const text = await response.text();
      expect(text).toContain("16% below market");
      expect(text.replaceAll(/<[^<>]+>/g, "")).toContain("average asking rent $2,210 (Oct 2025, Rentals.ca)");
      expect(text).toContain(`/listing/${id}/${slug}`);
      expect(text).toContain('<base target="_blank">');
      expect(text).not.toMatch(/<script|<form|<button|<input|555-0199|alert\(/);
    }
  });

  it("may be framed by every site, and no other page may", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id, slug } = await publish(site);
    const policyOf = async (path: string) => (await site.fetch(path)).headers.get("content-security-policy") ?? "";
    const policy = await policyOf(`/embed/listing/${id}`);
    expect(policy).toContain("frame-ancestors *");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("script-src");
    for (const path of ["/", `/listing/${id}/${slug}`, "/admin", "/api", "/embed", ...Object.values(STATIC_PAGES)])
      expect(await policyOf(path), path).toContain("frame-ancestors 'none'");
  });

  it("says so when the home is not public, or never was", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const waiting = await submit(site);
    const { id } = await publish(site, { address: "2 Oak St, Toronto, ON" });
    await approve(site, id, false);
    for (const [path, status] of [
      [`/embed/listing/${waiting}`, 404],
      [`/embed/listing/${id}`, 410],
      ["/embed/listing/abc", 404],
    ] as const) {
      const response = await site.fetch(path);
      expect([response.status, response.headers.get("cache-control")], path).toEqual([status, "no-store"]);
      expect(await response.text()).toContain("not listed here");
    }
  });
});

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type ErrorBody, ERRORS } from "../../../worker/contracts/errors.ts";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { draft } from "../../support/worker/listings.ts";
import { json, makeSite } from "../../support/worker/site.ts";

/** Parses rows of a CSV whose quoted fields contain commas but no line breaks. */
function rowsOf(csv: string): Record<string, string>[] {
  const [head = "", ...lines] = csv.trim().split(/\r?\n/);
  const names = head.split(",");
  return lines.map((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
  });
}

describe("real advertised units", () => {
  // The file is beside the repository (test/support/node/real-data.ts); without it, there is nothing to submit.
  it.skipIf(!env.REAL_UNITS)(
    "can be submitted and approved: 41 are accepted, and 4 rejected without a street number, corner or full postal code",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const as = await site.logIn();
      const accepted: number[] = [];
      const refused: string[] = [];
      for (const unit of rowsOf(env.REAL_UNITS)) {
        const response = await site.fetch("/api/submit-property", {
          json: draft({
            address: unit.address,
            rent: unit.rent,
            bedrooms: unit.bedrooms,
            bathrooms: String(Number(unit.bathrooms_raw) / 10),
            additionalInfo: "Apartment.",
          }),
        });
        if (response.status === 201) accepted.push((await json<{ id: number }>(response)).id);
        else refused.push((await json<ErrorBody>(response)).error);
      }
      expect(accepted).toHaveLength(41);
      expect(refused).toEqual(Array.from({ length: 4 }, () => ERRORS["listing.no_street_number"][1]));
      for (const id of accepted)
        expect(
          (await site.fetch(`/api/admin/listings/${id}/status`, { method: "PATCH", json: { approved: true }, as }))
            .status,
        ).toBe(200);
      const listed = await json<PublicListing[]>(site.fetch("/api/marketplace-listings?limit=100"));
      expect(listed).toHaveLength(41);
      for (const listing of listed) {
        expect(listing.rentCents).toBeGreaterThan(100_000);
        expect(listing.belowMarketPercent).not.toBeNull();
        expect((await site.fetch(`/listing/${listing.id}/${listing.slug}`)).status).toBe(200);
      }
    },
  );
});

import { readdir, stat } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { assignPhotos, readPhoto } from "../../scripts/demo/seed-demo.ts";
import { buildingAt, DEMO_PLACES } from "../../scripts/demo/listing-rows.ts";
import { UNITS } from "../../scripts/demo/units.ts";
import { FINGERPRINT_SIZE, fingerprintOf } from "../../worker/platform/photo-bytes.ts";
import { realText } from "../support/node/real-data.ts";

/** The City's register of rental buildings, or "" where it is absent. */
const REGISTER = realText("buildings");

function registered(): Record<string, string>[] {
  return parse(REGISTER, { columns: true });
}

describe("the demo's photos", () => {
  it("have the fingerprints of their stored versions", { tags: ["rest"] }, async () => {
    for (const file of ["kitchen-1.webp", "tower-1.webp", "bathroom-1.webp"]) {
      const { widths, fingerprint } = await readPhoto({ file, isMirrored: file.startsWith("tower") });
      const stored = widths.get(1600);
      if (!stored || fingerprint === null) throw new Error(`${file} has none.`);
      // Resizes photos as the local substitute for the Images service does.
      const squeezed = await sharp(stored)
        .resize({ ...FINGERPRINT_SIZE, fit: "fill" })
        .png()
        .toBuffer();
      expect(fingerprint, file).toBe(fingerprintOf(squeezed));
    }
  });

  it("are the only files in their folder, and have at most 1.5 MB", async () => {
    const folder = "scripts/demo/photos";
    const files = (await readdir(folder)).filter((name) => name.endsWith(".webp"));
    const dealt = new Set(assignPhotos(UNITS).flatMap((photos) => photos.map(({ file }) => file)));
    expect(files.toSorted()).toEqual([...dealt].toSorted());
    const sizes = await Promise.all(files.map(async (name) => (await stat(`${folder}/${name}`)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000);
  });

  it("differ at the top of the home page, and within every listing", () => {
    const shown = assignPhotos(UNITS).map((photos) => photos.map(({ file, isMirrored }) => `${file} ${isMirrored}`));
    for (const photos of shown) expect(new Set(photos).size).toBe(photos.length);
    const newest = UNITS.map(({ stage }, position) => ({ stage, first: shown[position]?.[0] }))
      .filter(({ stage, first }) => stage.state === undefined && first !== undefined)
      .toSorted((a, b) => a.stage.daysAgo - b.stage.daysAgo)
      .slice(0, 8);
    expect(new Set(newest.map(({ first }) => first)).size).toBe(8);
  });
});

describe.skipIf(REGISTER === "")("the demo's building facts", () => {
  it("match the City's register: number, year, storeys, homes and score", () => {
    const rows = registered();
    const buildings = UNITS.flatMap(({ address }) => buildingAt(address.street) ?? []);
    expect(buildings.length).toBeGreaterThan(25);
    for (const building of buildings) {
      const row = rows.find(({ rsn }) => rsn === String(building.rsn));
      expect(row, building.address).toMatchObject({
        address: building.address,
        year_built: String(building.yearBuilt),
        storeys: String(building.storeys),
        units: String(building.units),
        property_type: building.propertyType,
        score: String(building.score),
        evaluated_on: building.evaluatedOn,
      });
      const street =
        UNITS.find(({ address }) => address.street.toUpperCase() === building.address)?.address.street ?? "";
      const at = DEMO_PLACES.get(street)?.at;
      expect(at?.latitude).toBeCloseTo(Number(row?.lat), 4);
      expect(at?.longitude).toBeCloseTo(Number(row?.lng), 4);
    }
  });

  it("are stated for every unit with a registered address, and no landlord states another year", () => {
    const addresses = new Set(registered().map(({ address }) => address));
    for (const { address, home } of UNITS) {
      const building = buildingAt(address.street);
      expect(addresses.has(address.street.toUpperCase()), address.street).toBe(building !== null);
      if (building) expect(home.yearBuilt).toBe(building.yearBuilt);
    }
  });
});

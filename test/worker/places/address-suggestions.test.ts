import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AddressSuggestion } from "../../../worker/contracts/address-suggestions.ts";
import { suggestAddresses } from "../../../worker/address/find-places.service.ts";
import { makeDeps } from "../../../worker/platform/deps.ts";
import { countReads, measured, type Meter } from "../../support/worker/counting-d1.ts";
import { houses } from "../../support/worker/geocoder.ts";
import { publish } from "../../support/worker/listings.ts";
import { HAS_REAL_PLACES, importRealPlaces, NO_REAL_PLACES } from "../../support/worker/real-places.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const KING = { latitude: 43.64, longitude: -79.4 };
const at = (number: number, street: string, municipality = "", suffix = "") =>
  [number, street, KING.latitude, KING.longitude, municipality, suffix] as const;

const ask = (site: Site, q: string, headers: Record<string, string> = {}) =>
  site.fetch(`/api/addresses?${new URLSearchParams({ q }).toString()}`, { headers });
const suggestions = async (site: Site, q: string) =>
  (await json<AddressSuggestion[]>(ask(site, q))).map(({ address }) => address);

describe("the addresses suggested while one is typed", () => {
  it.each([
    [
      "12 king",
      ["12 King St E, Toronto", "12A King St E, Toronto", "12 King St W, Toronto", "12 Kingston Rd, Toronto"],
    ],
    ["12 King Street W", ["12 King St W, Toronto"]],
    ["12 king w", ["12 King St W, Toronto"]],
    ["12a king", ["12A King St E, Toronto"]],
    // Special characters are not wildcards.
    ["12 king%st_w", ["12 King St W, Toronto"]],
    ["12 kingston ro", ["12 Kingston Rd, Toronto"]],
    ["9 mcnic", ["9 McNicoll Ave, Toronto"]],
    ["60 church", ["60 Church St, Toronto", "60 Church St, York"]],
    ["60 church st, york", ["60 Church St, York"]],
    [
      "12 king, north york",
      [
        "12 King St E, North York",
        "12A King St E, North York",
        "12 King St W, North York",
        "12 Kingston Rd, North York",
      ],
    ],
  ])("for %s are houses with that number on streets that begin with that name", async (q, expected) => {
    await houses(
      at(12, "KING ST W"),
      at(12, "KING ST E"),
      at(12, "KING ST E", "", "A"),
      at(14, "KING ST E"),
      at(12, "KINGSTON RD"),
      at(9, "MCNICOLL AVE"),
      at(60, "CHURCH ST"),
      at(60, "CHURCH ST", "York"),
    );
    expect(await suggestions(makeSite(), q)).toEqual(expected);
  });

  it("contain no unit, even if one is typed", async () => {
    await houses(at(12, "KING ST W"));
    const site = makeSite();
    for (const q of ["unit 4, 12 king", "1204-12 king st", "12 king st w #1204", "#5/12 king"])
      expect(await suggestions(site, q), q).toEqual(["12 King St W, Toronto"]);
  });

  it("are empty without open data, a number or a street, for two numbers, and for another town", async () => {
    const site = makeSite();
    expect(await suggestions(site, "12 king")).toEqual([]);
    await houses(at(12, "KING ST W"), at(14, "KING ST W"));
    for (const q of [
      "king st w",
      "12 ki",
      "12-14 king st w",
      "12 king st w, mississauga",
      "12 king, L5B 1M2",
      "13 king",
    ])
      expect(await suggestions(site, q), q).toEqual([]);
  });

  it("do not reveal a listing's hidden number", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await houses(at(14, "MAIN ST"));
    await publish(site, { address: "4817 Main Street, Toronto", addressPrecision: "street" });
    expect(await suggestions(site, "4817 main")).toEqual([]);
  });

  it("are at most five and are not cached", async () => {
    await houses(..."abcdefgh".split("").map((letter) => at(7, `QUEEN ${letter}${letter} AVE`)));
    const response = await ask(makeSite(), "7 queen");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await json(response)).toHaveLength(5);
  });

  it("require four characters, and at most the length of an address", async () => {
    const site = makeSite();
    for (const q of ["", "12 ", "1 k", "\u200b\u200b\u200b\u200b1 k", "x".repeat(201), " ".repeat(5_000)]) {
      const response = await ask(site, q);
      expect(response.status, q.slice(0, 20)).toBe(400);
      expect(await json(response)).toMatchObject({ code: "request.invalid", fields: { q: expect.any(String) } });
    }
    expect((await site.fetch("/api/addresses")).status).toBe(400);
  });

  it.each(["12 %", "12 ' OR 1=1 --", "12 \uffff\uffff\uffff", "12 'kxng\u0000", "0 king", "99999999 king"])(
    "are empty for %s",
    async (q) => {
      await houses(at(12, "KING ST W"));
      expect(await suggestions(makeSite(), q)).toEqual([]);
    },
  );

  it("are limited per network", async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "0.05" } });
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) statuses.push((await ask(site, "12 king")).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect((await ask(site, "12 king", { "cf-connecting-ip": "198.51.100.9" })).status).toBe(200);
  });

  it(
    "read a bounded number of rows, even where hundreds of streets begin alike",
    { tags: ["d1"], timeout: LONG_TESTS.tables },
    async () => {
      const insert = env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
       INSERT INTO address_points (street, number, suffix, municipality, latitude, longitude, source, version)
       SELECT 'main' || char(97 + i / 1300, 97 + i / 50 % 26) || ' st', i % 50 + 1, '', '', 43.7, -79.4, 'City of Toronto', 'x' FROM n`,
      );
      await insert.run();
      const meter: Meter = { count: null, waits: null };
      const deps = makeDeps({ ...env, DB: countReads(env.DB, meter) }, createExecutionContext());
      for (const [text, found] of [
        ["7 main", 5],
        ["70 main", 0],
        ["7 mainc", 5],
        ["7 main s", 0],
        ["70 mainc av", 0],
      ] as const) {
        const { result, rowsRead } = await measured(meter, () => suggestAddresses(deps, text));
        console.info(`rows read for "${text}": ${rowsRead}`);
        expect(result).toHaveLength(found);
        expect(rowsRead).toBeLessThan(500);
      }
    },
  );

  it.skipIf(!HAS_REAL_PLACES)(
    `are real addresses${HAS_REAL_PLACES ? "" : ` (${NO_REAL_PLACES})`}`,
    { timeout: LONG_TESTS.many },
    async () => {
      await importRealPlaces();
      const site = makeSite();
      expect(await suggestions(site, "90 adel")).toContain("90 Adelaide St E, Toronto");
      expect(await suggestions(site, "970 Queen Street Eas")).toEqual(["970 Queen St E, Toronto"]);
    },
  );
});

import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../worker/contracts/days.ts";
import { HISTORY_MAX } from "../../worker/contracts/price-history.ts";
import type { Listing } from "../../worker/features/listings/listing/listings.table.ts";
import {
  rentDropFromChange,
  latestRentDrop,
  rentColumnsAfterChange,
  toRentHistory,
} from "../../worker/features/listings/listing/rent-history.ts";
import { fullSize } from "../support/full-size.ts";

function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * sides);
  };
}

const START = Date.parse("2026-01-01T15:00:00Z");
const at = (day: number) => new Date(START + day * DAY_MS);

/** A listing that was never public. */
const PENDING = {
  status: "pending",
  rentCents: 200_000,
  addressPrecision: "exact",
  submittedAt: at(0),
  firstApprovedAt: null,
  approvedAt: null,
  updatedAt: at(0),
  expiresAt: null,
  rentHistory: [],
  previousListing: null,
  dropPercent: null,
  droppedAt: null,
  publicUntil: null,
} as unknown as Listing;

const after = (listing: Listing, values: Partial<Listing>, day: number): Listing => ({
  ...listing,
  ...values,
  ...rentColumnsAfterChange(listing, values, at(day)),
});

describe("a drop", () => {
  it(
    "is measured from the lowest rent on each of the 30 days before, for any history of rents",
    { tags: ["rest"] },
    () => {
      const roll = dice(30);
      let drops = 0;
      for (let round = 0; round < fullSize(20_000, 2_000); round += 1) {
        // A random previous listing, and random rents for each day, as a landlord may set them.
        const former =
          roll(2) === 0 ? null : { day: -1 - roll(60), rents: [0, 1].map(() => 180_000 + roll(40) * 1_000) };
        const rents = new Map<number, number>();
        let listing: Listing = PENDING;
        if (former) {
          const [first = 0, last = 0] = former.rents;
          const begun = former.day - 20;
          for (let day = begun; day < former.day; day += 1) rents.set(day, day < begun + 10 ? first : last);
          listing = {
            ...PENDING,
            previousListing: {
              ids: [1],
              rentCents: last,
              until: at(former.day).getTime(),
              rents: [
                { rentCents: first, from: at(begun).getTime() },
                { rentCents: last, from: at(begun + 10).getTime() },
              ],
            },
          };
        }
        for (let day = 0; day < 90; day += 1) {
          const rentCents = day === 0 || roll(8) === 0 ? 180_000 + roll(40) * 1_000 : (rents.get(day - 1) ?? 0);
          const isChange = rentCents !== rents.get(day - 1);
          if (day === 0 || isChange) {
            const values = { rentCents, status: "approved" as const };
            const told = rentDropFromChange(listing, values, at(day));
            listing = after(listing, values, day);
            const before = Array.from({ length: 30 }, (_, back) => rents.get(day - 1 - back)).filter(
              (rent) => rent !== undefined,
            );
            const lowest = Math.min(...before);
            const expected = day > 0 && rentCents < lowest ? { fromCents: lowest, toCents: rentCents } : null;
            const percent = expected && Math.round(((lowest - rentCents) / lowest) * 100);
            const drop = latestRentDrop(listing);
            expect(drop, `round ${round}, day ${day}`).toEqual(
              expected && { ...expected, percent, at: at(day).getTime() },
            );
            expect(told).toEqual(drop);
            expect(listing.dropPercent).toBe(percent);
            if (expected) drops += 1;
          } else listing = after(listing, { additionalInfo: `Day ${day}` }, day);
          rents.set(day, rentCents);
        }
        const shown = toRentHistory(listing).priceHistory;
        expect(shown.map(({ from }) => from)).toEqual(shown.map(({ from }) => from).toSorted());
        expect(shown.at(-1)?.rentCents).toBe(rents.get(89));
      }
      expect(drops).toBeGreaterThan(fullSize(10_000, 1_000));
    },
  );

  it("is not recorded while the listing shows only its street and the previous listing had the lowest rent", () => {
    const previousListing = {
      ids: [1],
      rentCents: 210_000,
      until: at(-1).getTime(),
      rents: [{ rentCents: 210_000, from: at(-9).getTime() }],
    };
    let listing = after({ ...PENDING, previousListing }, { status: "approved", rentCents: 240_000 }, 0);
    listing = after(listing, { rentCents: 200_000 }, 1);
    expect(latestRentDrop(listing)).toMatchObject({ fromCents: 210_000 });
    listing = after(listing, { addressPrecision: "street" }, 2);
    expect(JSON.stringify(toRentHistory(listing))).not.toContain("210000");
    expect(toRentHistory(listing).priceDrop).toMatchObject({ fromCents: 240_000 });
  });
});

describe("the history of a listing", () => {
  it("of an older listing begins with its last change", () => {
    const old = { ...PENDING, status: "approved" as const, approvedAt: at(0), updatedAt: at(5), expiresAt: at(60) };
    expect(toRentHistory(old).priceHistory).toEqual([{ rentCents: 200_000, from: at(5).toISOString() }]);
    const reduced = after(old, { rentCents: 190_000 }, 8);
    expect(reduced.rentHistory).toEqual([
      { rentCents: 200_000, from: at(5).getTime() },
      { rentCents: 190_000, from: at(8).getTime() },
    ]);
    expect(toRentHistory(reduced).priceDrop).toMatchObject({ percent: 5 });
  });

  it("keeps only the newest rents, up to a limit", () => {
    let listing: Listing = PENDING;
    for (let day = 0; day < HISTORY_MAX + 10; day += 1)
      listing = after(listing, { status: "approved", rentCents: 100_000 + (day % 2) }, day);
    expect(listing.rentHistory).toHaveLength(HISTORY_MAX);
    expect(listing.rentHistory.at(-1)?.from).toBe(at(HISTORY_MAX + 9).getTime());
  });

  it("records until when it was public, at most until the end of its term", () => {
    const shown = after(PENDING, { status: "approved", expiresAt: at(60) }, 0);
    expect(after(shown, { status: "rented" }, 9).publicUntil).toEqual(at(9));
    expect(after(shown, { status: "rejected" }, 70).publicUntil).toEqual(at(60));
    expect(after(after(shown, { status: "pending" }, 9), { additionalInfo: "New" }, 12).publicUntil).toEqual(at(9));
    expect(after(after(shown, { status: "pending" }, 9), { status: "approved" }, 12).publicUntil).toBeNull();
  });
});

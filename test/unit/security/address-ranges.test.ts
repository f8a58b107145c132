import * as fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { bannableRangesAround, parseBanTarget } from "../../../worker/features/bans/ban-ranges.ts";
import {
  type AddressRange,
  containsRange,
  maskedRangeName,
  rangeName,
  parseRange,
  canonicalAddress,
  clientFrom,
  maskedAddress,
} from "../../../worker/platform/client-address.ts";
import { fullSize } from "../../support/full-size.ts";

/** Addresses that often share a prefix. */
const near = fc
  .tuple(fc.constantFrom("2001:db8:5:", "2001:db8:5:6:", "2001:db8:4:", "2001:db8:"), fc.nat(65_535))
  .map(([start, end]) => `${start}:${end.toString(16)}`);
const address = fc
  .oneof(
    fc.ipV4(),
    fc.ipV6(),
    near,
    fc.nat(1_023).map((n) => `198.51.${100 + (n >> 8)}.${n & 255}`),
  )
  .filter((text) => canonicalAddress(text) !== null);
const length = fc.nat(128);
const of = (text: string) => parseRange(text) as AddressRange;

describe("a range of addresses", () => {
  it("contains the same addresses as in the library's matching", () => {
    fc.assert(
      fc.property(address, address, length, (base, other, bits) => {
        const parsed = ipaddr.process(base);
        const most = parsed.kind() === "ipv4" ? 32 : 128;
        const range = of(`${canonicalAddress(base) ?? ""}/${Math.min(bits, most)}`);
        const inside = ipaddr.process(other);
        const expected = inside.kind() === parsed.kind() && inside.match([parsed, Math.min(bits, most)] as never);
        expect(containsRange(range, of(other))).toBe(expected);
        expect(rangeName(of(rangeName(range)))).toBe(rangeName(range));
      }),
      { numRuns: fullSize(2_000, 300) },
    );
  });

  it("is masked like its addresses, and never as a narrower range", () => {
    fc.assert(
      fc.property(address, (text) => {
        expect(maskedRangeName(of(text))).toBe(maskedAddress(text));
      }),
    );
    expect(maskedRangeName(of("198.51.0.0/16"))).toBe("198.51.0.0/16");
    expect(maskedRangeName(of("2001:db8:5:6::/64"))).toBe("2001:db8:5::/48");
  });

  it("is rejected in any other notation", () => {
    for (const text of [
      "",
      "/",
      "/24",
      "1.2.3.4/",
      "1.2.3.4/33",
      "1.2.3.4/-1",
      "1.2.3.4/1e1",
      "1.2.3.4/08",
      "::/129",
      "a/8",
    ])
      expect(parseRange(text), text).toBeNull();
  });
});

describe("a ban", () => {
  it("is found for an address exactly when its range contains it", () => {
    fc.assert(
      fc.property(address, address, length, (base, other, bits) => {
        const canonical = canonicalAddress(base) ?? "";
        const [least, most] = canonical.includes(":") ? [32, 128] : [16, 32];
        const text = `${canonical}/${least + (bits % (most - least + 1))}`;
        fc.pre(!canonical.startsWith("0."));
        const { network } = parseBanTarget(text);
        expect(bannableRangesAround(of(other)).includes(network)).toBe(containsRange(of(network), of(other)));
      }),
      { numRuns: fullSize(2_000, 300) },
    );
  });

  it("is looked up under at most 97 ranges", () => {
    expect(bannableRangesAround(of("2001:db8::1"))).toHaveLength(97);
    expect(bannableRangesAround(of("198.51.100.9"))).toHaveLength(17);
    expect(bannableRangesAround(of("198.51.0.0/15"))).toEqual([]);
  });
});

it("a caller's networks are nested, narrowest first", () => {
  fc.assert(
    fc.property(address, (text) => {
      const { networks, network, address: caller } = clientFrom(new Headers({ "cf-connecting-ip": text }));
      expect(networks[0]).toBe(network);
      expect(networks).toHaveLength(caller.includes(":") ? 3 : 1);
      for (const [level, each] of networks.entries())
        expect(containsRange(of(each), of(networks[level - 1] ?? caller))).toBe(true);
    }),
  );
});

import ipaddr from "ipaddr.js";
import { MASKED_LENGTHS } from "../contracts/ip-addresses.ts";
import { canonicalAddress } from "./client-address.ts";

/** A CIDR range: its first address and its prefix length. */
export interface AddressRange {
  kind: "ipv4" | "ipv6";
  /** The bytes of the first address: 4 or 16. */
  bytes: readonly number[];
  length: number;
}

/** IPv4-mapped IPv6 ranges start with this many bits that are not part of the IPv4 range. */
const MAPPED_BITS = 96;

function masked(bytes: readonly number[], length: number): number[] {
  return bytes.map((byte, at) => byte & (0xff << Math.max(0, Math.min(8, (at + 1) * 8 - length))) & 0xff);
}

/** Parses `203.0.113.0/24`, `2001:db8::/48` or a plain address; null when malformed. */
export function parseRange(text: string): AddressRange | null {
  const [address = "", suffix, ...rest] = text.trim().split("/");
  const canonical = canonicalAddress(address);
  if (canonical === null || rest.length > 0 || (suffix !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(suffix)))
    return null;
  const parsed = ipaddr.parse(canonical);
  const bytes = parsed.toByteArray();
  const isMapped = parsed.kind() === "ipv4" && address.includes(":");
  const length = suffix === undefined ? bytes.length * 8 : Number(suffix) - (isMapped ? MAPPED_BITS : 0);
  if (length < 0 || length > bytes.length * 8) return null;
  return { kind: parsed.kind(), bytes: masked(bytes, length), length };
}

/** The canonical text of a range: a single IPv4 address without a length, everything else with one. */
export function rangeName({ kind, bytes, length }: AddressRange): string {
  const first = ipaddr.fromByteArray([...bytes]).toString();
  return kind === "ipv4" && length === 32 ? first : `${first}/${length}`;
}

/** Widens a range to a prefix length. */
export const widenRange = (range: AddressRange, length: number): AddressRange => ({
  ...range,
  bytes: masked(range.bytes, length),
  length,
});

/** Whether one range contains another. */
export function containsRange(outer: AddressRange, inner: AddressRange): boolean {
  if (outer.kind !== inner.kind || outer.length > inner.length) return false;
  const shared = masked(inner.bytes, outer.length);
  return outer.bytes.every((byte, at) => byte === shared[at]);
}

/** A range widened to the masked lengths (client-address.ts), so that it identifies nobody. */
export function maskedRangeName(range: AddressRange): string {
  return rangeName(widenRange(range, Math.min(range.length, MASKED_LENGTHS[range.kind])));
}

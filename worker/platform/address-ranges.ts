import ipaddr from "ipaddr.js";
import { canonicalAddress, MASKED_LENGTHS } from "./client-address.ts";

/** A range of addresses in CIDR: its first address, and how many bits all of them share. */
export interface AddressRange {
  kind: "ipv4" | "ipv6";
  /** Of the first address: 4 or 16. */
  bytes: readonly number[];
  length: number;
}

/** An IPv4-mapped IPv6 range begins with this many bits that are no part of the IPv4 range. */
const MAPPED_BITS = 96;

function masked(bytes: readonly number[], length: number): number[] {
  return bytes.map((byte, at) => byte & (0xff << Math.max(0, Math.min(8, (at + 1) * 8 - length))) & 0xff);
}

/** The range that `203.0.113.0/24`, `2001:db8::/48` or a plain address writes; null when it writes none. */
export function rangeOf(text: string): AddressRange | null {
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

/** A range as it is stored and shown: an IPv4 address alone, everything else with its length. */
export function rangeName({ kind, bytes, length }: AddressRange): string {
  const first = ipaddr.fromByteArray([...bytes]).toString();
  return kind === "ipv4" && length === 32 ? first : `${first}/${length}`;
}

/** The range of `length` bits around another one. */
export const widened = (range: AddressRange, length: number): AddressRange => ({
  ...range,
  bytes: masked(range.bytes, length),
  length,
});

/** Whether all of a range lies in another. */
export function holds(outer: AddressRange, inner: AddressRange): boolean {
  if (outer.kind !== inner.kind || outer.length > inner.length) return false;
  const shared = masked(inner.bytes, outer.length);
  return outer.bytes.every((byte, at) => byte === shared[at]);
}

/** A range that names nobody: one that is narrower than a masked address (client-address.ts) is widened to it. */
export function maskedRangeName(range: AddressRange): string {
  return rangeName(widened(range, Math.min(range.length, MASKED_LENGTHS[range.kind])));
}

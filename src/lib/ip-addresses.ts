import type { OwnAddress } from "../../worker/contracts/bans.ts";
import { MASKED_LENGTHS } from "../../worker/contracts/ip-addresses.ts";

/** Returns the eight groups of an IPv6 address, as the browser's URL parser normalizes it; null if it is invalid. */
function groupsOf(text: string): number[] | null {
  try {
    const [before = "", after] = new URL(`http://[${text}]/`).hostname.slice(1, -1).split("::");
    const numbers = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
    const [first, last] = [numbers(before), numbers(after ?? "")];
    return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
  } catch {
    return null;
  }
}

const inBits = (numbers: readonly number[], width: number) =>
  numbers.map((number) => number.toString(2).padStart(width, "0")).join("");

/**
 * Returns the version and the bits of an IP address; null if the address is invalid. An IPv4-mapped IPv6 address counts
 * as IPv4.
 */
function bitsOf(text: string): { kind: "4" | "6"; bits: string } | null {
  // IPv4, also in the deprecated form ::a.b.c.d.
  const dotted = /^(?:::)?(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text)?.[1];
  if (dotted !== undefined) return { kind: "4", bits: inBits(dotted.split(".").map(Number), 8) };
  const groups = groupsOf(text);
  if (!groups) return null;
  return groups.slice(0, 6).join(":") === "0:0:0:0:0:65535"
    ? { kind: "4", bits: inBits(groups.slice(6), 16) }
    : { kind: "6", bits: inBits(groups, 16) };
}

/** Prefix length that a ban of a single IPv6 address extends to. */
const SUBSCRIBER_BITS = 64;
/** Prefix length of IPv4-mapped IPv6 addresses. */
const MAPPED_BITS = 96;

/** Returns the IP version and prefix bits that a ban covers; null if the address is invalid. */
export function bannedPrefix(text: string): string | null {
  const [address = "", suffix] = text.trim().split("/");
  const found = bitsOf(address.split("%", 1)[0] ?? "");
  if (found === null) return null;
  const { kind, bits } = found;
  if (suffix === undefined) return kind + (kind === "4" ? bits : bits.slice(0, SUBSCRIBER_BITS));
  const length = Number(suffix) - (kind === "4" && address.includes(":") ? MAPPED_BITS : 0);
  return /^\d{1,3}$/.test(suffix) && length > 0 && length <= bits.length ? kind + bits.slice(0, length) : null;
}

/** Returns whether a ban would cover the moderator's own IP address. */
export function isOwn(text: string, { ipAddress }: OwnAddress): boolean {
  const shared = bannedPrefix(text);
  const mine = bitsOf(ipAddress);
  return shared !== null && mine !== null && (mine.kind + mine.bits).startsWith(shared);
}

/**
 * Returns the network around an IP address that the server would ban, a /24 or /48. A masked address is already a
 * network.
 */
export function networkToBan(address: string): string {
  if (address.includes("/")) return address;
  const { ipv4, ipv6 } = MASKED_LENGTHS;
  if (!address.includes(":"))
    return (
      address &&
      `${address
        .split(".")
        .slice(0, ipv4 / 8)
        .join(".")}.0/${ipv4}`
    );
  const kept = groupsOf(address)
    ?.slice(0, ipv6 / 16)
    .map((group) => group.toString(16));
  return kept ? `${new URL(`http://[${kept.join(":")}::]/`).hostname.slice(1, -1)}/${ipv6}` : address;
}

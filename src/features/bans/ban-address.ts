import type { OwnAddress } from "../../../worker/contracts/forum.ts";

/** The eight groups of an IPv6 address; null when it is none. The browser's own parser knows every spelling. */
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

/** An address as its kind and its bits, an IPv4 address in IPv6 clothes as the IPv4 address; null when it is neither. */
function bitsOf(text: string): { kind: "4" | "6"; bits: string } | null {
  // An IPv4 address, also after the two colons that once made it an IPv6 one.
  const dotted = /^(?:::)?(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text)?.[1];
  if (dotted !== undefined) return { kind: "4", bits: inBits(dotted.split(".").map(Number), 8) };
  const groups = groupsOf(text);
  if (!groups) return null;
  return groups.slice(0, 6).join(":") === "0:0:0:0:0:65535"
    ? { kind: "4", bits: inBits(groups.slice(6), 16) }
    : { kind: "6", bits: inBits(groups, 16) };
}

/** A ban of a plain IPv6 address holds for so many bits. */
const SUBSCRIBER_BITS = 64;
/** Those before an IPv4 address in IPv6 clothes. */
const MAPPED_BITS = 96;

/** What all addresses that a ban holds for begin with: their kind, and the bits they share; null when it is no ban. */
export function banned(text: string): string | null {
  const [address = "", suffix] = text.trim().split("/");
  const found = bitsOf(address.split("%", 1)[0] ?? "");
  if (found === null) return null;
  const { kind, bits } = found;
  if (suffix === undefined) return kind + (kind === "4" ? bits : bits.slice(0, SUBSCRIBER_BITS));
  const length = Number(suffix) - (kind === "4" && address.includes(":") ? MAPPED_BITS : 0);
  return /^\d{1,3}$/.test(suffix) && length > 0 && length <= bits.length ? kind + bits.slice(0, length) : null;
}

/** Whether a ban of an address or a range would shut out whoever asks. */
export function isOwn(text: string, { ipAddress }: OwnAddress): boolean {
  const shared = banned(text);
  const mine = bitsOf(ipAddress);
  return shared !== null && mine !== null && (mine.kind + mine.bits).startsWith(shared);
}

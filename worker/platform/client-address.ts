import ipaddr from "ipaddr.js";
import { createIsbotFromList, list } from "isbot";
import { DAY_MS } from "../contracts/days.ts";
import { MASKED_LENGTHS } from "../contracts/ip-addresses.ts";

/** The caller, as bans and rate limits identify it. */
export interface Client {
  /** The IP address, with IPv4-mapped IPv6 converted to IPv4. */
  address: string;
  /** The IPv4 address, or the IPv6 /64, because one subscriber has 2^64 addresses. */
  network: string;
  /**
   * All networks that rate limits count, narrowest first: the IPv4 address, or the IPv6 /64, /56 and /48. Providers
   * assign a customer up to a /48, which contains 65,536 /64 networks.
   */
  networks: readonly string[];
}

/** Prefix lengths of the IPv6 networks that rate limits count. */
const COUNTED_LENGTHS = [64, 56, 48];

const UNKNOWN = "0.0.0.0";
/** Matches a canonical IPv4 address, three times as fast as parsing with the library. */
const PLAIN_IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|$)){4}$/;

/**
 * Returns the canonical form of an IP address: `1.2.3.4` for `::ffff:1.2.3.4`, and RFC 5952 for IPv6. Null when
 * malformed.
 */
export function canonicalAddress(text: string): string | null {
  const trimmed = text.trim();
  if (PLAIN_IPV4.test(trimmed)) return trimmed;
  // ipaddr.isValid accepts "1" and "0x7f.1" as IPv4.
  if (!ipaddr.IPv6.isValid(trimmed)) return null;
  return ipaddr.process(trimmed.split("%", 1)[0] ?? "").toString();
}

/** Returns the networks of an IP address, narrowest first: IPv4 /32; IPv6 /64, /56 and /48 as `2001:db8::/64`. */
function networksOf(address: string): readonly [string, ...string[]] {
  const canonical = canonicalAddress(address);
  if (canonical === null) return [UNKNOWN];
  if (PLAIN_IPV4.test(canonical)) return [canonical];
  const bytes = ipaddr.parse(canonical).toByteArray();
  const [narrow = UNKNOWN, ...wider] = COUNTED_LENGTHS.map((length) => {
    // Works because all prefix lengths are whole bytes.
    const kept = bytes.map((byte, at) => (at < length / 8 ? byte : 0));
    return `${ipaddr.fromByteArray(kept).toString()}/${length}`;
  });
  return [narrow, ...wider];
}

/** Returns the widest network of a caller that rate limits count, which contains all networks of one customer. */
export const widestNetwork = ({ networks, network }: Pick<Client, "networks" | "network">): string =>
  networks.at(-1) ?? network;

/** Returns the narrowest network of an IP address that rate limits count: IPv4 /32, IPv6 /64. */
export const networkOf = (address: string): string => networksOf(address)[0];

/** Returns the widest network that one customer may have: an IPv4 address, or an IPv6 /48. */
export const widestNetworkOf = (address: string): string => networksOf(address).at(-1) ?? UNKNOWN;

/**
 * Returns the caller's IP address. Uses only `CF-Connecting-IP`, because callers can forge every other header.
 * Cloudflare sets it in production; the local runtime passes on the client's value, or else the address of the socket.
 */
export function clientFrom(headers: Headers): Client {
  const address = canonicalAddress(headers.get("cf-connecting-ip") ?? "") ?? UNKNOWN;
  const networks = networksOf(address);
  return { address, network: networks[0], networks };
}

/** Time for which unmasked IP addresses are stored (docs/product.md, Review). */
export const ADDRESS_LIFETIME_MS = 90 * DAY_MS;

/** Masks an IP address to its IPv4 /24 or IPv6 /48, with the prefix length. A masked address identifies nobody. */
export function maskedAddress(address: string): string {
  const canonical = canonicalAddress(address);
  if (canonical === null) return `${UNKNOWN}/0`;
  return ipaddr.parse(canonical).kind() === "ipv4"
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${canonical}/${MASKED_LENGTHS.ipv4}`).toString()}/${MASKED_LENGTHS.ipv4}`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${canonical}/${MASKED_LENGTHS.ipv6}`).toString()}/${MASKED_LENGTHS.ipv6}`;
}

/**
 * Returns whether a pattern judges only the shape of a user agent, and therefore mistakes browsers with short or
 * unusual names for bots.
 */
const isGuess = (pattern: string) => /^\^(?:\[|\\[dw]|mozilla)/.test(pattern);
const HEADLESS = "headless";

const namesABot = createIsbotFromList(list.filter((pattern) => !isGuess(pattern) && pattern !== HEADLESS));
const isHeadless = (userAgent: string) => userAgent.toLowerCase().includes(HEADLESS);

/** Matches Logicom's phones and tablets, such as "M bot 60", because Android user agents contain the model name. */
const NOT_A_BOT = /; ?M[ _-]bot(?=[ _-])/gi;
const withoutPhones = (userAgent: string) =>
  userAgent.includes("Android") ? userAgent.replaceAll(NOT_A_BOT, "; ") : userAgent;

/**
 * Returns whether a user agent is empty or names a bot or another program.
 * @param mayBeHeadless whether headless browsers count as visitors; true in development, where browser tests use one
 */
export function isBot(userAgent: string, mayBeHeadless: boolean): boolean {
  return userAgent === "" || namesABot(withoutPhones(userAgent)) || (!mayBeHeadless && isHeadless(userAgent));
}

/** A CIDR range: its first address and its prefix length. */
export interface AddressRange {
  kind: "ipv4" | "ipv6";
  /** The bytes of the first address: 4 or 16. */
  bytes: readonly number[];
  length: number;
}

/** Number of leading bits in IPv4-mapped IPv6 ranges that are not part of the IPv4 range. */
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

/** Returns the canonical text of a range. A single IPv4 address has no prefix length; all other ranges have one. */
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

/** Returns whether one range contains another. */
export function containsRange(outer: AddressRange, inner: AddressRange): boolean {
  if (outer.kind !== inner.kind || outer.length > inner.length) return false;
  const shared = masked(inner.bytes, outer.length);
  return outer.bytes.every((byte, at) => byte === shared[at]);
}

/** Returns the name of a range, widened to the masked lengths so that it identifies nobody. */
export function maskedRangeName(range: AddressRange): string {
  return rangeName(widenRange(range, Math.min(range.length, MASKED_LENGTHS[range.kind])));
}

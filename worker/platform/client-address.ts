import ipaddr from "ipaddr.js";

/** Who is calling, as bans and limits see it. */
export interface Client {
  /** The address, IPv4-mapped IPv6 folded to IPv4. */
  address: string;
  /** The IPv4 address itself, or the IPv6 /64: one subscriber holds 2^64 addresses of those. */
  network: string;
  /**
   * All networks that are counted, the narrowest first: the IPv4 address, or the IPv6 /64, /56 and /48. Providers give
   * one customer up to a /48, which is 65,536 networks of /64.
   */
  networks: readonly string[];
}

/** Prefix lengths of the IPv6 networks that are counted. */
const COUNTED_LENGTHS = [64, 56, 48];

const UNKNOWN = "0.0.0.0";
/** An IPv4 address in the one spelling that is its own: the library parses it three times as long. */
const PLAIN_IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|$)){4}$/;

/** One spelling per address: `::ffff:1.2.3.4` is `1.2.3.4`, IPv6 in RFC 5952 form. Null when it is none. */
export function canonicalAddress(text: string): string | null {
  const trimmed = text.trim();
  if (PLAIN_IPV4.test(trimmed)) return trimmed;
  // ipaddr.isValid takes "1" and "0x7f.1" for IPv4.
  if (!ipaddr.IPv6.isValid(trimmed)) return null;
  return ipaddr.process(trimmed.split("%", 1)[0] ?? "").toString();
}

/** The networks an address belongs to, the narrowest first: IPv4 /32; IPv6 /64, /56 and /48 as `2001:db8::/64`. */
function networksOf(address: string): readonly [string, ...string[]] {
  const canonical = canonicalAddress(address);
  if (canonical === null) return [UNKNOWN];
  if (PLAIN_IPV4.test(canonical)) return [canonical];
  const bytes = ipaddr.parse(canonical).toByteArray();
  const [narrow = UNKNOWN, ...wider] = COUNTED_LENGTHS.map((length) => {
    // All lengths are whole bytes.
    const kept = bytes.map((byte, at) => (at < length / 8 ? byte : 0));
    return `${ipaddr.fromByteArray(kept).toString()}/${length}`;
  });
  return [narrow, ...wider];
}

/** The widest network that is counted around a caller: what all of one customer's networks share. */
export const widestOf = ({ networks, network }: Pick<Client, "networks" | "network">): string =>
  networks.at(-1) ?? network;

/** The narrowest network an address belongs to: IPv4 /32, IPv6 /64. */
export const networkOf = (address: string): string => networksOf(address)[0];

/**
 * The caller's address: `CF-Connecting-IP` and nothing else, since every other header is the caller's to
 * forge. Cloudflare sets it in production; the local runtime passes on what a client sends, else the socket's.
 */
export function clientOf(headers: Headers): Client {
  const address = canonicalAddress(headers.get("cf-connecting-ip") ?? "") ?? UNKNOWN;
  const networks = networksOf(address);
  return { address, network: networks[0], networks };
}

/** How long addresses are kept as they are, where they are kept at all (docs/product.md, Review). */
export const ADDRESS_LIFETIME_MS = 90 * 86_400_000;

/** Bits that are left of an address when it is masked. */
export const MASKED_LENGTHS = { ipv4: 24, ipv6: 48 } as const;

/** An address that names nobody any more: IPv4 by its /24, IPv6 by its /48, written with the prefix length. */
export function maskedAddress(address: string): string {
  const canonical = canonicalAddress(address);
  if (canonical === null) return `${UNKNOWN}/0`;
  return ipaddr.parse(canonical).kind() === "ipv4"
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${canonical}/${MASKED_LENGTHS.ipv4}`).toString()}/${MASKED_LENGTHS.ipv4}`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${canonical}/${MASKED_LENGTHS.ipv6}`).toString()}/${MASKED_LENGTHS.ipv6}`;
}

import { type AddressRange, containsRange, rangeName, parseRange, widenRange } from "../../platform/address-ranges.ts";
import { canonicalAddress } from "../../platform/client-address.ts";
import { AppError } from "../../platform/errors.ts";

/**
 * Prefix lengths of ranges that can be banned: from `widest` on; the ban of a plain address holds for `plain` bits; what
 * is wider than `asked` shuts out strangers, so it is asked about and ends by itself.
 */
const LENGTHS = {
  ipv4: { widest: 16, asked: 24, plain: 32 },
  ipv6: { widest: 32, asked: 48, plain: 64 },
} as const;

const UNREADABLE =
  "Please enter one full IP address or a range, such as 203.0.113.7, 203.0.113.0/24, 2001:db8::7 or 2001:db8::/48.";
const TOO_WIDE = "A range can be as wide as an IPv4 /16 or an IPv6 /32, and no wider.";
const NOBODY = "This address stands for callers whose address is not known, and cannot be banned.";

/** Whom a ban holds for. */
interface BanTarget {
  /** As moderators read it: an address alone stands for its network. */
  ipAddress: string;
  /** The range as requests are matched by it. */
  network: string;
}

/**
 * Whom an address or a range in CIDR means, in canonical spelling. A plain IPv6 address means its /64.
 * @throws AppError `ban.invalid_address`
 */
export function banTargetOf(text: string): BanTarget {
  const refused = (problem: string) =>
    new AppError("ban.invalid_address", { message: problem, fields: { ipAddress: problem } });
  const written = parseRange(text);
  if (written === null) throw refused(UNREADABLE);
  const { widest, plain } = LENGTHS[written.kind];
  if (written.length < widest) throw refused(TOO_WIDE);
  const range = text.includes("/") ? written : widenRange(written, plain);
  const unknown = parseRange("0.0.0.0");
  if (unknown !== null && containsRange(range, unknown)) throw refused(NOBODY);
  const network = rangeName(range);
  const address = range.length === plain ? canonicalAddress(text.split("/", 1)[0] ?? "") : null;
  return { ipAddress: address ?? network, network };
}

/** Whether a ban of a range shuts out so many that it is asked about, and ends after {@link WIDE_BAN_MS}. */
export function isWide(network: string): boolean {
  const range = parseRange(network);
  return range !== null && range.length < LENGTHS[range.kind].asked;
}

/** How long a ban of a wide range holds. */
export const WIDE_BAN_MS = 7 * 86_400_000;

/** Every range that may be banned and holds all of a range, as bans name them: at most 97. */
export function bannableAround(range: AddressRange): string[] {
  const { widest } = LENGTHS[range.kind];
  return Array.from({ length: Math.max(0, range.length - widest + 1) }, (_, n) =>
    rangeName(widenRange(range, range.length - n)),
  );
}

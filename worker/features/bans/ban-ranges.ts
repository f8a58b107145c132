import { DAY_MS } from "../../contracts/days.ts";
import {
  type AddressRange,
  containsRange,
  rangeName,
  parseRange,
  widenRange,
  canonicalAddress,
} from "../../platform/client-address.ts";
import { AppError } from "../../platform/errors.ts";

/**
 * Prefix lengths of bans. `widest` is the widest range that can be banned. A single IP address is banned as its `plain`
 * network. Bans of ranges wider than `confirmed` need a confirmation, and expire.
 */
const LENGTHS = {
  ipv4: { widest: 16, confirmed: 24, plain: 32 },
  ipv6: { widest: 32, confirmed: 48, plain: 64 },
} as const;

const UNREADABLE =
  "Please enter one full IP address or a range, such as 203.0.113.7, 203.0.113.0/24, 2001:db8::7 or 2001:db8::/48.";
const TOO_WIDE = "A range can be as wide as an IPv4 /16 or an IPv6 /32, and no wider.";
const NOBODY = "This address stands for all visitors whose address is unknown, so it cannot be banned.";

/** The range to which a ban applies. */
export interface BanTarget {
  /** The banned target as moderators see it. For a single IP address, this is the address, not its network. */
  ipAddress: string;
  /** The range against which requests are matched. */
  network: string;
}

/**
 * Returns the canonical form of an IP address or CIDR range as the target of a ban. A single IPv6 address means its
 * /64.
 * @throws AppError `ban.invalid_address`
 */
export function parseBanTarget(text: string): BanTarget {
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

/** Returns whether a range is so wide that its ban needs a confirmation, and expires after {@link WIDE_BAN_MS}. */
export function needsConfirmation(network: string): boolean {
  const range = parseRange(network);
  return range !== null && range.length < LENGTHS[range.kind].confirmed;
}

/** Lifetime of a wide ban. */
export const WIDE_BAN_MS = 7 * DAY_MS;

/**
 * Returns all ranges that can be banned and that contain a given range, in the format in which bans are stored. There
 * are at most 97.
 */
export function bannableRangesAround(range: AddressRange): string[] {
  const { widest } = LENGTHS[range.kind];
  return Array.from({ length: Math.max(0, range.length - widest + 1) }, (_, n) =>
    rangeName(widenRange(range, range.length - n)),
  );
}

import type { Decision } from "./decisions.ts";
import { operation, type PageQuery, types } from "./operation.ts";

/** Targets of a ban: an IP address (for IPv6, its whole /64), a range, or the phone number or photo of a listing. */
export const BAN_KINDS = ["address", "network", "phone", "photo"] as const;
export type BanKind = (typeof BAN_KINDS)[number];

export interface IpBan {
  id: number;
  kind: BanKind;
  /** The IP address, the CIDR range, the phone number, or the hash of the photo. */
  value: string;
  /** The same as `value` for an IP address or range; null otherwise. */
  ipAddress: string | null;
  reason: string;
  isActive: boolean;
  createdAt: string;
  /** Expiry of a ban wider than an IPv4 /24 or an IPv6 /48; null for all other bans. */
  expiresAt: string | null;
}

/** The moderator's own IP address, and the network that a ban of that address would cover. */
export interface OwnAddress {
  ipAddress: string;
  network: string;
}

/** A ban that was created, lifted or made active again. */
export type BanDecision = IpBan & Decision;

/** Lists active and past bans. */
export const listBans = operation("GET", "/api/discussion/admin/bans", types<{ query: PageQuery; answer: IpBan[] }>);
/**
 * Bans the target in `value` or, under its older name, in `ipAddress`. Without `kind`, the target is an IP address or
 * range. 409 `ban.confirm_wide` for a range wider than an IPv4 /24 or an IPv6 /48, unless the request is `confirmed`.
 */
export const createBan = operation(
  "POST",
  "/api/discussion/admin/ban",
  types<{
    body: {
      kind?: BanKind;
      value?: string | null;
      ipAddress?: string | null;
      reason: string;
      isActive?: true;
      confirmed?: boolean;
    };
    answer: BanDecision;
  }>,
);
/** Lifts a ban, or makes it active again; 409 in the same cases as {@link createBan}. */
export const changeBan = operation(
  "PATCH",
  "/api/discussion/admin/ban/:id",
  types<{ body: { isActive: boolean; confirmed?: boolean }; answer: BanDecision }>,
);
/** Returns the moderator's own IP address. The form shows it, so that moderators do not ban themselves by mistake. */
export const getOwnAddress = operation("GET", "/api/discussion/admin/my-address", types<{ answer: OwnAddress }>);

import * as z from "zod/mini";
import { BAN_KINDS } from "./forum.ts";
import { line, requiredLine } from "./text.schemas.ts";

/** Longest address, number or photo address of a ban, in characters. */
const BAN_TARGET_MAX = 300;
/** Longest ban reason, in characters; the banned person reads it. */
export const BAN_REASON_MAX = 500;

/**
 * Confirms the ban of a range wider than an IPv4 /24 or an IPv6 /48, which otherwise answers 409 `ban.confirm_wide`.
 */
const confirmed = z.optional(z.boolean());

/** Why something is banned, on one line. */
export const banReason = z.pipe(line(BAN_REASON_MAX), z.string().check(z.minLength(1, "Please give a reason.")));

const NO_TARGET = "Please say what to ban.";
const target = z.optional(z.nullable(line(BAN_TARGET_MAX)));

/**
 * Body of POST /api/discussion/admin/ban. What is banned is its `value`, or its `ipAddress`, the older name: an address or
 * a range without a kind, else what the kind says.
 */
export const banInput = z.pipe(
  z
    .object({
      kind: z.optional(z.enum(BAN_KINDS, `kind must be one of ${BAN_KINDS.join(", ")}.`)),
      value: target,
      ipAddress: target,
      reason: banReason,
      /** New bans are active; they are lifted with PATCH. */
      isActive: z.optional(z.literal(true, "A new ban is active.")),
      confirmed,
    })
    .check(z.refine(({ value, ipAddress }) => Boolean(value || ipAddress), { error: NO_TARGET, path: ["ipAddress"] })),
  z.transform(({ value, ipAddress, ...rest }) => ({ ...rest, value: value || ipAddress || "" })),
);
export type BanInput = Omit<z.output<typeof banInput>, "isActive">;

/** The panel's form for an address or a range. */
export const addressBanInput = z.object({ ipAddress: requiredLine(100), reason: banReason });

/** Body of PATCH /api/discussion/admin/ban/{id}. */
export const banChange = z.object({ isActive: z.boolean(), confirmed });

import * as z from "zod/mini";
import * as bans from "./bans.ts";
import { BAN_KINDS } from "./bans.ts";
import { declare, json } from "./operation-rules.ts";
import { line, requiredLine } from "./text.schemas.ts";

/** Maximum length of the address, phone number or photo URL of a ban, in characters. */
const BAN_TARGET_MAX = 300;
/** Maximum length of a ban reason, in characters. The banned person can read the reason. */
export const BAN_REASON_MAX = 500;

/**
 * Confirms a ban of a range wider than an IPv4 /24 or an IPv6 /48. Without it, the response is 409 `ban.confirm_wide`.
 */
const confirmed = z.optional(z.boolean());

/** Reason for a ban, on one line. */
export const banReason = z.pipe(line(BAN_REASON_MAX), z.string().check(z.minLength(1, "Please give a reason.")));

const NO_TARGET = "Please say what to ban.";
const target = z.optional(z.nullable(line(BAN_TARGET_MAX)));

/**
 * A new ban. The target is in `value` or, under its older name, in `ipAddress`. Without `kind`, the target is an IP
 * address or range.
 */
const banInput = z.pipe(
  z
    .object({
      kind: z.optional(z.enum(BAN_KINDS, `kind must be one of ${BAN_KINDS.join(", ")}.`)),
      value: target,
      ipAddress: target,
      reason: banReason,
      /** A new ban is always active. Only a PATCH request can lift it. */
      isActive: z.optional(z.literal(true, "A new ban must be active.")),
      confirmed,
    })
    .check(z.refine(({ value, ipAddress }) => Boolean(value || ipAddress), { error: NO_TARGET, path: ["ipAddress"] })),
  z.transform(({ value, ipAddress, ...rest }) => ({ ...rest, value: value || ipAddress || "" })),
);
export type BanInput = Omit<z.output<typeof banInput>, "isActive">;

/** The admin panel's form for banning an IP address or range. */
export const addressBanInput = z.object({ ipAddress: requiredLine(100), reason: banReason });

/** Lifts a ban, or makes it active again. */
const banChange = z.object({ isActive: z.boolean(), confirmed });

export const banRules = declare(bans, {
  listBans: { access: "reader" },
  createBan: { access: "moderator", status: 201, body: json(banInput) },
  changeBan: { access: "moderator", body: json(banChange) },
  getOwnAddress: { access: "reader" },
});

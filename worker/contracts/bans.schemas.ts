import * as z from "zod/mini";
import { line, requiredLine } from "./text.schemas.ts";

/** Longest ban reason, in characters; the banned person reads it. */
export const BAN_REASON_MAX = 500;

/**
 * Confirms the ban of a range wider than an IPv4 /24 or an IPv6 /48, which otherwise answers 409 `ban.confirm_wide`.
 */
const confirmed = z.optional(z.boolean());

/** Body of POST /api/discussion/admin/ban. The server decides whether the text is an address or a CIDR range. */
export const banInput = z.object({
  ipAddress: requiredLine(100),
  reason: z.pipe(line(BAN_REASON_MAX), z.string().check(z.minLength(1, "Please give a reason."))),
  /** New bans are active; they are lifted with PATCH. */
  isActive: z.optional(z.literal(true, "A new ban is active.")),
  confirmed,
});

/** Body of PATCH /api/discussion/admin/ban/{id}. */
export const banChange = z.object({ isActive: z.boolean(), confirmed });

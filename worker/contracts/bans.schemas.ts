import * as z from "zod/mini";
import { line, requiredLine } from "./text.schemas.ts";

/** Longest reason of a ban, in characters; whoever is banned reads it. */
export const BAN_REASON_MAX = 500;

/** Says that the ban of a range wider than an IPv4 /24 or an IPv6 /48 is meant (409 `ban.confirm_wide` without it). */
const confirmed = z.optional(z.boolean());

/** Body of POST /api/discussion/admin/ban. Whether the address is one, or a range in CIDR, the server says. */
export const banInput = z.object({
  ipAddress: requiredLine(100),
  reason: z.pipe(line(BAN_REASON_MAX), z.string().check(z.minLength(1, "Please give a reason."))),
  /** A new ban holds; it is lifted with PATCH. */
  isActive: z.optional(z.literal(true, "A new ban is active.")),
  confirmed,
});

/** Body of PATCH /api/discussion/admin/ban/{id}. */
export const banChange = z.object({ isActive: z.boolean(), confirmed });

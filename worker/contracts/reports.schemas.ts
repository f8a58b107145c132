import * as z from "zod/mini";
import { REPORT_REASONS } from "./reports.ts";

/** Body of POST /api/report-property. */
export const propertyReport = z.object({
  propertyId: z.pipe(
    z.pipe(
      z.union([z.number(), z.string()], "Please name the listing."),
      z.transform((id) => (typeof id === "string" && /^\d{1,15}$/.test(id) ? Number(id) : id)),
    ),
    z.number("Please name the listing.").check(z.int("Please name the listing."), z.gte(1, "Please name the listing.")),
  ),
  reason: z.enum(REPORT_REASONS, "Please choose a reason."),
});

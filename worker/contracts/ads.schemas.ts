import * as z from "zod/mini";
import * as ads from "./ads.ts";
import type { ErrorCode } from "./errors.ts";
import { declare, json } from "./operation-rules.ts";
import { line } from "./text.schemas.ts";

const TITLE_MISSING = "Advertisement title is required.";
const LINK_MISSING = "Advertisement link is required.";
const LINK_WRONG = "Please enter a web address that begins with http:// or https://.";

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

export const advertisementDraft = z.object({
  title: line(200).check(z.minLength(1, TITLE_MISSING)),
  link: line(2_000).check(
    z.minLength(1, LINK_MISSING),
    z.refine((link) => link === "" || isWebAddress(link), LINK_WRONG),
  ),
  enabled: z.boolean(),
});
export type AdvertisementDraft = z.infer<typeof advertisementDraft>;

const advertisementClick = z.object({ sessionId: line(64).check(z.minLength(1, "This is not an id.")) });

/** The error code of the first missing field. */
function problemWith(draft: unknown): ErrorCode {
  const { title, link } = (draft ?? {}) as Record<string, unknown>;
  const isBlank = (text: unknown) => typeof text !== "string" || text.trim() === "";
  if (isBlank(title)) return "advertisement.missing_title";
  return isBlank(link) ? "advertisement.missing_link" : "advertisement.invalid";
}

export const adRules = declare(ads, {
  getShownAdvertisement: { access: "public", tags: ["advertisement"] },
  getAdvertisement: { access: "stats" },
  updateAdvertisement: { access: "stats", body: json(advertisementDraft, { error: problemWith }) },
  recordAdvertisementClick: {
    access: "public",
    minute: "tracking",
    worksWhenBanned: true,
    body: json(advertisementClick),
  },
  getAdvertisementStats: { access: "stats" },
});

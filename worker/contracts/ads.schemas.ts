import * as z from "zod/mini";
import { line } from "./text.schemas.ts";

const TITLE_MISSING = "Advertisement title is required.";
const LINK_MISSING = "Advertisement link is required.";
const LINK_WRONG = "Please enter a web address that begins with http:// or https://.";

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Body of PUT /api/advertisement-settings. */
export const advertisementDraft = z.object({
  title: line(200).check(z.minLength(1, TITLE_MISSING)),
  link: line(2_000).check(
    z.minLength(1, LINK_MISSING),
    z.refine((link) => link === "" || isWebAddress(link), LINK_WRONG),
  ),
  enabled: z.boolean(),
});
export type AdvertisementDraft = z.infer<typeof advertisementDraft>;

/** Body of POST /api/advertisement-clicks: the id that the browser made up for itself. */
export const advertisementClick = z.object({ sessionId: line(64).check(z.minLength(1, "This is no id.")) });

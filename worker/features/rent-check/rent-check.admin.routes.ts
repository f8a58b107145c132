import { guidelineDraft, guidelineYear } from "../../contracts/rent-check.schemas.ts";
import { body } from "../../platform/body.ts";
import { AppError } from "../../platform/errors.ts";
import { moderatorOf, router } from "../../platform/http.ts";
import { readGuidelines, removeGuideline, setGuideline } from "./rent-guidelines.service.ts";

/** @throws AppError `rent_guideline.not_found` */
function yearOf(text: string): number {
  const { success, data } = guidelineYear.safeParse(text);
  if (!success) throw new AppError("rent_guideline.not_found");
  return data;
}

/** Guidelines for rent increases at /api/admin/rent-guidelines; only the operator changes them. */
export const rentGuidelineRoutes = router()
  .get("/", async (c) => c.json(await readGuidelines(c.var.deps)))
  .put("/:year", body(guidelineDraft), async (c) =>
    c.json(await setGuideline(c.var.deps, yearOf(c.req.param("year")), c.req.valid("json"), moderatorOf(c))),
  )
  .delete("/:year", async (c) => {
    await removeGuideline(c.var.deps, yearOf(c.req.param("year")), moderatorOf(c));
    return c.json({ success: true });
  });

import { DONE } from "../../contracts/operation.ts";
import { guidelineYear, rentCheckRules } from "../../contracts/rent-check.schemas.ts";
import { AppError } from "../../platform/errors.ts";
import { moderatorOf } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { readGuidelines, removeGuideline, setGuideline } from "./rent-guidelines.service.ts";

/** @throws AppError `rent_guideline.not_found` */
function yearOf(text: string): number {
  const { success, data } = guidelineYear.safeParse(text);
  if (!success) throw new AppError("rent_guideline.not_found");
  return data;
}

/** Guidelines for rent increases. */
export const rentGuidelineRoutes = implement(rentCheckRules, {
  listGuidelines: (c) => readGuidelines(c.var.deps),
  setGuideline: (c, { year, body }) => setGuideline(c.var.deps, yearOf(year), body, moderatorOf(c)),
  async removeGuideline(c, { year }) {
    await removeGuideline(c.var.deps, yearOf(year), moderatorOf(c));
    return DONE;
  },
});

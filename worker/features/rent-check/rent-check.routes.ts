import { DONE } from "../../contracts/operation.ts";
import { rentCheckRules, guidelineYear } from "../../contracts/rent-check.schemas.ts";
import { AppError } from "../../platform/errors.ts";
import { moderatorOf } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { requireForNetworks } from "../../platform/rate-limits.ts";
import {
  checkRent,
  isSettled,
  parametersOf,
  questionWithoutHouse,
  readGuidelines,
  removeGuideline,
  setGuideline,
} from "./rent-check.service.ts";

export const rentCheckRoutes = implement(rentCheckRules, {
  async checkRent(c, { query: question }) {
    const { deps, client } = c.var;
    c.header("X-Robots-Tag", "noindex");
    if (!isSettled(question)) {
      await requireForNetworks(deps, "place_look_ups", client);
      const settled = await questionWithoutHouse(deps, question);
      return c.redirect(`${c.req.path}?${parametersOf(settled).toString()}`, 303);
    }
    await requireForNetworks(deps, "rent_checks", client);
    return checkRent(deps, question);
  },
});

/** @throws AppError `rent_guideline.not_found` */
function yearOf(text: string): number {
  const { success, data } = guidelineYear.safeParse(text);
  if (!success) throw new AppError("rent_guideline.not_found");
  return data;
}

/** Routes for the guidelines on rent increases. */
export const rentGuidelineRoutes = implement(rentCheckRules, {
  listGuidelines: (c) => readGuidelines(c.var.deps),
  setGuideline: (c, { year, body }) => setGuideline(c.var.deps, yearOf(year), body, moderatorOf(c)),
  async removeGuideline(c, { year }) {
    await removeGuideline(c.var.deps, yearOf(year), moderatorOf(c));
    return DONE;
  },
});

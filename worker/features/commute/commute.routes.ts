import { COMMUTE_HEADER } from "../../contracts/commute.ts";
import { areaQuestion, commuteRules } from "../../contracts/commute.schemas.ts";
import { fieldErrors } from "../../platform/body.ts";
import { AppError } from "../../platform/errors.ts";
import { implement } from "../../platform/implement.ts";
import { EMPTY_AREA } from "../../transit/index.ts";
import { type PublicPoints, readArea, readCommutes } from "./commute.service.ts";

/** Routes for commutes. Requests are neither stored nor logged. */
export const commuteRoutes = (publicPoints: PublicPoints) =>
  implement(commuteRules, {
    findCommutes: (c, { body }) => readCommutes(c.var.deps, body, publicPoints),
    async getCommuteArea(c) {
      const asked = areaQuestion.safeParse(c.req.query());
      if (!asked.success) {
        const fields = fieldErrors(asked.error.issues);
        throw new AppError("request.invalid", { fields, message: Object.values(fields)[0] ?? "" });
      }
      const area = await readArea(c.var.deps, asked.data, asked.data.minutes);
      if (!area) c.header(COMMUTE_HEADER, "unavailable");
      return area ?? EMPTY_AREA;
    },
  });

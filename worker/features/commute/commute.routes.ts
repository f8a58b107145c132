import { COMMUTE_HEADER, type CommuteAnswer, type CommuteArea } from "../../contracts/commute.ts";
import { areaQuestion, commuteQuestion } from "../../contracts/commute.schemas.ts";
import { body, fieldErrors } from "../../platform/body.ts";
import { AppError } from "../../platform/errors.ts";
import { router } from "../../platform/http.ts";
import { requireForNetworks } from "../../platform/rate-limits.ts";
import { EMPTY_AREA } from "./commute-area.ts";
import { type PublicPoints, readArea, readCommutes } from "./commute.service.ts";

/**
 * Ways to work, at /api/commute. Nothing of a question is stored or logged.
 *
 * - POST / → {@link CommuteAnswer}
 * - GET /area → {@link CommuteArea}; without a timetable an empty one, which a header tells.
 */
export const commuteRoutes = (publicPoints: PublicPoints) =>
  router()
    .post("/", body(commuteQuestion, "request.invalid", { tellFirst: true }), async (c) => {
      await requireForNetworks(c.var.deps, "commutes", c.var.client);
      return c.json((await readCommutes(c.var.deps, c.req.valid("json"), publicPoints)) satisfies CommuteAnswer);
    })
    .get("/area", async (c) => {
      const asked = areaQuestion.safeParse(c.req.query());
      if (!asked.success) {
        const fields = fieldErrors(asked.error.issues);
        throw new AppError("request.invalid", { fields, message: Object.values(fields)[0] ?? "" });
      }
      await requireForNetworks(c.var.deps, "commutes", c.var.client);
      const area = await readArea(c.var.deps, asked.data, asked.data.minutes);
      if (!area) c.header(COMMUTE_HEADER, "unavailable");
      return c.json((area ?? EMPTY_AREA) satisfies CommuteArea);
    });

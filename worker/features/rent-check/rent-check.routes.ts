import { rentCheckQuery } from "../../contracts/rent-check.schemas.ts";
import type { RentCheck } from "../../contracts/rent-check.ts";
import { readQuery } from "../../platform/body.ts";
import { router } from "../../platform/http.ts";
import { requireForNetworks } from "../../platform/rate-limits.ts";
import { checkRent, isSettled, parametersOf, settleQuestion } from "./rent-check.service.ts";

/** GET /api/rent-check → 200 {@link RentCheck}; 303 to the same without its house number. */
export const rentCheckRoutes = router().get("/rent-check", async (c) => {
  const { deps, client } = c.var;
  const question = readQuery(c, rentCheckQuery);
  c.header("X-Robots-Tag", "noindex");
  if (!isSettled(question)) {
    await requireForNetworks(deps, "place_look_ups", client);
    const settled = await settleQuestion(deps, question);
    return c.redirect(`${c.req.path}?${parametersOf(settled).toString()}`, 303);
  }
  await requireForNetworks(deps, "rent_checks", client);
  return c.json((await checkRent(deps, question)) satisfies RentCheck);
});

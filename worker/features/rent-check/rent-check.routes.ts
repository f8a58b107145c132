import { rentCheckRules } from "../../contracts/rent-check.schemas.ts";
import { implement } from "../../platform/implement.ts";
import { requireForNetworks } from "../../platform/rate-limits.ts";
import { checkRent, isSettled, parametersOf, settleQuestion } from "./rent-check.service.ts";

export const rentCheckRoutes = implement(rentCheckRules, {
  async checkRent(c, { query: question }) {
    const { deps, client } = c.var;
    c.header("X-Robots-Tag", "noindex");
    if (!isSettled(question)) {
      await requireForNetworks(deps, "place_look_ups", client);
      const settled = await settleQuestion(deps, question);
      return c.redirect(`${c.req.path}?${parametersOf(settled).toString()}`, 303);
    }
    await requireForNetworks(deps, "rent_checks", client);
    return checkRent(deps, question);
  },
});

import * as z from "zod/mini";
import { declare } from "./operation-rules.ts";
import { GOALS, STATS_RANGES } from "./stats-periods.ts";
import * as stats from "./stats.ts";

const range = z.enum(STATS_RANGES, { error: `Please choose one of ${STATS_RANGES.join(", ")}.` });

const compare = z.optional(z.literal("1", { error: "Only 1 can be given." }));

const goalQuery = z.object({
  goal: z.enum(GOALS, { error: `Please choose one of ${GOALS.join(", ")}.` }),
  range,
  compare,
});

const searchesQuery = z.object({ range, compare });

/** Without `range`, the response contains only the current statistics. */
const statsQuery = z
  .object({
    range: z.optional(range),
    compare,
  })
  .check(
    z.refine(({ range, compare }) => compare === undefined || range !== undefined, {
      error: "To compare, please choose a range.",
      path: ["compare"],
    }),
  );

export const statsRules = declare(stats, {
  getVisitorStats: { access: "stats", query: statsQuery },
  getGoalConversion: { access: "stats", query: goalQuery },
  getEmptySearches: { access: "stats", query: searchesQuery },
  getSiteFigures: { access: "stats" },
});

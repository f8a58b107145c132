import { operation, types } from "./operation.ts";
import type { SiteFigures } from "./site-figures.ts";
import type { EmptySearches, Goal, GoalConversion, StatsRange } from "./stats-periods.ts";
import type { VisitorStats } from "./visitors.ts";

/** A range, with "1" beside the same time before it. */
type InRange = { range: StatsRange; compare?: "1" };

/** Statistics of visitors and subscribers; with `range` also its figures. */
export const getVisitorStats = operation(
  "GET",
  "/api/analytics/stats",
  types<{ query: Partial<InRange>; answer: VisitorStats }>,
);
/** How often a goal was reached in a range, by source, first page and campaign. */
export const getGoalConversion = operation(
  "GET",
  "/api/analytics/goals",
  types<{ query: InRange & { goal: Goal }; answer: GoalConversion }>,
);
/** The searches of a range that found nothing. */
export const getEmptySearches = operation(
  "GET",
  "/api/analytics/searches",
  types<{ query: InRange; answer: EmptySearches }>,
);
/** The state of listings, mails and the forum, at most a minute old. */
export const getSiteFigures = operation("GET", "/api/analytics/site", types<{ answer: SiteFigures }>);

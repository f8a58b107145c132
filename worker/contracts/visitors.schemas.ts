import * as z from "zod/mini";
import { listRequest } from "./search.schemas.ts";
import { GOALS, STATS_RANGES } from "./stats-periods.ts";
import { SESSION_ID } from "./visitors.ts";

const sessionId = z.string().check(z.regex(SESSION_ID, "This is no session id."));
/** Long values are truncated rather than rejected, so that no visit is lost. */
const cutText = (length: number) =>
  z.optional(
    z.nullable(
      z.pipe(
        z.string(),
        z.transform((given) => given.slice(0, length)),
      ),
    ),
  );

/** Body of POST /api/analytics/heartbeat and /deactivate. */
export const sessionInput = z.object({ sessionId });

/** Body of POST /api/analytics/searches: a search of the lists that found nothing. */
export const emptySearchInput = z.object({
  sessionId,
  search: z.extend(z.omit(listRequest, { limit: true, offset: true, filter: true }), {
    filter: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  }),
});
export type EmptySearchInput = z.infer<typeof emptySearchInput>;

const range = z.enum(STATS_RANGES, { error: `Please choose one of ${STATS_RANGES.join(", ")}.` });

const compare = z.optional(z.literal("1", { error: "Only 1 can be given." }));

/** Query of GET /api/analytics/goals. */
export const goalQuery = z.object({
  goal: z.enum(GOALS, { error: `Please choose one of ${GOALS.join(", ")}.` }),
  range,
  compare,
});

/** Query of GET /api/analytics/searches. */
export const searchesQuery = z.object({ range, compare });

/** Query of GET /api/analytics/stats; without `range` the answer is the one of now. */
export const statsQuery = z
  .object({
    range: z.optional(range),
    compare,
  })
  .check(
    z.refine(({ range, compare }) => compare === undefined || range !== undefined, {
      error: "Only a range can be compared.",
      path: ["compare"],
    }),
  );

/** Body of POST /api/analytics/track. The visitor's location comes from the network, not from the body. */
export const visitInput = z.object({
  sessionId,
  userAgent: cutText(1_000),
  referrer: cutText(2_000),
  /** `utm_campaign` of the link. */
  campaign: cutText(200),
  city: cutText(200),
  country: cutText(200),
  page: z.string().check(z.maxLength(2_000)),
});
export type VisitInput = z.infer<typeof visitInput>;

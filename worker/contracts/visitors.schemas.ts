import * as z from "zod/mini";
import { SESSION_ID } from "./visitors.ts";

const sessionId = z.string().check(z.regex(SESSION_ID, "This is no session id."));
/** What is longer is cut: a visit is not to be lost by it. */
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
export const sessionSign = z.object({ sessionId });

/** Body of POST /api/analytics/track. Where somebody is, the network says and not the body. */
export const visitSign = z.object({
  sessionId,
  userAgent: cutText(1_000),
  referrer: cutText(2_000),
  city: cutText(200),
  country: cutText(200),
  page: z.string().check(z.maxLength(2_000)),
});
export type VisitSign = z.infer<typeof visitSign>;

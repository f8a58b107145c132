import * as z from "zod/mini";
import { beacon, declare } from "./operation-rules.ts";
import { listRequest } from "./search.schemas.ts";
import * as visitors from "./visitors.ts";
import { SESSION_ID } from "./visitors.ts";

const sessionId = z.string().check(z.regex(SESSION_ID, "This is not a session id."));
/** Cuts long values instead of rejecting them, so that every visit is counted. */
const cutText = (length: number) =>
  z.optional(
    z.nullable(
      z.pipe(
        z.string(),
        z.transform((given) => given.slice(0, length)),
      ),
    ),
  );

const sessionInput = z.object({ sessionId });

const emptySearchInput = z.object({
  sessionId,
  search: z.extend(z.omit(listRequest, { limit: true, offset: true, filter: true }), {
    filter: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  }),
});
export type EmptySearchInput = z.infer<typeof emptySearchInput>;

const visitInput = z.object({
  sessionId,
  userAgent: cutText(1_000),
  referrer: cutText(2_000),
  /** The `utm_campaign` of the link that the visitor followed. */
  campaign: cutText(200),
  city: cutText(200),
  country: cutText(200),
  page: z.string().check(z.maxLength(2_000)),
});
export type VisitInput = z.infer<typeof visitInput>;

/** Beacons count against the tracking limit. */
const BEACON = { access: "public", minute: "tracking", worksWhenBanned: true } as const;

export const visitorRules = declare(visitors, {
  recordVisit: { ...BEACON, body: beacon(visitInput) },
  recordHeartbeat: { ...BEACON, body: beacon(sessionInput) },
  recordLeave: { ...BEACON, body: beacon(sessionInput) },
  recordEmptySearch: { ...BEACON, body: beacon(emptySearchInput) },
  getCallerPlace: { access: "public" },
});

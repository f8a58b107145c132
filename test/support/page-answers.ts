import type { DigestOverview, EditionSummary } from "../../worker/contracts/digest.ts";
import type { PlacesOverview } from "../../worker/contracts/places.ts";
import type { DeadLetter, SystemState } from "../../worker/contracts/system.ts";
import {
  COUNTED_AREAS,
  COUNTED_REASONS,
  COUNTED_TYPES,
  type MonthFigures,
} from "../../worker/contracts/transparency.ts";

// Responses shared by the component tests and the browser tests of a page.

export const letter = (id: string, kind: string): DeadLetter => ({
  id,
  kind,
  content: '{"kind":"approved","photoPrefix":"4f1d","about":":address"}',
  createdAt: "2026-11-20T14:00:00.000Z",
  gaveUpAt: "2026-11-20T15:30:00.000Z",
});

/** Health of a site whose queue does not respond. */
export const DEGRADED: SystemState["health"] = {
  status: "degraded",
  version: "3f2a9c1d",
  checks: {
    d1: { ok: true },
    r2: { ok: true },
    kv: { ok: true },
    queue: { ok: false, detail: "Waiting too long: jobs for 22 minutes." },
    cron: { ok: true, detail: "Last run 4 minutes ago." },
    outbox: { ok: true, detail: "Nothing is late." },
  },
};

export const FAILED_REQUESTS: SystemState["errors"][number] = {
  event: "request.failed",
  code: "server.failed",
  count: 3,
  firstAt: "2026-11-20T15:00:00.000Z",
  lastAt: "2026-11-20T15:21:00.000Z",
  requestId: "9a1c7d5be8f0a1b2-YYZ",
};

export const edition = (changes: Partial<EditionSummary> = {}): EditionSummary => ({
  date: "2026-11-20",
  scheduledAt: "2026-11-20T15:00:00.000Z",
  status: "done",
  listingCount: 12,
  frozen: 1240,
  sent: 1200,
  skipped: 38,
  uncertain: 2,
  bounced: 3,
  complained: 1,
  unsubscribed: 8,
  pausedUntil: null,
  problem: null,
  finishedAt: "2026-11-20T15:21:00.000Z",
  ...changes,
});

export const overview = (changes: Partial<DigestOverview> = {}): DigestOverview => ({
  isPaused: false,
  next: { date: "2026-11-23", scheduledAt: "2026-11-23T15:00:00.000Z", listingCount: 7 },
  subscriberCount: 1243,
  alerts: { searches: { asked: 3, active: 41, paused: 2, stopped: 1 }, sent: 17 },
  mail: { provider: "resend", limit: 200, sent: [], lastRefusal: null, held: null },
  editions: [edition()],
  ...changes,
});

/** State of location data after the City's buildings were imported. */
export const PLACES: Pick<PlacesOverview, "datasets" | "listings" | "waiting"> = {
  datasets: [
    {
      name: "buildings",
      version: "2026-11-20-5b1c",
      source: "City of Toronto, Open Government Licence – Toronto",
      loaded: 3600,
      refused: 11,
      importedAt: "2026-11-20T15:00:00.000Z",
    },
  ],
  listings: [
    { method: "table", confidence: "high", count: 1240 },
    { method: null, confidence: null, count: 3 },
  ],
  waiting: 1,
};

const counts = { received: 1_234, approved: null, rejected: 12, removed: null };

/** Counts of a month, some of them too small to publish. */
export const MONTH: MonthFigures = {
  month: "2026-10",
  received: 1_300,
  approved: 900,
  rejected: 300,
  removed: 12,
  medianMinutes: 95,
  appeals: { received: 9, upheld: 3, denied: 5 },
  reasons: COUNTED_REASONS.map((reason, at) => ({ reason, count: at % 2 === 0 ? 40 + at : null })),
  areas: COUNTED_AREAS.map((area) => ({ area, ...counts })),
  types: COUNTED_TYPES.map((type) => ({ type, ...counts })),
};

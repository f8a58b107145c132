import { type Done, operation, types } from "./operation.ts";

/** The advertisement. Title and link are empty to the public while it is disabled. */
export interface AdvertisementSettings {
  title: string;
  /** An http or https URL. */
  link: string;
  enabled: boolean;
  /** Time of the last change, ISO 8601 UTC; null before the advertisement is first set. */
  updatedAt: string | null;
}

/** Clicks in a period; `unique` counts each browser once a day. */
export interface ClickCount {
  totalClicks: number;
  uniqueClicks: number;
}

/** Number of clicks today, this month and in total. Days and months are in Toronto time. */
export interface AdvertisementStats {
  daily: ClickCount;
  month: ClickCount;
  lifetime: ClickCount;
}

/** Local-storage key of the browser's id, so that clicks can be counted per browser. */
export const AD_VISITOR_KEY = "advertisement_visitor_id";

/** Returns the advertisement as the public sees it. */
export const getShownAdvertisement = operation(
  "GET",
  "/api/advertisement-settings",
  types<{ answer: AdvertisementSettings }>,
);
/** Returns the advertisement, even while it is disabled. */
export const getAdvertisement = operation(
  "GET",
  "/api/analytics/advertisement",
  types<{ answer: AdvertisementSettings }>,
);
export const updateAdvertisement = operation(
  "PUT",
  "/api/advertisement-settings",
  types<{ body: Omit<AdvertisementSettings, "updatedAt">; answer: AdvertisementSettings }>,
);
/** Counts a click. The browser generates the id. */
export const recordAdvertisementClick = operation(
  "POST",
  "/api/advertisement-clicks",
  types<{ body: { sessionId: string }; answer: Done }>,
);
export const getAdvertisementStats = operation(
  "GET",
  "/api/advertisement-stats",
  types<{ answer: AdvertisementStats }>,
);

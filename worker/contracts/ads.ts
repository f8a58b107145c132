/** `GET` and `PUT /api/advertisement-settings`. Title and link are empty to the public while it is disabled. */
export interface AdvertisementSettings {
  title: string;
  /** http or https. */
  link: string;
  enabled: boolean;
  /** ISO 8601 UTC; null before it is first set. */
  updatedAt: string | null;
}

/** Clicks in a period; `unique` counts each browser once a day. */
export interface ClickCount {
  totalClicks: number;
  uniqueClicks: number;
}

/** `GET /api/advertisement-stats`: today, this month and all time, in Toronto. */
export interface AdvertisementStats {
  daily: ClickCount;
  month: ClickCount;
  lifetime: ClickCount;
}

/** Local-storage key of the id that clicks are counted by. */
export const AD_VISITOR_KEY = "advertisement_visitor_id";

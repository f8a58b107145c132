/** `GET` and `PUT /api/advertisement-settings`. Title and link are empty to the public while it is disabled. */
export interface AdvertisementSettings {
  title: string;
  /** http or https. */
  link: string;
  enabled: boolean;
  /** ISO 8601 UTC; null when it was never set. */
  updatedAt: string | null;
}

/** Clicks of a period; a browser counts once a day as unique. */
export interface ClickCount {
  totalClicks: number;
  uniqueClicks: number;
}

/** `GET /api/advertisement-stats`: today, this month and of all time, in Toronto. */
export interface AdvertisementStats {
  daily: ClickCount;
  month: ClickCount;
  lifetime: ClickCount;
}

/** Where a browser keeps the id that its clicks are counted by, in local storage. */
export const AD_VISITOR_KEY = "advertisement_visitor_id";

import { PERCENTAGE_PATH } from "../../worker/contracts/page.ts";
import {
  ADMIN_PATH,
  FORUM_PATH,
  MARKET_PATH,
  RENT_CHECK_PATH,
  SAVED_PATH,
  STATIC_PAGES,
  STATS_PATH,
  API_PAGE,
  TRANSPARENCY_PATH,
  VIP_PATH,
} from "../../worker/contracts/pages.ts";

/** Fixed paths. For others see CATEGORIES, listingPath() and threadPath(). */
export const PATHS = {
  home: "/",
  howItWorks: "/#how-it-works",
  percentage: PERCENTAGE_PATH,
  faqs: "/#faqs",
  join: "/#join",
  map: "/?view=map",
  post: `${STATIC_PAGES.landlords}#submit-heading`,
  ...STATIC_PAGES,
  forum: FORUM_PATH,
  saved: SAVED_PATH,
  lostLink: `${STATIC_PAGES.landlords}#lost-link`,
  yourData: `${STATIC_PAGES.privacy}#your-data`,
  vip: VIP_PATH,
  transparency: TRANSPARENCY_PATH,
  api: API_PAGE,
  rentCheck: RENT_CHECK_PATH,
  market: MARKET_PATH,
  admin: ADMIN_PATH,
  stats: STATS_PATH,
  /** Served by the worker, not the app, so it needs a plain link. */
  email: "/email",
  sitemap: "/sitemap.xml",
} as const;

export { PAGE_NAMES } from "../../worker/contracts/pages.ts";

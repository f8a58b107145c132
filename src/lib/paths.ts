import { FORUM_PATH, PERCENTAGE_PATH, STATIC_PAGES, type StaticPage } from "../../worker/contracts/page.ts";

/** Addresses of the pages that have a fixed one. Categories: CATEGORIES; a listing: listingPath(); a thread: threadPath(). */
export const PATHS = {
  home: "/",
  howItWorks: "/#how-it-works",
  percentage: PERCENTAGE_PATH,
  faqs: "/#faqs",
  join: "/#join",
  ...STATIC_PAGES,
  forum: FORUM_PATH,
  lostLink: `${STATIC_PAGES.landlords}#lost-link`,
  /** Where people ask for what is stored about them. */
  yourData: `${STATIC_PAGES.privacy}#your-data`,
  vip: "/govip",
  admin: "/admin",
  stats: "/stats",
  /** Not pages of the app: answered by the worker, so linked with a plain anchor. */
  email: "/email",
  sitemap: "/sitemap.xml",
} as const;

/** What the pages without data are called in links to them and in the way to them. */
export const PAGE_NAMES = {
  landlords: "For landlords",
  realtors: "For realtors",
  about: "About Us",
  contact: "Contact",
  privacy: "Privacy Policy",
  terms: "Terms of Service",
} as const satisfies Record<StaticPage, string>;

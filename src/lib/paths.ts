import { FORUM_PATH, STATIC_PAGES } from "../../worker/contracts/page.ts";

/** Addresses of the pages that have a fixed one. Categories: CATEGORIES; a listing: listingPath(); a thread: threadPath(). */
export const PATHS = {
  home: "/",
  howItWorks: "/#how-it-works",
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

/** The public page of an edition of the digest. */
export const editionPath = (date: string) => `/digest/${date}`;

import { STATIC_PAGES } from "../../worker/contracts/page.ts";

/** Addresses of the pages that have a fixed one. Categories: CATEGORIES; a listing: listingPath(). */
export const PATHS = {
  home: "/",
  howItWorks: "/#how-it-works",
  faqs: "/#faqs",
  ...STATIC_PAGES,
  lostLink: `${STATIC_PAGES.landlords}#lost-link`,
  admin: "/admin",
  /** Not pages of the app: answered by the worker, so linked with a plain anchor. */
  email: "/email",
  sitemap: "/sitemap.xml",
} as const;

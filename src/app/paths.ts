/** Addresses of the pages that have a fixed one. Categories: CATEGORIES; a listing: listingPath(). */
export const PATHS = {
  home: "/",
  howItWorks: "/#how-it-works",
  faqs: "/#faqs",
  landlords: "/landlords",
  admin: "/admin",
  /** Not a page of the app: answered by the worker, so linked with a plain anchor. */
  sitemap: "/sitemap.xml",
} as const;

import type { PageData } from "../../worker/contracts/page.ts";

/** The file beside this one that renders what the edge loaded, without its ending. */
export const MODULE_OF_DATA: Record<PageData["page"], string> = {
  home: "home",
  category: "category",
  listing: "listing",
  listing_gone: "listing",
  landlords: "landlords",
  realtors: "realtors",
  about: "about",
  contact: "contact",
  privacy: "privacy-policy",
  terms: "terms-of-service",
  digest: "digest",
  threads: "discussions",
  thread: "thread",
  thread_gone: "thread",
  govip: "govip",
  not_found: "not-found",
};

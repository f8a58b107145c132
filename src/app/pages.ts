import type { ComponentType } from "react";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";

/** What every module in src/pages exports. */
export interface PageModule {
  Component: ComponentType;
  /** @param query of the address, with its question mark; empty for none */
  head(data: PageData, site: SiteInfo, query: string): PageHead;
}

export const PAGES = {
  home: () => import("../pages/home.tsx"),
  category: () => import("../pages/category.tsx"),
  listing: () => import("../pages/listing.tsx"),
  landlords: () => import("../pages/landlords.tsx"),
  realtors: () => import("../pages/realtors.tsx"),
  about: () => import("../pages/about.tsx"),
  contact: () => import("../pages/contact.tsx"),
  privacy: () => import("../pages/privacy-policy.tsx"),
  terms: () => import("../pages/terms-of-service.tsx"),
  manage: () => import("../pages/manage.tsx"),
  delete: () => import("../pages/delete.tsx"),
  confirm: () => import("../pages/confirm.tsx"),
  unsubscribe: () => import("../pages/unsubscribe.tsx"),
  preferences: () => import("../pages/preferences.tsx"),
  follow: () => import("../pages/follow.tsx"),
  never: () => import("../pages/never.tsx"),
  privacyData: () => import("../pages/privacy-data.tsx"),
  digest: () => import("../pages/digest.tsx"),
  threads: () => import("../pages/discussions.tsx"),
  thread: () => import("../pages/thread.tsx"),
  govip: () => import("../pages/govip.tsx"),
  admin: () => import("../pages/admin.tsx"),
  adminLogin: () => import("../pages/admin-login.tsx"),
  stats: () => import("../pages/stats.tsx"),
  notFound: () => import("../pages/not-found.tsx"),
} as const satisfies Record<string, () => Promise<PageModule>>;

/** The module that renders, and describes, what the edge loaded. */
export const PAGE_OF_DATA = {
  home: PAGES.home,
  category: PAGES.category,
  listing: PAGES.listing,
  listing_gone: PAGES.listing,
  landlords: PAGES.landlords,
  realtors: PAGES.realtors,
  about: PAGES.about,
  contact: PAGES.contact,
  privacy: PAGES.privacy,
  terms: PAGES.terms,
  digest: PAGES.digest,
  threads: PAGES.threads,
  thread: PAGES.thread,
  thread_gone: PAGES.thread,
  govip: PAGES.govip,
  not_found: PAGES.notFound,
} as const satisfies Record<PageData["page"], () => Promise<PageModule>>;

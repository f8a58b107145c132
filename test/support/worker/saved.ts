import type { ShortlistCreated } from "../../../worker/contracts/saved.ts";
import { json, type Site } from "./site.ts";

/** Shares a shortlist. */
export const share = (site: Site, listingIds: readonly unknown[], title?: unknown, from = "198.51.100.1") =>
  site.fetch("/api/shortlists", {
    json: { listingIds, ...(title !== undefined && { title }) },
    headers: { "cf-connecting-ip": from },
  });

/** Shares a shortlist and returns its token. */
export const shared = async (site: Site, listingIds: readonly number[], title?: string): Promise<string> =>
  (await json<ShortlistCreated>(share(site, listingIds, title))).token;

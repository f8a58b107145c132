import type { KeptHome, KeptList, ShortlistCreated } from "../../../worker/contracts/saved.ts";
import { mailsTo } from "./mailbox.ts";
import { json, type Site } from "./site.ts";
import { subscribe } from "./subscribers.ts";

/** Shares a shortlist. */
export const share = (site: Site, listingIds: readonly unknown[], title?: unknown, from = "198.51.100.1") =>
  site.fetch("/api/shortlists", {
    json: { listingIds, ...(title !== undefined && { title }) },
    headers: { "cf-connecting-ip": from },
  });

/** The token of a new shortlist. */
export const shared = async (site: Site, listingIds: readonly number[], title?: string): Promise<string> =>
  (await json<ShortlistCreated>(share(site, listingIds, title))).token;

/** The access cookie of a new subscriber. */
export async function accessOf(site: Site, email: string): Promise<string> {
  await subscribe(site, email);
  return accessAgain(site, email);
}

/** Another access cookie of a subscriber, as another device gets it. */
export async function accessAgain(site: Site, email: string): Promise<string> {
  await site.fetch("/api/access/request-code", { json: { email } });
  const code = /\d{6}/.exec((await mailsTo(site, email))[0]?.subject ?? "")?.[0] ?? "";
  const answer = await site.fetch("/api/access/verify-code", { json: { email, code } });
  return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

/** A saved home as browsers send it. */
export const savedHome = (listingId: number, changedAt: Date, changes: Partial<KeptHome> = {}): KeptHome => ({
  listingId,
  savedAt: changedAt.toISOString(),
  changedAt: changedAt.toISOString(),
  state: null,
  viewingAt: null,
  note: "",
  isRemoved: false,
  ...changes,
});

/** The list that a browser keeps on the server. */
export const keptList = (site: Site, as: string) => json<KeptList>(site.fetch("/api/saved-homes", { as }));

/** Starts to keep a list on the server. */
export const keep = (site: Site, as: string, wantsPriceDrops = false) =>
  site.fetch("/api/saved-homes", { method: "PUT", json: { wantsPriceDrops }, as });

/** Merges homes into it. */
export const merge = (site: Site, as: string, homes: readonly unknown[]) =>
  site.fetch("/api/saved-homes", { method: "PATCH", json: { homes }, as });

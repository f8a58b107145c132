import type { ShortlistCreated } from "../../../worker/contracts/saved.ts";
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
  await site.fetch("/api/access/request-code", { json: { email } });
  const code = /\d{6}/.exec((await mailsTo(site, email))[0]?.subject ?? "")?.[0] ?? "";
  const answer = await site.fetch("/api/access/verify-code", { json: { email, code } });
  return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

import { CATEGORIES } from "../../../worker/contracts/bedrooms.ts";
import { nextEdition } from "../../../worker/contracts/digest.ts";
import { FORUM_PATH, THREADS_PER_PAGE, threadPath } from "../../../worker/contracts/forum.ts";
import { editionPath } from "../../../worker/contracts/page.ts";
import { mintUser, startThread } from "./forum.ts";
import { ADMIN_PASSWORD } from "./server.ts";

/** A page, and its expected status. */
interface RarePage {
  path: string;
  status: number;
}

async function send(
  url: string,
  { headers, ...init }: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const response = await fetch(url, { ...init, headers: { "content-type": "application/json", ...headers } });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response;
}

/** Withdraws a listing. */
async function withdraw(siteUrl: string, id: string): Promise<void> {
  const body = JSON.stringify({ password: ADMIN_PASSWORD });
  const { headers } = await send(`${siteUrl}/api/admin/login`, { method: "POST", body });
  await send(`${siteUrl}/api/admin/listings/${id}/status`, {
    method: "PATCH",
    body: JSON.stringify({ approved: false }),
    headers: { cookie: headers.get("set-cookie")?.split(";")[0] ?? "" },
  });
}

/**
 * Creates rarely seen pages of a site with demo data: a digest edition, a removed listing and discussion, and later
 * pages of lists.
 */
export async function rarePages(siteUrl: string): Promise<Record<string, RarePage>> {
  const { date, time } = nextEdition(new Date());
  await send(`${siteUrl}/cdn-cgi/handler/scheduled?cron=*/15+*+*+*+*&time=${time.getTime()}`);
  const gone = [...(await (await send(siteUrl)).text()).matchAll(/href="(\/listing\/(\d+)\/[\w-]+)"/g)].at(-1) ?? [];
  await withdraw(siteUrl, gone[2] ?? "");
  const author = await mintUser(siteUrl);
  for (let count = 0; count < THREADS_PER_PAGE; count += 1) await startThread({}, author, siteUrl);
  const deleted = await startThread({}, author, siteUrl);
  const { anonymousId } = author;
  await send(`${siteUrl}/api/discussion/user/threads/${deleted.id}`, {
    method: "DELETE",
    body: JSON.stringify({ anonymousId }),
  });
  const [, oneBedroom] = CATEGORIES;
  return {
    "an edition": { path: editionPath(date), status: 200 },
    "a listing that is gone": { path: gone[1] ?? "", status: 410 },
    "a discussion that is gone": { path: threadPath(deleted), status: 410 },
    "discussions, second page": { path: `${FORUM_PATH}?page=2`, status: 200 },
    "discussions, newest first": { path: `${FORUM_PATH}?sort=newest`, status: 200 },
    "a category, second page": { path: `${oneBedroom.path}?page=2`, status: 200 },
    "a list behind its end": { path: `${oneBedroom.path}?page=99`, status: 404 },
  };
}

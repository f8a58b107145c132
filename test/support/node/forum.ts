import { inject } from "vitest";
import type { Comment, ForumUser, Thread } from "../../../worker/contracts/forum.ts";
import { ADMIN_PASSWORD } from "./server.ts";

async function call<T>(
  method: string,
  path: string,
  body: unknown,
  { cookie, siteUrl = inject("siteUrl") }: { cookie?: string | undefined; siteUrl?: string } = {},
): Promise<T> {
  const response = await fetch(siteUrl + path, {
    method,
    headers: { "content-type": "application/json", ...(cookie !== undefined && { cookie }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Creates a forum identity without a browser. */
export const mintUser = (siteUrl = inject("siteUrl")) =>
  call<ForumUser>("POST", "/api/discussion/user", { anonymousId: null }, { siteUrl });

let count = 0;

/** Starts a discussion with default values. */
export async function startThread(
  changes: { title?: string; content?: string } = {},
  by?: ForumUser,
  siteUrl = inject("siteUrl"),
): Promise<Thread> {
  const { anonymousId } = by ?? (await mintUser(siteUrl));
  count += 1;
  const draft = {
    title: `Question ${count} about heating`,
    content: `Is number ${count} warm enough in winter?`,
    ...changes,
  };
  return call<Thread>("POST", "/api/discussion/threads", { ...draft, anonymousId }, { siteUrl });
}

/** Writes a comment, or a reply if a parent is given. */
export async function writeComment(
  threadId: number,
  changes: { content?: string; parentId?: number } = {},
  by?: ForumUser,
): Promise<Comment> {
  const { anonymousId } = by ?? (await mintUser());
  count += 1;
  const content = `Comment ${count}: the radiators are fine.`;
  return call<Comment>("POST", "/api/discussion/comments", { content, threadId, ...changes, anonymousId });
}

/** Calls a moderator's operation on a thread, such as `admin/thread/{id}/sticky`. */
export async function moderate(method: string, path: string, body: unknown = {}): Promise<void> {
  const { headers } = await fetch(`${inject("siteUrl")}/api/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password: ADMIN_PASSWORD }),
  });
  await call(method, `/api/discussion/${path}`, body, { cookie: headers.get("set-cookie")?.split(";")[0] });
}

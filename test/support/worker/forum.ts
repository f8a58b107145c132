import type { Comment, ForumUser, Thread, ThreadList, Vote, VoteResult } from "../../../worker/contracts/forum.ts";
import { json, type Site } from "./site.ts";

/** A forum identity with its cookie. */
export interface Visitor extends ForumUser {
  cookie: string;
  /** IP address from which the visitor sends requests. */
  from: string;
}

let made = 0;
/** Returns a unique text. */
export const someText = (about = "rents") => `What do you think of ${about}? This is question number ${(made += 1)}.`;

/** Creates a new identity. @param from IP address of the request */
export async function visitor(site: Site, from = "203.0.113.7"): Promise<Visitor> {
  const response = await site.fetch("/api/discussion/user", {
    json: { anonymousId: null },
    headers: { "cf-connecting-ip": from },
  });
  const user = await json<ForumUser>(response);
  if (response.status !== 200) throw new Error(`No identity: ${JSON.stringify(user)}`);
  return { ...user, cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "", from };
}

/** Sends a write request as an identity. Returns any response, including errors. */
export const write = (site: Site, who: Visitor, method: string, path: string, body: unknown = {}): Promise<Response> =>
  site.fetch(`/api/discussion${path}`, {
    method,
    json: body,
    as: who.cookie,
    headers: { "cf-connecting-ip": who.from },
  });

async function done<T>(response: Response): Promise<T> {
  const answer = await json<T>(response);
  if (!response.ok) throw new Error(`Refused: ${JSON.stringify(answer)}`);
  return answer;
}

/** Starts a discussion with default values. */
export async function startThread(
  site: Site,
  who: Visitor,
  { title = "Is this rent fair?", content = someText() }: { title?: string; content?: string } = {},
): Promise<Thread> {
  return done(await write(site, who, "POST", "/threads", { title, content, authorId: who.id }));
}

/** Writes a comment, or a reply. */
export async function comment(
  site: Site,
  who: Visitor,
  threadId: number,
  { content = someText(), parentId = null }: { content?: string; parentId?: number | null } = {},
): Promise<Comment> {
  const body = { content, threadId, authorId: who.id, ...(parentId !== null && { parentId }) };
  return done(await write(site, who, "POST", "/comments", body));
}

/** Votes for a discussion or a comment. */
export async function vote(
  site: Site,
  who: Visitor,
  target: { thread: number } | { comment: number },
  value: Vote,
): Promise<VoteResult> {
  const path = "thread" in target ? `/threads/${target.thread}/vote` : `/comments/${target.comment}/vote`;
  return done(await write(site, who, "PUT", path, { value }));
}

/** Deletes an identity's own thread or comment. */
export const deleteOwn = (site: Site, who: Visitor, target: { thread: number } | { comment: number }) =>
  write(
    site,
    who,
    "DELETE",
    "thread" in target ? `/user/threads/${target.thread}` : `/user/comments/${target.comment}`,
  );

/** Reads the public list of threads. */
export const threadsOf = (site: Site, query = ""): Promise<ThreadList> =>
  json<ThreadList>(site.fetch(`/api/discussion/threads${query}`));

/** Reads a thread's public comments. */
export const commentsOf = (site: Site, threadId: number, query = ""): Promise<Comment[]> =>
  json<Comment[]>(site.fetch(`/api/discussion/thread/${threadId}/comments${query}`));

import { DAY_MS } from "../../contracts/days.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { refundForNetworks } from "../../platform/rate-limits.ts";
import { nthNewestPostOf } from "./authors.repo.ts";
import { forumComments, forumThreads } from "./forum.table.ts";
import { countForNetwork, dailyLimit, dailyLimitError } from "./posts.limits.ts";
import { isDuplicate } from "./threads.repo.ts";
import type { Writer } from "./writer.ts";

const POSTS = { threads: forumThreads, comments: forumComments };

/** The differences between writing a thread and a comment. */
interface NewPost<Place, Row> {
  kind: "threads" | "comments";
  client: Pick<Client, "networks">;
  textKey: string;
  /** Validates and returns the post's position. */
  place: () => Promise<Place>;
  /** Null when a concurrent change prevented it; the checks are then repeated. */
  insert: (place: Place, day: { count: number; since: Date } | null) => Promise<Row | null>;
}

/**
 * Writes a post that passes all checks, within the daily limits of writer and network.
 * @throws AppError 409 `forum.repeated`, 429 over a daily limit, and errors of `place`
 */
export async function createPost<Place, Row>(
  deps: Deps,
  writer: Writer,
  { kind, client, textKey, place, insert }: NewPost<Place, Row>,
): Promise<Row> {
  const limit = dailyLimit(deps, writer, kind);
  const since = new Date(deps.now().getTime() - DAY_MS);
  const look = async () => {
    const found = await place();
    const oldest = limit === null ? null : await nthNewestPostOf(deps, POSTS[kind], { authorId: writer.id, limit });
    if (limit !== null && oldest !== null && oldest > since) throw dailyLimitError(deps, kind, limit, oldest);
    if (await isDuplicate(deps, textKey)) throw new AppError("forum.repeated");
    return found;
  };
  const found = await look();
  await countForNetwork(deps, kind, client);
  const row = await insert(found, limit === null ? null : { count: limit, since });
  if (row) return row;
  await refundForNetworks(deps, kind, client);
  // A concurrent change prevented the write; repeating the checks reports which.
  await look();
  throw new AppError("request.busy");
}

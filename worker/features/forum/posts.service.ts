import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { refundForNetworks } from "../../platform/rate-limits.ts";
import { countForNetwork, DAY_MS, dailyLimit, tooMany } from "./posts.limits.ts";
import { isSaidBefore } from "./threads.repo.ts";
import type { Writer } from "./writer.ts";

/** What is particular to a thread, or to a comment. */
interface NewPost<Place, Row> {
  kind: "threads" | "comments";
  client: Pick<Client, "networks">;
  textKey: string;
  /** Where it comes to stand; refuses where that is not. */
  place: () => Promise<Place>;
  /** When the writer's `limit`-th newest post of the kind was written. */
  nthNewest: (deps: Deps, authorId: number, limit: number) => Promise<Date | null>;
  /** Null when something came between: the day is counted anew, and the text looked for. */
  insert: (place: Place, day: { count: number; since: Date } | null) => Promise<Row | null>;
}

/**
 * Writes a post that nothing speaks against, and that its writer's day and its network's have room for.
 * @throws AppError 409 `forum.repeated`, 429 when the day is used up, and what `place` throws
 */
export async function writePost<Place, Row>(
  deps: Deps,
  writer: Writer,
  { kind, client, textKey, place, nthNewest, insert }: NewPost<Place, Row>,
): Promise<Row> {
  const limit = dailyLimit(deps, writer, kind);
  const since = new Date(deps.now().getTime() - DAY_MS);
  const look = async () => {
    const found = await place();
    const oldest = limit === null ? null : await nthNewest(deps, writer.id, limit);
    if (limit !== null && oldest !== null && oldest > since) throw tooMany(deps, kind, limit, oldest);
    if (await isSaidBefore(deps, textKey)) throw new AppError("forum.repeated");
    return found;
  };
  const found = await look();
  await countForNetwork(deps, kind, client);
  const row = await insert(found, limit === null ? null : { count: limit, since });
  if (row) return row;
  await refundForNetworks(deps, kind, client);
  // Something came between the look and the write; it says so itself now.
  await look();
  throw new AppError("request.busy");
}

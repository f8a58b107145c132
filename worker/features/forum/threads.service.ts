import { type Thread, threadSlug } from "../../contracts/forum.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { purge } from "../../platform/purge.ts";
import { deleteThread } from "./deletions.repo.ts";
import { toThread } from "./forum.mappers.ts";
import type { ThreadRow } from "./forum.table.ts";
import { assertLinkLimit } from "./posts.limits.ts";
import { createPost } from "./posts.service.ts";
import { textKeyOf, wholeText } from "./posts.text.ts";
import { editThread, insertThread, isDuplicate, threadById } from "./threads.repo.ts";
import type { Writer } from "./writer.ts";

export interface ThreadText {
  title: string;
  content: string;
}

/** A writer's own thread; only {@link ownThread} creates one. */
type OwnThread = ThreadRow & { readonly isOwn: true };

/**
 * Starts a thread.
 * @throws AppError 400 `forum.invalid` with too many links, 409 `forum.repeated`, 429 over the daily limit
 */
export async function startThread(deps: Deps, writer: Writer, text: ThreadText, from: Client): Promise<Thread> {
  assertLinkLimit(deps, writer, wholeText(text));
  const textKey = await textKeyOf(wholeText(text), writer.id, null);
  const row = await createPost(deps, writer, {
    kind: "threads",
    client: from,
    textKey,
    place: async () => {},
    insert: (_, day) =>
      insertThread(
        deps,
        {
          ...text,
          seoSlug: threadSlug(text.title),
          authorId: writer.id,
          authorName: writer.username,
          textKey,
          isAutomated: false,
          ipAddress: from.address,
          network: from.network,
        },
        day,
      ),
  });
  await purge(deps, "thread.changed", row.id);
  return toThread(row, "public");
}

/** @throws AppError 404 `forum.thread_not_found`, 403 `forum.not_author` */
async function ownThread(deps: Deps, writer: Writer, id: number | null): Promise<OwnThread> {
  const row = id === null ? null : await threadById(deps, id);
  if (!row || row.isDeleted) throw new AppError("forum.thread_not_found");
  if (row.authorId !== writer.id) throw new AppError("forum.not_author");
  return { ...row, isOwn: true };
}

/**
 * Changes the writer's own thread, but not a title set by a moderator.
 * @throws AppError 404, 403 `forum.not_author`, 409 `forum.locked` or `forum.repeated`, 400 with too many links
 */
export async function editOwnThread(
  deps: Deps,
  writer: Writer,
  id: number | null,
  { title: wantedTitle, content }: ThreadText,
): Promise<Thread> {
  const thread = await ownThread(deps, writer, id);
  const title = thread.renamedAt ? thread.title : wantedTitle;
  if (thread.isLocked) throw new AppError("forum.locked");
  if (thread.title === title && thread.content === content) return toThread(thread, "public");
  assertLinkLimit(deps, writer, wholeText({ title, content }));
  const textKey = await textKeyOf(wholeText({ title, content }), writer.id, null);
  if (textKey !== thread.textKey && (await isDuplicate(deps, textKey, { threadId: thread.id }))) {
    throw new AppError("forum.repeated");
  }
  const changed = await editThread(deps, thread, { title, seoSlug: threadSlug(title), content, textKey });
  if (!changed) {
    // Deleted, locked or renamed in the meantime, which takes precedence.
    const now = await ownThread(deps, writer, id);
    if (now.isLocked) throw new AppError("forum.locked");
    if (now.renamedAt?.getTime() !== thread.renamedAt?.getTime())
      return editOwnThread(deps, writer, id, { title: now.title, content });
    throw new AppError("request.busy");
  }
  await purge(deps, "thread.changed", thread.id);
  return toThread(changed, "public");
}

/**
 * Deletes the writer's own thread, even when it is locked.
 * @throws AppError 404, 403 `forum.not_author`
 */
export async function deleteOwnThread(deps: Deps, writer: Writer, id: number | null): Promise<void> {
  const thread = await ownThread(deps, writer, id);
  const [deleted] = await deleteThread(deps, thread.id, { by: "author", authorId: writer.id });
  if (!deleted) throw new AppError("forum.thread_not_found");
  await purge(deps, "post.deleted", thread.id);
}

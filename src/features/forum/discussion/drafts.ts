import { readStorage, writeStorage } from "../../../lib/storage.ts";

/** Unposted texts by field name. */
type Drafts = Record<string, string>;

/** "new" for a new thread, otherwise the thread's id. */
export type DraftScope = "new" | number;

const keyOf = (scope: DraftScope) => `forum_drafts_${scope}`;

export function readDrafts(scope: DraftScope): Drafts {
  try {
    const value: unknown = JSON.parse(readStorage("local", keyOf(scope)) ?? "{}");
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return {};
  }
}

export const hasDraft = (threadId: number, name: string) => name in readDrafts(threadId);

export const hasDrafts = (threadId: number) => Object.keys(readDrafts(threadId)).length > 0;

/** Merges drafts into storage; null deletes one. */
export function writeDrafts(scope: DraftScope, changes: Record<string, string | null>): void {
  const drafts = Object.entries({ ...readDrafts(scope), ...changes }).filter(
    ([, text]) => text !== null && text !== "",
  );
  writeStorage("local", keyOf(scope), drafts.length === 0 ? null : JSON.stringify(Object.fromEntries(drafts)));
}

/** Deletes a draft that was posted or discarded, unless another tab has replaced it. */
export function forgetDraft(scope: DraftScope, name: string, text: string): void {
  if (readDrafts(scope)[name] === text) writeDrafts(scope, { [name]: null });
}

/** Draft names of a thread's fields. */
export const DRAFT = {
  comment: "comment",
  reply: (commentId: number) => `reply-${commentId}`,
  edit: (commentId: number) => `edit-${commentId}`,
  threadTitle: "thread-title",
  threadContent: "thread-content",
} as const;

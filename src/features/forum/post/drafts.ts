import { storedText, writeStored } from "../../../lib/storage.ts";

/** What somebody began to write, and has not posted: by the name of its field. */
type Drafts = Record<string, string>;

/** The new thread, or the thread that one writes in. */
export type DraftScope = "new" | number;

const keyOf = (scope: DraftScope) => `forum_drafts_${scope}`;

/** What was begun here, also before a reload. */
export function readDrafts(scope: DraftScope): Drafts {
  try {
    const value: unknown = JSON.parse(storedText("local", keyOf(scope)) ?? "{}");
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return {};
  }
}

/** Whether something that was typed under a name waits to be posted. */
export const hasDraft = (threadId: number, name: string) => name in readDrafts(threadId);

/** Whether anything typed in a thread waits to be posted. */
export const hasDrafts = (threadId: number) => Object.keys(readDrafts(threadId)).length > 0;

/** Keeps drafts; null forgets one, as when it was posted. */
export function writeDrafts(scope: DraftScope, changes: Record<string, string | null>): void {
  const drafts = Object.entries({ ...readDrafts(scope), ...changes }).filter(
    ([, text]) => text !== null && text !== "",
  );
  writeStored("local", keyOf(scope), drafts.length === 0 ? null : JSON.stringify(Object.fromEntries(drafts)));
}

/** Forgets a draft that was posted or given up; not one that another tab wrote in its place meanwhile. */
export function forgetDraft(scope: DraftScope, name: string, text: string): void {
  if (readDrafts(scope)[name] === text) writeDrafts(scope, { [name]: null });
}

/** Names of the fields of a thread. */
export const DRAFT = {
  comment: "comment",
  reply: (commentId: number) => `reply-${commentId}`,
  edit: (commentId: number) => `edit-${commentId}`,
  threadTitle: "thread-title",
  threadContent: "thread-content",
} as const;

import { type ReactNode, useState } from "react";
import { truncateAtWord } from "../../../lib/format.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { toast } from "../../../lib/toast.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { AdminAuthorDialog } from "./admin-author-dialog.tsx";
import { type PostKey, useDeletePost, useRestorePost } from "./moderation.queries.ts";
import { AdminBanDialog } from "../../bans/index.ts";

/** A post with the text shown in the confirmation. */
interface NamedPost extends PostKey {
  text: string;
}

export interface Moderation {
  /** Deletes after a confirmation. */
  askToDelete(post: NamedPost): void;
  restore(post: PostKey): void;
  /** Opens the ban dialog, prefilled with an address if given. */
  askToBan(ipAddress?: string): void;
  showAuthor(id: number): void;
  /** The post being restored. */
  restoring: PostKey | null;
  /** Must be rendered once. */
  dialogs: ReactNode;
}

const DELETION = {
  thread: {
    title: "Delete this thread?",
    consequence: "It leaves the site at once, with all its comments. It can be brought back.",
    action: "Delete Thread",
  },
  comment: {
    title: "Delete this comment?",
    consequence: "It leaves the site at once; replies to it stay. It can be brought back.",
    action: "Delete Comment",
  },
} as const;
const NAMES = { thread: "Thread", comment: "Comment" } as const;

/** Value of a post's `data-post` attribute. */
export const postAttribute = ({ kind, id }: PostKey) => `${kind}-${id}`;

/** The pressed button is gone, so the post is focused once the dialogs have returned the focus. */
function focusPost(post: PostKey): void {
  setTimeout(() => document.querySelector<HTMLElement>(`[data-post="${postAttribute(post)}"]`)?.focus(), 20);
}

/** Moderation actions on posts and authors. @param onDeleted called after a deletion */
export function useModeration({ onDeleted }: { onDeleted?(): void } = {}): Moderation {
  const deletion = useDeletePost();
  const restoration = useRestorePost();
  const [deleting, setDeleting] = useState<NamedPost | null>(null);
  const [banning, setBanning] = useState<string | null>(null);
  const [authorId, setAuthorId] = useState<number | null>(null);
  const texts = DELETION[deleting?.kind ?? "thread"];

  const remove = (post: NamedPost) =>
    deletion.mutate(post, {
      onSuccess: () => {
        toast({ title: `${NAMES[post.kind]} deleted successfully` });
        onDeleted?.();
        focusPost(post);
      },
      onError: (error) => toastFailure(`Failed to delete ${post.kind}`, error),
      onSettled: () => setDeleting(null),
    });
  const restore = (post: PostKey) => {
    if (restoration.isPending) return;
    restoration.mutate(post, {
      onSuccess: () => {
        toast({ title: `${NAMES[post.kind]} restored successfully` });
        focusPost(post);
      },
      onError: (error) => toastFailure(`Failed to restore ${post.kind}`, error),
    });
  };

  return {
    askToDelete: setDeleting,
    restore,
    askToBan: (ipAddress = "") => setBanning(ipAddress),
    showAuthor: setAuthorId,
    restoring: restoration.isPending ? restoration.variables : null,
    dialogs: (
      <>
        <ConfirmDialog
          open={deleting !== null}
          onOpenChange={() => setDeleting(null)}
          title={texts.title}
          description={`“${truncateAtWord(deleting?.text ?? "", 120)}”\n${texts.consequence}`}
          confirmLabel={texts.action}
          busy={deletion.isPending}
          onConfirm={() => deleting && remove(deleting)}
        />
        {authorId !== null && (
          <AdminAuthorDialog
            authorId={authorId}
            onBan={setBanning}
            onDeleted={onDeleted}
            onClose={() => setAuthorId(null)}
          />
        )}
        {banning !== null && <AdminBanDialog ipAddress={banning} onClose={() => setBanning(null)} />}
      </>
    ),
  };
}

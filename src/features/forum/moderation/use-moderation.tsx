import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { AuthorHistory, AuthorPost } from "../../../../worker/contracts/forum-moderation.ts";
import { BOT_BADGE, commentAnchor, threadPath, type Comment, type Thread } from "../../../../worker/contracts/forum.ts";
import { formatMoment } from "../../../lib/format-time.ts";
import { formatCount, formatDay, plural } from "../../../lib/format.ts";
import { truncateAtWord } from "../../../../worker/contracts/truncate-at-word.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { LoadFailure } from "../../../ui/notice.tsx";
import { RoleButton } from "../../../ui/role-button.tsx";
import { RowsSkeleton } from "../../../ui/skeleton.tsx";
import { focusOn, useMoveFocus } from "../../../ui/return-focus.ts";
import { AdminBanDialog, AdminBan } from "../../bans/index.ts";
import { listAuthorAddresses, deletedText, isMasked, MASKED } from "./moderation-text.ts";
import {
  type PostKey,
  useDeletePost,
  useRestorePost,
  authorHistory,
  useDeleteAuthorPosts,
} from "./moderation.queries.ts";

interface AdminAddressProps {
  /** Null if no IP address is stored, for example for automated posts. */
  ipAddress: string | null | undefined;
  onBan(ipAddress: string): void;
}

/** Shows an IP address with a ban button, or with the reason why it cannot be banned. */
export function AdminAddress({ ipAddress, onBan }: AdminAddressProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 wrap-anywhere">
      <AdminAddressText ipAddress={ipAddress} />
      <AdminAddressBan ipAddress={ipAddress} onBan={onBan} />
    </span>
  );
}

/** Shows an IP address. If it cannot be banned, the reason is shown too. */
export function AdminAddressText({ ipAddress }: Pick<AdminAddressProps, "ipAddress">) {
  if (!ipAddress) return <span className="text-ink-muted">None stored</span>;
  return (
    <span className="wrap-anywhere">
      {ipAddress}
      {isMasked(ipAddress) && <span className="text-ink-muted"> ({MASKED})</span>}
    </span>
  );
}

/** Button that bans an IP address; hidden if the address cannot be banned. */
export function AdminAddressBan({ ipAddress, onBan }: AdminAddressProps) {
  if (!ipAddress || isMasked(ipAddress)) return null;
  return (
    <RoleButton
      needs="moderator"
      size="sm"
      variant="ghost"
      aria-label={`Ban ${ipAddress}`}
      className="-my-1 text-danger hover:bg-danger-soft"
      onClick={() => onBan(ipAddress)}
    >
      Ban
    </RoleButton>
  );
}

interface RestoreButtonProps {
  kind: "thread" | "comment";
  post: Pick<Thread | Comment, "id" | "deletedBy">;
  moderation: Pick<Moderation, "restoring" | "restore">;
  describedBy: string;
}

/** Button to restore a deleted post, unless its author deleted it. */
export function RestoreButton({ kind, post, moderation, describedBy }: RestoreButtonProps) {
  if (post.deletedBy === "author")
    return <p className="self-center text-sm text-ink-muted">Permanently deleted by its author.</p>;
  return (
    <RoleButton
      needs="moderator"
      size="sm"
      variant="secondary"
      aria-describedby={describedBy}
      busy={moderation.restoring?.kind === kind && moderation.restoring.id === post.id}
      onClick={() => moderation.restore({ kind, id: post.id })}
    >
      Restore
    </RoleButton>
  );
}

interface AdminAuthorDialogProps {
  authorId: number;
  onBan(ipAddress: string): void;
  onDeleted: (() => void) | undefined;
  onClose(): void;
}

/** Dialog with an author's history: IP addresses, deletions, bans and posts. */
function AdminAuthorDialog({ authorId, onBan, onDeleted, onClose }: AdminAuthorDialogProps) {
  const query = useQuery(authorHistory(authorId));
  const deletion = useDeleteAuthorPosts();
  const [isConfirming, setIsConfirming] = useState(false);
  const author = query.data;
  const left = author ? author.threads + author.comments - author.deleted : 0;

  const deleteAll = () =>
    deletion.mutate(authorId, {
      onSuccess: (deleted) => toast({ title: "Posts deleted successfully", description: deletedText(deleted) }),
      onError: (error) => toastFailure("Failed to delete the author's posts", error),
      onSettled: () => {
        setIsConfirming(false);
        onDeleted?.();
      },
    });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={author ? `Author: ${author.username}` : "Author"}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {author && (
            <RoleButton needs="moderator" variant="danger" disabled={left === 0} onClick={() => setIsConfirming(true)}>
              Delete All Posts
            </RoleButton>
          )}
        </>
      }
    >
      {query.isPending && <RowsSkeleton label="Loading the author's history" />}
      {!query.isPending && !author && (
        <LoadFailure title="Failed to fetch the author's history" onRetry={() => void query.refetch()} />
      )}
      {author && <History author={author} onBan={onBan} />}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Delete everything by this author?"
        description={`${plural(left, "post")} of ${author?.username ?? ""} disappear from the site immediately, but other people’s replies stay. You can restore each one.`}
        confirmLabel="Delete All"
        busy={deletion.isPending}
        onConfirm={deleteAll}
      />
    </Dialog>
  );
}

interface HistoryProps extends Pick<AdminAuthorDialogProps, "onBan"> {
  author: AuthorHistory;
}

function History({ author, onBan }: HistoryProps) {
  const addresses = listAuthorAddresses(author);
  return (
    <div className="grid gap-5">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {author.isAutomated && <Chip>{BOT_BADGE}</Chip>}
        <span>First seen {formatDay(author.createdAt)}</span>
        <span>{plural(author.threads, "thread")}</span>
        <span>{plural(author.comments, "comment")}</span>
        <span className={author.deleted > 0 ? "font-semibold text-danger" : undefined}>{author.deleted} deleted</span>
      </p>
      <section aria-labelledby="author-addresses">
        <h3 id="author-addresses" className="font-semibold">
          IP addresses
        </h3>
        {addresses.length === 0 ? (
          <p className="text-sm text-ink-muted">None stored.</p>
        ) : (
          <ul className="grid gap-1 text-sm">
            {addresses.map((ipAddress) => (
              <li key={ipAddress}>
                <AdminAddress ipAddress={ipAddress} onBan={onBan} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="author-bans">
        <h3 id="author-bans" className="font-semibold">
          Bans
        </h3>
        {author.bans.length === 0 ? (
          <p className="text-sm text-ink-muted">None of these addresses has been banned.</p>
        ) : (
          <ul className="divide-y divide-line">
            {author.bans.map((ban) => (
              <AdminBan key={ban.id} ban={ban} />
            ))}
          </ul>
        )}
      </section>
      <AdminAuthorPosts author={author} />
    </div>
  );
}

const KINDS = { thread: "Thread", comment: "Comment" } as const;

/** Lists the author's newest posts, including deleted ones. */
function AdminAuthorPosts({ author: { posts, threads, comments } }: { author: AuthorHistory }) {
  const total = threads + comments;
  return (
    <section aria-labelledby="author-posts">
      <h3 id="author-posts" className="font-semibold">
        Posts
      </h3>
      {total > posts.length && (
        <p className="text-sm text-ink-muted">
          Showing the newest {formatCount(posts.length)} of {formatCount(total)}.
        </p>
      )}
      {posts.length === 0 ? (
        <p className="text-sm text-ink-muted">None.</p>
      ) : (
        <ul className="divide-y divide-line">
          {posts.map((post) => (
            <Post key={`${post.kind}-${post.id}`} post={post} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Post({ post }: { post: AuthorPost }) {
  const path = threadPath({ id: post.threadId, seoSlug: post.threadSlug });
  return (
    <li className="grid gap-1 py-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
        <Chip tone={post.kind === "thread" ? "accent" : "neutral"}>{KINDS[post.kind]}</Chip>
        {post.isDeleted && <Chip tone="danger">Deleted</Chip>}
        <time dateTime={post.createdAt}>{formatMoment(post.createdAt)}</time>
        {post.ipAddress !== null && <span className="wrap-anywhere">{post.ipAddress}</span>}
      </p>
      {post.isDeleted ? (
        <p className="text-sm wrap-anywhere">{post.excerpt}</p>
      ) : (
        <a
          href={post.kind === "thread" ? path : `${path}#${commentAnchor(post.id)}`}
          target="_blank"
          rel="noopener"
          className="text-sm wrap-anywhere text-accent underline underline-offset-2"
        >
          {post.excerpt}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
    </li>
  );
}

/** A post to delete, with the text that the confirmation shows. */
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
  /** The dialogs; render them once. */
  dialogs: ReactNode;
}

const DELETION = {
  thread: {
    title: "Delete this thread?",
    consequence: "It disappears from the site immediately, with all its comments. You can restore it later.",
    action: "Delete Thread",
  },
  comment: {
    title: "Delete this comment?",
    consequence: "It disappears from the site immediately, but replies to it stay. You can restore it later.",
    action: "Delete Comment",
  },
} as const;
const NAMES = { thread: "Thread", comment: "Comment" } as const;

/** Returns the value of a post's `data-post` attribute. */
export const postAttribute = ({ kind, id }: PostKey) => `${kind}-${id}`;

const focusPost = (post: PostKey) =>
  focusOn(document.querySelector<HTMLElement>(`[data-post="${postAttribute(post)}"]`));

/** Returns the moderation actions on posts and authors. @param onDeleted called after a deletion */
export function useModeration({ onDeleted }: { onDeleted?(): void } = {}): Moderation {
  const deletion = useDeletePost();
  const restoration = useRestorePost();
  const [deleting, setDeleting] = useState<NamedPost | null>(null);
  const [banning, setBanning] = useState<string | null>(null);
  const [authorId, setAuthorId] = useState<number | null>(null);
  // Needed because the clicked button is removed.
  const moveFocus = useMoveFocus();
  const texts = DELETION[deleting?.kind ?? "thread"];

  const remove = (post: NamedPost) =>
    deletion.mutate(post, {
      onSuccess: () => {
        toast({ title: `${NAMES[post.kind]} deleted successfully` });
        onDeleted?.();
        moveFocus(() => focusPost(post));
      },
      onError: (error) => toastFailure(`Failed to delete ${post.kind}`, error),
      onSettled: () => setDeleting(null),
    });
  const restore = (post: PostKey) => {
    if (restoration.isPending) return;
    restoration.mutate(post, {
      onSuccess: () => {
        toast({ title: `${NAMES[post.kind]} restored successfully` });
        moveFocus(() => focusPost(post));
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

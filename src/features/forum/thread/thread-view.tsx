import { useQuery } from "@tanstack/react-query";
import { Bell, Lock, Pencil, Share2, Trash2 } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useState, useCallback, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { commentsBefore } from "../../../../worker/contracts/forum-list.ts";
import {
  type Thread,
  threadPath,
  type Comment,
  commentAnchor,
  type ForumUser,
  HOT_THREAD_COMMENTS,
} from "../../../../worker/contracts/forum.ts";
import { plural } from "../../../lib/format.ts";
import { useInBrowser } from "../../../lib/use-browser.ts";
import { useLazyModule } from "../../../lib/use-lazy-module.ts";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { NoScriptNote } from "../../../ui/field.tsx";
import { SpriteIcon } from "../../../ui/icon-sprite.tsx";
import { SectionCard } from "../../../ui/section-card.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { commentTree, type CommentTree, findAncestors } from "../comment-tree.ts";
import { CommentList } from "../discussion/comment-list.tsx";
import {
  type Discussion,
  DiscussionContext,
  MyVotesContext,
  useDiscussion,
  DRAFT,
  hasDraft,
  useUiState,
  useUiStore,
  type UiStore,
} from "../discussion/discussion.ts";
import { usePostActions, ActionSlot, copyLink, type PostAction, PostButton } from "../discussion/post-actions.tsx";
import { Byline, Avatar, PostText } from "../discussion/post-parts.tsx";
import { VoteBox } from "../discussion/vote-box.tsx";
import { PostingAs, useForumUser, type WriteBlock } from "../discussion/posting-as.tsx";
import { useComments } from "../discussion/use-comments.ts";
import { myVotes } from "../forum.queries.ts";
import { markRead } from "../last-visit.ts";

interface RevealOptions {
  comments: readonly Comment[];
  /** True if all comments are loaded. */
  isWhole: boolean;
  /** True if the loaded comments were just fetched. */
  isFresh: boolean;
  loadAll(): Promise<void>;
  ui: UiStore;
}

/** Locations whose comment was already scrolled to. Going back to one of these locations does not scroll again. */
const scrolledLocations = new Set<string>();

/** Returns the comment id in a hash; null if there is none. */
function parseCommentHash(hash: string): number | null {
  const id = /^#comment-([1-9]\d{0,14})$/.exec(hash)?.[1];
  return id === undefined ? null : Number(id);
}

/** Returns whether the page was opened with back or forward. The browser then restores the scroll position itself. */
const isBackForwardNavigation = () =>
  performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "back_forward");

/**
 * Scrolls to a comment and focuses it, after unfolding its ancestors. The comment is the one just posted or the one in
 * the address, which is loaded if necessary.
 * @returns true if the comment in the address does not exist
 */
function useScrollToComment({ comments, isWhole, isFresh, loadAll, ui }: RevealOptions) {
  const { hash, key } = useLocation();
  const type = useNavigationType();
  const entry = key + hash;
  const targetId = parseCommentHash(hash);
  const posted = useUiState(ui, (state) => state.posted);
  const missing = useUiState(ui, (state) => state.missing);
  const named = posted ?? targetId;
  const above = useMemo(() => (named === null ? [] : findAncestors(comments, named)), [comments, named]);
  const isFolded = useUiState(ui, ({ folded }) => above.some((id) => folded.has(id)));
  /** The address for which all comments were loaded. */
  const loadedFor = useRef<string | null>(null);

  useEffect(() => ui.change(() => ({ targetId })), [ui, targetId]);
  const finish = useCallback(() => {
    scrolledLocations.add(entry);
    ui.change(() => ({ posted: null }));
  }, [entry, ui]);
  useEffect(() => {
    const hasScrolled = scrolledLocations.has(entry) || (type === NavigationType.Pop && isBackForwardNavigation());
    const wanted = posted ?? (hasScrolled ? null : targetId);
    if (wanted === null) return;
    if (comments.some(({ id }) => id === wanted)) {
      if (isFolded) {
        ui.unfold(above);
        return;
      }
      const place = document.getElementById(commentAnchor(wanted));
      place?.scrollIntoView({ block: "center" });
      place?.focus({ preventScroll: true });
      finish();
      return;
    }
    // The comment just posted arrives with the next render.
    if (posted !== null) return;
    if (isWhole && isFresh) {
      scrolledLocations.add(entry);
      ui.change(() => ({ missing: entry }));
    } else if (!isWhole && loadedFor.current !== entry) {
      loadedFor.current = entry;
      loadAll().catch(finish);
    }
  }, [posted, targetId, entry, type, comments, above, isFolded, isWhole, isFresh, loadAll, ui, finish]);

  return missing === entry;
}

const hasThreadDraft = (threadId: number) =>
  hasDraft(threadId, DRAFT.threadTitle) || hasDraft(threadId, DRAFT.threadContent);

const loadEditForm = () => import("./thread-forms.tsx");

interface ThreadPostProps {
  thread: Thread;
  user: ForumUser | null;
  /** Reason why the post can no longer be edited; null while it can be. */
  closed: string | null;
  onAct(action: PostAction): void;
}

/** The opening post of a thread. */
function ThreadPost({ thread, user, closed, onAct }: ThreadPostProps) {
  const { module: form, request, prepare } = useLazyModule(loadEditForm);
  const [editing, setEditing] = useState<"by hand" | "begun before" | null>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const inBrowser = useInBrowser();
  const isOwn = user !== null && user.id === thread.authorId;
  const isEditing = editing !== null && form !== null && (closed === null || hasThreadDraft(thread.id));

  // Opens the form if there is a draft, for example after a reload.
  useEffect(() => {
    if (isOwn && hasThreadDraft(thread.id))
      void request().then((isThere) => isThere && setEditing((known) => known ?? "begun before"));
  }, [isOwn, thread.id, request]);
  // Returns the focus to the button that opened the form.
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <article className="mt-2 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar username={thread.user.username} />
        <div className="min-w-0 flex-1 basis-36">
          <Byline post={thread} verb="Posted" />
        </div>
        <div className="flex flex-wrap gap-1.5">
          {thread.isSticky && <Chip tone="accent">Sticky</Chip>}
          {thread.commentCount > HOT_THREAD_COMMENTS && <Chip tone="warn">Hot</Chip>}
          {thread.isLocked && <Chip>Locked</Chip>}
        </div>
      </header>
      <h1 dir="auto" className="mt-4 text-2xl font-extrabold tracking-tight text-wrap sm:text-3xl">
        {thread.title}
      </h1>
      <div className="mt-3">
        {isEditing && user ? (
          <form.ThreadEditForm
            thread={thread}
            user={user}
            closed={closed}
            takesFocus={editing === "by hand"}
            onClose={() => setEditing(null)}
          />
        ) : (
          <PostText text={thread.content} />
        )}
      </div>
      <div className="action-row mt-3">
        <VoteBox target={{ threadId: thread.id, commentId: null }} counts={thread} user={user} />
        <div className={`contents ${inBrowser ? "" : "invisible"}`}>
          <Button
            variant="secondary"
            size="sm"
            className="mx-1"
            onClick={(event) => void copyLink(threadPath(thread), "Discussion", event)}
          >
            <Share2 aria-hidden="true" className="size-4" />
            Share
          </Button>
          <ActionSlot>
            {isOwn && closed === null && !isEditing && (
              <PostButton
                ref={editButton}
                icon={<Pencil className="size-4" />}
                label="Edit Thread"
                onPointerEnter={prepare}
                onFocus={prepare}
                onClick={() => void request().then((isThere) => setEditing(isThere ? "by hand" : null))}
              />
            )}
            {isOwn && (
              <PostButton
                icon={<Trash2 className="size-4" />}
                label="Delete Thread"
                isDangerous
                onClick={() => onAct({ kind: "delete-thread" })}
              />
            )}
            {!isOwn && (
              <PostButton
                icon={<SpriteIcon name="flag" />}
                label="Report"
                isShort
                onClick={() => onAct({ kind: "report", target: { threadId: thread.id } })}
              />
            )}
          </ActionSlot>
        </div>
      </div>
    </article>
  );
}

/** Builds the comment tree; unchanged branches keep their identity between renders. */
function useTree(comments: Parameters<typeof commentTree>[0]): CommentTree {
  const [drawn, setDrawn] = useState(() => ({ comments, tree: commentTree(comments) }));
  if (drawn.comments === comments) return drawn.tree;
  const tree = commentTree(comments, drawn.tree);
  setDrawn({ comments, tree });
  return tree;
}

/**
 * Returns the loaded comments of a thread with their UI state. Scrolls to the comment in the address, or to the comment
 * just posted.
 */
function useThreadComments(threadId: number, page: number, isGone: boolean, forms: Discussion["forms"]) {
  const ui = useUiStore(threadId);
  const loaded = useComments(threadId, page, isGone);
  const { comments, loadAll } = loaded;
  const isWhole = !loaded.hasEarlier && !loaded.hasMore;
  const { isFetching, isFetchedAfterMount, isSuccess } = loaded.query;
  const editors = useUiState(ui, (state) => state.editors);
  const savedCopies = useUiState(ui, (state) => state.savedCopies);
  const shown = useMemo(
    () =>
      forms?.withDraftedComments(comments, { editors, savedCopies }, threadId, isWhole && isFetchedAfterMount) ??
      comments,
    [forms, comments, editors, savedCopies, threadId, isWhole, isFetchedAfterMount],
  );
  const isMissing = useScrollToComment({ comments, isWhole, isFresh: isSuccess && !isFetching, loadAll, ui });
  return { ...loaded, isMissing, ui, tree: useTree(shown) };
}

const loadForm = () => import("../follow/follow-form.tsx");

function FollowThread({ threadId }: { threadId: number }) {
  const { module: form, request, prepare } = useLazyModule(loadForm);
  const inBrowser = useInBrowser();
  return (
    <SectionCard
      title="Follow this discussion"
      note="Get new comments by email. You confirm your address first, and stop with one click."
      className="mt-10"
    >
      {form ? (
        <form.FollowForm threadId={threadId} />
      ) : (
        <Button
          variant="secondary"
          className={inBrowser ? "" : "invisible"}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => void request()}
        >
          <Bell aria-hidden="true" className="size-4" />
          Follow by Email
        </Button>
      )}
    </SectionCard>
  );
}

interface WriteBoxProps {
  block: WriteBlock | null;
  isRetrying: boolean;
  onRetry(): void;
}

/** Form for a new comment, with its space reserved. A closed thread shows it only if there is a draft. */
function WriteBox({ block, isRetrying, onRetry }: WriteBoxProps) {
  const { threadId, closed, forms, ui } = useDiscussion();
  const inBrowser = useInBrowser();
  if (closed !== null && !(inBrowser && forms && hasDraft(threadId, DRAFT.comment))) return null;
  const retry = () => {
    // Opens the form, which takes the focus of the button that it replaces.
    ui.setEditor(DRAFT.comment, true);
    onRetry();
  };
  return (
    <div className="mt-4 min-h-63 rounded-card border border-line bg-surface p-4 shadow-card sm:min-h-65 sm:p-5">
      {forms && <forms.CommentForm answered={null} />}
      {!forms && block && (
        <div className="flex flex-col items-start gap-3">
          <p className="font-semibold">
            {block.isBanned ? "You can read but not post" : "You can’t comment right now"}
          </p>
          <p className="text-danger">{block.text}</p>
          {!block.isBanned && (
            <Button busy={isRetrying} onClick={retry}>
              Try Again
            </Button>
          )}
        </div>
      )}
      {!forms && !block && inBrowser && <Skeleton className="h-44 w-full" />}
      {!inBrowser && <NoScriptNote to="To write a comment" />}
    </div>
  );
}

const loadForms = () => import("../discussion/comment-form.tsx");

interface ThreadViewProps {
  thread: Thread;
  /** Page number of the comments, from 1. */
  page: number;
  /** True if the thread was deleted; it is still shown while it has a draft. */
  isGone: boolean;
}

function closedBecause({ thread, isGone }: Omit<ThreadViewProps, "page">): string | null {
  if (isGone) return "This discussion was deleted.";
  return thread.isLocked ? "This discussion is locked." : null;
}

export function ThreadView({ thread, page, isGone }: ThreadViewProps) {
  const { user, block, isRetrying, retry } = useForumUser();
  const { module: forms, request } = useLazyModule(loadForms);
  useEffect(() => {
    if (user !== null) void request();
  }, [user, request]);

  const { id: threadId } = thread;
  const { comments, query, hasEarlier, hasMore, loadMore, tree, isMissing, ui } = useThreadComments(
    threadId,
    page,
    isGone,
    forms,
  );
  const { act, dialog } = usePostActions({ thread, user, comments });
  const lastPostAt = comments.at(-1)?.createdAt ?? thread.createdAt;
  useEffect(() => markRead(threadId, lastPostAt), [threadId, lastPostAt]);

  const path = threadPath(thread);
  const closed = closedBecause({ thread, isGone });
  const discussion = useMemo(
    (): Discussion => ({
      threadId,
      path,
      page,
      closed,
      user,
      forms,
      ui,
      onReport: (target) => void act({ kind: "report", target }),
      onDelete: (comment) => void act({ kind: "delete-comment", comment }),
    }),
    [threadId, path, page, closed, user, forms, ui, act],
  );
  // Deferred to keep the page responsive, because a new context value renders every comment again.
  const later = useDeferredValue(discussion);
  // Without an identity there are no votes to fetch.
  const { data: votes } = useQuery({ ...myVotes(threadId), enabled: user !== null });
  const known = comments.filter(({ id }) => id > 0).length + (hasEarlier ? commentsBefore(page) : 0);

  return (
    <MyVotesContext value={votes}>
      <DiscussionContext value={later}>
        <ThreadPost thread={thread} user={user} closed={closed} onAct={(action) => void act(action)} />
        <section aria-labelledby="comments" className="mt-8">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h2 id="comments" tabIndex={-1} className="text-2xl font-bold outline-none">
              {plural(thread.commentCount, "Comment")}
            </h2>
            {!block && <PostingAs user={user} block={null} className="sm:w-80 sm:justify-end" />}
          </div>
          {closed !== null && (
            <p className="mt-4 flex items-center gap-2 rounded-control bg-warn-soft px-4 py-3 font-medium text-warn">
              <Lock aria-hidden="true" className="size-5 shrink-0" />
              {isGone ? closed : "This discussion is locked. You can read it, but not add comments."}
            </p>
          )}
          <output className="block font-medium text-warn not-empty:mt-4">
            {isMissing && "This comment is no longer here."}
          </output>
          <div className="mt-6">
            <CommentList
              roots={tree.roots}
              isPending={query.isPending}
              isError={query.isError && query.data === undefined}
              onRetry={() => void query.refetch()}
              thread={thread}
              page={page}
              hasEarlier={hasEarlier}
              remaining={hasMore ? Math.max(0, thread.commentCount - known) : 0}
              onLoadMore={loadMore}
              isLocked={closed !== null}
            />
          </div>
          <WriteBox block={block} isRetrying={isRetrying} onRetry={retry} />
        </section>
        {!isGone && <FollowThread key={thread.id} threadId={thread.id} />}
        {dialog}
      </DiscussionContext>
    </MyVotesContext>
  );
}

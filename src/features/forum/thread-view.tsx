import { Lock } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo } from "react";
import { commentPageQuery, commentsBefore } from "../../../worker/contracts/comment-pages.ts";
import { type Thread, threadPath } from "../../../worker/contracts/forum.ts";
import { plural } from "../../lib/format.ts";
import { useOnDemand } from "../../lib/use-on-demand.ts";
import { CommentList } from "./comment-list.tsx";
import { type Discussion, DiscussionContext, MyVotesContext } from "./discussion.ts";
import { myVotes } from "./forum.queries.ts";
import { FollowThread } from "./follow-thread.tsx";
import { usePostActions } from "./post-actions.tsx";
import { PostingAs } from "./posting-as.tsx";
import { ThreadPost } from "./thread-post.tsx";
import { useForumUser } from "./use-forum-user.ts";
import { useThreadComments } from "./use-thread-comments.ts";
import { WriteBox } from "./write-box.tsx";

const loadForms = () => import("./comment-form.tsx");

interface ThreadViewProps {
  thread: Thread;
  /** Of the comments: where they begin, from 1. */
  page: number;
  /** It was deleted while something was being written in it: that is shown a last time. */
  isGone: boolean;
}

function closedBecause({ thread, isGone }: Omit<ThreadViewProps, "page">): string | null {
  if (isGone) return "This discussion was deleted.";
  return thread.isLocked ? "This discussion is locked." : null;
}

/** A thread with its comments from a page on. */
export function ThreadView({ thread, page, isGone }: ThreadViewProps) {
  const { user, nobody, isAsking, retry } = useForumUser();
  const { module: forms, request } = useOnDemand(loadForms);
  useEffect(() => {
    if (user !== null) void request();
  }, [user, request]);

  const { id: threadId } = thread;
  const { comments, query, hasEarlier, hasMore, loadMore, tree, isMissing, ...shared } = useThreadComments(
    threadId,
    page,
    isGone,
    forms,
  );
  const { post, edit, remove, marks, setEditor, setFolded, keep, reveal } = shared;
  const { act, dialog } = usePostActions({ thread, user, comments, remove });

  const path = threadPath(thread);
  const pageQuery = commentPageQuery(page);
  const closed = closedBecause({ thread, isGone });
  const discussion = useMemo(
    (): Discussion => ({
      threadId,
      path,
      pageQuery,
      closed,
      user,
      forms,
      comments: { post, edit, remove },
      marks,
      setEditor,
      setFolded,
      keep,
      reveal,
      onReport: (target) => void act({ kind: "report", target }),
      onDelete: (comment) => void act({ kind: "delete-comment", comment }),
    }),
    [
      threadId,
      path,
      pageQuery,
      closed,
      user,
      forms,
      post,
      edit,
      remove,
      marks,
      setEditor,
      setFolded,
      keep,
      reveal,
      act,
    ],
  );
  // All comments are drawn again for it, which may take its time: in small pieces, between which the page answers.
  const later = useDeferredValue(discussion);
  // Before the server knows who asks, nobody has voted.
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
            {!nobody && <PostingAs user={user} nobody={null} className="sm:w-80 sm:justify-end" />}
          </div>
          {closed !== null && (
            <p className="mt-4 flex items-center gap-2 rounded-control bg-warn-soft px-4 py-3 font-medium text-warn">
              <Lock aria-hidden="true" className="size-5 shrink-0" />
              {isGone ? closed : "This discussion is locked. You can read it, but not add comments."}
            </p>
          )}
          <WriteBox nobody={nobody} isRetrying={isAsking} onRetry={retry} />
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
        </section>
        {!isGone && <FollowThread key={thread.id} threadId={thread.id} />}
        {dialog}
      </DiscussionContext>
    </MyVotesContext>
  );
}

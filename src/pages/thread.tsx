import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, MessagesSquare } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { parseCommentPage, commentPagePath } from "../../worker/contracts/forum-list.ts";
import type { Thread } from "../../worker/contracts/forum.ts";
import { type Answers, usePathParameters } from "../app/router/page-table.ts";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { forumKeys, loadedComments, threadComments, threadDetail } from "../features/forum/forum.queries.ts";
import { hasDrafts } from "../features/forum/discussion/discussion.ts";
import { ThreadView } from "../features/forum/thread/thread-view.tsx";
import { pageSuffix } from "../lib/format.ts";
import { truncateAtWord } from "../../worker/contracts/truncate-at-word.ts";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { DESCRIPTION_LIMIT, useDocumentHead } from "../lib/use-document-head.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { LoadFailure, Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** Maximum length of the thread's title in the breadcrumb. */
const STEP_LENGTH = 40;

/** @param isBehind true if the page number is past the end of the discussion */
function headOfThread(thread: Thread, page: number, isBehind: boolean, site: SiteInfo): PageHead {
  return {
    title: `${thread.title}${pageSuffix(page)} | Discussions | ${site.name}`,
    description: truncateAtWord(thread.content, DESCRIPTION_LIMIT),
    ...(!isBehind && { canonicalPath: commentPagePath(thread, page) }),
    noindex: isBehind,
  };
}

export function head(data: PageData, site: SiteInfo): PageHead {
  if (data.page === "thread") {
    const { thread, pageNumber, comments } = data;
    return headOfThread(thread, pageNumber, pageNumber > 1 && comments.length === 0, site);
  }
  return {
    title: `Thread Not Found | ${site.name}`,
    description: "This discussion may have been removed.",
    noindex: true,
  };
}

export function answers(data: PageData): Answers {
  if (data.page === "thread_gone") return [[forumKeys.thread(data.id), null]];
  if (data.page !== "thread") return [];
  const { thread, comments, pageNumber: page } = data;
  return [
    [forumKeys.thread(thread.id), thread],
    [forumKeys.comments(thread.id, page), loadedComments(comments, { page })],
  ];
}

export function Component() {
  const { id = "" } = usePathParameters();
  return /^[1-9]\d{0,14}$/.test(id) ? <ThreadPage key={id} id={Number(id)} /> : <GonePage id={0} />;
}

function ThreadPage({ id }: { id: number }) {
  const { data: thread, isPending, refetch } = useQuery(threadDetail(id));
  /** The thread as it was before its deletion. */
  const [last, setLast] = useState<Thread | null>(null);
  if (thread && thread !== last) setLast(thread);
  if (thread) return <FoundPage thread={thread} isGone={false} />;
  // A deleted thread stays visible while it has drafts.
  if (thread === null && last && hasDrafts(id)) return <FoundPage thread={last} isGone />;
  if (thread === null) return <GonePage id={id} />;
  return (
    <Frame>
      {isPending ? (
        <ThreadSkeleton />
      ) : (
        <LoadFailure level="h1" title="Error loading discussion" onRetry={() => void refetch()}>
          <p>Please try again later.</p>
        </LoadFailure>
      )}
    </Frame>
  );
}

function FoundPage({ thread, isGone }: { thread: Thread; isGone: boolean }) {
  const site = useSite();
  const page = parseCommentPage(useLocation().search);
  const { data: isEmpty = false } = useQuery({
    ...threadComments(thread.id, page),
    // `ThreadView` fetches the comments.
    enabled: false,
    select: ({ comments }) => comments.length === 0,
  });
  const found = headOfThread(thread, page, page > 1 && isEmpty, site);
  useDocumentHead(isGone ? head({ page: "thread_gone", id: thread.id }, site) : found);
  return (
    <Frame title={thread.title}>
      {/* The key resets UI state when the page of comments changes. */}
      <ThreadView key={page} thread={thread} page={page} isGone={isGone} />
    </Frame>
  );
}

function GonePage({ id }: { id: number }) {
  useDocumentHead(head({ page: "thread_gone", id }, useSite()));
  return (
    <Frame>
      <ThreadGone />
    </Frame>
  );
}

function Frame({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className="page-width max-w-4xl pt-2 sm:pt-6">
      {/* On phones there is room only for the last link of the path. */}
      <Link
        to={PATHS.forum}
        className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-accent sm:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Discussions
      </Link>
      <div className="max-sm:hidden">
        <Breadcrumb
          steps={[
            { name: "Discussions", to: PATHS.forum },
            ...(title === undefined ? [] : [{ name: truncateAtWord(title, STEP_LENGTH) }]),
          ]}
        />
      </div>
      {children}
    </div>
  );
}

/** Page of a thread that was deleted or never existed. */
function ThreadGone() {
  return (
    <Notice
      icon={MessagesSquare}
      level="h1"
      title="Thread Not Found"
      actions={
        <Link to={PATHS.forum} className={buttonClass()}>
          <ArrowLeft aria-hidden="true" className="size-5" />
          Back to Discussions
        </Link>
      }
    >
      <p>This discussion may have been removed, or it never existed.</p>
    </Notice>
  );
}

function ThreadSkeleton() {
  return (
    <div className="mt-2 grid gap-4 rounded-card border border-line bg-surface p-4 sm:p-5">
      <output className="sr-only">Loading discussion</output>
      <div className="flex items-center gap-3">
        <Skeleton className="size-9 rounded-full" />
        <Skeleton className="h-5 w-48" />
      </div>
      <Skeleton className="h-8 w-3/4" />
      <Skeleton className="h-28 w-full" />
    </div>
  );
}

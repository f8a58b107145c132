import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Rss } from "lucide-react";
import {
  DEFAULT_THREAD_LIST,
  parseThreadList,
  threadListQuery,
  type ThreadListView,
} from "../../worker/contracts/forum-list.ts";
import { FEED_PATH, type ThreadList as ThreadPage } from "../../worker/contracts/forum.ts";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import type { Answers } from "../app/router/page-table.ts";
import { firstThreads, forumKeys, threadList } from "../features/forum/forum.queries.ts";
import {
  ThreadCount,
  ThreadList,
  threadListPath,
  ThreadSorts,
  useThreadListView,
  ThreadSearch,
} from "../features/forum/list/thread-list.tsx";
import { PostingAs, useForumUser } from "../features/forum/discussion/posting-as.tsx";
import { pageSuffix } from "../lib/format.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { useInBrowser } from "../lib/use-browser.ts";
import { useOverlay } from "../lib/use-lazy-module.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { Button } from "../ui/button.tsx";

const loadDialog = () => import("../features/forum/thread/thread-forms.tsx");

/**
 * The dialog that starts a discussion. Use it only once per page, because all its instances share one history entry.
 */
const useNewThread = () => useOverlay("thread", loadDialog);

/** @param isBehind true if the page number is past the end of the list */
function headOfList(view: ThreadListView, isBehind: boolean, site: SiteInfo): PageHead {
  return {
    title: `Toronto Apartment Discussions${pageSuffix(view.page)} | ${site.name}`,
    description:
      "Ask other Toronto renters about apartments, landlords, leases and neighbourhoods, and answer what you know. No account needed.",
    ...(!isBehind && { canonicalPath: threadListPath({ ...DEFAULT_THREAD_LIST, page: view.page }) }),
    // Other sort orders and searches show the same discussions, so they are not indexed.
    noindex: isBehind || view.q !== "" || view.sort !== DEFAULT_THREAD_LIST.sort,
  };
}

const isPastLastPage = ({ page }: ThreadListView, list: ThreadPage | undefined) =>
  page > 1 && list?.threads.length === 0;

export function head(data: PageData, site: SiteInfo, query: string): PageHead {
  const view = parseThreadList(new URLSearchParams(query));
  return headOfList(view, data.page === "threads" && isPastLastPage(view, data.list), site);
}

export const answers = (data: PageData): Answers =>
  data.page === "threads" ? [[forumKeys.list(data.view), firstThreads(data.view, data.list)]] : [];

export function Component() {
  const site = useSite();
  const { view, searchFor } = useThreadListView();
  const query = useInfiniteQuery({
    ...threadList(view),
    // Keeps earlier results while the visitor types.
    placeholderData: keepPreviousData,
  });
  const { user, block } = useForumUser();
  const inBrowser = useInBrowser();
  const { dialog, open, close, prepare } = useNewThread();
  useDocumentHead(headOfList(view, !query.isPlaceholderData && isPastLastPage(view, query.data?.pages[0]), site));
  const start = (text: string) => (
    <Button
      size="lg"
      className={`max-sm:px-4 ${inBrowser ? "" : "invisible"}`}
      disabled={user === null}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => void open()}
    >
      {text}
    </Button>
  );

  return (
    <div className="page-width max-w-4xl pt-3 sm:pt-5">
      <div className="max-sm:hidden">
        <Breadcrumb steps={[{ name: "Discussions" }]} />
      </div>
      <div className="flex items-center justify-between gap-3 sm:mt-2">
        <div className="min-w-0">
          <h1 className="text-2xl display sm:text-3xl">
            <span className="max-sm:sr-only">Toronto Apartment </span>Discussions
          </h1>
          <p className="mt-1 text-ink-muted max-sm:hidden">Renters help each other here, without accounts.</p>
          <PostingAs user={user} block={block} />
        </div>
        {start("POST")}
      </div>
      <div className="relative mt-3 flex flex-wrap items-center gap-3">
        <ThreadSorts view={view} />
        <ThreadSearch view={view} onSearch={searchFor} />
      </div>
      <section aria-labelledby="discussions" className="mt-3">
        <h2 id="discussions" className="sr-only">
          Discussions
        </h2>
        <ThreadList
          key={threadListQuery(view)}
          view={view}
          query={query}
          user={user}
          start={start("Start First Discussion")}
        />
        <ThreadCount query={query} />
        <p className="mt-4 text-center text-sm text-ink-muted">
          <a
            href={FEED_PATH}
            className="inline-flex items-center gap-1.5 underline underline-offset-4 hover:text-accent pointer-coarse:py-3"
          >
            <Rss aria-hidden="true" className="size-4" />
            New discussions as an Atom feed
          </a>
        </p>
      </section>
      {dialog && <dialog.ThreadDialog user={user} onClose={close} />}
    </div>
  );
}

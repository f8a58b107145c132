import { commentPagePath } from "../../../../worker/contracts/forum-list.ts";
import {
  type Comment,
  commentAnchor,
  type Thread,
  threadPath,
  THREADS_PER_PAGE,
} from "../../../../worker/contracts/forum.ts";
import type { SiteInfo } from "../../../../worker/contracts/page.ts";
import { type CommentNode, commentTree } from "../comment-tree.ts";

/** Maximum number of comments in the structured data; crawlers find the remaining comments on the page. */
const COMMENTS_LISTED = 20;

const person = ({ username }: { username: string }, isAutomated: boolean): object => ({
  "@type": isAutomated ? "Organization" : "Person",
  name: username,
});

const counted = (type: "LikeAction" | "CommentAction", count: number): object => ({
  "@type": "InteractionCounter",
  interactionType: `https://schema.org/${type}`,
  userInteractionCount: count,
});

const dates = ({ createdAt, editedAt }: Pick<Thread, "createdAt" | "editedAt">): object => ({
  datePublished: createdAt,
  ...(editedAt !== null && { dateModified: editedAt }),
});

function posting(thread: Thread, site: SiteInfo): object {
  const url = site.url + threadPath(thread);
  return {
    "@type": "DiscussionForumPosting",
    "@id": url,
    url,
    headline: thread.title,
    text: thread.content,
    author: person(thread.user, thread.isAutomated),
    ...dates(thread),
    interactionStatistic: [counted("LikeAction", thread.upvotes), counted("CommentAction", thread.commentCount)],
  };
}

/** Returns schema.org data of comments, with their replies nested. */
const commentData = (nodes: readonly CommentNode[], pageUrl: string): object =>
  nodes.length === 0
    ? {}
    : {
        comment: nodes.map(({ comment, replies }) => ({
          "@type": "Comment",
          url: `${pageUrl}#${commentAnchor(comment.id)}`,
          text: comment.content,
          author: person(comment.user, comment.isAutomated),
          ...dates(comment),
          interactionStatistic: counted("LikeAction", comment.upvotes),
          ...commentData(replies, pageUrl),
        })),
      };

/**
 * Returns a thread's schema.org data with the comments of a page (from 1). The URL of the posting is always the URL of
 * page 1.
 */
export function threadData(thread: Thread, comments: readonly Comment[], page: number, site: SiteInfo): object {
  const url = site.url + commentPagePath(thread, page);
  return {
    "@context": "https://schema.org",
    ...posting(thread, site),
    mainEntityOfPage: url,
    ...commentData(commentTree(comments.slice(0, COMMENTS_LISTED)).roots, url),
  };
}

/** Returns schema.org data of a page of the list (from 1). */
export function threadsData(
  threads: readonly Thread[],
  site: SiteInfo,
  page: { name: string; description: string; path: string; page: number },
): object {
  return {
    "@context": "https://schema.org",
    "@type": "CollectionPage",
    name: page.name,
    description: page.description,
    url: site.url + page.path,
    mainEntity: {
      "@type": "ItemList",
      numberOfItems: threads.length,
      itemListElement: threads.map((thread, index) => ({
        "@type": "ListItem",
        position: (page.page - 1) * THREADS_PER_PAGE + index + 1,
        item: posting(thread, site),
      })),
    },
  };
}

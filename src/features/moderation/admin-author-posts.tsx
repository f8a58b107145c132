import { type AuthorHistory, type AuthorPost, commentAnchor, threadPath } from "../../../worker/contracts/forum.ts";
import { formatMoment } from "../../lib/format-moment.ts";
import { formatCount } from "../../lib/format.ts";
import { Chip } from "../../ui/chip.tsx";

const KINDS = { thread: "Thread", comment: "Comment" } as const;

/** The newest posts of an author, deleted ones among them. */
export function AdminAuthorPosts({ author: { posts, threads, comments } }: { author: AuthorHistory }) {
  const total = threads + comments;
  return (
    <section aria-labelledby="author-posts">
      <h3 id="author-posts" className="font-semibold">
        Posts
      </h3>
      {total > posts.length && (
        <p className="text-sm text-ink-muted">
          The newest {formatCount(posts.length)} of {formatCount(total)}.
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

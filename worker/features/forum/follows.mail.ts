import { uncapitalizeTitle } from "../../contracts/public-text.ts";
import { commentAnchor, excerptOf, threadPath } from "../../contracts/forum.ts";
import type { PushMessage } from "../../contracts/push.ts";
import type { Deps } from "../../platform/deps.ts";
import { escapeHtml } from "../../platform/html.ts";
import { layOutCountedMail, layOutMail, type MailBlock, YOUR_EMAILS } from "../../platform/mail-layout.ts";
import type { Mail } from "../../platform/mail.ts";
import type { CommentRow, FollowRow, ThreadRow } from "./forum.table.ts";

/**
 * Token version of unsubscribe links. It never changes, so people can unsubscribe from old emails while the follow is
 * stored.
 */
export const UNFOLLOW_VERSION = 1;

/**
 * Returns the headers for one-click unsubscribing (RFC 2369, RFC 8058), and the URL of the unsubscribe page. Both use
 * the same URL: browsers GET a page with a button, and email clients POST.
 */
async function stopLinks(deps: Deps, { id }: Pick<FollowRow, "id">) {
  const page = `${deps.config.siteUrl}/follow/${await deps.tokens.mint("unfollow", id, UNFOLLOW_VERSION)}`;
  return {
    page,
    headers: { "List-Unsubscribe": `<${page}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

/**
 * Returns the URL of the page that confirms a follow. Until the follow is stopped, the page also manages all other
 * emails to the follower's address.
 */
export const followPage = async (deps: Deps, { id, tokenVersion }: Pick<FollowRow, "id" | "tokenVersion">) =>
  `${deps.config.siteUrl}/follow/${await deps.tokens.mint("follow", id, tokenVersion)}`;

/**
 * Composes the email that asks whether an address wants to follow a discussion. Strangers can trigger this email, so it
 * contains no text by users; the linked page shows the discussion's title.
 */
export async function followQuestionMail(deps: Deps, follow: FollowRow): Promise<Mail> {
  const { siteName } = deps.config;
  return layOutCountedMail(deps, {
    kind: "follow.question",
    to: follow.email,
    subject: `Follow a discussion on ${siteName}?`,
    body: [
      `You, or someone using this address, asked ${siteName} to email new comments in a discussion. Open the link to see which one and confirm:`,
      {
        label: "See the discussion and confirm",
        url: await followPage(deps, follow),
      },
      "If it wasn’t you, ignore this email and we won’t write again.",
    ],
    reason: "You get this email because this address was entered below a discussion on our site.",
  });
}

/** Composes the email to a follower who asked again to follow the same discussion. */
export async function alreadyFollowingMail(deps: Deps, follow: FollowRow): Promise<Mail> {
  const stop = await stopLinks(deps, follow);
  const mail = await layOutCountedMail(deps, {
    kind: "follow.already",
    to: follow.email,
    subject: "You already follow this discussion",
    body: [
      "You, or someone using this address, asked again to get new comments in a discussion. You already follow it, so nothing has changed.",
      { label: "See it, or stop", url: stop.page },
    ],
    reason: "You get this email because this address was entered below a discussion on our site.",
    footerLinks: [{ label: YOUR_EMAILS, url: await followPage(deps, follow) }],
  });
  return { ...mail, headers: stop.headers };
}

interface News {
  thread: Pick<ThreadRow, "id" | "title" | "seoSlug">;
  /** The comments that the email shows, oldest first. */
  comments: readonly CommentRow[];
  /** Number of further comments that the email does not show; `Infinity` if they were not counted. */
  more: number;
}

function commentBlock(url: string, { id, content, authorName, isAutomated }: CommentRow): MailBlock {
  const link = `${url}#${commentAnchor(id)}`;
  const excerpt = excerptOf(content);
  const name = isAutomated ? `${authorName} (automated)` : authorName;
  const html = `<div class="line" style="margin:0 0 16px;padding:0 0 16px;border-bottom:1px solid #d8d2c7;line-height:1.5"><p style="margin:0;font-weight:700">${escapeHtml(name)}</p>
<p style="margin:4px 0">${escapeHtml(excerpt)}</p>
<p style="margin:0"><a href="${escapeHtml(link)}" class="link" style="color:#0f5a6d">Read the comment</a></p></div>`;
  return { html, text: `${name}:\n${excerpt}\n${link}` };
}

const moreText = (more: number) =>
  Number.isFinite(more)
    ? `${more === 1 ? "One earlier comment is" : `${more} earlier comments are`} also new.`
    : "Many earlier comments are also new.";

/** Composes the email that notifies a follower of new comments, each with author, excerpt and link. */
export async function newsMail(deps: Deps, follow: FollowRow, { thread, comments, more }: News): Promise<Mail> {
  const url = deps.config.siteUrl + threadPath(thread);
  const stop = await stopLinks(deps, follow);
  const isOne = comments.length === 1 && more === 0;
  const title = uncapitalizeTitle(thread.title);
  const mail = layOutMail(deps.config, {
    kind: "follow.news",
    to: follow.email,
    subject: `${isOne ? "New comment" : "New comments"}: ${title}`,
    body: [
      `${isOne ? "There is a new comment" : "There are new comments"} in the discussion “${title}”.`,
      ...comments.map((comment) => commentBlock(url, comment)),
      ...(more > 0 ? [moreText(more)] : []),
      { label: "Read the discussion", url },
    ],
    reason: "You get this email because you follow this discussion and confirmed it.",
    footerLinks: [
      { label: "Stop following", url: stop.page },
      { label: YOUR_EMAILS, url: await followPage(deps, follow) },
    ],
  });
  return { ...mail, headers: stop.headers };
}

/** Composes the push message about new comments. */
export function newsPush(thread: ThreadRow, count: number): PushMessage {
  return {
    title: count === 1 ? "A new comment in a discussion you follow" : "New comments in a discussion you follow",
    body: excerptOf(uncapitalizeTitle(thread.title)),
    path: threadPath(thread),
    tag: `thread-${thread.id}`,
  };
}

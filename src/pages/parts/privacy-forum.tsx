import { A_DAY, A_DAY_LATER, NEW_FOR_DAYS } from "../../../worker/contracts/forum.ts";
import type { LegalSection } from "./legal-page.tsx";

/** What the discussions store. It follows the worker's tables: a change there changes this text. */
export const FORUM_SECTIONS: readonly LegalSection[] = [
  {
    title: "When you take part in discussions",
    body: (
      <>
        <p>Everybody may read without being known. Writing needs no account, no name and no email address.</p>
        <ul>
          <li>
            <strong>Who you are here.</strong> When you open the discussions, we make up a name for your browser and
            give it a random secret, in a cookie that lasts 400 days and in its local storage. We store the name, when
            it was made and last used, and a hash of the secret, from which it cannot be read. A name under which
            nothing was written and no vote was cast is forgotten when it was not used for 60 days. Whoever holds the
            secret can change and delete what was posted under the name. If you clear both, you get another name, and we
            cannot give you back the old one.
          </li>
          <li>
            <strong>What you write</strong> is public, with the name and the time, in the discussion, in search engines
            and in our feed. When you or a moderator delete it, nobody sees it any more but moderators. It stays stored,
            so that abuse can be recognised. You can ask us to erase it as well.
          </li>
          <li>
            <strong>Where it came from.</strong> With each post we store the internet (IP) address it came from.
            Moderators see it, and all that was posted under one name, to keep out abuse. After 90 days the end of the
            address is forgotten.
          </li>
          <li>
            <strong>Votes.</strong> We store for each name what it voted for, so that it counts once. Others see the
            sums alone.
          </li>
          <li>
            <strong>How much.</strong> A new name may start {A_DAY.threads} discussions and write {A_DAY.comments}{" "}
            comments a day, one older than {NEW_FOR_DAYS} days {A_DAY_LATER.threads} and {A_DAY_LATER.comments}. What
            you began to write is kept in your own browser until you post it or clear it.
          </li>
        </ul>
      </>
    ),
  },
  {
    title: "When you follow a discussion",
    body: (
      <>
        <p>
          We store your email address with the discussion, when you asked, confirmed and stopped, and up to which
          comment we told you. We use it to send you the new comments of that discussion and for nothing else. It is not
          tied to the name you write under, and nobody else sees it.
        </p>
        <p>
          Nothing but one question is sent until you confirm. A question that is not answered is deleted after 7 days, a
          discussion that you stopped following after 30. Every email has a link with which you can stop at once. That
          an email was sent is remembered by a number, so that no comment is sent twice.
        </p>
      </>
    ),
  },
];

import { NEW_IDENTITY_LIMITS, ESTABLISHED_LIMITS, NEW_IDENTITY_DAYS } from "../../../worker/contracts/forum.ts";
import { RETENTION_DAYS, MAIL_WAITS_DAYS } from "../../../worker/contracts/retention.ts";
import type { LegalSection } from "./static-page.tsx";

/** What the discussions store. Keep it in sync with the worker's tables. */
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
            <strong>How much.</strong> A new name may start {NEW_IDENTITY_LIMITS.threads} discussions and write{" "}
            {NEW_IDENTITY_LIMITS.comments} comments a day, one older than {NEW_IDENTITY_DAYS} days{" "}
            {ESTABLISHED_LIMITS.threads} and {ESTABLISHED_LIMITS.comments}. What you began to write is kept in your own
            browser until you post it or clear it.
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

/** What is stored about mail recipients, and about addresses that want no mail. */
export const MAIL_SECTIONS: readonly LegalSection[] = [
  {
    title: "When you subscribe",
    body: (
      <>
        <ul>
          <li>
            <strong>Your subscription.</strong> We store your email address, whether it is confirmed, what you chose to
            get, and the time. We use it to send you the listings you asked for, and mails about the subscription
            itself.
          </li>
          <li>
            <strong>Proof of your consent.</strong> For each step (asked for, confirmed, withdrawn) we store the time,
            how it was done, the internet (IP) address it came from where there was one, and the version of the words
            you agreed to. Canadian anti-spam law makes us able to prove your consent, so this is kept for three years
            after you unsubscribe. A first sign-up that nobody confirms is deleted after 30 days.
          </li>
          <li>
            <strong>Who got which email.</strong> Each edition keeps, by a number, who was sent it, so that nobody gets
            it twice.
          </li>
          <li>
            <strong>Addresses that want no mail.</strong> An address that bounces, or whose owner reports our mail as
            spam, is remembered as a keyed hash, from which it cannot be read, so that we never write to it again. The
            same holds for an address whose holder told us so with the link in our mails; only that link takes it back.
          </li>
          <li>
            <strong>Addresses that answered.</strong> Once somebody uses a link or code that we mailed, or replies, we
            remember, under the same kind of hash, that the address is read: before, it gets three mails a day at most,
            whoever asks for them. It is forgotten {RETENTION_DAYS.proof} days after the last use. When such a mail went
            out, or is to go out, is kept until {RETENTION_DAYS.mailPlace} days after that: of a mail that waits, for up
            to {MAIL_WAITS_DAYS + RETENTION_DAYS.mailPlace} days.
          </li>
          <li>
            <strong>Codes.</strong> A code for access is stored as a hash for ten minutes.
          </li>
        </ul>
        <p>Every email has a link with which you can unsubscribe at once.</p>
      </>
    ),
  },
];

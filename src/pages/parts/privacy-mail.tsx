import { KEPT_DAYS, MAIL_WAITS_DAYS } from "../../../worker/contracts/kept.ts";
import type { LegalSection } from "./legal-page.tsx";

/** What is stored of who gets mail, and who wants none. */
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
            whoever asks for them. It is forgotten {KEPT_DAYS.proof} days after the last use. When such a mail went out,
            or is to go out, is kept until {KEPT_DAYS.mailPlace} days after that: of a mail that waits, for up to{" "}
            {MAIL_WAITS_DAYS + KEPT_DAYS.mailPlace} days.
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

import { LISTING_LIFETIME_DAYS } from "../../../worker/contracts/listings.ts";
import { RETENTION_DAYS, MAIL_WAITS_DAYS } from "../../../worker/contracts/retention.ts";
import { SHORTLIST_DAYS } from "../../../worker/contracts/saved.ts";
import { GEOCODE_ANSWER_DAYS } from "../../../worker/contracts/places.ts";
import type { LegalSection } from "./static-page.tsx";
import { NEW_IDENTITY_LIMITS, ESTABLISHED_LIMITS, NEW_IDENTITY_DAYS } from "../../../worker/contracts/forum.ts";

/** Lists what the discussions store. Keep it in sync with the worker's tables. */
const FORUM_SECTIONS: readonly LegalSection[] = [
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
            browser until you post it or clear it; so is when you last looked into the discussions and which of them you
            read then, so that new ones are marked.
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

/** Lists what is stored about mail recipients, and about addresses that want no mail. */
const MAIL_SECTIONS: readonly LegalSection[] = [
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

/** The stored data, with reasons and periods. Keep it in sync with the worker's tables. */
export const STORED_SECTIONS: readonly LegalSection[] = [
  {
    title: "When you submit a listing",
    body: (
      <>
        <p>We store what you enter in the form, and use it to review, publish and manage the listing.</p>
        <ul>
          <li>
            <strong>Public once the listing is approved:</strong> the address, the rent, your phone number, the name you
            gave, the description, the photos and the details of the home.
          </li>
          <li>
            <strong>Never public:</strong> your email address, the unit number, and whatever else stands in the address
            beside house, street and place. Moderators see them. We use your email address for matters of your listing
            only: to send you the links with which you manage it, the result of the review, and a reminder before it
            expires. We store that such a mail was sent, and when, and the internet address that the listing was
            submitted from, so that we can keep fraud out.
          </li>
          <li>
            <strong>Photos</strong> are converted to a new file before we store them. The original is not kept, and
            neither is the information a camera adds to it, such as place and time. Only while the conversion is out of
            order is the original kept, seen by nobody, until it works again. We also store a short fingerprint of each
            photo, by which moderators learn that another listing shows the same one. Please do not send photos of
            people or of personal papers.
          </li>
        </ul>
        <p>
          To say what is near the home, we look its address up: in open data that we keep ourselves, and, where that
          does not know it, with an address search outside of this site. That learns the house number, the street and
          the city, and never the unit, a name or how to reach you. We keep its answers for {GEOCODE_ANSWER_DAYS} days.
        </p>
        <p>
          An approved listing leaves the site after {LISTING_LIFETIME_DAYS} days unless you renew it. Listings that are
          expired, rented, rejected or still under review are not public, and stay stored with their photos. A deleted
          listing is taken off the site at once. Its photos are removed at once when you delete it yourself, and after
          30 days when a moderator does. Its record stays without them, so that repeated and fraudulent submissions can
          be recognised. You can ask us to erase that record as well.
        </p>
      </>
    ),
  },
  ...MAIL_SECTIONS,
  {
    title: "When you buy VIP access",
    body: (
      <p>
        The payment is made with Stripe; we never see your card. Stripe tells us your email address, its numbers for you
        and your subscription, whether it is paid, and until when. Your address stays with that record for as long as
        the subscription lasts. Manage or cancel it with Stripe’s own page.
      </p>
    ),
  },
  ...FORUM_SECTIONS,
  {
    title: "When you save a home",
    body: (
      <>
        <p>
          Saved, viewed and hidden homes, your notes and your viewings are kept in your browser and not sent to us. To
          say what became of them, your browser sends us the numbers of the listings, which we do not store.
        </p>
        <p>
          A shortlist that you share is stored with the numbers of its listings and its title, and nothing about you. It
          is deleted after {SHORTLIST_DAYS} days.
        </p>
        <p>
          If you let a browser be notified of what your searches find or of answers in discussions, we store the address
          that its maker’s push service gave it and its keys, encrypted, under a code made from your email address. The
          service passes our messages on and cannot read them; they name neither you nor your searches. It ends at one
          press, and after {RETENTION_DAYS.pushBrowser} days without a message.
        </p>
      </>
    ),
  },
  {
    title: "When you look at a listing",
    body: (
      <p>
        Landlords are told how many people opened their listing and how many pressed Call, and nothing else about them.
        So that a person counts once, we store a hash made of the listing, your network, what your browser says of
        itself (its user agent) and a secret of ours. Your address cannot be read from it, and it differs from listing
        to listing. It is deleted after 30 days; the two counts stay with the listing.
      </p>
    ),
  },
  {
    title: "When you visit the site",
    body: (
      <>
        <p>
          We count visits ourselves, to learn which pages are read, where readers come from and what leads to a
          subscription. No other company takes part or learns of it.
        </p>
        <ul>
          <li>
            <strong>A visit.</strong> Your browser makes up a random session number, which ends with the tab. With it we
            store when the visit began and when it was last seen, the page it began on and the one it is at, the site it
            came from (its name, not the page there) and the name of the campaign in the link, what the browser says of
            itself (its user agent, at most 300 characters), the city and country that our network takes your internet
            (IP) address for, that address, and whether the visit opened a listing, pressed Call, signed up, and led to
            a subscription. While a page is looked at, it says so every 15 seconds, and once more when it is left.
          </li>
          <li>
            <strong>Searches that find nothing.</strong> Your browser tells us their filters and words, so that we learn
            which homes are missing. We only count how often the same search was made, apart from the visit. Words that
            look like a phone number or an address on the internet are left out, and so are places you travel to.
          </li>
          <li>
            <strong>How long.</strong> A day after a visit opened its last page, the end of its address is forgotten: of
            four numbers the last, of an IPv6 address all but its first 48 bits. After 30 days the whole visit is
            deleted.
          </li>
          <li>
            <strong>Who comes back.</strong> So that a person counts once a day, we store a hash made of your address,
            what your browser says of itself and a secret of ours, from which neither can be read, with the day it was
            last seen. It is deleted 30 days after that.
          </li>
          <li>
            <strong>What stays.</strong> Numbers alone: how many visits, pages and sources there were on a day. If you
            sign up on our home page, the session number and the name of the site that you came from stay with your
            subscription.
          </li>
          <li>
            <strong>Links with a key.</strong> The links in our mails hold a key to your listing or subscription. It is
            left out of what is counted.
          </li>
          <li>
            <strong>Advertisement.</strong> If you click the one that may stand above the footer, we count the click,
            with a random number that your browser keeps, so that you count once a day. The number is stored as a hash
            until the day is over.
          </li>
        </ul>
        <p>
          If your browser sends Global Privacy Control, nothing of this is counted, neither the visit nor the click.
        </p>
      </>
    ),
  },
  {
    title: "When you ask how long the commute is",
    body: (
      <>
        <p>
          The places you name, such as where you work, are kept in your browser’s local storage: their name, their
          coordinates rounded to about 100 m, when you want to be there, and how long the way may take. They stay there
          until you remove them under “Your places”, and we store them nowhere.
        </p>
        <p>
          To compute the ways, your browser sends us the rounded coordinates and the times, without the name. The
          answers are computed from timetables on our own servers and kept for a short time by place and time, with
          nothing that says who asked. What you type to find a place is looked up in our own tables and forgotten. No
          other company learns of either, and our logs hold neither. The address of a page holds a place only after you
          have pressed “Share with places”: whoever has that link can see it.
        </p>
      </>
    ),
  },
  {
    title: "When you look at a map",
    body: (
      <p>
        The points on our maps come from us. If the ground of a map shows streets, your browser fetches those pictures
        from the company that makes them, once the map comes into view: it learns your internet (IP) address and which
        part of the city you look at, and nothing of the listing. If the ground is plain, nobody is asked.
      </p>
    ),
  },
  {
    title: "When you report a listing or a post",
    body: (
      <p>
        We store what you report, the reason you chose, the time and your internet (IP) address. The address lets us
        take one report a day from each network and recognise false reports. Moderators see it; the landlord and the
        author do not. An open report stays until a moderator has decided. A dismissed report is deleted after{" "}
        {RETENTION_DAYS.dismissedReport} days.
      </p>
    ),
  },
  {
    title: "When a moderator asks you about your listing, or you appeal",
    body: (
      <p>
        We store the question and your answer, also when you answer by email, and what you write in an appeal with what
        came of it. Only our moderators and whoever has the listing’s link read it. Questions and answers are deleted{" "}
        {RETENTION_DAYS.listingMessage} days after they were written, appeals after {RETENTION_DAYS.appeal} days, and
        both with the listing’s data when you have that erased. The figures on our transparency page name nobody and no
        listing.
      </p>
    ),
  },
  {
    title: "Internet (IP) addresses",
    body: (
      <>
        <p>
          Every request to a website carries the address it comes from. We use it to protect the site and to count
          visits, as said above.
        </p>
        <ul>
          <li>
            <strong>Limits.</strong> Changes sent to the site are counted for each network, and for the wider networks
            (/56 and /48) around an IPv6 address: for one minute in every case, for one hour where new visits are
            concerned, and for 15 minutes where a moderator’s or the operator’s password is tried. For one day we count
            submissions, reports, posts, follows, sign-ups, codes, clicks on the advertisement, and requests for lost
            links or for what is stored; where a mail is sent, also for each email address. The counts are emptied that
            long after the last attempt.
          </li>
          <li>
            <strong>Moderators’ and the operator’s logins.</strong> A network from which one of them logged in is
            remembered for {RETENTION_DAYS.knownNetwork} days.
          </li>
          <li>
            <strong>People who work on the site.</strong> We store their name, mail address, role and passkeys (the
            public keys, never a fingerprint or a face) until they leave, and while they are logged in, for at most 12
            hours, browser and system. Somebody who is invited is stored for 7 days.
          </li>
          <li>
            <strong>Bans.</strong> The address of somebody who abused the site, or the range of addresses around it, can
            be banned from posting. It is stored with the reason and the date for as long as we keep the ban. The ban of
            a wide range ends after 7 days. A phone number, or a photo by a fingerprint of it, can be banned from
            listings in the same way.
          </li>
          <li>
            <strong>Audit log.</strong> Every decision of a moderator, every change a landlord makes to a listing, and
            every change of the advertisement is recorded with what it changed, the moderator’s name and the address it
            came from. An entry is deleted after {RETENTION_DAYS.auditEntry / 365} years. When you have your data
            erased, what you changed and from where is erased there, too.
          </li>
        </ul>
        <p>
          Addresses of submissions, in posts, in reports and in the audit log are masked after 90 days: of four numbers
          the last is forgotten, of an IPv6 address all but its first 48 bits.
        </p>
      </>
    ),
  },
  {
    title: "Cookies and your browser’s storage",
    body: (
      <>
        <p>There are no advertising cookies, and no trackers or scripts of other companies.</p>
        <ul>
          <li>
            <strong>Cookies.</strong> Visitors get none from us but the one of the discussions, unless they prove with a
            code from an email that an address is theirs: that cookie holds a number and the time, and lasts 60 days.
            Moderators and the operator get one when they log in. It keeps them logged in, for 12 hours at most; the
            moderators’ ends after 30 minutes without use.
          </li>
          <li>
            <strong>On your device.</strong> If you switch between light and dark, your choice is kept in your browser’s
            local storage; so are your last five searches by words, and what you type into the form of a listing, until
            you submit it or a week is over. Until you close the tab, the browser also remembers how far you had
            scrolled, and for 30 days which of our invitations it has shown. The places you travel to are kept as said
            above. That an address was verified here is remembered for 60 days. On a moderator’s or the operator’s
            device it remembers that they were logged in, and whether they use keyboard shortcuts. For our statistics it
            keeps the session number of the visit until you close the tab and, once you click an advertisement, the
            number that clicks are counted by. These two are sent to us, and the places without their names; of the rest
            nothing is but the operator’s own login. What discussions keep there is said above.
          </li>
        </ul>
      </>
    ),
  },
  {
    title: "When you write to us",
    body: (
      <p>
        We keep your message, your email address and our answer for as long as your question needs, and longer only
        where the law or a dispute requires it.
      </p>
    ),
  },
  {
    title: "Technical logs",
    body: (
      <p>
        For requests that are refused or fail, and for steps such as a new submission, our log records what happened,
        the time, the page or operation and a request number. It holds no email address, no IP address, no search words
        and no part of a link that we mailed to somebody. We have switched off our hosting provider’s record of single
        requests; what it counts for its own operation and security, it keeps for a limited time.
      </p>
    ),
  },
];

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
        <p>Anyone can read anonymously. You need no account, name or email address to post.</p>
        <ul>
          <li>
            <strong>Your username.</strong> When you open the discussions, we make up a username for your browser and
            give it a random secret, in a cookie that lasts 400 days and in its local storage. We store the username,
            when it was created and last used, and a hash of the secret, from which the secret cannot be read. A
            username that has never posted or voted is deleted after 60 days without use. Anyone who has the secret can
            edit and delete what was posted under the username. If you clear both the cookie and the local storage, you
            get a new username, and we cannot give you back the old one.
          </li>
          <li>
            <strong>What you write</strong> is public, with the username and the time, in the discussion, in search
            engines and in our feed. Once you or a moderator delete it, only moderators can see it. We keep it so that
            we can recognise abuse. You can ask us to erase it as well.
          </li>
          <li>
            <strong>Where it came from.</strong> With each post we store the internet (IP) address it came from.
            Moderators see it, and everything posted under one username, to prevent abuse. After 90 days we delete the
            end of the address.
          </li>
          <li>
            <strong>Votes.</strong> We store what each username voted for, so that each vote counts once. Others only
            see the totals.
          </li>
          <li>
            <strong>Limits.</strong> A new username can start {NEW_IDENTITY_LIMITS.threads} discussions and write{" "}
            {NEW_IDENTITY_LIMITS.comments} comments a day; one older than {NEW_IDENTITY_DAYS} days can start{" "}
            {ESTABLISHED_LIMITS.threads} and write {ESTABLISHED_LIMITS.comments}. Your own browser keeps drafts until
            you post or clear them. It also keeps when you last visited the discussions and which ones you read then, to
            mark the new ones.
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
          We store your email address with the discussion, when you asked, confirmed and stopped, and the last comment
          we emailed you about. We use it only to send you new comments in that discussion. It is not linked to the
          username you post under, and nobody else sees it.
        </p>
        <p>
          Until you confirm, we send you only one email, asking you to confirm. If you don’t, we delete the request
          after 7 days. When you stop following a discussion, we delete the record after 30 days. Every email has a link
          to stop right away. We record each sent email by a number, so that no comment is sent twice.
        </p>
      </>
    ),
  },
];

/** Lists what is stored about people who get email, and about addresses that want none. */
const MAIL_SECTIONS: readonly LegalSection[] = [
  {
    title: "When you subscribe",
    body: (
      <>
        <ul>
          <li>
            <strong>Your subscription.</strong> We store your email address, whether it is confirmed, what you chose to
            receive, and the time. We use it to send you the listings you asked for, and emails about the subscription
            itself.
          </li>
          <li>
            <strong>Proof of your consent.</strong> For each step (requested, confirmed, withdrawn) we store the time,
            how it was done, the internet (IP) address it came from, if any, and the version of the wording you agreed
            to. Canada’s anti-spam law requires us to be able to prove your consent, so we keep this for three years
            after you unsubscribe. A first sign-up that nobody confirms is deleted after 30 days.
          </li>
          <li>
            <strong>Who got which email.</strong> For each edition we record, by a number, who it was sent to, so that
            nobody gets it twice.
          </li>
          <li>
            <strong>Addresses that have opted out of all email.</strong> If an address bounces, or its owner reports our
            email as spam, we keep a keyed hash of it, from which the address cannot be read, so that we never write to
            it again. We do the same if you tell us so with the link in our emails; only that link can undo it.
          </li>
          <li>
            <strong>Addresses that responded.</strong> Once someone uses a link or code we emailed, or replies, we
            record that someone reads the address, under the same kind of hash. Until then, the address gets at most
            three emails a day, no matter who asks for them. We delete this record {RETENTION_DAYS.proof} days after the
            last use. We keep the time when such an email was sent, or is due, until {RETENTION_DAYS.mailPlace} days
            after that: for up to {MAIL_WAITS_DAYS + RETENTION_DAYS.mailPlace} days if the email has to wait.
          </li>
          <li>
            <strong>Codes.</strong> We store an access code as a hash for ten minutes.
          </li>
        </ul>
        <p>Every email has a link to unsubscribe right away.</p>
      </>
    ),
  },
];

/** Lists the stored data, with reasons and periods. Keep it in sync with the worker's tables. */
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
            <strong>Never public:</strong> your email address, the unit number, and anything in the address other than
            the house number, street and area. Moderators see them. We use your email address only for your listing: to
            send you the links to manage it, the result of the review, and a reminder before it expires. We store that
            such an email was sent, and when. To keep fraud out, we also store the internet (IP) address the listing was
            submitted from.
          </li>
          <li>
            <strong>Photos</strong> are converted to a new file before we store them. We keep neither the original nor
            the information a camera adds to it, such as place and time. If conversion is not working, we keep the
            original where nobody can see it until conversion works again. We also store a short fingerprint of each
            photo, which tells moderators when another listing shows the same one. Please do not send photos of people
            or personal documents.
          </li>
        </ul>
        <p>
          To show what is near the home, we look up its address in open data that we keep ourselves and, if it is not
          there, with an address search outside this site. That service receives the house number, the street and the
          city, but never the unit, a name or your contact details. We keep its results for {GEOCODE_ANSWER_DAYS} days.
        </p>
        <p>
          An approved listing leaves the site after {LISTING_LIFETIME_DAYS} days unless you renew it. Listings that are
          expired, rented, rejected or still under review are not public, but we keep them with their photos. A deleted
          listing leaves the site right away. Its photos are removed right away if you delete it yourself, and after 30
          days if a moderator does. We keep its record without the photos, so that we can recognise repeated and
          fraudulent submissions. You can ask us to erase that record as well.
        </p>
      </>
    ),
  },
  ...MAIL_SECTIONS,
  {
    title: "When you buy VIP access",
    body: (
      <p>
        You pay through Stripe; we never see your card. Stripe tells us your email address, its IDs for you and your
        subscription, whether it is paid, and until when. We keep your address with that record for as long as the
        subscription lasts. You can manage or cancel it on Stripe’s own page.
      </p>
    ),
  },
  ...FORUM_SECTIONS,
  {
    title: "When you save a home",
    body: (
      <>
        <p>
          Saved, viewed and hidden homes, your notes and your viewings stay in your browser and are not sent to us. To
          show you what has changed about them, your browser sends us the listing numbers, which we do not store.
        </p>
        <p>
          When you share a shortlist, we store its listing numbers and its title, and nothing about you. We delete it
          after {SHORTLIST_DAYS} days.
        </p>
        <p>
          If you turn on notifications in a browser for your searches or discussions, we store the address and keys that
          the browser’s push service gave the browser. We store them encrypted, under a code made from your email
          address. The push service delivers our messages but cannot read them. The messages name neither you nor your
          searches. You can turn notifications off with one press, and they end after {RETENTION_DAYS.pushBrowser} days
          without a message.
        </p>
      </>
    ),
  },
  {
    title: "When you look at a listing",
    body: (
      <p>
        We tell landlords how many people opened their listing and how many pressed Call, and nothing else about them.
        To count each person once, we store a hash made from the listing, your network, how your browser identifies
        itself (its user agent) and a secret of ours. Your address cannot be read from it, and it is different for each
        listing. It is deleted after 30 days; the two counts stay with the listing.
      </p>
    ),
  },
  {
    title: "When you visit the site",
    body: (
      <>
        <p>
          We count visits ourselves, to see which pages are read, where visitors come from and what leads to a
          subscription. No other company is involved or receives this information.
        </p>
        <ul>
          <li>
            <strong>A visit.</strong> Your browser makes up a random session number, which lasts until you close the
            tab. With that number, we store when your visit began and when it was last active, and its first and current
            page. We store the site you came from (its name, not the page there) and the name of the campaign in the
            link. We store how your browser identifies itself (its user agent, at most 300 characters), your internet
            (IP) address, and the city and country that our network derives from the address. We also store whether you
            opened a listing, pressed Call or signed up, and whether that led to a subscription. While you look at a
            page, your browser tells us so every 15 seconds, and again when you leave it.
          </li>
          <li>
            <strong>Searches that find nothing.</strong> Your browser tells us their filters and words, so that we know
            which homes are missing. We only count how often the same search was made, separately from the visit. We
            leave out words that look like a phone number, a web address or an email address, and places you travel to.
          </li>
          <li>
            <strong>How long.</strong> A day after you open the last page of a visit, we delete the end of its address:
            the last of four numbers, or for an IPv6 address all but the first 48 bits. After 30 days we delete the
            whole visit.
          </li>
          <li>
            <strong>Returning visitors.</strong> To count each person once a day, we store a hash made from your
            address, your browser’s user agent and a secret of ours, from which neither can be read, with the day it was
            last seen. We delete it 30 days after that.
          </li>
          <li>
            <strong>What stays.</strong> Only totals: how many visits, pages and sources there were each day. If you
            sign up on our home page, the session number and the name of the site that you came from stay with your
            subscription.
          </li>
          <li>
            <strong>Links with a key.</strong> The links in our emails contain a key to your listing or subscription. We
            leave it out of what we count.
          </li>
          <li>
            <strong>Advertisement.</strong> If you click an advertisement above the footer, we count the click, with a
            random number that your browser keeps, so that you are counted once a day. We store the number as a hash
            until the day is over.
          </li>
        </ul>
        <p>
          If your browser sends the Global Privacy Control signal, we count none of this, neither the visit nor the
          click.
        </p>
      </>
    ),
  },
  {
    title: "When you check a commute",
    body: (
      <>
        <p>
          The places you enter, such as where you work, are kept in your browser’s local storage: their name, their
          coordinates rounded to about 100 m, when you want to be there, and how long the trip may take. They stay there
          until you remove them under “Your places”. We do not store them.
        </p>
        <p>
          To work out your trips, your browser sends us the rounded coordinates and the times, without the name. Our own
          servers calculate the trips from timetables. They keep the results for a short time by place and time, with
          nothing that says who asked. When you type to find a place, we search our own tables and do not keep what you
          typed. No other company receives your places or what you typed, and our logs contain neither. A page’s address
          contains a place only after you press “Share with places”: anyone who has that link can see it.
        </p>
      </>
    ),
  },
  {
    title: "When you look at a map",
    body: (
      <p>
        The points on our maps come from us. If a map’s background shows streets, your browser fetches the street images
        from the company that makes them once the map comes into view. That company sees your internet (IP) address and
        which part of the city you are looking at, but nothing about the listing. If the background is plain, no other
        company is involved.
      </p>
    ),
  },
  {
    title: "When you report a listing or a post",
    body: (
      <p>
        We store what you report, the reason you chose, the time and your internet (IP) address. The address lets us
        accept one report a day from each network and recognise false reports. Moderators see the address. The landlord
        and the author do not. We keep an open report until a moderator has decided. A dismissed report is deleted after{" "}
        {RETENTION_DAYS.dismissedReport} days.
      </p>
    ),
  },
  {
    title: "When a moderator asks you about your listing, or you appeal",
    body: (
      <p>
        We store the question and your answer, even if you answer by email, and what you write in an appeal and its
        outcome. Only our moderators and anyone who has the listing’s link can read them. We delete questions and
        answers {RETENTION_DAYS.listingMessage} days after they were written, and appeals after {RETENTION_DAYS.appeal}{" "}
        days. If you have the listing’s data erased, we delete all of these with it. The figures on our transparency
        page name no person and no listing.
      </p>
    ),
  },
  {
    title: "Internet (IP) addresses",
    body: (
      <>
        <p>
          Every request to a website carries the address it comes from. We use it to protect the site and to count
          visits, as described above.
        </p>
        <ul>
          <li>
            <strong>Limits.</strong> We count the changes that each network sends to the site. For an IPv6 address, we
            also count for the wider networks around it (/56 and /48). We count all changes for one minute, new visits
            for one hour, and attempts at a moderator’s or the operator’s password for 15 minutes. We count submissions,
            reports, posts, follows, sign-ups, codes, clicks on the advertisement, and requests for lost links or stored
            data for one day. If one of these sends an email, we also count it for the email address. We clear each
            count that long after the last attempt.
          </li>
          <li>
            <strong>Moderators’ and the operator’s logins.</strong> When one of them logs in, we remember the network
            for {RETENTION_DAYS.knownNetwork} days.
          </li>
          <li>
            <strong>People who work on the site.</strong> We store their name, email address, role and passkeys (the
            public keys, never a fingerprint or a face) until they leave. While they are logged in, for at most 12
            hours, we also store their browser and operating system. We store an invitation for 7 days.
          </li>
          <li>
            <strong>Bans.</strong> We can ban the address of someone who abused the site, or the range of addresses
            around it, from posting. We store it with the reason and the date for as long as we keep the ban. A ban on a
            wide range ends after 7 days. In the same way, we can ban a phone number, or a photo by its fingerprint,
            from listings.
          </li>
          <li>
            <strong>Audit log.</strong> We record every decision a moderator makes, every change a landlord makes to a
            listing, and every change to the advertisement, with what changed, the moderator’s name and the address it
            came from. We delete an entry after {RETENTION_DAYS.auditEntry / 365} years. If you have your data erased,
            we also erase what you changed and from where.
          </li>
        </ul>
        <p>
          IP addresses stored with submissions, posts and reports and in the audit log are masked after 90 days: we
          delete the last number of an IPv4 address, and everything after the first 48 bits of an IPv6 address.
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
            <strong>Cookies.</strong> Visitors get only the discussions cookie, unless they enter a code from an email
            to prove that an address is theirs: that cookie holds a number and the time, and lasts 60 days. Moderators
            and the operator get a cookie when they log in. It keeps them logged in for at most 12 hours. The
            moderators’ cookie ends after 30 minutes without use.
          </li>
          <li>
            <strong>On your device.</strong> If you switch between light and dark, your browser’s local storage keeps
            your choice. It also keeps your last five searches by words, and what you type into the listing form until
            you submit it or a week has passed. Your browser remembers how far you had scrolled until you close the tab,
            which of our invitations it has shown for 30 days, and that an address was verified here for 60 days. The
            places you travel to are kept as described above. On a moderator’s or the operator’s device it remembers
            that they were logged in, and whether they use keyboard shortcuts. For our statistics it keeps the session
            number of the visit until you close the tab and, once you click an advertisement, the number that clicks are
            counted by. These two are sent to us, and so are the places, without their names. Of everything else on your
            device, only the operator’s own login is sent to us. We describe above what discussions keep on your device.
          </li>
        </ul>
      </>
    ),
  },
  {
    title: "When you write to us",
    body: (
      <p>
        We keep your message, your email address and our answer for as long as we need them to deal with your question,
        and longer only if the law or a dispute requires it.
      </p>
    ),
  },
  {
    title: "Technical logs",
    body: (
      <p>
        When a request is refused or fails, and for events such as a new submission, our log records what happened, the
        time, the page or operation and a request number. It contains no email address, no IP address, no search words
        and no part of a link we emailed to anyone. We have turned off our hosting provider’s log of individual
        requests; what it counts for its own operation and security, it keeps for a limited time.
      </p>
    ),
  },
];

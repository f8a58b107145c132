import { longDay } from "../../contracts/days.ts";
import { DIGEST_MAIL_LISTINGS, UNPROVEN_HEADING } from "../../contracts/digest.ts";
import { belowMarketText, dropText, priceText, formatCents } from "../../contracts/listing-text.ts";
import { listingPath, type PublicListing } from "../../contracts/listings.ts";
import { editionPath, HOW_WE_COMPARE, PERCENTAGE_PATH } from "../../contracts/page.ts";
import { DROPS_PATH } from "../../contracts/price-history.ts";
import type { PushMessage } from "../../contracts/push.ts";
import type { Config } from "../../platform/config.ts";
import type { Deps } from "../../platform/deps.ts";
import { escapeHtml } from "../../platform/html.ts";
import {
  layOutMail,
  type MailBlock,
  type MailContent,
  type MailLink,
  type MailLinks,
  YOUR_EMAILS,
} from "../../platform/mail-layout.ts";
import type { Mail } from "../../platform/mail.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import type { AlertItem, AlertNews, AlertSection } from "../alerts/alerts.service.ts";
import { commonOrigin, listingBlock } from "../listings/mail/listing-block.mail.ts";
import { belowMarketListings, otherListings } from "./digest.content.ts";

const DAY = new Intl.DateTimeFormat("en-CA", { timeZone: "UTC", weekday: "long", month: "long", day: "numeric" });

/** Formats the date of an edition: `Monday, November 23`. */
const editionDay = (date: string) => DAY.format(new Date(`${date}T12:00:00Z`));

type MailDeps = Pick<Deps, "config" | "now">;

interface DigestMail {
  to: string;
  /** Local date of the edition. */
  date: string;
  isWeekly: boolean;
  /** The listings that match the recipient's preferences, best first. */
  listings: readonly PublicListing[];
  /** Other listings that match the preferences and have a reduced rent, latest reduction first. */
  reduced: readonly PublicListing[];
  links: MailLinks;
}

const headingBlock = (text: string): MailBlock => ({
  html: `<h2 style="margin:8px 0 16px;font-size:18px">${text}</h2>`,
  text,
});

/** Maximum number of reduced listings in one email. */
const MAIL_DROPS = 5;

/**
 * Returns the email blocks of listings whose rent was reduced, each with the current rent, and the amount and date of
 * the drop.
 */
function reducedBlocks(
  deps: MailDeps,
  listings: readonly PublicListing[],
  isWeekly: boolean,
  saysOrigin: boolean,
): (MailBlock | MailLink)[] {
  const blocks = listings.slice(0, MAIL_DROPS).flatMap((listing) => {
    const { priceDrop } = listing;
    if (priceDrop === null) return [];
    return [
      listingBlock(deps, listing, {
        note: dropText(priceDrop, longDay(torontoDay(new Date(priceDrop.at)))),
        saysOrigin,
      }),
    ];
  });
  if (blocks.length === 0) return [];
  return [
    headingBlock(isWeekly ? "Reduced this week" : "Reduced since the last edition"),
    ...blocks,
    { label: "See all reduced rents", url: deps.config.siteUrl + DROPS_PATH, look: "quiet" },
  ];
}

/**
 * Composes the digest email for one recipient, with at most 30 listings and a link to the whole edition. Listings below
 * market come first.
 */
export function digestMail(deps: MailDeps, { to, date, isWeekly, listings, reduced, links }: DigestMail): Mail {
  const { config } = deps;
  const proven = belowMarketListings(listings);
  const shown = proven.slice(0, DIGEST_MAIL_LISTINGS);
  const others = otherListings(listings).slice(0, DIGEST_MAIL_LISTINGS - shown.length);
  const origin = commonOrigin([...shown, ...others, ...reduced]);
  const block = (listing: PublicListing) => listingBlock(deps, listing, { saysOrigin: origin === null });
  const count = `${proven.length} new ${proven.length === 1 ? "listing" : "listings"} below market`;
  const edition: MailLink = {
    label: "See the whole edition on the site",
    url: `${config.siteUrl}${editionPath(date)}`,
  };
  return homesMail(
    deps,
    {
      kind: "digest.edition",
      to,
      subject: `${count} ${isWeekly ? "this week" : `for ${editionDay(date)}`}`,
      body: [
        `${count} since ${isWeekly ? "last week's" : "the last"} edition. Each is at least 10% below the market rent named beside its percentage.`,
        ...(origin === null ? [] : [`Market rents: ${origin}.`]),
        howWeCompare(config),
        ...shown.map(block),
        ...(others.length === 0 ? [] : [headingBlock(UNPROVEN_HEADING), ...others.map(block)]),
        ...reducedBlocks(deps, reduced, isWeekly, origin === null),
        edition,
      ],
      reason: "You get this email because you joined our list and confirmed your email address.",
    },
    { links, stop: "Unsubscribe" },
  );
}

/** Lays out an email about homes, with safety advice and the links to unsubscribe and to change preferences. */
function homesMail(
  { config }: MailDeps,
  { body, ...content }: MailContent<"digest.edition" | "alerts.news">,
  { links, stop }: { links: MailLinks; stop: string },
): Mail {
  const mail = layOutMail(config, {
    ...content,
    body: [...body, "View a home before you pay anything for it, and never send money to a stranger."],
    footerLinks: [
      { label: stop, url: links.stop },
      { label: YOUR_EMAILS, url: links.page },
    ],
  });
  return { ...mail, headers: links.headers };
}

const howWeCompare = ({ siteUrl }: Config): MailLink => ({
  label: HOW_WE_COMPARE,
  url: siteUrl + PERCENTAGE_PATH,
  look: "quiet",
});

/** Maximum number of homes in an email. Further homes are only on the site. */
const SHOWN = 30;

const counted = (count: number, one: string, more: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : more}`];

/** Composes the subject. It describes the home if there is only one, and otherwise states the number of homes. */
function subjectOf(items: readonly AlertItem[]): string {
  const [only] = items;
  if (items.length === 1 && only) {
    const { listing, isNew } = only;
    const discount = isNew ? belowMarketText(listing) : null;
    return `${isNew ? "New" : "Lower rent"}: ${listing.title}, ${isNew ? "" : "now "}${priceText(listing)}${discount === null ? "" : ` (${discount})`}`;
  }
  const fresh = items.filter(({ isNew }) => isNew).length;
  return [
    ...counted(fresh, "new home", "new homes"),
    ...counted(items.length - fresh, "lower rent", "lower rents"),
  ].join(" and ");
}

const alertDropText = ({ listing, fromCents }: AlertItem) =>
  fromCents === null ? null : `was ${formatCents(fromCents)}, now ${priceText(listing)}`;

/**
 * Returns the heading of a section. The section for a VIP's preferences has none, because the end of the email explains
 * that section.
 */
function headingOf({ summary, stopUrl }: AlertSection): MailBlock[] {
  if (summary === null) return [];
  const stop = `<a href="${escapeHtml(stopUrl)}" class="link" style="font-size:14px;font-weight:400;color:#0f5a6d">Stop this search</a>`;
  return [
    {
      html: `<h2 style="margin:8px 0 16px;font-size:18px">${escapeHtml(summary)} ${stop}</h2>`,
      text: `${summary}\nStop this search: ${stopUrl}`,
    },
  ];
}

/** Returns the sections, limited to the number of homes that an email shows. */
function shownSections(sections: readonly AlertSection[]): AlertSection[] {
  let left = SHOWN;
  return sections.flatMap((section) => {
    const items = section.items.slice(0, left);
    left -= items.length;
    return items.length === 0 ? [] : [{ ...section, items }];
  });
}

/**
 * Composes the push message for an email: the email's subject, with a link to the home or, for several homes, to the
 * site. The message contains no address and no search.
 */
export function newsPush(sections: readonly AlertSection[]): PushMessage {
  const items = sections.flatMap((section) => section.items);
  const [only] = items;
  return {
    title: subjectOf(items),
    body:
      items.length === 1 && only ? (alertDropText(only) ?? priceText(only.listing)) : "See which ones in our email.",
    path: items.length === 1 && only ? listingPath(only.listing) : "/",
    tag: "alerts",
  };
}

/** Composes one email with all homes that were found for a recipient. */
export function newsMail(deps: MailDeps, { email, sections, links }: AlertNews): Mail {
  const items = sections.flatMap((section) => section.items);
  const more = items.length - SHOWN;
  const isAlone = items.length === 1;
  const hasComparison = items.some(({ listing }) => listing.belowMarketPercent !== null);
  const isVip = sections.some(({ summary }) => summary === null);
  const hasSearches = sections.some(({ summary }) => summary !== null);
  return homesMail(
    deps,
    {
      kind: "alerts.news",
      to: email,
      subject: subjectOf(items),
      body: [
        ...shownSections(sections).flatMap((section) => [
          ...headingOf(section),
          ...section.items.map((item) => listingBlock(deps, item.listing, { note: alertDropText(item), isAlone })),
        ]),
        ...(more > 0 ? [`And ${more} more on the site.`] : []),
        ...(hasComparison ? [howWeCompare(deps.config)] : []),
        ...(hasSearches && !isAlone ? [{ label: "See your searches", url: links.page }] : []),
      ],
      reason: [
        ...(isVip ? ["You get new homes right away because you have VIP access."] : []),
        ...(hasSearches ? ["You get this email because you saved a search on our site."] : []),
      ].join(" "),
    },
    { links, stop: hasSearches ? "Stop all alerts" : "Unsubscribe" },
  );
}

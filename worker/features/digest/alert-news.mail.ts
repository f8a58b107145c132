import { formatCents, priceText } from "../../contracts/listing-text.ts";
import { listingPath } from "../../contracts/listings.ts";
import type { PushMessage } from "../../contracts/push.ts";
import type { Config } from "../../platform/config.ts";
import { escapeHtml } from "../../platform/html.ts";
import { layOutMail, type MailBlock } from "../../platform/mail-layout.ts";
import type { Mail } from "../../platform/mail.ts";
import type { AlertItem, AlertNews, AlertSection } from "../alerts/news.service.ts";
import { listingBlock } from "../listings/mail/listing-block.mail.ts";

/** Homes that a mail shows; the others are on the site. */
const SHOWN = 30;

const counted = (count: number, one: string, more: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : more}`];

/** "New: …" for one home, otherwise how many there are. */
function subjectOf(items: readonly AlertItem[]): string {
  const [only] = items;
  if (items.length === 1 && only) {
    const { listing, isNew } = only;
    return `${isNew ? "New" : "Lower rent"}: ${listing.title}, ${isNew ? "" : "now "}${priceText(listing)}`;
  }
  const fresh = items.filter(({ isNew }) => isNew).length;
  return [
    ...counted(fresh, "new home", "new homes"),
    ...counted(items.length - fresh, "lower rent", "lower rents"),
  ].join(" and ");
}

const dropText = ({ listing, fromCents }: AlertItem) =>
  fromCents === null ? null : `was ${formatCents(fromCents)}, now ${priceText(listing)}`;

function headingOf({ summary, stopUrl }: AlertSection): MailBlock {
  const stop = `<a href="${escapeHtml(stopUrl)}" class="link" style="font-size:13px;font-weight:400;color:#0f5a6d">Stop this search</a>`;
  return {
    html: `<h2 style="margin:8px 0 16px;font-size:18px">${escapeHtml(summary)} ${stop}</h2>`,
    text: `${summary}\nStop this search: ${stopUrl}`,
  };
}

/** The sections with their first homes, as many as a mail shows. */
function shownSections(sections: readonly AlertSection[]): AlertSection[] {
  let left = SHOWN;
  return sections.flatMap((section) => {
    const items = section.items.slice(0, left);
    left -= items.length;
    return items.length === 0 ? [] : [{ ...section, items }];
  });
}

/**
 * What a browser is told of the same news: the mail's subject, and the way to the home, or to the site for several. It names
 * no address and no search.
 */
export function newsPush({ sections }: AlertNews): PushMessage {
  const items = sections.flatMap((section) => section.items);
  const [only] = items;
  return {
    title: subjectOf(items),
    body: items.length === 1 && only ? (dropText(only) ?? priceText(only.listing)) : "Our email tells which ones.",
    path: items.length === 1 && only ? listingPath(only.listing) : "/",
    tag: "alerts",
  };
}

/** What the saved searches of an address found, all in one mail. */
export function newsMail(config: Config, { email, sections, links }: AlertNews): Mail {
  const items = sections.flatMap((section) => section.items);
  const more = items.length - SHOWN;
  const mail = layOutMail(config, {
    kind: "alerts.news",
    to: email,
    subject: subjectOf(items),
    body: [
      ...shownSections(sections).flatMap((section) => [
        headingOf(section),
        ...section.items.map((item) => listingBlock(config, item.listing, dropText(item))),
      ]),
      ...(more > 0 ? [`And ${more} more, which your searches show on the site.`] : []),
      { label: "See your searches", url: links.page },
      "View a home before you pay anything for it, and never send money to a stranger.",
    ],
    reason: "You get this mail because you saved a search on our site.",
    footerLinks: [{ label: "Stop all alerts", url: links.stop }],
  });
  return { ...mail, headers: links.headers };
}

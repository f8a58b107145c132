import {
  areaText,
  belowMarketText,
  comparedWithText,
  isSurelyRentControlled,
  marketStandingText,
  noPercentText,
  priceText,
  type Ruler,
  rulerOf,
} from "../../../contracts/listing-text.ts";
import { listingPath, type PublicListing } from "../../../contracts/listings.ts";
import { writtenParts } from "../../../contracts/text.ts";
import type { Config } from "../../../platform/config.ts";
import { escapeHtml } from "../../../platform/html.ts";
import type { MailBlock } from "../../../platform/mail-layout.ts";

/** Photo size beside the words, in CSS pixels. On phones it is as wide as the mail; its file has 800 pixels for that. */
const PHOTO = { width: 200, height: 150 } as const;
/** The gap between photo and text; photo, gap and text fit the mail's width of 560. */
const GAP = 16;
const WORDS_WIDTH = 340;

/** Escapes a text, and keeps its rents and street as they are when the page or mail is translated. */
const writtenHtml = (text: string) =>
  writtenParts(text)
    .map(({ part, isKept }) => (isKept ? `<span translate="no">${escapeHtml(part)}</span>` : escapeHtml(part)))
    .join("");

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function facts(listing: PublicListing): string[] {
  const station =
    listing.closestSubwayStation === null
      ? null
      : `${listing.closestSubwayStation} station${listing.distanceToSubway === null ? "" : `, ${listing.distanceToSubway} m`}`;
  return [
    isSurelyRentControlled(listing) ? "Rent Controlled" : null,
    areaText(listing),
    station,
    listing.distanceToDowntown === null ? null : `${listing.distanceToDowntown} km to Downtown Toronto`,
  ].filter((fact) => fact !== null);
}

/**
 * A photo with text beside it, or below it on phones. It uses widths alone, because some mail clients ignore media
 * queries; Outlook gets a table.
 */
function besideWords(photo: string, title: string, url: string, words: string): string {
  const column = "display:inline-block;width:100%;vertical-align:top";
  return `<!--[if mso]><table role="presentation" cellpadding="0" cellspacing="0"><tr><td width="${PHOTO.width + GAP}" valign="top"><![endif]--><div class="side" style="${column};max-width:${PHOTO.width + GAP}px;padding:0 0 8px"><a href="${escapeHtml(url)}"><img class="photo" src="${escapeHtml(photo)}" width="${PHOTO.width}" height="${PHOTO.height}" alt="${escapeHtml(title)}" style="display:block;width:${PHOTO.width}px;max-width:100%;height:${PHOTO.height}px;object-fit:cover;border-radius:8px;border:0"></a></div><!--[if mso]></td><td valign="top"><![endif]--><div class="side" style="${column};max-width:${WORDS_WIDTH}px">${words}</div><!--[if mso]></td></tr></table><![endif]-->`;
}

/** A bar from this rent to the market figure, and the same in words. Green only where the rent counts as below market. */
function rulerHtml({ rent, market, difference, shares }: Ruler, isBelow: boolean): string {
  const first = Math.round(Math.min(shares.rent, shares.market) * 100);
  const cell = (width: number, colour: string, kind: string) =>
    width === 0
      ? ""
      : `<td class="${kind}" width="${width}%" height="8" bgcolor="${colour}" style="font-size:0;line-height:8px">&nbsp;</td>`;
  const rest = isBelow ? cell(100 - first, "#1c6733", "less") : cell(100 - first, "#8a8072", "");
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:6px 0"><tr>${cell(first, "#615a50", "rent")}${rest}</tr></table>
<p style="margin:0 0 2px;font-size:14px"><b>${writtenHtml(rent)}</b> · ${writtenHtml(market)} · <b${isBelow ? ' class="good" style="color:#1c6733"' : ""}>${writtenHtml(difference)}</b></p>`;
}

/**
 * One listing: photo, discount, price, ruler, title, facts, link.
 * @param note a line below the price
 */
export function listingBlock(config: Config, listing: PublicListing, note: string | null = null): MailBlock {
  const url = config.siteUrl + listingPath(listing);
  const discount = belowMarketText(listing);
  const standing = marketStandingText(listing);
  const compared = comparedWithText(listing);
  const market = compared === null ? noPercentText(listing) : `Compared with: ${compared}`;
  const [photo] = listing.images;
  const known = facts(listing).join(" · ");
  const ruler = rulerOf(listing);
  const words = `${discount === null ? "" : `<p style="margin:0 0 8px"><span style="display:inline-block;padding:4px 10px;border-radius:14px;background:#1c6733;color:#ffffff;font-weight:700">↓ ${escapeHtml(discount)}</span></p>`}
<p style="margin:0;font-size:28px;line-height:1.1;font-weight:800;letter-spacing:-0.8px">${writtenHtml(priceText(listing))} <span style="font-size:14px;font-weight:400;letter-spacing:0">Monthly</span></p>
${note === null ? "" : `<p style="margin:2px 0;font-weight:700">${writtenHtml(note)}</p>`}
${discount === null && standing !== null ? `<p style="margin:2px 0;font-weight:700">${escapeHtml(sentence(standing))}</p>` : ""}
${ruler === null ? "" : rulerHtml(ruler, discount !== null)}
${market === null ? "" : `<p style="margin:2px 0;font-size:14px">${escapeHtml(market)}</p>`}
<p style="margin:4px 0"><a href="${escapeHtml(url)}" class="link" style="font-weight:700;color:#0f5a6d">${writtenHtml(listing.title)}</a></p>
${known === "" ? "" : `<p style="margin:0;font-size:14px">${escapeHtml(known)}</p>`}`;
  const html = `<div class="line" style="margin:0 0 20px;padding:0 0 20px;border-bottom:1px solid #d8d2c7;line-height:1.4">${photo === undefined ? words : besideWords(`${config.siteUrl}${photo}?w=800`, listing.title, url, words)}</div>`;
  const text = [
    `${priceText(listing)} monthly${standing === null ? "" : `, ${standing}`}`,
    ...(note === null ? [] : [note]),
    ...(ruler === null ? [] : [`${ruler.rent} · ${ruler.market} · ${ruler.difference}`]),
    ...(market === null ? [] : [market]),
    listing.title,
    ...(known === "" ? [] : [known]),
    url,
  ].join("\n");
  return { html, text };
}

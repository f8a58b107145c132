import {
  areaText,
  belowMarketText,
  benchmarkAgeText,
  isSurelyRentControlled,
  marketPositionText,
  noPercentText,
  priceText,
  type Ruler,
  rulerOf,
} from "../../../contracts/listing-text.ts";
import { areaName } from "../../../contracts/market.ts";
import { streetTitle } from "../../../contracts/listing-names.ts";
import { sizeText } from "../../../contracts/listing-size.ts";
import { listingPath, type PublicListing } from "../../../contracts/listings.ts";
import { splitVerbatimParts } from "../../../contracts/text.ts";
import type { Deps } from "../../../platform/deps.ts";
import { escapeHtml } from "../../../platform/html.ts";
import { linkHtml, type MailBlock, type MailLink, partText } from "../../../platform/mail-layout.ts";

export const SEE_LISTING = "See the listing";

/**
 * Size of a photo beside the text, in CSS pixels. Its file is 800 pixels wide, because on phones the photo is as wide
 * as the email.
 */
const PHOTO = { width: 200, height: 150 } as const;
/** Gap between photo and text. Photo, gap and text together fit the email's width of 560. */
const GAP = 16;
const WORDS_WIDTH = 340;

/** Escapes a text for HTML, and marks the rents and the street in it as not translatable. */
const writtenHtml = (text: string) =>
  splitVerbatimParts(text)
    .map(({ part, isVerbatim }) => (isVerbatim ? `<span translate="no">${escapeHtml(part)}</span>` : escapeHtml(part)))
    .join("");

/** Keeps each number in a text on the same line as its unit or month: `4.2 km`, `Dec 15`. */
const unbroken = (html: string) => html.replace(/(?<=\d) (?=k?m\b)|(?<=[A-Z][a-z]{2}) (?=\d)/g, "&nbsp;");

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function facts(listing: PublicListing): string[] {
  const station =
    listing.closestSubwayStation === null
      ? null
      : `${listing.closestSubwayStation} station${listing.distanceToSubway === null ? "" : `, ${listing.distanceToSubway} m`}`;
  return [
    isSurelyRentControlled(listing) ? "Rent Controlled" : null,
    station,
    listing.distanceToDowntown === null ? null : `${listing.distanceToDowntown} km to Downtown Toronto`,
  ].filter((fact) => fact !== null);
}

/**
 * Returns HTML for a photo with text beside it, or below it on phones. The layout only uses widths, because some email
 * clients ignore media queries. Outlook gets a table. The photo has no fixed height, so only its alternative text takes
 * up space if images are off.
 */
function besideWords(photo: string, alt: string, url: string, words: string): string {
  const column = "display:inline-block;width:100%;vertical-align:top";
  return `<!--[if mso]><table role="presentation" cellpadding="0" cellspacing="0"><tr><td width="${PHOTO.width + GAP}" valign="top"><![endif]--><div class="side" style="${column};max-width:${PHOTO.width + GAP}px;padding:0 0 8px"><a href="${escapeHtml(url)}" class="link" style="font-size:14px;color:#0f5a6d"><span class="frame" style="display:block;max-width:${PHOTO.width}px;max-height:${PHOTO.height}px;overflow:hidden;border-radius:8px"><img class="photo" src="${escapeHtml(photo)}" width="${PHOTO.width}" alt="${escapeHtml(alt)}" style="display:block;width:${PHOTO.width}px;max-width:100%;border:0"></span></a></div><!--[if mso]></td><td valign="top"><![endif]--><div class="side" style="${column};max-width:${WORDS_WIDTH}px">${words}</div><!--[if mso]></td></tr></table><![endif]-->`;
}

/** Draws a bar from this rent to the benchmark. The bar is green only if the rent counts as below market. */
function barHtml({ shares }: Ruler, isBelow: boolean): string {
  const first = Math.round(Math.min(shares.rent, shares.market) * 100);
  const cell = (width: number, colour: string, kind: string) =>
    width === 0
      ? ""
      : `<td class="${kind}" width="${width}%" height="8" bgcolor="${colour}" style="font-size:0;line-height:8px">&nbsp;</td>`;
  const rest = isBelow ? cell(100 - first, "#1c6733", "less") : cell(100 - first, "#8a8072", "");
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:10px 0 6px"><tr>${cell(first, "#615a50", "rent")}${rest}</tr></table>`;
}

/**
 * Describes the area and age of a benchmark, in a text that follows the benchmark's month and source: `City of Toronto,
 * 12 months old`.
 * @param first text that comes before the area and age
 */
function originText(listing: PublicListing, first: string): string {
  const { marketArea, marketKind, marketMethod } = listing;
  const parts = [
    first,
    marketArea === null ? null : areaName(marketArea),
    benchmarkAgeText(listing),
    marketKind === "own" ? marketMethod : null,
  ];
  return parts.filter(Boolean).join(", ");
}

/**
 * Returns a text about the origin of the benchmarks, such as `Oct 2025, Rentals.ca, City of Toronto, 12 months old`, if
 * the origin is the same for all homes, so that the email's opening can state it once. Returns null if the origins
 * differ.
 */
export function commonOrigin(listings: readonly PublicListing[]): string | null {
  const origins = listings.flatMap((listing) => {
    const ruler = rulerOf(listing);
    return ruler ? [originText(listing, ruler.origin)] : [];
  });
  const [origin = null, ...others] = new Set(origins);
  return origins.length > 1 && others.length === 0 ? origin : null;
}

/**
 * Returns the market comparison in one line: the benchmark and the difference, or the reason why there is none. The
 * listing's page explains how an estimate was made.
 */
function comparisonParts(listing: PublicListing, saysOrigin: boolean): { html: string; text: string }[] {
  const ruler = rulerOf(listing);
  if (ruler === null) {
    const reason = noPercentText(listing);
    return reason === null
      ? []
      : [{ html: `<p style="margin:6px 0;font-size:14px">${writtenHtml(reason)}</p>`, text: reason }];
  }
  const isBelow = belowMarketText(listing) !== null;
  const figure = sentence(saysOrigin ? originText(listing, ruler.market) : ruler.figure);
  const html = `${barHtml(ruler, isBelow)}<p style="margin:0 0 6px;font-size:14px">${writtenHtml(figure)} · <b${isBelow ? ' class="good" style="color:#1c6733"' : ""}>${writtenHtml(ruler.difference)}</b></p>`;
  return [{ html, text: `${figure} · ${ruler.difference}` }];
}

interface BlockOptions {
  /** Text of a line below the price. */
  note?: string | null;
  /** True if this home is the only one in the email. */
  isAlone?: boolean;
  /** False if the opening of the email already states the origin of all benchmarks. */
  saysOrigin?: boolean;
}

/** Returns the email block of one home: photo, discount, price, size, location, comparison, facts, button. */
export function listingBlock(
  { config, now }: Pick<Deps, "config" | "now">,
  listing: PublicListing,
  { note = null, isAlone = false, saysOrigin = true }: BlockOptions = {},
): MailBlock {
  const url = config.siteUrl + listingPath(listing);
  const discount = belowMarketText(listing);
  const position = marketPositionText(listing);
  const size = sizeText(listing, now(), "Move-in: ");
  const place = [...new Set([streetTitle(listing.address), areaText(listing) ?? ""])].filter(Boolean).join(", ");
  const known = facts(listing).join(" · ");
  const market = comparisonParts(listing, saysOrigin);
  const button: MailLink = { label: SEE_LISTING, url, ...(!isAlone && { look: "secondary" }) };
  const bold = (line: string | null) =>
    line === null ? "" : `<p style="margin:2px 0;font-weight:700">${writtenHtml(line)}</p>`;
  const words = `${discount === null ? "" : `<p style="margin:0 0 8px"><span style="display:inline-block;padding:4px 10px;border-radius:14px;background:#1c6733;color:#ffffff;font-weight:700">↓ ${escapeHtml(discount)}</span></p>`}
<p style="margin:0;font-size:28px;line-height:1.1;font-weight:800;letter-spacing:-0.8px">${writtenHtml(priceText(listing))} <span style="font-size:14px;font-weight:400;letter-spacing:0">Monthly</span></p>
${bold(note)}${bold(discount === null && position !== null ? sentence(position) : null)}
<p style="margin:6px 0 0;font-weight:700">${unbroken(escapeHtml(size))}</p>
<p style="margin:0">${writtenHtml(place)}</p>
${market.map(({ html }) => html).join("")}
${known === "" ? "" : `<p style="margin:0;font-size:14px">${unbroken(escapeHtml(known))}</p>`}
<p style="margin:12px 0 0">${linkHtml(button)}</p>`;
  const [photo] = listing.images;
  const html = `<div class="line" style="margin:0 0 20px;padding:0 0 20px;border-bottom:1px solid #d8d2c7;line-height:1.4">${photo === undefined ? words : besideWords(`${config.siteUrl}${photo}?w=800`, `Photo: ${listing.title}`, url, words)}</div>`;
  const text = [
    `${priceText(listing)} monthly${position === null ? "" : `, ${position}`}`,
    ...(note === null ? [] : [note]),
    size,
    place,
    ...market.map((line) => line.text),
    ...(known === "" ? [] : [known]),
    partText(button),
  ].join("\n");
  return { html, text };
}

import { parseMarketArea } from "../../../worker/contracts/market.ts";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { PostText } from "../../../src/features/forum/discussion/post-parts.tsx";
import { toCsv } from "../../../worker/contracts/csv.ts";
import { truncateAtWord } from "../../../worker/contracts/truncate-at-word.ts";
import { parseCoordinates } from "../../../src/features/listings/admin/coordinates-text.ts";
import { telHref, titleWithoutBedrooms } from "../../../src/features/listings/facts/listing-text.ts";
import { untranslated } from "../../../src/ui/untranslated.ts";
import { bannedPrefix } from "../../../src/lib/ip-addresses.ts";
import { cleanCell, wholeNumber } from "../../../scripts/import/csv-set.ts";
import { ADDRESS_MAX, streetOf } from "../../../worker/contracts/addresses.ts";
import { addressKind } from "../../../worker/contracts/address-check.ts";
import { districtsIn, readArea } from "../../../worker/contracts/area-address.ts";
import { advertisementDraft } from "../../../worker/contracts/ads.schemas.ts";
import { parseBedrooms } from "../../../worker/contracts/bedrooms.ts";
import { parseBounds, PLACE_TEXT_MAX } from "../../../worker/contracts/places.ts";
import { checkedComment, TITLE, countLinks, excerptOf, threadSlug } from "../../../worker/contracts/forum.ts";
import { emailAddress, idOf } from "../../../worker/contracts/text.schemas.ts";
import { guessHomeType, kindSignals } from "../../../worker/contracts/kind-signals.ts";
import { listingSlug } from "../../../worker/contracts/listing-names.ts";
import { priceText } from "../../../worker/contracts/listing-text.ts";
import { parseIntersection } from "../../../worker/contracts/crossings.ts";
import { isOutsideArea, municipalityOf } from "../../../worker/contracts/municipalities.ts";
import { placeByName } from "../../../worker/contracts/place-names.ts";
import { hasStreetNumber } from "../../../worker/contracts/house-in-address.ts";
import { splitAddress } from "../../../worker/address/split-address.ts";
import { streetWords } from "../../../worker/contracts/street-words.ts";
import { containsPhone, isPhone, phoneKeyOf } from "../../../worker/contracts/phones.ts";
import { marketplaceListingDraft } from "../../../worker/contracts/listings.schemas.ts";
import { benchmarkDraft } from "../../../worker/contracts/market.schemas.ts";
import { areaSlug } from "../../../worker/contracts/market-pages.ts";
import { guidelineDraft, rentCheckQuery } from "../../../worker/contracts/rent-check.schemas.ts";
import { settledPlace } from "../../../worker/features/rent-check/rent-check.service.ts";
import { pageNumber } from "../../../worker/contracts/list-pages.ts";
import { readRent } from "../../../worker/contracts/read-rent.ts";
import { parseDollars } from "../../../worker/contracts/rents.ts";
import { isPushEndpoint } from "../../../worker/contracts/push.ts";
import { pushSubscriptionInput } from "../../../worker/contracts/push.schemas.ts";
import { loginCodeAnswer, passkeyAssertion } from "../../../worker/contracts/people.schemas.ts";
import { postReport } from "../../../worker/contracts/reports.schemas.ts";
import { containsEmail, uncapitalizeTitle, publicText } from "../../../worker/contracts/public-text.ts";
import {
  withPlainDigits,
  truncateLine,
  cleanLine,
  cleanText,
  isBlank,
  isEmail,
} from "../../../worker/contracts/text.ts";
import { findStations } from "../../../worker/address/find-places.service.ts";
import { readCommute, commutesFromUrl } from "../../../worker/contracts/commute-search.ts";
import { searchFromUrl } from "../../../worker/contracts/search.ts";
import { SIGN_UP_KEY } from "../../../worker/contracts/subscribers.ts";
import { accessCode, signUp } from "../../../worker/contracts/subscribers.schemas.ts";
import { SESSION_ID } from "../../../worker/contracts/visitors.ts";
import { relevantFigures } from "../../../worker/features/automation/automation.posts.service.ts";
import { textKeyOf } from "../../../worker/features/forum/posts.text.ts";
import { excerptAround, matchExcerpt } from "../../../worker/contracts/search-words.ts";
import {
  excerptOfTerms,
  matchAll,
  significantPrefixes,
  termsOf,
} from "../../../worker/features/forum/forum.read.service.ts";
import { replyTokenOf, withoutAttachments, readReplyText } from "../../../worker/platform/inbound-reply.ts";
import { mayHoldLink } from "../../../worker/features/saved/shortlists.service.ts";
import { SHORTLIST_TITLE_MAX } from "../../../worker/contracts/saved.ts";
import { foldText, sentencesOf } from "../../../worker/contracts/folded-text.ts";
import { withoutDollarSign } from "../../../worker/features/listings/views/listings.mappers.ts";
import { contactsIn } from "../../../worker/features/listings/signals/contact-rules.ts";
import { letterFingerprint } from "../../../worker/features/listings/duplicates/duplicates.service.ts";
import { isNearlySame, textHashes } from "../../../worker/features/listings/duplicates/shingles.ts";
import { textSignals } from "../../../worker/features/listings/signals/text-signals.ts";
import { otherTownIn } from "../../../worker/features/listings/signals/other-town-rules.ts";
import { isMeasured, isRoadNumber, isYear, phonesIn } from "../../../worker/address/house-number-reader.ts";
import { publicAddress, publicTextsOf } from "../../../worker/address/public-address.ts";
import { parseAddress, parseUnit, streetKey } from "../../../worker/contracts/parse-address.ts";
import { queriesOf, searchTextOf } from "../../../worker/features/listings/search/listing-words.ts";
import { streetsIn, understand } from "../../../worker/features/listings/search/understand/understand.ts";
import { contradictionOf } from "../../../worker/features/listings/signals/building-claims.ts";
import { namesOneHouse } from "../../../worker/address/geocode-houses.ts";
import { routeOfPage, isMobile, referrerHost } from "../../../worker/features/visitors/visit-source.ts";
import { attributionIn } from "../../../scripts/import/map-tiles.ts";
import { TILES_VERSION } from "../../../worker/contracts/map-tiles.ts";
import { BUILD_FILE } from "../../../worker/platform/build-store.ts";
import { canonicalPathOf, unescapedPathOf } from "../../../worker/pages/canonical-paths.ts";
import { extractPageFiles } from "../../../worker/pages/shell.ts";
import { assertJson } from "../../../worker/platform/body.ts";
import { isBot, canonicalAddress, parseRange } from "../../../worker/platform/client-address.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { drawableText, type FontFace } from "../../../worker/platform/font-face.ts";
import { withoutPhoneNumbers } from "../../../worker/features/listings/listing/phone-review.service.ts";
import { matchesTag } from "../../../worker/platform/http.ts";
import { asAppError } from "../../../worker/platform/errors.ts";
import { escapeXml, scriptJson } from "../../../worker/platform/html.ts";
import { readInboundMessage, hasAutomaticSubject, isAutomaticText } from "../../../worker/platform/inbound-message.ts";
import { textOfHtml, hasOwnText, withoutQuotation } from "../../../worker/platform/reply-text.ts";
import { failureText, withoutToken } from "../../../worker/platform/log.ts";
import { assertHeadersAreSafe } from "../../../worker/platform/mail.ts";
import { authenticatedDomains, isAuthentic } from "../../../worker/platform/mail-authentication.ts";
import { readId, readPaging } from "../../../worker/platform/paging.ts";
import { readPhotoBody } from "../../../worker/platform/photo-body.ts";
import { tokenSigner } from "../../../worker/platform/tokens.ts";

interface Parser {
  name: string;
  parse: (text: string) => unknown;
  /** Words with a special meaning for this parser. */
  tokens?: readonly string[];
  /** Maximum number of characters that the parser's callers accept; a whole body by default. */
  max?: number;
}

/** Blanks, marks, look-alikes and symbols that many expressions repeat. */
export const HOSTILE = [
  " ",
  "\t",
  "\n",
  "\r",
  "\u00A0",
  "\u2028",
  "\u3164",
  "\u200B",
  "\u0301\u0323",
  "\u05B0\u0591",
  "\u0430",
  "\u{1F3E0}",
  "a",
  "0",
  "1",
  "-",
  "/",
  ".",
  ",",
  "@",
  ":",
  '"',
  "<",
  "(",
  "%",
  "=",
  "\\",
];

const addressWords = ["5/", "1/2", "½", "-0n", " and ", "unit ", "#", "no. ", "Main", " St", "m5v", "4b", "1st floor"];
const areaWords = [...addressWords, "m5v 1a1 ", "Bay ", "East ", "Toronto ", "Liberty Village ", "(", " - "];
const roomWords = ["1 ", "2+", "br", "bed", "one ", "den", "room", "private ", "studio"];
const lawWords = [
  "no pets ",
  "deposit",
  "first and last ",
  "only ",
  "post-dated ",
  "not ",
  "fee ",
  "families ",
  "my kitchen ",
  "looking for a ",
];
const scamWords = [
  "pay ",
  "before ",
  "viewing ",
  "deposit ",
  "(at)",
  "gmail",
  "one ",
  "keys ",
  "by mail ",
  "i cannot show ",
  "send $500 ",
  "to book a ",
  "then you ",
  "passport ",
  "w h a t s",
];
const kindWords = [
  "room ",
  "for rent ",
  "share ",
  "kitchen and ",
  "with ",
  "1 bed ",
  "basement ",
  "legal ",
  "in my ",
  "looking for a ",
  "not ",
  "girls only ",
  "$2,450 ",
  "rent is ",
  "parking ",
];
const mailWords = ["a@b.c", "; dkim=pass", "header.d=", "(x)", '\\"', "<a@b.ca>", "=?utf-8?q?", "From: "];
const pathWords = ["/manage/", "/listing/1", "/thread/", "1-", "abcdefgh", "?", "#"];

const messageWith = (header: string, text: string) => {
  const value = text.replaceAll(/[\r\n\0]+/g, " ").slice(0, 200_000);
  const raw = new Blob([`From: a@b.ca\r\n${header}: ${value}\r\nTo: x@y.ca\r\n\r\nyes`]).stream();
  return readInboundMessage(raw, 256 * 1024, "a@b.ca");
};
function refused(call: () => unknown): void {
  try {
    call();
  } catch {
    // The parser rejects most of these texts.
  }
}
/** A clock that never advances, for the only body. */
const CLOCK = { now: () => new Date(0), after: () => () => undefined };
const PLACE = {
  grow: () => undefined,
  assertHeld: () => undefined,
  complete: () => undefined,
  release: () => undefined,
};
const mailOf = (subject: string) => ({ kind: "operator.notice" as const, to: "a@b.ca", subject, text: "", html: "" });
const depsOfMail = { config: { mailDomain: "x.ca" }, tokens: tokenSigner("x") } as unknown as Deps;
const everyLetter = { covers: () => true } as unknown as FontFace;
const facts = { units: [], benchmarks: [] } as unknown as Parameters<typeof relevantFigures>[1];
const unit = { rent: "$1,850", moveInDate: "2027-02-01", bedrooms: "1 Bedroom", bathrooms: "1", phone: "416-555-0123" };

/** Every file with a regular expression that is applied to untrusted text, with the functions that apply it. */
export const CALLED: readonly { files: readonly string[]; parsers: readonly Parser[] }[] = [
  {
    files: ["worker/contracts/market.ts"],
    parsers: [{ name: "marketAreaNamed", parse: parseMarketArea, tokens: ["region of ", " region", "peel"] }],
  },
  {
    files: ["worker/contracts/text.ts"],
    parsers: [
      { name: "cleanText", parse: cleanText },
      { name: "cleanLine", parse: cleanLine },
      { name: "beginningOfLine", parse: (text) => truncateLine(text, 100) },
      { name: "isBlank", parse: isBlank },
      { name: "isEmail", parse: isEmail, tokens: ["a@", "b.", "-c"] },
    ],
  },
  {
    files: ["worker/features/saved/shortlists.service.ts"],
    parsers: [
      { name: "mayHoldLink", parse: mayHoldLink, tokens: ["a ", ".", " dot ", "d o t "], max: SHORTLIST_TITLE_MAX },
    ],
  },
  {
    files: ["worker/contracts/text.schemas.ts"],
    parsers: [{ name: "emailAddress", parse: (email) => emailAddress.safeParse(email), tokens: ["a@", "b."] }],
  },
  {
    files: ["worker/contracts/addresses.ts"],
    parsers: [{ name: "streetOf", parse: streetOf, tokens: addressWords, max: ADDRESS_MAX }],
  },
  {
    files: [
      "worker/contracts/address-tokens.ts",
      "worker/contracts/house-in-address.ts",
      "worker/address/split-address.ts",
      "worker/contracts/street-in-address.ts",
    ],
    parsers: [
      { name: "hasStreetNumber", parse: hasStreetNumber, tokens: addressWords },
      { name: "splitAddress", parse: splitAddress, tokens: [...addressWords, "PH ", "The ", " Tower", "公寓", "•"] },
    ],
  },
  {
    files: ["worker/contracts/address-check.ts"],
    parsers: [{ name: "addressKind", parse: addressKind, tokens: addressWords, max: ADDRESS_MAX }],
  },
  {
    files: ["worker/contracts/area-address.ts"],
    parsers: [
      { name: "readArea", parse: readArea, tokens: areaWords, max: ADDRESS_MAX },
      { name: "districtsIn", parse: districtsIn, tokens: areaWords, max: ADDRESS_MAX },
    ],
  },
  {
    files: ["worker/contracts/crossings.ts", "worker/contracts/known-streets.ts"],
    parsers: [
      {
        name: "crossingIn",
        parse: parseIntersection,
        tokens: [...addressWords, " & ", " at ", "n of "],
        max: ADDRESS_MAX,
      },
    ],
  },
  {
    files: ["worker/contracts/municipalities.ts", "worker/contracts/address-parts.ts"],
    parsers: [
      { name: "municipalityOf", parse: municipalityOf, tokens: addressWords, max: ADDRESS_MAX },
      {
        name: "isOutsideArea",
        parse: isOutsideArea,
        tokens: [...addressWords, "ny ", "14222", " - "],
        max: ADDRESS_MAX,
      },
    ],
  },
  {
    files: ["worker/features/listings/signals/other-town-rules.ts"],
    parsers: [{ name: "otherTownIn", parse: otherTownIn, tokens: ["condo ", "in ", "downtown ", "london ", "is "] }],
  },
  {
    files: ["worker/contracts/place-names.ts"],
    parsers: [{ name: "placeNamed", parse: placeByName, tokens: ["the ", "st. ", "’", "&"], max: ADDRESS_MAX }],
  },
  {
    files: ["worker/contracts/ads.schemas.ts"],
    parsers: [
      {
        name: "advertisementDraft",
        parse: (link) => advertisementDraft.safeParse({ title: link, link, enabled: true }),
        tokens: ["http://"],
      },
    ],
  },
  {
    files: ["worker/contracts/bedrooms.ts"],
    parsers: [{ name: "parseBedrooms", parse: parseBedrooms, tokens: roomWords }],
  },
  { files: ["worker/contracts/places.ts"], parsers: [{ name: "parseBounds", parse: parseBounds, tokens: ["-79.4,"] }] },
  {
    files: ["worker/contracts/forum.ts"],
    parsers: [
      { name: "threadSlug", parse: threadSlug, max: TITLE.max },
      { name: "countLinks", parse: countLinks, tokens: ["http://", "www."] },
      { name: "excerptOf", parse: excerptOf },
      { name: "checkedComment", parse: (text) => checkedComment(text, "comment"), tokens: ["www."] },
    ],
  },
  { files: ["worker/contracts/text.schemas.ts"], parsers: [{ name: "idOf", parse: (id) => idOf("no").safeParse(id) }] },
  {
    files: ["worker/contracts/listing-names.ts"],
    parsers: [{ name: "listingSlug", parse: (text) => listingSlug("Studio", text), max: ADDRESS_MAX }],
  },
  {
    files: ["worker/contracts/listing-text.ts"],
    parsers: [{ name: "priceText", parse: (price) => priceText({ price, rentCents: 100_000 }) }],
  },
  {
    files: ["worker/contracts/phones.ts"],
    parsers: [
      { name: "isPhone", parse: isPhone, tokens: ["416-", "x"] },
      { name: "containsPhone", parse: containsPhone, tokens: ["416-", "four ", "+4", "call "], max: ADDRESS_MAX },
      { name: "phoneKeyOf", parse: phoneKeyOf },
    ],
  },
  {
    files: ["worker/contracts/listings.schemas.ts"],
    parsers: ["address", "rent", "moveInDate", "bedrooms", "bathrooms", "phone", "unit", "yearBuilt"].map((field) => ({
      name: `marketplaceListingDraft ${field}`,
      parse: (text: string) => marketplaceListingDraft.safeParse({ ...unit, [field]: text }),
      tokens: [" bath", "3+", "2027-02-01", "5/"],
    })),
  },
  {
    files: ["worker/contracts/market.schemas.ts"],
    parsers: [
      { name: "benchmarkDraft", parse: (text) => benchmarkDraft.safeParse({ rent: text, asOf: text, source: text }) },
    ],
  },
  {
    files: ["worker/contracts/rent-check.schemas.ts", "worker/features/rent-check/rent-check.service.ts"],
    parsers: [
      {
        name: "rentCheckQuery",
        parse: (text) =>
          rentCheckQuery.safeParse({ type: text, rent: text, place: text, built: text, since: text, utilities: text }),
      },
      { name: "guidelineDraft", parse: (text) => guidelineDraft.safeParse({ percent: text, source: text }) },
      {
        name: "settledPlace",
        parse: settledPlace,
        tokens: ["100-200 ", "main st", ", ", "the annex", "5th "],
        max: ADDRESS_MAX,
      },
    ],
  },
  {
    files: ["worker/contracts/market-pages.ts"],
    parsers: [{ name: "areaSlug", parse: areaSlug, tokens: ["-", "’", "st. "], max: ADDRESS_MAX }],
  },
  {
    files: ["worker/contracts/list-pages.ts"],
    parsers: [{ name: "pageNumber", parse: (text) => pageNumber(text, 9) }],
  },
  {
    files: ["worker/contracts/text.ts"],
    parsers: [{ name: "withPlainDigits", parse: withPlainDigits, tokens: ["１", "٤", "½", "𝟒"], max: ADDRESS_MAX }],
  },
  {
    files: ["worker/contracts/public-text.ts"],
    parsers: [
      {
        name: "containsEmail",
        parse: containsEmail,
        tokens: ["a@", " at ", " dot ", "(at)", ".com", "gmail", "_at_", "o'", ", com", "\n"],
        max: 10_000,
      },
    ],
  },
  {
    files: ["worker/contracts/public-text.ts"],
    parsers: [
      {
        name: "publicText",
        parse: publicText,
        tokens: ["a@", " at ", " dot ", "(at)", ".com", "gmail", "_at_", "null", "NaN ", "&nbsp;"],
        max: 10_000,
      },
      { name: "calmTitle", parse: (text) => uncapitalizeTitle(text.toUpperCase()), tokens: ["I'M "], max: TITLE.max },
    ],
  },
  {
    files: ["worker/contracts/read-rent.ts", "worker/contracts/rent-tokens.ts", "worker/contracts/rent-words.ts"],
    parsers: [
      {
        name: "readRent",
        parse: readRent,
        tokens: ["$", "1,850", "k", "/mo", " to ", "000 ", "p.", "a ", "the ", "parking ", "plus ", "was ", "月", "மா"],
      },
    ],
  },
  {
    files: ["worker/contracts/rents.ts"],
    parsers: [
      {
        name: "parseDollars",
        parse: (text) => parseDollars(text, { min: 1, max: 10_000 }),
        tokens: ["$", ",000"],
      },
    ],
  },
  {
    files: ["worker/contracts/reports.schemas.ts"],
    parsers: [{ name: "postReport", parse: (reason) => postReport.safeParse({ threadId: 1, reason }) }],
  },
  {
    files: ["worker/contracts/search.ts"],
    parsers: [
      {
        name: "searchNamed",
        parse: (text) =>
          searchFromUrl(
            new URLSearchParams({ with: text, maxRent: text, moveInBy: text, station: text, bathrooms: text }),
          ),
        tokens: ["pets,"],
      },
    ],
  },
  {
    files: ["worker/contracts/commute-search.ts", "worker/contracts/parameter-values.ts", "worker/contracts/days.ts"],
    parsers: [
      {
        name: "readCommute",
        parse: (text) =>
          readCommute(new URLSearchParams({ commute: text, maxCommute: text, commuteDay: text, commuteFrom: text })),
        tokens: ["43.6", "-79.4", ",", ";", "08:30"],
      },
      { name: "commutesFromUrl", parse: commutesFromUrl, tokens: ["1", "sort", "sort1", ","] },
    ],
  },
  {
    files: ["worker/address/find-places.service.ts"],
    parsers: [
      { name: "findStations", parse: findStations, tokens: ["station", " subway", "st "], max: PLACE_TEXT_MAX },
    ],
  },
  {
    files: ["worker/contracts/subscribers.schemas.ts"],
    parsers: [
      { name: "accessCode", parse: (code) => accessCode.safeParse({ email: code, code }) },
      { name: "signUp", parse: (text) => signUp.safeParse({ email: text, sessionId: text }) },
    ],
  },
  {
    files: ["worker/contracts/visitors.ts"],
    parsers: [{ name: "SESSION_ID", parse: (text) => SESSION_ID.test(text), tokens: ["session_", "1790000000000"] }],
  },
  {
    files: ["worker/features/automation/automation.posts.service.ts"],
    parsers: [
      {
        name: "relevantFigures",
        parse: (content) => relevantFigures({ title: content.slice(0, 200), content }, facts),
        tokens: ["rent ", "Weston", "yoga ", "room for ", "how much ", "studio "],
        max: 10_000,
      },
    ],
  },
  {
    files: ["worker/features/forum/posts.text.ts"],
    parsers: [{ name: "textKeyOf", parse: (text) => textKeyOf(text, 1, null), max: 10_000 }],
  },
  {
    files: ["worker/contracts/search-words.ts", "worker/features/forum/forum.read.service.ts"],
    parsers: [
      {
        name: "termsOf",
        parse: (q) => matchAll(termsOf(q).beginnings),
        tokens: ["ss", "ß", "住宅", "🏠", " "],
        max: 200,
      },
      {
        name: "excerptOfTerms",
        parse: (text) => excerptOfTerms(text, termsOf("strasse 住 🏠")),
        tokens: ["ss", "ß", "住", "🏠"],
      },
      { name: "placeIn", parse: (text) => excerptAround(text, ["zz", "zzz"]), max: 10_000 },
      { name: "placeOf", parse: (text) => matchExcerpt(text, "Bright unit."), max: 200 },
      { name: "significantPrefixes", parse: significantPrefixes, max: 200 },
    ],
  },
  {
    files: [
      "worker/features/listings/search/listing-words.ts",
      "worker/features/listings/search/understand/searched-places.ts",
      "worker/features/listings/search/understand/query-tokens.ts",
      "worker/features/listings/search/understand/read-bedrooms.ts",
      "worker/features/listings/search/understand/read-money.ts",
      "worker/features/listings/search/understand/read-places.ts",
      "worker/features/listings/search/understand/understand.ts",
    ],
    parsers: [
      {
        name: "understand",
        parse: (text) => queriesOf(understand(text).words),
        tokens: ["2br ", "the annex ", "jane and ", "no ", "$1,", "1-", "两", "방 ", "queen st "],
        max: 80,
      },
      { name: "streetsIn", parse: streetsIn, tokens: ["king ", "st ", "ave ", "& "], max: 80 },
      {
        name: "searchTextOf",
        // Stored texts are clean; sorting the combining marks of other texts would take quadratic time.
        parse: (raw) => {
          const text = cleanText(raw);
          return searchTextOf({
            address: text.slice(0, ADDRESS_MAX),
            addressPrecision: "street",
            additionalInfo: text,
          });
        },
        tokens: addressWords,
        max: 10_000,
      },
    ],
  },
  {
    files: ["worker/contracts/folded-text.ts"],
    parsers: [{ name: "foldText", parse: (text) => sentencesOf(foldText(text).text), max: 12_000 }],
  },
  {
    files: [
      "worker/contracts/kind-signals.ts",
      "worker/contracts/phrase-matcher.ts",
      "worker/contracts/phrase-rules.ts",
      "worker/contracts/read-size.ts",
      "worker/contracts/text-spans.ts",
    ],
    parsers: [
      {
        name: "kindSignals",
        parse: (additionalInfo) => kindSignals({ bedrooms: "1 Bedroom", rent: "$650", additionalInfo }),
        tokens: kindWords,
        max: 12_000,
      },
      {
        name: "guessHomeType",
        parse: (additionalInfo) => guessHomeType({ bedrooms: "Studio", additionalInfo }),
        max: 12_000,
      },
    ],
  },
  {
    files: ["worker/features/listings/signals/text-signals.ts"],
    parsers: [
      {
        name: "textSignals",
        parse: (text) => textSignals([text], { phone: "416-555-0123", bedrooms: "Private Room" }),
        tokens: [...lawWords, ...scamWords],
        max: 12_000,
      },
    ],
  },
  {
    files: ["worker/features/listings/views/listings.mappers.ts"],
    parsers: [{ name: "withoutDollarSign", parse: withoutDollarSign }],
  },
  {
    files: ["worker/features/listings/listing/phone-review.service.ts"],
    parsers: [{ name: "withoutPhoneNumbers", parse: withoutPhoneNumbers, tokens: ["416-555 ", "+1 (", "1 ", "(1"] }],
  },
  {
    files: ["worker/features/listings/duplicates/duplicates.service.ts"],
    parsers: [{ name: "letterFingerprint", parse: letterFingerprint, tokens: ["e\u0301", "letters "], max: 12_000 }],
  },
  {
    files: ["worker/features/listings/duplicates/shingles.ts"],
    parsers: [
      { name: "textHashes", parse: textHashes, tokens: ["e\u0301", "three words here "], max: 12_000 },
      { name: "isNearlySame", parse: (text) => isNearlySame(text, text), tokens: ["one two ", "a "], max: 12_000 },
    ],
  },
  {
    files: ["worker/features/listings/signals/building-claims.ts"],
    parsers: [
      {
        name: "contradictionOf",
        parse: (text) => contradictionOf(text, 1973),
        tokens: ["brand new ", "never lived ", "built in ", "luxury "],
        max: 12_000,
      },
    ],
  },
  {
    files: ["worker/address/house-number-reader.ts"],
    parsers: [
      { name: "isMeasured", parse: isMeasured, tokens: ["sq ", "ft", "bed ", "year-", " st"] },
      {
        name: "isRoadNumber",
        parse: (text) => isRoadNumber(text, text.length),
        tokens: ["hwy", "regional ", ". ", "#"],
      },
      { name: "isYear", parse: (text) => isYear(1968, text, text.length, 0), tokens: ["built ", "may 1, ", "-01-"] },
      { name: "phonesIn", parse: phonesIn, tokens: ["416", "-555", "(", "4817 ", "call me at "], max: 10_000 },
    ],
  },
  {
    files: ["worker/address/public-address.ts", "worker/address/house-number-reader.ts"],
    parsers: [
      {
        name: "publicAddress",
        parse: (address) => publicAddress({ address, addressPrecision: "street" }),
        tokens: [...addressWords, "& 427", "hwy. 7", "a@b.ca"],
        max: ADDRESS_MAX,
      },
      {
        name: "publicTextsOf",
        parse: (text) => publicTextsOf({ address: "5 Main St, 4817 Elm St", addressPrecision: "street" }).text(text),
        tokens: [...addressWords, "5 Main St ", "5 & ", "4817", "4817-", "%20", "４８１７", "$4,817", "m5v 2t6"],
        max: 10_000,
      },
    ],
  },
  {
    files: ["worker/contracts/parse-address.ts"],
    parsers: [
      { name: "parseAddress", parse: parseAddress, tokens: addressWords, max: ADDRESS_MAX },
      { name: "parseUnit", parse: parseUnit, tokens: addressWords },
      { name: "streetKey", parse: streetKey, tokens: addressWords },
    ],
  },
  {
    files: ["worker/contracts/street-words.ts"],
    parsers: [{ name: "streetWords", parse: streetWords, tokens: ["'", "o ", "mc "], max: ADDRESS_MAX }],
  },
  {
    files: ["worker/address/geocode-houses.ts"],
    parsers: [{ name: "namesOneHouse", parse: namesOneHouse, tokens: [" and ", "4 &"] }],
  },
  {
    files: ["worker/features/visitors/visit-source.ts"],
    parsers: [{ name: "routeOfPage", parse: routeOfPage, tokens: pathWords }],
  },
  {
    files: ["worker/features/visitors/visit-source.ts"],
    parsers: [{ name: "referrerHost", parse: (text) => referrerHost(text, []), tokens: ["http://", "a.", "www."] }],
  },
  {
    files: ["worker/features/visitors/visit-source.ts"],
    parsers: [{ name: "isMobile", parse: isMobile, tokens: ["mobi"] }],
  },
  {
    files: ["worker/contracts/people.schemas.ts"],
    parsers: [
      {
        name: "loginCodeAnswer",
        parse: (code) => loginCodeAnswer.safeParse({ request: "0".repeat(32), code }),
        tokens: ["1", " "],
      },
      {
        name: "passkeyAssertion",
        parse: (id) =>
          passkeyAssertion.safeParse({
            response: {
              id,
              rawId: id,
              type: "public-key",
              response: { clientDataJSON: id, authenticatorData: id, signature: id },
            },
          }),
        tokens: ["AA", "-_"],
      },
    ],
  },
  {
    files: ["worker/contracts/subscribers.ts"],
    parsers: [{ name: "SIGN_UP_KEY", parse: (text) => SIGN_UP_KEY.test(text), tokens: ["0", "f", "00ff"] }],
  },
  {
    files: ["scripts/import/map-tiles.ts"],
    parsers: [
      {
        name: "attributionIn",
        parse: (attribution) => attributionIn({ attribution }),
        tokens: ["<a", ">", "© OpenStreetMap contributors", " | ", ","],
      },
    ],
  },
  {
    files: ["worker/contracts/map-tiles.ts"],
    parsers: [{ name: "TILES_VERSION", parse: (text) => TILES_VERSION.test(text), tokens: ["2026-11-24-"] }],
  },
  {
    files: ["worker/platform/build-store.ts"],
    parsers: [{ name: "BUILD_FILE", parse: (text) => BUILD_FILE.test(text) }],
  },
  {
    files: ["worker/pages/canonical-paths.ts"],
    parsers: [
      { name: "canonicalPathOf", parse: canonicalPathOf, tokens: pathWords },
      { name: "unescapedPathOf", parse: (path) => unescapedPathOf("http://x.ca/%61", path), tokens: pathWords },
    ],
  },
  {
    files: ["worker/pages/shell.ts"],
    parsers: [{ name: "extractPageFiles", parse: extractPageFiles, tokens: ["<!--page-files {"] }],
  },
  {
    files: ["worker/platform/body.ts"],
    parsers: [
      {
        name: "assertJson",
        parse: (type) => refused(() => assertJson(type)),
        tokens: ["application/", "a+", "json"],
      },
    ],
  },
  {
    files: ["worker/platform/client-address.ts"],
    parsers: [{ name: "isBot", parse: (text) => isBot(text, true), tokens: ["bot", "compatible; "], max: 1_000 }],
  },
  {
    files: ["worker/platform/client-address.ts"],
    parsers: [{ name: "rangeOf", parse: parseRange, tokens: ["::", "255.", "/64", "%eth0"] }],
  },
  {
    files: ["worker/features/listings/signals/contact-rules.ts"],
    parsers: [
      {
        name: "contactsIn",
        parse: (text) => contactsIn(text, "416-555-0123"),
        tokens: ["@", "www.", " at ", "(at)", "whatsapp ", "t.me/", "ig:", "+1 "],
        max: 12_000,
      },
    ],
  },
  {
    files: ["worker/platform/client-address.ts"],
    parsers: [{ name: "canonicalAddress", parse: canonicalAddress, tokens: ["::", "255.", "%eth0"] }],
  },
  {
    files: ["worker/platform/http.ts"],
    parsers: [{ name: "namesTag", parse: (text) => matchesTag(text, '"x"'), tokens: ['W/"'] }],
  },
  {
    files: ["worker/platform/errors.ts"],
    parsers: [{ name: "asAppError", parse: (text) => asAppError(new Error(text)), tokens: ["timed "] }],
  },
  {
    files: ["worker/platform/html.ts"],
    parsers: [
      { name: "escapeXml", parse: escapeXml },
      { name: "scriptJson", parse: scriptJson },
    ],
  },
  {
    files: ["worker/platform/inbound-message.ts"],
    parsers: ["From", "Subject", "Auto-Submitted", "Return-Path", "Authentication-Results"].map((header) => ({
      name: `readInboundMessage ${header}`,
      parse: (text: string) => messageWith(header, text),
      tokens: mailWords,
    })),
  },
  {
    files: ["worker/platform/inbound-message.ts"],
    parsers: [
      {
        name: "hasAutomaticSubject",
        parse: hasAutomaticSubject,
        tokens: ["Re: ", "out of ", "office", "Abwesenheits", "absence", "自动"],
      },
      {
        name: "isAutomaticText",
        parse: isAutomaticText,
        tokens: ["Hi, ", "I am ", "away", ". ", "thank you ", "您好"],
      },
    ],
  },
  {
    files: ["worker/platform/reply-text.ts"],
    parsers: [
      {
        name: "withoutQuotation",
        parse: withoutQuotation,
        tokens: [
          "On 2026-11-20 at 10:00 ",
          "a@b.ca ",
          "wrote:",
          "\n",
          "> ",
          "-----",
          "Original Message",
          "____",
          "From: a@b.ca\n",
          "Subject: ",
          "see below",
          " ",
        ],
      },
      { name: "hasOwnText", parse: hasOwnText, tokens: ["Sent from ", "\n"] },
    ],
  },
  {
    files: ["worker/platform/reply-text.ts"],
    parsers: [
      {
        name: "textOfHtml",
        parse: textOfHtml,
        tokens: ["<", "<br", "</p>", "<div>", "<blockquote>", "<style", "&amp;", "<!--", '<a href="http://a">', "</a>"],
      },
    ],
  },
  {
    files: ["worker/platform/inbound-reply.ts"],
    parsers: ["plain", "html"].map((subtype) => ({
      name: `readReplyText text/${subtype}`,
      parse: async (text: string) =>
        readReplyText(
          await withoutAttachments(new Blob([`Content-Type: text/${subtype}; charset=utf-8\r\n\r\n${text}`]).stream()),
        ),
      tokens: ["<", "<br", "content-disposition: attachment\n", "--a\n", "&amp;", "\n", "On ", "wrote:\n"],
      // The mail parser makes a Blob of two parts per line, which takes Node 20 µs per line on a slow machine.
      max: 10_000,
    })),
  },
  {
    files: ["worker/platform/log.ts"],
    parsers: [
      { name: "failureText", parse: (text) => failureText(new Error(text)), tokens: ["a@", "b.", "1-", "abcdefgh"] },
      { name: "withoutToken", parse: withoutToken, tokens: pathWords },
    ],
  },
  {
    files: ["worker/platform/mail-authentication.ts"],
    parsers: [
      {
        name: "authenticatedDomains",
        parse: (text) => authenticatedDomains([{ name: "authentication-results", value: `mx; dkim=${text}` }], "mx"),
        tokens: mailWords,
      },
      { name: "isAuthentic", parse: (text) => isAuthentic(text, { dmarc: [], dkim: [] }), tokens: ["a@", "b."] },
    ],
  },
  {
    files: ["worker/platform/paging.ts"],
    parsers: [
      { name: "readPaging", parse: (text) => readPaging({ limit: text, offset: text }), tokens: ["1e9"] },
      { name: "readId", parse: readId },
    ],
  },
  {
    files: ["worker/platform/photo-body.ts"],
    parsers: [
      {
        name: "readPhotoBody",
        parse: (text) =>
          readPhotoBody(CLOCK, new Blob([`{"images":["data:image/png;base64,${text}"]}`]).stream(), PLACE).catch(
            () => null,
          ),
        tokens: ["\\/", "\\u002b", "data:", "AAAA"],
      },
    ],
  },
  {
    files: ["worker/platform/tokens.ts"],
    parsers: [
      { name: "idOf", parse: (text) => tokenSigner("x").idOf(text), tokens: ["1-", "abcd"] },
      { name: "open", parse: (text) => tokenSigner("x").open("admin", text), tokens: ["abcd."] },
    ],
  },
  { files: ["worker/contracts/csv.ts"], parsers: [{ name: "toCsv", parse: (text) => toCsv(["a"], [[text]]) }] },
  {
    files: ["worker/contracts/truncate-at-word.ts"],
    parsers: [{ name: "truncateAtWord", parse: (text) => truncateAtWord(text, 160) }],
  },
  {
    files: ["src/features/listings/admin/coordinates-text.ts"],
    parsers: [{ name: "parseCoordinates", parse: parseCoordinates, tokens: ["43.6", "°", ", "] }],
  },
  {
    files: ["worker/contracts/text.ts"],
    parsers: [{ name: "untranslated", parse: untranslated, tokens: ["$1,850", "Bedrooms - "] }],
  },
  {
    files: ["src/features/listings/facts/listing-text.ts"],
    parsers: [
      { name: "telHref", parse: telHref },
      { name: "titleWithoutBedrooms", parse: titleWithoutBedrooms },
    ],
  },
  {
    files: ["src/lib/ip-addresses.ts"],
    parsers: [{ name: "bannedPrefix", parse: bannedPrefix, tokens: ["::", "/64", "%eth0"] }],
  },
  {
    files: ["src/features/forum/discussion/post-parts.tsx"],
    parsers: [
      {
        name: "PostText",
        parse: (text) => renderToString(createElement(PostText, { text })),
        tokens: ["http://a", "https://a/)"],
        max: 10_000,
      },
    ],
  },
  {
    files: ["worker/contracts/push.ts", "worker/contracts/push.schemas.ts"],
    parsers: [
      { name: "isPushEndpoint", parse: isPushEndpoint, tokens: ["https://", ".push.apple.com", "a."] },
      {
        name: "pushSubscriptionInput",
        parse: (text) =>
          pushSubscriptionInput.safeParse({ endpoint: text, keys: { p256dh: text, auth: text }, alerts: text }),
      },
    ],
  },
  {
    files: ["worker/platform/inbound-reply.ts"],
    parsers: [
      {
        name: "replyTokenOf",
        parse: (to) => replyTokenOf(depsOfMail, "confirm", to),
        tokens: ["confirm+", "1-a", "@x.ca"],
      },
    ],
  },
  {
    files: ["worker/platform/font-face.ts"],
    parsers: [{ name: "drawable", parse: (text) => drawableText(text, everyLetter), max: ADDRESS_MAX }],
  },
  {
    files: ["worker/platform/mail.ts"],
    parsers: [
      { name: "assertHeadersAreSafe", parse: (subject) => refused(() => assertHeadersAreSafe(mailOf(subject))) },
    ],
  },
  {
    files: ["scripts/import/csv-set.ts"],
    parsers: [
      { name: "cleanCell", parse: cleanCell },
      { name: "wholeNumber", parse: wholeNumber },
    ],
  },
];

/**
 * Files whose regular expressions are not called here, by reason. Each is checked separately (npm run check:regexes).
 */
export const NOT_CALLED: Readonly<Record<string, readonly string[]>> = {
  "within an operation, which is tried over HTTP": [
    "worker/contracts/open-api.schemas.ts",
    "src/features/listings/saving/saved-homes.ts",
    "worker/features/access/access.service.ts",
    "worker/features/audit/audit.service.ts",
    "worker/features/bans/bans.service.ts",
    "worker/features/dev-mailbox/dev-mailbox.routes.ts",
    "worker/features/digest/digest.read.service.ts",
    "worker/features/forum/identity.service.ts",
    "worker/features/listings/listing/listings.input.ts",
    "worker/features/listings/moderation/audited-listings.service.ts",
    "worker/features/listings/photos/photos.service.ts",
    "worker/features/listings/moderation/context.service.ts",
    "worker/features/listings/decisions/queue.service.ts",
    "worker/features/listings/listings.routes.ts",
    "worker/features/market/benchmark-csv.ts",
    "worker/features/opt-out/opt-out.service.ts",
    "worker/features/system/system.service.ts",
    "worker/features/subscribers/subscribers.routes.ts",
    "worker/features/vip/stripe.ts",
    "worker/features/visitors/visitors.service.ts",
    "worker/pages/machine.routes.ts",
    "worker/platform/middleware.ts",
    "worker/platform/svix-signature.ts",
    "src/pages/category.tsx",
    "src/pages/listing.tsx",
    "src/pages/thread.tsx",
  ],
  "texts and settings of the site itself": [
    "worker/features/listings/mail/listing-block.mail.ts",
    "worker/contracts/operation.ts",
    "worker/contracts/operation-rules.ts",
    "src/app/router/page-table.ts",
    "worker/features/backups/backup-format.ts",
    "worker/features/automation/automation.repo.ts",
    "worker/features/backups/restore.service.ts",
    "worker/features/backups/restore.service.ts",
    "worker/features/backups/withdrawals.service.ts",
    "worker/features/automation/kinds.ts",
    "worker/features/forum/identity.service.ts",
    "worker/features/listings/listing/listings.table.ts",
    "worker/address/find-places.service.ts",
    "worker/address/geocode-remote.service.ts",
    "worker/address/station-corners.ts",
    "worker/inbound-mail.ts",
    "worker/platform/operator-notices.ts",
    "worker/platform/attempt-counter.do.ts",
    "worker/platform/bulk-mail.ts",
    "worker/platform/error-record.ts",
    "worker/platform/config.ts",
    "worker/platform/config.ts",
    "worker/platform/photo-store.ts",
  ],
  "in the browser only, of what its own user types, or of what the site answers": [
    "src/features/visitors/stats-sources.tsx",
    "src/pages/contact.tsx",
    "src/lib/audit-text.ts",
    "src/lib/format.ts",
    "src/features/automation/automation-text.ts",
    "src/features/forum/discussion/comment-form.tsx",
    "src/features/forum/thread/thread-view.tsx",
    "src/features/listings/admin/admin-listings.queries.ts",
    "src/features/listings/place/place-text.ts",
    "src/features/listings/submission/address-in-text.ts",
    "src/features/listings/saved/saved-page.tsx",
    "src/features/listings/admin/admin-listing-row.tsx",
    "src/features/listings/search/mapped-results.tsx",
    "src/features/listings/search/search-panel.tsx",
    "src/features/listings/search/search-tools.tsx",
    "src/features/listings/card/rent-history.tsx",
    "src/features/listings/card/structured-data.ts",
    "src/features/access/gate-dialog.tsx",
    "src/features/access/gate.tsx",
    "src/features/privacy/stored-record.tsx",
    "src/features/listings/admin/admin-question-form.tsx",
    "src/features/listings/admin/admin-listing-reject.tsx",
    "src/features/visitors/stats-period.tsx",
    "src/features/visitors/tracker.ts",
    "src/ui/combobox.tsx",
    "src/ui/data-table.tsx",
    "src/ui/map/map-ground.ts",
    "src/ui/map/map-pins.ts",
  ],
  "files of open data that the operator loads by hand": [
    "scripts/import/address-sets.ts",
    "scripts/import/area-sets.ts",
    "scripts/import/catalogue.ts",
    "scripts/import/gtfs/feed.ts",
    "scripts/import/gtfs/feed-files.ts",
    "scripts/import/gtfs/lines.ts",
    "scripts/import/gtfs/services.ts",
    "scripts/import/gtfs/stop-times.ts",
    "scripts/import/gtfs/stops.ts",
    "scripts/import/local-target.ts",
    "scripts/import/scan-csv.ts",
    "scripts/import/remote-target.ts",
  ],
};

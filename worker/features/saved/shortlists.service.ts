import { DAY_MS } from "../../contracts/days.ts";
import { foldText } from "../../contracts/folded-text.ts";
import { publicText } from "../../contracts/public-text.ts";
import type { ReportedShortlist } from "../../contracts/reports.ts";
import { type Shortlist, SHORTLIST_DAYS, type ShortlistCreated, shortlistPath } from "../../contracts/saved.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { daily, type ScheduledJob } from "../../platform/schedule.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { auditEntry, type Moderator } from "../audit/audit.service.ts";
import { lookUpListings } from "../listings/reading/listings.read.service.ts";
import { contactsIn } from "../listings/signals/contact-rules.ts";
import {
  deleteShortlist,
  deleteShortlistsBefore,
  insertShortlist,
  shortlistById,
  shortlistsAmong,
} from "./saved.repo.ts";

/**
 * Full stops of all scripts, and characters that look like a full stop. NFKC has already normalised full-width and
 * small forms.
 */
const DOT = String.raw`[.\u3002\u2027\u00B7\u2022\u2219\u22C5\u30FB\u06D4\u0701\u0702\u16EB\uA4F8\u25CF\u25CB\u25E6\u26AA\u26AB\u2B24\u{1F534}\u{1F535}]`;
const OPEN = String.raw`[(\[{<*_~|"'-]`;
const CLOSED = String.raw`[)\]}>*_~|"'-]`;

/** Encoded forms of a dot in URLs and HTML. */
const ENCODED_DOT = /%2e|&(?:#0{0,4}46|#x0{0,4}2e|period);?/g;
/** The word "dot" in spaced letters, which remains a word when the letters beside it are joined. */
const SPACED_DOT = /(?<![\p{L}\p{N}])d [o0] t(?![\p{L}\p{N}])/gu;
/** Matches spaces between single letters, digits and dots: "e v i l . c o m". */
const SPACED_LETTERS = new RegExp(
  String.raw`(?<=(?<![\p{L}\p{N}])[\p{L}\p{N}]|${DOT}) (?=(?:[\p{L}\p{N}]|${DOT})(?![\p{L}\p{N}]))`,
  "gu",
);

/** Patterns that match links in a folded line with single spaces between words. */
const SHAPES: readonly RegExp[] = [
  /:\/\/|\/\/|\bhttps?\b|\bhxxps?\b|\bwww\b|xn--/u,
  // A dot before letters, without the space that would follow a sentence: "evil.shop", "evil .shop", "例子。中国".
  new RegExp(String.raw`${DOT}\p{L}[\p{L}\p{M}]`, "u"),
  // A full stop with spaces on both sides, which does not occur in sentences: "evil . shop".
  /[\p{L}\p{N}] [.\u3002] [\p{L}\p{N}]/u,
  // A dot that is spelled out: "evil dot com", "evil[.]com", "evil (dot) com", "evildot com".
  new RegExp(String.raw`${OPEN} ?(?:d[o0]t|${DOT}) ?${CLOSED}`, "u"),
  /[\p{L}\p{N}] d[o0]t \p{L}/u,
  /d[o0]t ?(?:com|net|org|info|ca|co|io|shop|xyz)\b/u,
  /(?:point|punto|ponto|punkt|точка|点|點) ?(?:com|net|org|info|ca|co|io|shop|xyz)\b/u,
  // Domain endings that are not ordinary words: "evil. com", "evil,com".
  /[.,] ?(?:com|net|org|biz|xyz)\b/u,
  // Four numbers, as in an IP address.
  /\d\.\d{1,3}\.\d{1,3}\.\d/u,
];

/**
 * Returns whether a line may contain a link: a dot, in any spelling, with letters on both sides. A full stop with a
 * space only after it usually ends a sentence and does not count. In doubt, returns true ("St.Clair", "polka dot
 * curtains"). Use this function for short names and titles that strangers write and other people read. Takes time
 * linear in the length of the line.
 */
export function mayHoldLink(line: string): boolean {
  const folded = line
    .replaceAll("…", " ")
    .normalize("NFKC")
    .toLowerCase()
    .replace(ENCODED_DOT, ".")
    .replace(/\s+/gu, " ")
    .replace(SPACED_DOT, "dot");
  const joined = folded.replace(SPACED_LETTERS, "");
  return SHAPES.some((shape) => shape.test(folded) || shape.test(joined));
}

const LIFETIME_MS = SHORTLIST_DAYS * DAY_MS;

/** The only version of the links to shortlists. The links are signed and not stored. */
const VERSION = 1;

const tokenOf = (deps: Deps, id: number) => deps.tokens.mint("shortlist", id, VERSION);

/**
 * Shares public listings as a shortlist, which anyone with its link can open for 90 days.
 * @throws AppError `shortlist.contact_in_title`; `shortlist.none_public` when none of the listings is public
 */
export async function shareShortlist(
  deps: Deps,
  { listingIds, title }: { listingIds: readonly number[]; title: string | null },
): Promise<ShortlistCreated> {
  if (title !== null && (mayHoldLink(title) || contactsIn(foldText(title).text, null).length > 0)) {
    const code = "shortlist.contact_in_title";
    throw new AppError(code, { fields: { title: new AppError(code).message } });
  }
  const { listings } = await lookUpListings(deps, listingIds);
  if (listings.length === 0) throw new AppError("shortlist.none_public");
  const ids = listings.map(({ id }) => id);
  const token = await tokenOf(deps, await insertShortlist(deps, title, ids));
  return { url: deps.config.siteUrl + shortlistPath(token), token };
}

/**
 * Returns the stored shortlist that a token identifies.
 * @throws AppError `shortlist.not_found` for a token that was never issued; `shortlist.gone` after 90 days, or if a
 * moderator has deleted it
 */
async function shortlistOfToken(deps: Deps, token: string) {
  const id = deps.tokens.idOf(token);
  if (id === null || !(await deps.tokens.verify(token, "shortlist", id, VERSION)))
    throw new AppError("shortlist.not_found");
  const row = await shortlistById(deps, id);
  if (!row || deps.now().getTime() - row.createdAt.getTime() >= LIFETIME_MS) throw new AppError("shortlist.gone");
  return row;
}

/**
 * Returns a shortlist to anyone with its link.
 * @throws AppError as {@link shortlistOfToken}
 */
export async function readShortlist(deps: Deps, token: string): Promise<Shortlist> {
  const { title, listingIds, createdAt } = await shortlistOfToken(deps, token);
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS).toISOString();
  return {
    title: title === null ? null : publicText(title),
    expiresAt,
    ...(await lookUpListings(deps, listingIds)),
  };
}

/**
 * Returns the id of a shortlist that can still be opened.
 * @throws AppError as {@link shortlistOfToken}
 */
export const idOfShortlist = async (deps: Deps, token: string): Promise<number> =>
  (await shortlistOfToken(deps, token)).id;

/**
 * Returns titles and paths of the shortlists among `ids` that can still be opened, for moderators.
 * @param ids at most a page of ids
 */
export async function readReportedShortlists(
  deps: Deps,
  ids: readonly number[],
): Promise<Map<number, ReportedShortlist>> {
  const rows = await shortlistsAmong(deps, ids, new Date(deps.now().getTime() - LIFETIME_MS));
  const tokens = await Promise.all(rows.map(({ id }) => tokenOf(deps, id)));
  return new Map(rows.map(({ id, title }, nth) => [id, { title, path: shortlistPath(tokens[nth] ?? "") }]));
}

/**
 * Deletes a shortlist. Its link then responds with 410.
 * @throws AppError `shortlist.not_found`
 */
export async function removeShortlist(deps: Deps, id: number | null, by: Moderator): Promise<void> {
  const row = id === null ? null : await shortlistById(deps, id);
  if (!row) throw new AppError("shortlist.not_found");
  await runAllOrNone(deps, [
    deleteShortlist(deps, row.id),
    auditEntry(deps, {
      ...by,
      action: "shortlist.delete",
      targetType: "shortlist",
      targetId: row.id,
      before: { title: row.title },
    }),
  ]);
}

/** Deletes shortlists that are 90 days old. */
const forgetShortlists = (deps: Deps, time: Date) =>
  deleteShortlistsBefore(deps, new Date(time.getTime() - LIFETIME_MS));

export const savedJobs: readonly ScheduledJob[] = [
  { name: "saved.forget_shortlists", due: daily, run: forgetShortlists },
];

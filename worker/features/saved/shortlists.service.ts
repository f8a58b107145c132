import { DAY_MS } from "../../contracts/days.ts";
import { foldText } from "../../contracts/folded-text.ts";
import { mayHoldLink } from "./link-shapes.ts";
import { publicText } from "../../contracts/public-text.ts";
import type { ReportedShortlist } from "../../contracts/reports.ts";
import { type Shortlist, SHORTLIST_DAYS, type ShortlistCreated, shortlistPath } from "../../contracts/saved.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { auditIfChanged, type Moderator } from "../audit/audit.service.ts";
import { lookUpListings } from "../listings/reading/listings.read.service.ts";
import { contactsIn } from "../listings/signals/contact-rules.ts";
import {
  deleteShortlist,
  deleteShortlistsBefore,
  insertShortlist,
  shortlistById,
  shortlistsAmong,
} from "./saved.repo.ts";

const LIFETIME_MS = SHORTLIST_DAYS * DAY_MS;

/** The only version of the links, which are signed and not stored. */
const VERSION = 1;

const tokenOf = (deps: Deps, id: number) => deps.tokens.mint("shortlist", id, VERSION);

/**
 * Shares public listings by a link that everybody who has it can open for 90 days.
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
 * The stored shortlist of a token.
 * @throws AppError `shortlist.not_found` for a token that was never given out, `shortlist.gone` after 90 days, or when a
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

/** What somebody with the link sees. @throws AppError as {@link shortlistOfToken} */
export async function readShortlist(deps: Deps, token: string): Promise<Shortlist> {
  const { title, listingIds, createdAt } = await shortlistOfToken(deps, token);
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS).toISOString();
  return {
    title: title === null ? null : publicText(title),
    expiresAt,
    ...(await lookUpListings(deps, listingIds)),
  };
}

/** The id of a shortlist that can be opened. @throws AppError as {@link shortlistOfToken} */
export const idOfShortlist = async (deps: Deps, token: string): Promise<number> =>
  (await shortlistOfToken(deps, token)).id;

/** Title and path of those of some shortlists that can be opened, for moderators. @param ids at most a page of them */
export async function readReportedShortlists(
  deps: Deps,
  ids: readonly number[],
): Promise<Map<number, ReportedShortlist>> {
  const rows = await shortlistsAmong(deps, ids, new Date(deps.now().getTime() - LIFETIME_MS));
  const tokens = await Promise.all(rows.map(({ id }) => tokenOf(deps, id)));
  return new Map(rows.map(({ id, title }, nth) => [id, { title, path: shortlistPath(tokens[nth] ?? "") }]));
}

/** Deletes a shortlist, so that its link answers 410. @throws AppError `shortlist.not_found` */
export async function removeShortlist(deps: Deps, id: number | null, by: Moderator): Promise<void> {
  const row = id === null ? null : await shortlistById(deps, id);
  if (!row) throw new AppError("shortlist.not_found");
  await deps.db.batch([
    deleteShortlist(deps, row.id),
    auditIfChanged(deps, {
      ...by,
      action: "shortlist.delete",
      targetType: "shortlist",
      targetId: row.id,
      before: { title: row.title },
    }),
  ]);
}

/** Deletes shortlists that are 90 days old. */
export const forgetShortlists = (deps: Deps, time: Date) =>
  deleteShortlistsBefore(deps, new Date(time.getTime() - LIFETIME_MS));

import { APPEAL_DAYS, type AdminAppeal, type AppealForm, type AppealText } from "../../../contracts/appeals.ts";
import type { appealDecision } from "../../../contracts/appeals.schemas.ts";
import { DAY_MS } from "../../../contracts/days.ts";
import type { Decision } from "../../../contracts/decisions.ts";
import { listingTitle } from "../../../contracts/listing-names.ts";
import { RETENTION_DAYS } from "../../../contracts/retention.ts";
import type { output } from "zod/mini";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { relaySoon } from "../../../platform/outbox.ts";
import type { PageWindow } from "../../../platform/paging.ts";
import { purge } from "../../../platform/purge.ts";
import { runAllOrNone } from "../../../platform/run-all-or-none.ts";
import { auditEntry, type Moderator } from "../../audit/audit.service.ts";
import { areSeveralDeciders } from "../../people/people.service.ts";
import { countEntry } from "../../transparency/transparency.service.ts";
import { toAdminListing } from "../views/listings.mappers.ts";
import { listingById } from "../listing/listings.repo.ts";
import type { Listing } from "../listing/listings.table.ts";
import { answerAppeal, requireDecider, storeDecision } from "./record-decision.service.ts";
import { publishedValues, requirePublishable } from "./moderation.service.ts";
import { canDecideAppeal, isStillRejected, moderatorKey } from "./appeals.policy.ts";
import {
  appealById,
  appealOf,
  appealsOfListing,
  deleteAppealsBefore,
  insertAppeal,
  openAppeals,
} from "./appeals.repo.ts";
import type { Appeal } from "./appeals.table.ts";

/** A listing, with its rejection that an appeal link identifies. */
type Rejected = Listing & { rejectedAt: Date };

const isRejected = (listing: Listing): listing is Rejected =>
  listing.status === "rejected" && listing.rejectedAt !== null;

/**
 * Returns the token of the link that appeals a rejection. The link becomes invalid once the listing is no longer
 * rejected or is rejected again.
 */
export const appealToken = (deps: Deps, { id, rejectedAt }: { id: number; rejectedAt: Date }): Promise<string> =>
  deps.tokens.mint("appeal", id, rejectedAt.getTime());

/** @throws AppError 404 `appeal.invalid_link` */
async function rejectedOfToken(deps: Deps, token: string): Promise<Rejected> {
  const id = deps.tokens.idOf(token);
  const listing = id === null ? null : await listingById(deps, id);
  if (!listing || !isRejected(listing)) throw new AppError("appeal.invalid_link");
  if (!(await deps.tokens.verify(token, "appeal", listing.id, listing.rejectedAt.getTime())))
    throw new AppError("appeal.invalid_link");
  return listing;
}

const lastMoment = ({ rejectedAt }: Pick<Rejected, "rejectedAt">) =>
  new Date(rejectedAt.getTime() + APPEAL_DAYS * DAY_MS);

const toForm = (deps: Deps, listing: Rejected, appeal: Appeal | null): AppealForm => ({
  title: listingTitle(listing.bedrooms, listing.address),
  reason: listing.rejectionReason,
  until: lastMoment(listing).toISOString(),
  canAppeal: appeal === null && lastMoment(listing) > deps.now(),
  appeal: appeal && {
    text: appeal.text,
    state: appeal.state,
    sentAt: appeal.createdAt.toISOString(),
    answer: appeal.answer,
  },
});

/**
 * Returns the data for the form in which a person with the link appeals a rejection.
 * @throws AppError 404 `appeal.invalid_link`
 */
export async function readAppealForm(deps: Deps, token: string): Promise<AppealForm> {
  const listing = await rejectedOfToken(deps, token);
  return toForm(deps, listing, await appealOf(deps, listing.id, listing.rejectedAt));
}

/**
 * Appeals a rejection. Each rejection can be appealed once.
 * @throws AppError 404 `appeal.invalid_link`, 409 `appeal.too_late` after 30 days, `appeal.repeated`
 */
export async function appealRejection(deps: Deps, token: string, text: string): Promise<AppealForm> {
  const listing = await rejectedOfToken(deps, token);
  if (lastMoment(listing) <= deps.now()) throw new AppError("appeal.too_late");
  const { id: listingId, rejectedAt, rejectionReason: reason } = listing;
  const rejectedBy = listing.rejectedBy ?? "";
  const [[appeal]] = await runAllOrNone(deps, [
    insertAppeal(deps, { listingId, rejectedAt, rejectedBy, reason, text }),
    auditEntry(deps, {
      actor: "owner",
      action: "listing.appeal",
      targetType: "listing",
      targetId: listingId,
      ipAddress: null,
      revision: listing.revision,
    }),
    countEntry(deps, { kind: "appeal", listing }),
  ]);
  if (!appeal) throw new AppError("appeal.repeated");
  return toForm(deps, listing, appeal);
}

/** Returns open appeals, oldest first. */
export async function readAppeals(deps: Deps, paging: PageWindow, by: Moderator): Promise<AdminAppeal[]> {
  const [rows, areSeveral] = await Promise.all([openAppeals(deps, paging), areSeveralDeciders(deps)]);
  return Promise.all(
    rows.map(async ({ appeal, listing }) => ({
      id: appeal.id,
      listingId: appeal.listingId,
      text: appeal.text,
      sentAt: appeal.createdAt.toISOString(),
      reason: appeal.reason,
      rejectedAt: appeal.rejectedAt.toISOString(),
      canDecide: canDecideAppeal(appeal, moderatorKey(deps, by), areSeveral),
      listing: await toAdminListing(deps, listing),
    })),
  );
}

/**
 * Decides an appeal: the listing is published, goes to review again, or stays rejected. The landlord is emailed once
 * the decision can no longer be undone.
 * @throws AppError 404 `appeal.not_found`, 409 `appeal.closed` if the appeal was already decided or the listing
 * changed, 403 `appeal.same_moderator`, and errors of an approval
 */
export async function decideAppeal(
  deps: Deps,
  id: number | null,
  { outcome, text, confirmScam }: output<typeof appealDecision>,
  by: Moderator,
): Promise<Decision & { listing: Listing }> {
  const appeal = id === null ? null : await appealById(deps, id);
  if (!appeal) throw new AppError("appeal.not_found");
  const listing = await listingById(deps, appeal.listingId);
  if (!listing || !isStillRejected(listing, appeal) || appeal.state !== "open") throw new AppError("appeal.closed");
  await requireDecider(deps, appeal, by);
  if (outcome === "approve") requirePublishable(listing, { confirmScam });
  const decisionId = deps.newId();
  const isUpheld = outcome !== "deny";
  const values =
    outcome === "approve"
      ? await publishedValues(deps, listing)
      : { status: outcome === "review" ? ("pending" as const) : ("rejected" as const) };
  const change = {
    id: decisionId,
    action: isUpheld ? ("uphold_appeal" as const) : ("deny_appeal" as const),
    values,
    by,
  };
  const answer = answerAppeal(deps, listing, appeal, { ...change, answer: text || null });
  const row = await storeDecision(deps, listing, change, answer);
  if (!row) throw new AppError("appeal.closed");
  if (outcome === "approve") await purge(deps, "listing.published", listing.id);
  relaySoon(deps);
  return { listing: row, decisionId };
}

/** Returns a listing's appeals, newest first, without the moderators who decided them. */
export async function readAppealsOf(deps: Deps, listingId: number): Promise<AppealText[]> {
  const rows = await appealsOfListing(deps, listingId);
  return rows.map(({ text, createdAt, state, answer }) => ({ text, sentAt: createdAt.toISOString(), state, answer }));
}

/** Deletes appeals whose retention period has ended by `time`. */
export const pruneAppeals = (deps: Deps, time: Date): Promise<void> =>
  deleteAppealsBefore(deps, new Date(time.getTime() - RETENTION_DAYS.appeal * DAY_MS));

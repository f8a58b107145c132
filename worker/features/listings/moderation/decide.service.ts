import type { Decision, SkippedListing } from "../../../contracts/decisions.ts";
import type { Choice } from "../../../contracts/decisions.schemas.ts";
import { fitsBedrooms } from "../../../contracts/bedrooms.ts";
import { maskedAddress } from "../../../platform/client-address.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError, asAppError } from "../../../platform/errors.ts";
import { relaySoon } from "../../../platform/outbox.ts";
import { purge } from "../../../platform/purge.ts";
import type { Moderator } from "../../audit/audit.service.ts";
import { ban } from "../../bans/bans.service.ts";
import { editListing } from "../submission/listings.edit.service.ts";
import type { EditableListing } from "../listing/listings.policy.ts";
import type { Listing } from "../listing/listings.table.ts";
import { confirmTypeAndRent } from "../decisions/confirm.service.ts";
import { landlordAddress } from "./context.service.ts";
import { deleteAsModerator } from "../decisions/delete.service.ts";
import { askQuestion } from "../decisions/questions.service.ts";
import {
  approve,
  isApproved,
  type DecisionInProgressOf,
  type Outcome,
  readOpenListing,
  reject,
  unapprove,
} from "../decisions/moderation.service.ts";
import { hasChanged, type ListingRef, refusalOf, withChangesOnRefusal } from "../decisions/conflict-details.service.ts";
import { listingsByIds } from "../decisions/queue.repo.ts";
import { listingForModerator } from "../decisions/queue.service.ts";

/** Dismisses all open reports of some listings, as one decision. */
export type DismissReports = (
  deps: Deps,
  listingIds: readonly number[],
  by: Moderator,
) => Promise<Decision & { dismissed: number }>;

interface Decided extends Decision {
  decided: Listing[];
  /** Ids of listings that already had the result of the decision. */
  unchanged: number[];
  refused: { asked: ListingRef; error: unknown }[];
  dismissed?: number;
}

/** Implements one kind of decision on a listing. */
interface DecisionHandler<Action extends Choice["action"]> {
  /**
   * Loads the listing if this decision can be made on it. Most kinds use `readOpenListing`, which refuses rented and
   * deleted listings.
   */
  find(deps: Deps, id: number | null): Promise<EditableListing>;
  /** Returns whether the decision would change nothing, whichever version the moderator saw. */
  isRepeat?(listing: Listing, choice: Extract<Choice, { action: Action }>, now: Date): boolean;
  /** Cached pages to purge after a change that renters can see. */
  purges?: "listing.published" | "listing.withdrawn" | "listing.deleted";
  effect(deps: Deps, listing: EditableListing, decision: DecisionInProgressOf<Action>): Promise<Outcome>;
}

/**
 * Kinds of decisions that are made on each listing separately. Only the dismissal of reports applies to all listings at
 * once.
 */
export type ChoiceOfEach = Exclude<Choice, { action: "dismiss" }>;

/**
 * All kinds of decisions on listings. `bulkDecision` defines their parameters; `DECISIONS` defines their emails and
 * undo messages.
 */
const DECISION_HANDLERS: { readonly [Action in ChoiceOfEach["action"]]: DecisionHandler<Action> } = {
  approve: {
    find: readOpenListing,
    isRepeat: (listing, _choice, now) => isApproved(listing, now),
    purges: "listing.published",
    effect: approve,
  },
  unapprove: {
    find: readOpenListing,
    isRepeat: ({ status }) => status !== "approved",
    purges: "listing.withdrawn",
    effect: unapprove,
  },
  reject: {
    find: readOpenListing,
    isRepeat: ({ status, rejectionReason }, { reason }) => status === "rejected" && rejectionReason === reason.text,
    purges: "listing.withdrawn",
    effect: reject,
  },
  delete: { find: listingForModerator, purges: "listing.deleted", effect: deleteAsModerator },
  confirm: { find: readOpenListing, purges: "listing.published", effect: confirmTypeAndRent },
  ask: { find: readOpenListing, effect: askQuestion },
  retype: { find: readOpenListing, effect: retype },
  ban: { find: listingForModerator, effect: banLandlord },
};

const STAYS_A_ROOM = "It is listed as a Private Room. Please choose its type as well.";

/**
 * Changes the type. If the new type is only part of a home, the bedroom type becomes Private Room. The edit purges the
 * affected pages.
 * @throws AppError 400 `listing.invalid` for the kind of a whole home if the type stays Private Room
 */
async function retype(
  deps: Deps,
  listing: EditableListing,
  { id, choice: { homeType, bedrooms }, by }: DecisionInProgressOf<"retype">,
): Promise<Outcome> {
  const asRoom = homeType !== undefined && !fitsBedrooms(homeType, bedrooms ?? listing.bedrooms);
  const isRoom = asRoom || (bedrooms ?? listing.bedrooms) === "Private Room";
  if (homeType !== undefined && isRoom && fitsBedrooms(homeType, "1 Bedroom"))
    throw new AppError("listing.invalid", { message: STAYS_A_ROOM, fields: { bedrooms: STAYS_A_ROOM } });
  const edit = {
    ...(homeType && { homeType }),
    ...(asRoom ? { bedrooms: "Private Room" as const } : bedrooms && { bedrooms }),
  };
  const retyped = await editListing(deps, listing, edit, undefined, by, id);
  return { listing: retyped.listing, change: retyped.decisionId === null ? "none" : "internal" };
}

/**
 * Returns the phone number, IP address or network of a listing's landlord, for a ban. Returns null if the value is
 * unknown, for example because the IP address has been masked since.
 */
async function valueToBan(
  deps: Deps,
  listing: Listing,
  kind: DecisionInProgressOf<"ban">["choice"]["kind"],
): Promise<string | null> {
  if (kind === "phone") return listing.phone;
  const address = await landlordAddress(deps, listing);
  if (address === null) return null;
  const isMasked = address.includes("/");
  if (kind === "network") return isMasked ? address : maskedAddress(address);
  return isMasked ? null : address;
}

/**
 * Bans a landlord's phone number, or the IP address or network that the landlord last used. Bans only the value that
 * the moderator saw.
 */
async function banLandlord(
  deps: Deps,
  listing: Listing,
  { id, choice, by }: DecisionInProgressOf<"ban">,
): Promise<Outcome> {
  const { kind, reason } = choice;
  const value = await valueToBan(deps, listing, kind);
  if (value === null) throw new AppError("ban.unknown");
  const { decisionId } = await ban(deps, { kind, value, reason }, by, id);
  return { listing, change: decisionId === null ? "none" : "internal" };
}

/**
 * Makes a decision on one listing.
 * @throws AppError 404 `listing.not_found`, 409 `listing.closed`, `listing.changed`, and errors of the effect
 */
async function decideOn<Action extends ChoiceOfEach["action"]>(
  deps: Deps,
  asked: ListingRef,
  { find, isRepeat, effect }: DecisionHandler<Action>,
  decision: DecisionInProgressOf<Action>,
): Promise<Outcome> {
  const listing = await find(deps, asked.id);
  if (isRepeat?.(listing, decision.choice, deps.now()) === true) return { listing, change: "none" };
  if (hasChanged(listing, asked)) throw new AppError("listing.changed");
  return effect(deps, listing, decision);
}

/**
 * Makes the same decision on several listings, one after the other. A failure on one listing does not affect the
 * others. One undo covers all listings, and the cache is purged once.
 * @param asked at most `BULK_MAX`
 */
export async function decide(
  deps: Deps,
  asked: readonly ListingRef[],
  choice: ChoiceOfEach,
  by: Moderator,
  isAlone = false,
): Promise<Decided> {
  const handler = DECISION_HANDLERS[choice.action] as DecisionHandler<ChoiceOfEach["action"]>;
  const decision = { id: deps.newId(), choice, by, isAlone };
  const outcomes: Outcome[] = [];
  const refused: Decided["refused"] = [];
  for (const one of new Map(asked.map((one) => [one.id, one])).values()) {
    try {
      outcomes.push(await decideOn(deps, one, handler, decision));
    } catch (error) {
      refused.push({ asked: one, error });
    }
  }
  const idsOf = (change: Outcome["change"]) =>
    outcomes.flatMap((one) => (one.change === change ? [one.listing.id] : []));
  const [unchanged, seen] = [idsOf("none"), idsOf("public")];
  const hasChanges = unchanged.length < outcomes.length;
  if (handler.purges && seen.length > 0) {
    await purge(deps, handler.purges, seen);
    relaySoon(deps);
  }
  const decided = outcomes.map(({ listing }) => listing);
  return { decided, refused, unchanged, decisionId: hasChanges ? decision.id : null };
}

/**
 * Makes a decision on one listing that a moderator looked at, in the same way as a bulk decision.
 * @throws the reason for a refusal, with the changes since the moderator saw the listing
 */
export const decideOnOne = (
  deps: Deps,
  asked: ListingRef,
  choice: ChoiceOfEach,
  by: Moderator,
): Promise<Decision & { listing: Listing }> =>
  withChangesOnRefusal(deps, asked, async () => {
    const { decided, refused, decisionId } = await decide(deps, [asked], choice, by, true);
    const [listing] = decided;
    if (!listing) throw refused[0]?.error;
    return { listing, decisionId };
  });

/** Dismisses the reports of the listings that exist. Lists the others as refused. */
export async function dismissAll(
  deps: Deps,
  asked: readonly ListingRef[],
  by: Moderator,
  dismiss: DismissReports,
): Promise<Decided> {
  const ids = [...new Set(asked.flatMap(({ id }) => id ?? []))];
  const known = (await listingsByIds(deps, ids)).map(({ id }) => id);
  const answer = known.length === 0 ? { decisionId: null, dismissed: 0 } : await dismiss(deps, known, by);
  return {
    ...answer,
    // Loads the listings again, because their report counts and hidden phone numbers have changed.
    decided: await listingsByIds(deps, ids),
    unchanged: [],
    refused: ids
      .filter((id) => !known.includes(id))
      .map((id) => ({ asked: { id }, error: new AppError("listing.not_found") })),
  };
}

/**
 * Describes a refused listing. Decisions on earlier listings are already stored, so the response must report them even
 * if the decision on this listing failed.
 */
export async function skipped(deps: Deps, { asked, error }: Decided["refused"][number]): Promise<SkippedListing> {
  // Without a revision, changes cannot be detected.
  const refusal =
    asked.revision === undefined
      ? asAppError(error)
      : await refusalOf(deps, asked, error).catch(() => asAppError(error));
  const { status, message, code, difference } = refusal;
  const id = asked.id ?? 0;
  if (status >= 500) deps.log.error("listing.decision_failed", error, { listing: id });
  return { id, error: message, code, ...(difference && { difference }) };
}

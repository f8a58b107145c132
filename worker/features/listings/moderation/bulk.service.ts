import type { BulkAction, BulkBanKind, Decision, SkippedListing } from "../../../contracts/decisions.ts";
import type { BulkDecisionInput } from "../../../contracts/decisions.schemas.ts";
import { type Bedrooms, fitsBedrooms, type HomeType } from "../../../contracts/bedrooms.ts";
import { maskedAddress } from "../../../platform/client-address.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Moderator } from "../../audit/audit.service.ts";
import { banTogether } from "../../bans/bans.service.ts";
import { editListing } from "../submission/listings.edit.service.ts";
import type { Listing } from "../listing/listings.table.ts";
import { confirmAs } from "../decisions/confirm.service.ts";
import { landlordAddress } from "./context.service.ts";
import { deleteAs } from "../decisions/delete.service.ts";
import { askLandlord } from "../decisions/questions.service.ts";
import {
  approveAll,
  decideAll,
  type Decide,
  hasChanged,
  type ListingRefWithId,
  readOpenListing,
  rejectAll,
  unapproveAll,
} from "../decisions/moderation.service.ts";
import { listingsByIds } from "../decisions/queue.repo.ts";
import { listingForModerator } from "../decisions/queue.service.ts";

/** Dismisses all open reports of some listings, as one decision. */
export type DismissReports = (
  deps: Deps,
  listingIds: readonly number[],
  by: Moderator,
) => Promise<Decision & { dismissed: number }>;

interface Decided extends Decision {
  action: BulkAction;
  decided: Listing[];
  refused: SkippedListing[];
  unchanged: number[];
  dismissed?: number;
}

/** What listings become; what is undefined stays. */
interface Type {
  homeType: HomeType | undefined;
  bedrooms: Bedrooms | undefined;
}
const STAYS_A_ROOM = "It is listed as a Private Room. Please choose its type as well.";

const deletion =
  (deps: Deps, by: Moderator): Decide =>
  async ({ id, revision }, decisionId) => {
    const listing = await listingForModerator(deps, id);
    if (revision !== undefined && revision !== listing.revision) throw new AppError("listing.changed");
    return { listing: await deleteAs(deps, listing, by, decisionId), change: "public" };
  };

const confirmation =
  (deps: Deps, by: Moderator): Decide =>
  (asked, decisionId) =>
    confirmAs(deps, asked, by, decisionId);

const question =
  (deps: Deps, text: string, by: Moderator): Decide =>
  async (asked, decisionId) => ({
    listing: (await askLandlord(deps, asked, text, by, decisionId)).listing,
    change: "internal",
  });

/**
 * Changes the type; a part of a home becomes a Private Room. The edit purges what it changes.
 * @throws AppError 400 `listing.invalid` for the kind of a whole home where it stays a Private Room
 */
const retype =
  (deps: Deps, { homeType, bedrooms }: Type, by: Moderator): Decide =>
  async (asked, decisionId) => {
    const listing = await readOpenListing(deps, asked);
    if (hasChanged(listing, asked)) throw new AppError("listing.changed");
    const asRoom = homeType !== undefined && !fitsBedrooms(homeType, bedrooms ?? listing.bedrooms);
    const isRoom = asRoom || (bedrooms ?? listing.bedrooms) === "Private Room";
    if (homeType !== undefined && isRoom && fitsBedrooms(homeType, "1 Bedroom"))
      throw new AppError("listing.invalid", { message: STAYS_A_ROOM, fields: { bedrooms: STAYS_A_ROOM } });
    const edit = {
      ...(homeType && { homeType }),
      ...(asRoom ? { bedrooms: "Private Room" as const } : bedrooms && { bedrooms }),
    };
    const retyped = await editListing(deps, listing, edit, undefined, by, decisionId);
    return { listing: retyped.listing, change: retyped.decisionId === null ? "none" : "internal" };
  };

/** What of a listing is banned; null where it is not known, as an address is that was masked since. */
async function bannableOf(deps: Deps, listing: Listing, kind: BulkBanKind): Promise<string | null> {
  if (kind === "phone") return listing.phone;
  const address = await landlordAddress(deps, listing);
  if (address === null) return null;
  const isMasked = address.includes("/");
  if (kind === "network") return isMasked ? address : maskedAddress(address);
  return isMasked ? null : address;
}

/** Bans the landlords' phone numbers, or the addresses or networks that they wrote from last, each once. */
function ban(deps: Deps, kind: BulkBanKind, reason: string, by: Moderator): Decide {
  const banOnce = banTogether(deps, { reason }, by);
  return async (asked, decisionId) => {
    const listing = await listingForModerator(deps, asked.id);
    // What the moderator saw is banned, and nothing else.
    if (hasChanged(listing, asked)) throw new AppError("listing.changed");
    const value = await bannableOf(deps, listing, kind);
    if (value === null) throw new AppError("ban.unknown");
    const banned = await banOnce(kind, value, decisionId);
    return { listing, change: banned.decisionId === null ? "none" : "internal" };
  };
}

/** Dismisses the reports of the listings that exist; the others are refused. */
async function dismissal(deps: Deps, ids: readonly number[], by: Moderator, dismiss: DismissReports) {
  const known = await listingsByIds(deps, ids);
  const isKnown = (id: number) => known.some((listing) => listing.id === id);
  const unknown = new AppError("listing.not_found");
  const answer =
    known.length === 0
      ? { decisionId: null, dismissed: 0 }
      : await dismiss(
          deps,
          known.map(({ id }) => id),
          by,
        );
  return {
    ...answer,
    // Read again, because their counts and hidden numbers changed.
    decided: await listingsByIds(deps, ids),
    unchanged: [],
    refused: ids.filter((id) => !isKnown(id)).map((id) => ({ id, error: unknown.message, code: unknown.code })),
  };
}

/** Decides on several listings in the same way, each independently of the others, as one decision that can be undone. */
export async function decideOnAll(
  deps: Deps,
  input: BulkDecisionInput,
  by: Moderator,
  dismiss: DismissReports,
): Promise<Decided> {
  const { ids, revisions } = input;
  const asked: ListingRefWithId[] = ids.map((id, at) => ({ id, revision: revisions?.[at] }));
  if (input.action === "ban") {
    const { action, kind, reason } = input;
    return { action, ...(await decideAll(deps, asked, "listing.withdrawn", ban(deps, kind, reason, by))) };
  }
  const { action, reason, confirmScam, text, homeType, bedrooms } = input;
  const ways: Record<typeof action, () => Promise<Omit<Decided, "action">>> = {
    approve: () => approveAll(deps, asked, by, { confirmScam }),
    unapprove: () => unapproveAll(deps, asked, by),
    reject: () => rejectAll(deps, asked, reason ?? missing(), by),
    delete: () => decideAll(deps, asked, "listing.deleted", deletion(deps, by)),
    confirm: () => decideAll(deps, asked, "listing.published", confirmation(deps, by)),
    dismiss: () => dismissal(deps, [...new Set(ids)], by, dismiss),
    ask: () => decideAll(deps, asked, "listing.withdrawn", question(deps, text ?? missing(), by)),
    retype: () => decideAll(deps, asked, "listing.published", retype(deps, { homeType, bedrooms }, by)),
  };
  return { action, ...(await ways[action]()) };
}

/** The schema asks for what belongs to an action. */
function missing(): never {
  throw new AppError("request.invalid");
}

import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { useHasRole } from "../../../lib/role.ts";
import { usePageShortcuts } from "../../../lib/shortcuts.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { ShortcutKey } from "../../../ui/shortcut-key.tsx";
import type { ListingActions } from "./admin-listing-actions.tsx";
import { mayAskLandlord, mayChangeApproval, mayReject, needsConfirmation } from "./admin-listing-badges.tsx";
import { HOME_TYPE_NAMES, type HomeType, fitsBedrooms } from "../../../../worker/contracts/bedrooms.ts";
import type { ListingEdit } from "../../../../worker/contracts/listings.schemas.ts";
import { failureHandler } from "../../../lib/toast-failure.ts";
import { useEditListing } from "./admin-listings.queries.ts";
import { useDecision } from "./admin-bulk-parts.tsx";
import { decisionHandler, lacksPhone } from "./admin-listing-text.ts";

/** Returns the edit that sets a home type. A room or shared bed also gets the type Private Room. */
function editForHomeType(homeType: HomeType, { bedrooms }: AdminListing): ListingEdit {
  return fitsBedrooms(homeType, bedrooms) ? { homeType } : { bedrooms: "Private Room", homeType };
}

/** Home types whose rents are compared separately. A wrong type would make the comparison wrong. */
const SEPARATELY_COMPARED_TYPES: ReadonlySet<HomeType> = new Set(["room", "shared_bed", "basement"]);

/** An action whose button is in a menu on phones. */
interface RareAction {
  name: string;
  act(): void;
  shortcut?: string;
  isOff?: boolean;
  look?: "ghost" | "danger";
}

/** Returns the actions that apply the guessed home type or confirm type and rent. */
function useKindActions(listing: AdminListing): readonly RareAction[] {
  const edit = useEditListing();
  const confirmation = useDecision([listing], "Failed to confirm listing");
  if (!mayChangeApproval(listing)) return [];
  const { id, revision, homeTypeGuess: guess } = listing;
  const isOff = edit.isPending || confirmation.isPending;
  const actions: RareAction[] = [];
  if (guess !== null && SEPARATELY_COMPARED_TYPES.has(guess)) {
    const correct = () =>
      edit
        .mutateAsync({ id, edit: { ...editForHomeType(guess, listing), revision } })
        .then(decisionHandler("Type corrected", HOME_TYPE_NAMES[guess]), failureHandler("Failed to update listing"));
    actions.push({ name: `List as ${HOME_TYPE_NAMES[guess]}`, isOff, act: () => void correct() });
  }
  if (needsConfirmation(listing)) {
    const act = () => void confirmation.decide({ action: "confirm" });
    actions.push({ name: "Confirm Type and Rent", isOff, act });
  }
  return actions;
}

interface ApprovalButtonProps {
  listing: AdminListing;
  /** True if listings are selected in the queue; the main button then decides on the selected listings. */
  isSelecting?: boolean | undefined;
  actions: ListingActions;
}

/** Button Approve or Unapprove; hidden for rented and deleted listings. */
function ApprovalButton({ listing, isSelecting = false, actions }: ApprovalButtonProps) {
  if (!mayChangeApproval(listing)) return null;
  const isOff = !listing.approved && lacksPhone(listing);
  return (
    <Button
      size="sm"
      variant={listing.approved || isSelecting || isOff ? "secondary" : "primary"}
      aria-keyshortcuts={listing.approved ? undefined : "a"}
      disabled={actions.busyId === listing.id || isOff}
      onClick={() => actions.toggleApproval(listing)}
    >
      {listing.approved ? "Unapprove" : "Approve"}
      {!listing.approved && <ShortcutKey>a</ShortcutKey>}
    </Button>
  );
}

interface AdminListingDecisionsProps {
  listing: AdminListing;
  isSelecting?: boolean | undefined;
  actions: ListingActions;
  editLabel?: string;
  onEdit(listing: AdminListing): void;
  /** Opens the dialog that bans the listing's phone number, photos or IP address. */
  onBan(listing: AdminListing): void;
}

/**
 * Buttons for all decisions on a listing, the most frequent first. On phones the rare ones are in a menu. People with
 * the role reader see no buttons.
 */
export function AdminListingDecisions({
  listing,
  isSelecting,
  actions,
  editLabel = "Edit",
  onEdit,
  onBan,
}: AdminListingDecisionsProps) {
  const mayDecide = useHasRole("moderator");
  const kindActions = useKindActions(listing);
  const isNarrow = useMedia(PHONE);
  if (!mayDecide) return null;
  if (listing.status === "deleted") {
    return (
      <Button
        size="sm"
        variant="secondary"
        busy={actions.busyId === listing.id}
        onClick={() => actions.restore(listing)}
      >
        Restore
      </Button>
    );
  }
  const rare: readonly RareAction[] = [
    ...kindActions,
    { name: editLabel, shortcut: "e", act: () => onEdit(listing) },
    { name: "Ban", look: "ghost", act: () => onBan(listing) },
    { name: "Delete", look: "danger", act: () => actions.askToDelete(listing) },
  ];
  return (
    <>
      <ApprovalButton listing={listing} isSelecting={isSelecting} actions={actions} />
      {mayReject(listing) && (
        <KeyButton shortcut="r" onClick={() => actions.askToReject(listing)}>
          Reject
        </KeyButton>
      )}
      {mayAskLandlord(listing) && (
        <KeyButton shortcut="m" onClick={() => actions.askLandlord(listing)}>
          Ask
        </KeyButton>
      )}
      {isNarrow ? (
        <Menu
          label={<span className="sr-only">More actions</span>}
          icon={Ellipsis}
          isCurrent={false}
          groups={[
            {
              title: "More actions",
              isTitleHidden: true,
              links: rare
                .filter(({ isOff }) => isOff !== true)
                .map(({ name, look, act }) => ({ name, to: act, isDanger: look === "danger" })),
            },
          ]}
          className={buttonClass({ variant: "secondary", size: "sm" })}
        />
      ) : (
        rare.map((action) => <RareButton key={action.name} {...action} />)
      )}
    </>
  );
}

function RareButton({ name, shortcut, look, isOff = false, act }: RareAction) {
  return (
    <Button
      size="sm"
      variant={look === undefined ? "secondary" : "ghost"}
      className={look === "danger" ? "text-danger hover:bg-danger-soft" : undefined}
      aria-keyshortcuts={shortcut}
      disabled={isOff}
      onClick={act}
    >
      <span>{name}</span>
      {shortcut !== undefined && <ShortcutKey>{shortcut}</ShortcutKey>}
    </Button>
  );
}

function KeyButton({ shortcut, onClick, children }: { shortcut: string; onClick(): void; children: ReactNode }) {
  return (
    <Button size="sm" variant="secondary" aria-keyshortcuts={shortcut} onClick={onClick}>
      {children}
      <ShortcutKey>{shortcut}</ShortcutKey>
    </Button>
  );
}

/** The functions that a listing's shortcut keys call. A key without a function does nothing. */
interface ListingKeys {
  listing: AdminListing | undefined;
  actions: ListingActions;
  onEdit(listing: AdminListing): void;
  onSelect?: (listing: AdminListing) => void;
  /** True if listings are selected; the keys a, r and m then belong to the selection bar. */
  isSelecting?: boolean;
  onNext?: () => void;
  onPrevious?: () => void;
  onSearch?: () => void;
  onHelp?: () => void;
}

/**
 * Handles the keys j k x a r m e / and ? where listings are decided on. The keys do nothing during typing, in other
 * dialogs, or when held down. Holding the key a therefore cannot confirm the dialog that it opened.
 */
export function useListingKeys({ listing, actions, onEdit, ...others }: ListingKeys): void {
  const mayDecide = useHasRole("moderator");
  const approve = (one: AdminListing) => {
    if (!one.approved && !lacksPhone(one) && mayChangeApproval(one) && actions.busyId !== one.id)
      actions.toggleApproval(one);
  };
  const isOpen = listing !== undefined && listing.status !== "deleted";
  const keys = {
    j: others.onNext,
    k: others.onPrevious,
    "/": others.onSearch,
    "?": others.onHelp,
    ...(mayDecide && listing && others.onSelect && { x: () => others.onSelect?.(listing) }),
    ...(mayDecide &&
      isOpen && {
        e: () => onEdit(listing),
        ...(!others.isSelecting && {
          a: () => approve(listing),
          ...(mayReject(listing) && { r: () => actions.askToReject(listing) }),
          ...(mayAskLandlord(listing) && { m: () => actions.askLandlord(listing) }),
        }),
      }),
  };
  usePageShortcuts(keys);
}

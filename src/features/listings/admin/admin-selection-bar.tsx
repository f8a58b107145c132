import { useEffect, useRef, useState } from "react";
import { BULK_MAX, type BulkDecision } from "../../../../worker/contracts/decisions.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { useDecisions } from "../../../lib/decisions.ts";
import { formatCount } from "../../../lib/format.ts";
import { useHasRole } from "../../../lib/role.ts";
import { usePageShortcuts } from "../../../lib/shortcuts.ts";
import { toast } from "../../../lib/toast.ts";
import { Button, buttonClass, type ButtonVariant } from "../../../ui/button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { ShortcutKey } from "../../../ui/shortcut-key.tsx";
import { AdminBulkAction, AdminBulkApproval, type PlainAction } from "./admin-bulk-dialogs.tsx";
import { AdminBulkBan, AdminBulkRefusals, AdminBulkRetype } from "./admin-bulk-forms.tsx";
import { AdminQuestionForm } from "./admin-question-form.tsx";
import { mayAskLandlord, mayReject, needsConfirmation } from "./admin-listing-badges.tsx";
import { splitForApproval } from "./admin-listing-text.ts";
import { AdminListingReject } from "./admin-listing-reject.tsx";

/** Returns whether the listing's status allows an approval. */
const mayApprove = ({ status }: AdminListing): boolean =>
  status === "pending" || status === "rejected" || status === "expired";

/** Returns whether a bulk decision can include a listing. */
export const maySelect = (listing: AdminListing): boolean => listing.status !== "deleted";

export interface ListingSelection {
  /** True if this person may decide on listings. */
  isAllowed: boolean;
  /** The selected listings that are still selectable, in their current version. */
  listings: readonly AdminListing[];
  /** The first BULK_MAX selectable listings. */
  selectable: readonly AdminListing[];
  has(id: number): boolean;
  toggle(listing: AdminListing): void;
  selectAll(): void;
  clear(): void;
}

/**
 * Returns the selection among the loaded listings. A listing that leaves the list is deselected.
 * @param view the list's filter and search; a new view starts without a selection
 */
export function useListingSelection(shown: readonly AdminListing[], view: string): ListingSelection {
  const [selected, setSelected] = useState<{ view: string; ids: ReadonlySet<number> }>({ view, ids: new Set() });
  const ids = selected.view === view ? selected.ids : new Set<number>();
  const isAllowed = useHasRole("moderator");
  const candidates = isAllowed ? shown.filter(maySelect) : [];
  const listings = candidates.filter(({ id }) => ids.has(id));
  const selectable = candidates.slice(0, BULK_MAX);
  const has = (id: number) => listings.some((listing) => listing.id === id);
  const select = (chosen: readonly AdminListing[]) => setSelected({ view, ids: new Set(chosen.map(({ id }) => id)) });
  return {
    isAllowed,
    listings,
    selectable,
    has,
    toggle: (listing) => {
      if (has(listing.id)) select(listings.filter(({ id }) => id !== listing.id));
      else if (!maySelect(listing)) toast({ title: "This listing cannot be selected", variant: "destructive" });
      else if (listings.length < BULK_MAX) select([...listings, listing]);
      else toast({ title: `You can select up to ${BULK_MAX} listings`, variant: "destructive" });
    },
    selectAll: () => select(selectable),
    clear: () => select([]),
  };
}

/** Checkbox that selects all selectable loaded listings; indeterminate if only some are selected. */
export function AdminSelectAll({ selection }: { selection: ListingSelection }) {
  const box = useRef<HTMLInputElement>(null);
  const { listings, selectable, selectAll, clear } = selection;
  const isAll = listings.length > 0 && listings.length >= selectable.length;
  const isSome = listings.length > 0 && !isAll;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  if (selectable.length === 0) return null;
  return (
    <label className="inline-flex min-h-9 items-center gap-3 pointer-coarse:min-h-11 text-sm font-semibold whitespace-nowrap">
      <input
        ref={box}
        type="checkbox"
        checked={isAll}
        onChange={isAll ? clear : selectAll}
        className="ml-1 size-5 accent-accent"
      />
      <span>
        Select all<span className="max-sm:sr-only"> shown</span>
      </span>
    </label>
  );
}

interface AdminSelectionBarProps {
  selection: ListingSelection;
  /** Called with the previously selected listings. */
  onDecided(listings: readonly AdminListing[]): void;
}

const PLAIN_ACTIONS: readonly PlainAction[] = [
  {
    action: "confirm",
    label: "Confirm",
    effect: "Confirms that the type and rent are correct. The listings then show their percentage.",
    applies: needsConfirmation,
  },
  {
    action: "dismiss",
    label: "Dismiss Reports of",
    effect: "Dismisses their open reports and shows hidden phone numbers again.",
    applies: ({ reportCount }) => reportCount > 0,
  },
  {
    action: "unapprove",
    label: "Unapprove",
    effect: "They leave the site and become pending again. No one is emailed.",
    applies: ({ status }) => status === "approved",
  },
  {
    action: "delete",
    label: "Delete",
    effect:
      "They leave the site immediately, and the links in their emails stop working. You can undo this within 30 days.",
    applies: ({ status }) => status !== "deleted",
  },
];

type FormAction = "approve" | "reject" | "ask" | "retype" | "ban";

interface Asked {
  action: FormAction | PlainAction;
  listings: readonly AdminListing[];
}

/** Rare actions that have their own form, in the order of the menu. */
const FORM_ACTIONS: readonly { action: FormAction; label: string; applies(listing: AdminListing): boolean }[] = [
  { action: "retype", label: "Change Type of", applies: ({ status }) => status !== "rented" },
  { action: "ban", label: "Ban", applies: () => true },
];

interface CountedButtonProps {
  label: string;
  shortcut: string;
  variant?: ButtonVariant;
  /** Number of listings that the action applies to. */
  count: number;
  /** Number of selected listings. */
  of: number;
  /** Number of listings that the button's dialog leaves out. */
  leftOut?: number;
  onClick(): void;
}

/** A button such as "Ask 2". If the action applies to all selected listings, only screen readers get the number. */
function CountedButton({ label, shortcut, variant, count, of, leftOut = 0, onClick }: CountedButtonProps) {
  if (count + leftOut === 0) return null;
  return (
    <Button size="sm" variant={variant} className="px-2 max-sm:order-2" aria-keyshortcuts={shortcut} onClick={onClick}>
      <span>
        {label}
        <span className={count === of ? "sr-only" : undefined}> {formatCount(count)}</span>
        {leftOut > 0 && ` · ${formatCount(leftOut)} left out`}
      </span>
      <ShortcutKey>{shortcut}</ShortcutKey>
    </Button>
  );
}

/** Bar with the bulk actions, each of which first shows a summary. Hidden without a selection. */
export function AdminSelectionBar({ selection: { listings, clear }, onDecided }: AdminSelectionBarProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [refusals, setRefusals] = useState<(Pick<BulkDecision, "refused"> & Pick<Asked, "listings">) | null>(null);
  const hasDecisions = useDecisions().length > 0;
  const open = listings.filter(mayApprove);
  const { included, withScamSign } = splitForApproval(open);
  const approvable = included.length + withScamSign.length > 0 ? open : [];
  const rejectable = listings.filter(mayReject);
  const askable = listings.filter(mayAskLandlord);
  const leftOut = approvable.length - included.length;
  const begin = (action: Asked["action"], chosen: readonly AdminListing[]) => () =>
    setAsked({ action, listings: chosen });
  const key = (action: FormAction, chosen: readonly AdminListing[]) =>
    chosen.length > 0 ? begin(action, chosen) : undefined;
  usePageShortcuts({ a: key("approve", approvable), r: key("reject", rejectable), m: key("ask", askable) });
  const more = [
    ...FORM_ACTIONS,
    ...PLAIN_ACTIONS.map((action) => ({ action, label: action.label, applies: action.applies })),
  ].flatMap(({ action, label, applies }) => {
    const chosen = listings.filter(applies);
    if (chosen.length === 0) return [];
    const isDanger = typeof action === "object" && action.action === "delete";
    return [{ name: `${label} ${formatCount(chosen.length)}`, to: begin(action, chosen), isDanger }];
  });
  const close = () => setAsked(null);
  const finish = ({ refused }: Pick<BulkDecision, "refused">) => {
    const changed = refused.filter(({ difference }) => difference !== undefined);
    const seen = asked?.listings ?? [];
    close();
    clear();
    if (changed.length > 0) setRefusals({ refused: changed, listings: seen });
    else onDecided(seen);
  };
  const dialog = { listings: asked?.listings ?? [], onDone: finish, onClose: close };
  return (
    <div
      // Stacked above the list of latest decisions.
      className={`pointer-events-none sticky z-10 grid *:pointer-events-auto ${hasDecisions ? "bottom-20" : "bottom-4"}`}
    >
      {listings.length > 0 && (
        <section
          aria-label="Selection"
          className="flex max-w-full flex-wrap items-center gap-1 justify-self-center rounded-card border border-line-strong bg-surface p-2 shadow-raised max-sm:[&_kbd]:hidden"
        >
          {/* In a list beside a pane, the count has its own line, to leave room for the longer button label. */}
          <p
            className={`flex items-center max-sm:grow max-sm:basis-[calc(100%-6rem)] ${leftOut > 0 ? "xl:w-full" : ""}`}
          >
            <output className="px-1 text-sm font-semibold">{formatCount(listings.length)} selected</output>
            <Button size="sm" variant="ghost" className="px-1.5" onClick={clear}>
              Clear
            </Button>
          </p>
          <CountedButton
            label="Approve"
            shortcut="a"
            count={approvable.length - leftOut}
            of={listings.length}
            leftOut={leftOut}
            onClick={begin("approve", approvable)}
          />
          <CountedButton
            label="Reject"
            shortcut="r"
            variant="secondary"
            count={rejectable.length}
            of={listings.length}
            onClick={begin("reject", rejectable)}
          />
          <CountedButton
            label="Ask"
            shortcut="m"
            variant="secondary"
            count={askable.length}
            of={listings.length}
            onClick={begin("ask", askable)}
          />
          {more.length > 0 && (
            <Menu
              label="More"
              isCurrent={false}
              groups={[{ title: "More actions", isTitleHidden: true, links: more }]}
              className={`${buttonClass({ variant: "ghost", size: "sm" })} px-2 max-sm:order-1`}
            />
          )}
        </section>
      )}
      {asked?.action === "approve" && <AdminBulkApproval {...dialog} />}
      {asked?.action === "reject" && <AdminListingReject {...dialog} />}
      {asked?.action === "ask" && <AdminQuestionForm {...dialog} />}
      {asked?.action === "retype" && <AdminBulkRetype {...dialog} />}
      {asked?.action === "ban" && <AdminBulkBan {...dialog} />}
      {asked !== null && typeof asked.action === "object" && <AdminBulkAction action={asked.action} {...dialog} />}
      {refusals && (
        <AdminBulkRefusals
          {...refusals}
          onClose={() => {
            setRefusals(null);
            onDecided(refusals.listings);
          }}
        />
      )}
    </div>
  );
}

import { Flag, Phone, ShieldAlert } from "lucide-react";
import { UNDER_REVIEW_TEXT } from "../../../../worker/contracts/listing-text.ts";
import { type Interest, type PublicListing, recordInterest } from "../../../../worker/contracts/listings.ts";
import { callInBackground } from "../../../lib/api.ts";
import { copyText } from "../../../lib/copy-text.ts";
import { toast } from "../../../lib/toast.ts";
import { useOverlay } from "../../../lib/use-lazy-module.ts";
import { visitId } from "../../../lib/visit.ts";
import { Button, buttonClass, type ButtonSize, type ButtonVariant } from "../../../ui/button.tsx";
import { Heart } from "../saving/heart.tsx";
import { FactCard } from "../facts/listing-facts.tsx";
import { DiscountText } from "../facts/listing-badges.tsx";
import { belowMarketText, priceText, telHref } from "../facts/listing-text.ts";

/** Views and calls already reported since the page was loaded. */
const reported = new Set<string>();

/**
 * Reports a view or call of a listing once per page load. The landlord sees the counts. Call this from effects and
 * event handlers only.
 */
export function reportInterest(listingId: number, kind: Interest): void {
  const key = `${listingId} ${kind}`;
  if (reported.has(key)) return;
  reported.add(key);
  callInBackground(recordInterest, { id: listingId, body: { kind, sessionId: visitId() } });
}

interface CallLinkProps {
  listing: Pick<PublicListing, "id" | "phone">;
  size?: ButtonSize;
  variant?: ButtonVariant;
  className?: string;
}

/** Link that calls the landlord; hidden without a number that can be dialled. */
export function CallLink({ listing: { id, phone }, size = "lg", variant = "primary", className = "" }: CallLinkProps) {
  const href = telHref(phone);
  if (href === null) return null;
  return (
    <a
      href={href}
      onClick={() => reportInterest(id, "call")}
      className={`${buttonClass({ size, variant })} print:hidden ${className}`}
    >
      <Phone aria-hidden="true" className="size-5" />
      Call
    </a>
  );
}

/** Shows a landlord's name, or `unnamed` if there is none. */
export function LandlordName({ of, unnamed }: { of: Pick<PublicListing, "landlordName">; unnamed: string }) {
  const { landlordName: name } = of;
  return name === "Landlord" ? unnamed : <bdi translate="no">{name}</bdi>;
}

export function ContactCard({
  listing,
}: {
  listing: Pick<PublicListing, "id" | "landlordName" | "phone" | "underReview">;
}) {
  const { id, phone, underReview } = listing;
  const href = telHref(phone);
  return (
    <FactCard id="listing-contact" title="Contact Information">
      <p className="font-semibold">
        <LandlordName of={listing} unnamed="Landlord" />
      </p>
      {href === null ? (
        <p className="text-ink-muted">
          {phone ??
            (underReview ? `${UNDER_REVIEW_TEXT} Renters reported this listing.` : "No phone number was given.")}
        </p>
      ) : (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <a
            href={href}
            onClick={() => reportInterest(id, "call")}
            className={`${buttonClass({ size: "lg" })} min-w-0 flex-auto tabular-nums`}
          >
            <Phone aria-hidden="true" className="size-5" />
            {phone}
          </a>
          <CopyNumber phone={phone ?? ""} />
        </div>
      )}
      <SafetyLines />
    </FactCard>
  );
}

function CopyNumber({ phone }: { phone: string }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-3 print:hidden"
      onClick={async ({ currentTarget }) => {
        if (await copyText(phone, currentTarget)) toast({ title: "Number Copied", description: phone });
        else
          toast({
            title: "Number Not Copied",
            description: `Please copy it from here: ${phone}`,
            variant: "destructive",
          });
      }}
    >
      Copy number
    </Button>
  );
}

const LINES = [
  "View the place first.",
  "Never pay anything before you have viewed it.",
  "Never e-transfer a deposit to a stranger.",
] as const;

function SafetyLines() {
  return (
    <div className="mt-4 flex gap-3 rounded-control bg-warn-soft p-3 text-sm text-warn">
      <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <ul className="space-y-1 font-medium">
        {LINES.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Bottom bar on phones that replaces the tab bar. The bar has the call button, and the price once the page's own price
 * is out of view.
 */
export function CallBar({ listing }: { listing: PublicListing }) {
  if (telHref(listing.phone) === null) return null;
  const discount = belowMarketText(listing);
  return (
    <div
      data-call-bar
      className="fixed inset-x-0 bottom-0 z-40 flex h-(--tabs) items-center gap-3 border-t border-line bg-surface px-4 pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <p className="call-price mr-auto flex min-w-0 items-center gap-3">
        <span translate="no" className="display min-w-0 truncate text-xl">
          {priceText(listing)}
        </span>
        {discount !== null && (
          <span className="discount relative gap-0.5 px-2 py-0.5">
            <DiscountText text={discount} textClass="sr-only" />
          </span>
        )}
      </p>
      <Heart listing={listing} className="grid size-11 place-items-center" />
      <CallLink listing={listing} size="md" />
    </div>
  );
}

const loadDialog = () => import("./report-dialog.tsx");

type Reported = { listing: Pick<PublicListing, "id" | "title"> };

const NOT_BELOW_MARKET = "Report as Not below market";

/** Class of an icon in the header of a listing's dialog. */
export const headerButton =
  "grid size-11 shrink-0 place-items-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-40";

/** Report button in the header of a listing's dialog. */
export function ReportIcon({ listing }: Reported) {
  const { dialog, open, close, prepare } = useOverlay("report-icon", loadDialog);
  return (
    <>
      <button
        type="button"
        aria-label={NOT_BELOW_MARKET}
        title={NOT_BELOW_MARKET}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void open()}
        className={headerButton}
      >
        <Flag aria-hidden="true" className="size-5" />
      </button>
      {dialog && <dialog.ReportDialog listing={listing} first="NOT_BELOW_MARKET" onClose={close} />}
    </>
  );
}

/** Report button at the end of a listing. Its dialog lists all reasons, with scams first. */
export function ReportButton({ listing }: Reported) {
  // The name contains the id, because a dialog over another listing's page has its own report button.
  const { dialog, open, close, prepare } = useOverlay(`report ${listing.id}`, loadDialog);
  return (
    <p className="print:hidden">
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void open()}
      >
        <Flag aria-hidden="true" className="size-4" />
        Report this listing
      </Button>
      {dialog && <dialog.ReportDialog listing={listing} first="SCAM" onClose={close} />}
    </p>
  );
}

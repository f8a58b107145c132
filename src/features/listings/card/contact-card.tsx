import { Flag, Phone, ShieldAlert } from "lucide-react";
import type { Interest, PublicListing } from "../../../../worker/contracts/listings.ts";
import { useOverlay } from "../../../lib/use-lazy-module.ts";
import { postInBackground, visitId } from "../../../lib/visit.ts";
import { Button, buttonClass, type ButtonSize } from "../../../ui/button.tsx";
import { FactCard } from "./listing-facts.tsx";
import { telHref } from "./listing-text.ts";

/** Interactions already reported since the page was loaded. */
const reported = new Set<string>();

/**
 * Reports a view or call of a listing once per page load; its landlord sees the counts. Call it from effects and event
 * handlers.
 */
export function reportInterest(listingId: number, kind: Interest): void {
  const key = `${listingId} ${kind}`;
  if (reported.has(key)) return;
  reported.add(key);
  postInBackground(`/api/marketplace-listings/${listingId}/interest`, { kind, sessionId: visitId() });
}

interface CallLinkProps {
  listing: Pick<PublicListing, "id" | "phone">;
  size?: ButtonSize;
}

/** Hidden without a number that can be dialled. */
export function CallLink({ listing: { id, phone }, size = "lg" }: CallLinkProps) {
  const href = telHref(phone);
  if (href === null) return null;
  return (
    <a href={href} onClick={() => reportInterest(id, "call")} className={buttonClass({ size })}>
      <Phone aria-hidden="true" className="size-5" />
      Call
    </a>
  );
}

export function ContactCard({
  listing: { id, landlordName, phone },
}: {
  listing: Pick<PublicListing, "id" | "landlordName" | "phone">;
}) {
  const href = telHref(phone);
  return (
    <FactCard id="listing-contact" title="Contact Information">
      <p dir="auto" className="font-semibold">
        {landlordName}
      </p>
      {href === null ? (
        <p className="text-ink-muted">{phone ?? "No phone number was given."}</p>
      ) : (
        <a
          href={href}
          onClick={() => reportInterest(id, "call")}
          className={`${buttonClass({ variant: "secondary", size: "lg" })} mt-2 w-full tabular-nums`}
        >
          <Phone aria-hidden="true" className="size-5" />
          {phone}
        </a>
      )}
      <SafetyLines className="mt-4" />
    </FactCard>
  );
}

const LINES = [
  "View the place first.",
  "Never pay anything before you have viewed it.",
  "Never e-transfer a deposit to a stranger.",
] as const;

/** Shown next to every Call link. */
export function SafetyLines({ className = "" }: { className?: string }) {
  return (
    <div className={`flex gap-3 rounded-control bg-warn-soft p-3 text-sm text-warn ${className}`}>
      <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <ul className="space-y-1 font-medium">
        {LINES.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** The same in one line. */
export function SafetyLine() {
  return <p className="w-full text-xs font-medium sm:text-sm text-warn">{LINES.join(" ")}</p>;
}

const loadDialog = () => import("./report-dialog.tsx");

/** 'Report as Not below market'. */
export function ReportButton({ listing }: { listing: Pick<PublicListing, "id" | "title"> }) {
  const { dialog, open, close, prepare } = useOverlay("report", loadDialog);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void open()}
      >
        <Flag aria-hidden="true" className="size-4" />
        Report as Not below market
      </Button>
      {dialog && <dialog.ReportDialog listing={listing} onClose={close} />}
    </>
  );
}

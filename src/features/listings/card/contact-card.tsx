import { Flag, Phone, ShieldAlert } from "lucide-react";
import type { Interest, PublicListing } from "../../../../worker/contracts/listings.ts";
import { useOverlay } from "../../../lib/use-on-demand.ts";
import { tell, visitId } from "../../../lib/visit.ts";
import { Button, buttonClass, type ButtonSize } from "../../../ui/button.tsx";
import { telHref } from "./phone-link.ts";

/** What was told since the page was loaded. */
const told = new Set<string>();

/**
 * Tells the server that somebody opened a listing or pressed Call, once a page load; its landlord is shown how many did.
 * Only in a browser, from effects and event handlers.
 */
export function tellInterest(listingId: number, kind: Interest): void {
  const key = `${listingId} ${kind}`;
  if (told.has(key)) return;
  told.add(key);
  tell(`/api/marketplace-listings/${listingId}/interest`, { kind, sessionId: visitId() });
}

interface CallLinkProps {
  listing: Pick<PublicListing, "id" | "phone">;
  size?: ButtonSize;
}

/** The Call link; nothing where there is no number that can be dialled. */
export function CallLink({ listing: { id, phone }, size = "lg" }: CallLinkProps) {
  const href = telHref(phone);
  if (href === null) return null;
  return (
    <a href={href} onClick={() => tellInterest(id, "call")} className={buttonClass({ size })}>
      <Phone aria-hidden="true" className="size-5" />
      Call
    </a>
  );
}

/** The Contact Information card. */
export function ContactCard({
  listing: { id, landlordName, phone },
}: {
  listing: Pick<PublicListing, "id" | "landlordName" | "phone">;
}) {
  const href = telHref(phone);
  return (
    <section aria-labelledby="listing-contact" className="rounded-card border border-line bg-surface p-5">
      <h2 id="listing-contact" className="mb-3 text-lg font-bold">
        Contact Information
      </h2>
      <p dir="auto" className="font-semibold">
        {landlordName}
      </p>
      {href === null ? (
        <p className="text-ink-muted">{phone ?? "No phone number was given."}</p>
      ) : (
        <a
          href={href}
          onClick={() => tellInterest(id, "call")}
          className={`${buttonClass({ variant: "secondary", size: "lg" })} mt-2 w-full tabular-nums`}
        >
          <Phone aria-hidden="true" className="size-5" />
          {phone}
        </a>
      )}
      <SafetyLines className="mt-4" />
    </section>
  );
}

const LINES = [
  "View the place first.",
  "Never pay anything before you have viewed it.",
  "Never e-transfer a deposit to a stranger.",
] as const;

/** Stands beside every Call. */
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

/** The same in one line, where there is little room. */
export function SafetyLine() {
  return <p className="w-full text-xs font-medium sm:text-sm text-warn">{LINES.join(" ")}</p>;
}

const loadDialog = () => import("./report-dialog.tsx");

/** 'Report as Not below market': opens the reasons. */
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

import { Phone } from "lucide-react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { type ButtonSize, buttonClass } from "../../../ui/button.tsx";
import { tellInterest } from "./interest.ts";
import { telHref } from "./phone-link.ts";
import { SafetyLines } from "./safety-lines.tsx";

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

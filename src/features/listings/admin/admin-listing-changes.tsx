import { ArrowRight, CheckCheck, FilePen } from "lucide-react";
import type { AdminListing, ApprovalDifference } from "../../../../worker/contracts/listings.ts";
import { failed } from "../../../lib/toast-failure.ts";
import { RoleButton } from "../../../ui/role-button.tsx";
import { useSetApproved } from "./admin-listings.queries.ts";
import { announce } from "./admin-listing-text.ts";

/** The landlord's changes since the last approval, which a moderator can accept for a public listing. */
export function AdminListingChanges({ listing }: { listing: AdminListing }) {
  const { id, revision, changedSinceApproval: changes, status } = listing;
  const acceptance = useSetApproved();
  if (changes.length === 0) return null;

  const accept = () =>
    void acceptance
      .mutateAsync({ id, approved: true, revision })
      .then(announce("Changes accepted", "Accepted as changed"), failed("Failed to accept the changes"));

  return (
    <section aria-labelledby={`changes-${id}`} className="rounded-control border border-line bg-sunken p-3">
      <h3 id={`changes-${id}`} className="flex items-center gap-2 font-semibold">
        <FilePen aria-hidden className="size-4 shrink-0 text-warn" />
        Changed since approval
      </h3>
      <dl className="mt-3 grid gap-3">
        {changes.map((change) => (
          <Difference key={change.field} change={change} />
        ))}
      </dl>
      {status === "approved" && (
        <RoleButton
          needs="moderator"
          size="sm"
          variant="secondary"
          className="mt-4"
          busy={acceptance.isPending}
          onClick={accept}
        >
          {!acceptance.isPending && <CheckCheck aria-hidden className="size-4" />}
          Accept Changes
        </RoleButton>
      )}
    </section>
  );
}

/** Side by side on wide screens, stacked on phones. */
function Difference({ change: { label, before, after } }: { change: ApprovalDifference }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-muted">{label}</dt>
      <dd className="mt-1 grid items-start gap-1.5 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] sm:gap-2">
        <Value as="del" label="Before:" text={before} />
        <ArrowRight aria-hidden className="size-4 rotate-90 justify-self-start text-ink-muted sm:mt-2 sm:rotate-0" />
        <Value as="ins" label="Now:" text={after} />
      </dd>
    </div>
  );
}

function Value({ as: Element, label, text }: { as: "del" | "ins"; label: string; text: string | null }) {
  return (
    <Element
      className={`rounded-control border border-line bg-surface px-2 py-1 wrap-anywhere whitespace-pre-line no-underline ${Element === "del" ? "text-ink-muted" : "font-medium"}`}
    >
      <span className="sr-only">{label} </span>
      {text === null ? <span className="font-normal text-ink-muted italic">Not given</span> : <bdi>{text}</bdi>}
    </Element>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RejectionCode } from "../../../../worker/contracts/decisions.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import type { AdminReport } from "../../../../worker/contracts/reports.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { toast } from "../../../lib/toast.ts";
import { RoleButton } from "../../../ui/role-button.tsx";
import { AdminQuestionForm } from "./admin-question-form.tsx";
import { mayReject, STATUSES } from "./admin-listing-badges.tsx";
import { AdminListingReject } from "./admin-listing-reject.tsx";
import { adminListing } from "./admin-listings.queries.ts";

/** Reasons for a rejection, by the corresponding reason for a report. */
const REJECTION_OF: Partial<Record<AdminReport["reason"], RejectionCode>> = {
  NOT_BELOW_MARKET: "not_below_market",
  SCAM: "scam",
  DUPLICATE: "duplicate",
  DISCRIMINATORY: "wording",
};

interface AdminReportedListingActionsProps {
  id: number;
  /** Reasons of the reports, the most frequent first. */
  reasons: readonly AdminReport["reason"][];
  /** Id of the element that names the listing. */
  describedBy: string;
  /** Called once the listing is rejected. */
  onTakenDown(): void;
}

/**
 * Buttons that reject a reported listing or ask its landlord a question without opening the listing. The listing is
 * loaded only when a button is clicked.
 */
export function AdminReportedListingActions({
  id,
  reasons,
  describedBy,
  onTakenDown,
}: AdminReportedListingActionsProps) {
  const client = useQueryClient();
  const [loading, setLoading] = useState<"reject" | "ask" | null>(null);
  const [open, setOpen] = useState<{ action: "reject" | "ask"; listing: AdminListing } | null>(null);

  const start = async (action: "reject" | "ask") => {
    if (loading !== null) return;
    setLoading(action);
    try {
      const listing = await client.fetchQuery(adminListing(id));
      const { status } = listing;
      if (action === "reject" ? mayReject(listing) : status !== "rented" && status !== "deleted") {
        setOpen({ action, listing });
      } else {
        toast({ title: "No longer possible", description: `It is ${STATUSES[status].label.toLowerCase()}.` });
      }
    } catch (error) {
      toastFailure("Failed to load listing details", error);
    } finally {
      setLoading(null);
    }
  };

  const button = { needs: "moderator", size: "sm", variant: "secondary", "aria-describedby": describedBy } as const;
  const close = () => setOpen(null);
  return (
    <>
      <RoleButton {...button} busy={loading === "reject"} onClick={() => void start("reject")}>
        Take Down
      </RoleButton>
      <RoleButton {...button} busy={loading === "ask"} onClick={() => void start("ask")}>
        Ask Landlord
      </RoleButton>
      {open?.action === "reject" && (
        <AdminListingReject
          listings={[open.listing]}
          isTakeDown
          reason={reasons.map((reason) => REJECTION_OF[reason]).find((code) => code !== undefined) ?? null}
          onDone={onTakenDown}
          onClose={close}
        />
      )}
      {open?.action === "ask" && <AdminQuestionForm listings={[open.listing]} onClose={close} />}
    </>
  );
}

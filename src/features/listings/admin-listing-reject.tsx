import { useId, useRef, useState, type FormEvent } from "react";
import { listingTitle } from "../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { ApiError } from "../../lib/api.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextArea } from "../../ui/field.tsx";
import { useRejectListing } from "./admin-listings.queries.ts";

/** Characters of a reason that the server takes. */
const REASON = { min: 3, max: 1000 };

interface AdminListingRejectProps {
  listing: AdminListing;
  onRejected?(listing: AdminListing): void;
  onClose(): void;
}

/** Asks why a listing is refused, and tells its landlord. */
export function AdminListingReject({ listing, onRejected, onClose }: AdminListingRejectProps) {
  const formId = useId();
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const rejection = useRejectListing();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rejection.isPending) return;
    if (reason.trim().length < REASON.min) {
      setProblem("Please give a reason.");
      input.current?.focus();
      return;
    }
    setProblem(undefined);
    rejection.mutate(
      { id: listing.id, reason },
      {
        onSuccess: (rejected) => {
          toast({ title: "Listing status updated" });
          onClose();
          onRejected?.(rejected);
        },
        onError: (error) => {
          toastFailure("Failed to update listing status", error);
          setProblem(error instanceof ApiError ? error.body?.fields?.reason : undefined);
        },
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!rejection.isPending}
      size="sm"
      title="Reject this listing?"
      description={listingTitle(listing.bedrooms, listing.address)}
      footer={
        <>
          <Button variant="ghost" disabled={rejection.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={rejection.isPending}>
            Reject Listing
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field
          label="Reason"
          required
          error={problem}
          hint={`This text is mailed to the landlord, ${listing.email}. The listing leaves the site until they have changed it and it has been reviewed again.`}
        >
          {(ids) => (
            <TextArea
              {...ids}
              ref={input}
              maxLength={REASON.max}
              value={reason}
              readOnly={rejection.isPending}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

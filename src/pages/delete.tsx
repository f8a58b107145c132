import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { ERRORS } from "../../worker/contracts/errors.ts";
import { deletionTarget, NETWORK_PROBLEM, useOwnerRemoval } from "../features/listings/owner/owner-listing.queries.ts";
import { OwnerRemoved } from "../features/listings/owner/owner-removed.tsx";
import { ApiError, errorText } from "../lib/api.ts";
import { PATHS } from "../lib/paths.ts";
import { toast } from "../lib/toast.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";
import { fixedHead } from "../lib/use-document-head.ts";
import { tokenPage } from "./parts/token-page.tsx";

export const head = fixedHead("Remove Your Listing", "For the landlord of a listing.");

/** Page with a button that removes a listing. The link alone removes nothing, because mail scanners open every link. */
export const Component = tokenPage(head, { className: "page-width py-10", Page: Removal, Invalid: RemovalLinkInvalid });

function RemovalLinkInvalid() {
  return <RemovalFailure text={ERRORS["owner.invalid_deletion_link"][1]} />;
}

function Removal({ token }: { token: string }) {
  const target = useQuery(deletionTarget(token));
  const { mutate, data: removed, error: failure, isPending } = useOwnerRemoval("delete", token);
  // An invalid link is reported at once, before any click. If loading the listing's address fails for another reason,
  // the question stays.
  const error = failure ?? (isInvalidLink(target.error) ? target.error : null);
  const remove = () =>
    mutate(undefined, {
      onError: (failure) => {
        if (!(failure instanceof ApiError))
          toast({ title: "Network Error", description: NETWORK_PROBLEM, variant: "destructive" });
      },
    });

  const panel = useRef<HTMLDivElement>(null);
  const hasFailed = error !== null;
  const hadFailed = useRef(false);
  // Moves the focus, because the clicked button disappears both after a failure and on a retry.
  useEffect(() => {
    if (hadFailed.current !== hasFailed) panel.current?.focus();
    hadFailed.current = hasFailed;
  }, [hasFailed]);

  if (removed) return <OwnerRemoved address={removed.address} />;
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      {error ? (
        <RemovalFailure text={failureText(error)} onRetry={failure ? remove : undefined} />
      ) : (
        <RemovalQuestion
          address={target.data?.address ?? null}
          isReading={target.isFetching}
          isPending={isPending}
          onConfirm={remove}
        />
      )}
    </div>
  );
}

const isInvalidLink = (error: Error | null) =>
  error instanceof ApiError && error.code === "owner.invalid_deletion_link";

interface RemovalQuestionProps {
  /** The address of the listing to remove; null while loading, and if it could not be loaded. */
  address: string | null;
  isReading: boolean;
  isPending: boolean;
  onConfirm(): void;
}

function RemovalQuestion({ address, isReading, isPending, onConfirm }: RemovalQuestionProps) {
  return (
    <Notice
      icon={Trash2}
      level="h1"
      title="Remove Your Listing"
      actions={
        <>
          <Button variant="danger" disabled={isReading} busy={isPending} onClick={onConfirm}>
            {isPending ? "Removing..." : "Remove Listing"}
          </Button>
          <Link to={PATHS.home} className={buttonClass({ variant: "secondary" })}>
            Cancel
          </Link>
        </>
      }
    >
      <p translate="no" className="mb-2 min-h-6 font-semibold text-ink">
        {address}
      </p>
      <p>Are you sure you want to remove your property listing from our platform? This action cannot be undone.</p>
    </Notice>
  );
}

function failureText(error: Error): string {
  return error instanceof ApiError ? errorText(error, "Failed to remove listing") : NETWORK_PROBLEM;
}

function RemovalFailure({ text, onRetry }: { text: string; onRetry?: (() => void) | undefined }) {
  return (
    <Notice
      icon={CircleAlert}
      tone="danger"
      level="h1"
      title={text}
      actions={
        <>
          {onRetry && <Button onClick={onRetry}>Try Again</Button>}
          <Link to={PATHS.home} className={buttonClass({ variant: "secondary" })}>
            Return to Homepage
          </Link>
        </>
      }
    />
  );
}

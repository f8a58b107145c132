import { CircleAlert, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { ERRORS } from "../../worker/contracts/errors.ts";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { NETWORK_PROBLEM, useOwnerRemoval } from "../features/listings/owner/owner-listing.queries.ts";
import { OwnerRemoved } from "../features/listings/owner/owner-removed.tsx";
import { usePathParameters } from "../app/router/page-table.ts";
import { ApiError, errorText } from "../lib/api.ts";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { toast } from "../lib/toast.ts";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";

/** The page is a plain shell at the edge: nothing is loaded for it. */
export function head(_data: PageData | null, site: SiteInfo): PageHead {
  return { title: `Remove Your Listing | ${site.name}`, description: "For the landlord of a listing.", noindex: true };
}

/** Opening the page changes nothing: mail scanners open every link. */
export function Component() {
  useDocumentHead(head(null, useSite()));
  const { token } = usePathParameters();
  return (
    <div className="page-width py-10">
      {token === undefined ? (
        <RemovalFailure text={ERRORS["owner.invalid_deletion_link"][1]} />
      ) : (
        <Removal key={token} token={token} />
      )}
    </div>
  );
}

function Removal({ token }: { token: string }) {
  const { mutate, data: removed, error, isPending } = useOwnerRemoval("delete", token);
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
  // Failing, and trying again, take away the button that was pressed.
  useEffect(() => {
    if (hadFailed.current !== hasFailed) panel.current?.focus();
    hadFailed.current = hasFailed;
  }, [hasFailed]);

  if (removed) return <OwnerRemoved address={removed.address} />;
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      {error ? (
        <RemovalFailure text={failureText(error)} onRetry={remove} />
      ) : (
        <RemovalQuestion isPending={isPending} onConfirm={remove} />
      )}
    </div>
  );
}

function RemovalQuestion({ isPending, onConfirm }: { isPending: boolean; onConfirm(): void }) {
  return (
    <Notice
      icon={Trash2}
      level="h1"
      title="Remove Your Listing"
      actions={
        <>
          <Button variant="danger" busy={isPending} onClick={onConfirm}>
            {isPending ? "Removing..." : "Remove Listing"}
          </Button>
          <Link to={PATHS.home} className={buttonClass({ variant: "secondary" })}>
            Cancel
          </Link>
        </>
      }
    >
      <p>Are you sure you want to remove your property listing from our platform? This action cannot be undone.</p>
    </Notice>
  );
}

function failureText(error: Error): string {
  return error instanceof ApiError ? errorText(error, "Failed to remove listing") : NETWORK_PROBLEM;
}

function RemovalFailure({ text, onRetry }: { text: string; onRetry?: () => void }) {
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

import type { UseQueryResult } from "@tanstack/react-query";
import { Unlink } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { ERRORS } from "../../../worker/contracts/errors.ts";
import { failureText } from "../../lib/failure-text.ts";
import { PATHS } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Notice, type NoticeProps } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { isLinkInvalid } from "./subscriptions.queries.ts";

interface MailedLinkProps<T> {
  query: UseQueryResult<T>;
  /** What is loaded, as in 'your subscription'. */
  what: string;
  /** In the place of what a void link opens. */
  invalid: ReactNode;
  children: (data: T) => ReactNode;
}

/** What a mailed link opens, or why it opens nothing. */
export function MailedLink<T>({ query, what, invalid, children }: MailedLinkProps<T>) {
  const { data, error, isPending, refetch } = query;
  if (isLinkInvalid(error)) return invalid;
  if (data !== undefined) return children(data);
  if (isPending) {
    return (
      <div className="grid grid-cols-1 justify-items-center gap-4 py-12">
        <output className="sr-only">Loading {what}</output>
        <Skeleton className="size-14 rounded-full" />
        <Skeleton className="h-7 w-full max-w-xs" />
        <Skeleton className="h-20 w-full max-w-md" />
        <Skeleton className="h-11 w-40" />
      </div>
    );
  }
  return (
    <LoadFailure level="h1" title={`Error loading ${what}`} onRetry={() => void refetch()}>
      <p>{failureText(error)}</p>
    </LoadFailure>
  );
}

/** For links to a subscription that is gone or whose mail is outdated. */
export function InvalidSubscriptionLink() {
  return (
    <Notice
      icon={Unlink}
      level="h1"
      title={ERRORS["subscriber.invalid_link"][1]}
      actions={
        <Link to={PATHS.join} className={buttonClass()}>
          Join Again
        </Link>
      }
    >
      <p>The link is not complete, or the subscription has ended since. You can join again whenever you like.</p>
    </Notice>
  );
}

/** What came of a pressed button, in the place of the button: it takes the focus that the button had. */
export function Outcome({ takesFocus = true, ...notice }: Omit<NoticeProps, "level"> & { takesFocus?: boolean }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) panel.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      <Notice level="h1" {...notice} />
    </div>
  );
}

/** Why the pressed button did nothing; the button stays, to be pressed again. */
export function Failure({ error }: { error: Error | null }) {
  return (
    <p role="alert" className="mt-3 text-center text-danger">
      {error && failureText(error)}
    </p>
  );
}

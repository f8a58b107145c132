import type { UseQueryResult } from "@tanstack/react-query";
import { Unlink } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { type ErrorCode, ERRORS } from "../../worker/contracts/errors.ts";
import { failureText } from "../lib/api.ts";
import { isLinkInvalid } from "../lib/emailed-link-api.ts";
import { LoadFailure, Notice, type NoticeProps } from "./notice.tsx";
import { Skeleton } from "./skeleton.tsx";

interface EmailedLinkProps<T> {
  query: Pick<UseQueryResult<T>, "error" | "isPending" | "refetch"> & { data: T | undefined };
  /** Noun for the loading and error texts, such as 'your subscription'. */
  what: string;
  /** Notice shown for an invalid or expired link. */
  invalid: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows the data of an emailed link, or its loading, error or invalid state. */
export function EmailedLink<T>({ query, what, invalid, children }: EmailedLinkProps<T>) {
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

/** Notice for an invalid or expired link. */
export function InvalidLink({ code, actions, children }: { code: ErrorCode; actions: ReactNode; children: string }) {
  return (
    <Notice icon={Unlink} level="h1" title={ERRORS[code][1]} actions={actions}>
      <p>{children}</p>
    </Notice>
  );
}

/** Shows the result of an action, and takes the focus of the button that it replaces. */
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

/** Shows an error below an action's button. */
export function Failure({ error }: { error: Error | null }) {
  return (
    <p role="alert" className="mt-3 text-center text-danger">
      {error && failureText(error)}
    </p>
  );
}

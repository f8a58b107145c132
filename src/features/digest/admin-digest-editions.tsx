import { Inbox } from "lucide-react";
import type { EditionSummary } from "../../../worker/contracts/digest.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Notice } from "../../ui/notice.tsx";
import { AdminDigestEdition } from "./admin-digest-edition.tsx";
import { useResumeEdition } from "./digest.queries.ts";

interface AdminDigestEditionsProps {
  editions: readonly EditionSummary[];
  /** The latest look at them failed. */
  isOutdated: boolean;
}

/** The editions so far, newest first. */
export function AdminDigestEditions({ editions, isOutdated }: AdminDigestEditionsProps) {
  const resumption = useResumeEdition();
  const resume = (date: string) =>
    resumption.mutate(date, {
      onSuccess: () => toast({ title: "Edition resumed" }),
      onError: (error) => toastFailure("Failed to resume the edition", error),
    });
  return (
    <section aria-labelledby="editions-heading">
      <h2 id="editions-heading" className="mb-2 text-lg font-semibold">
        Editions
      </h2>
      <output className="block text-sm text-warn not-empty:mb-2">
        {isOutdated && "The counts could not be refreshed just now. They may be behind."}
      </output>
      {editions.length === 0 ? (
        <Notice icon={Inbox} title="No editions yet">
          The first one is made at the time above.
        </Notice>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {editions.map((edition) => (
            <AdminDigestEdition
              key={edition.date}
              edition={edition}
              isResuming={resumption.isPending && resumption.variables === edition.date}
              onResume={() => resume(edition.date)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

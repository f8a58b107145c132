import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { APPEAL_MAX, type AdminAppeal, type AppealDecided } from "../../../../worker/contracts/appeals.ts";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import { getJson, isOutdated, sendJson } from "../../../lib/api.ts";
import { formatMoment } from "../../../lib/format-time.ts";
import { FOR_MODERATORS } from "../../../lib/paged-list.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { RoleButton } from "../../../ui/role-button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Field, TextArea } from "../../../ui/field.tsx";
import { LoadFailure } from "../../../ui/notice.tsx";
import { RowsSkeleton } from "../../../ui/skeleton.tsx";
import { listingsKeys } from "../card/listings.queries.ts";
import { AdminListingBadges, AdminReviewNotes } from "./admin-listing-badges.tsx";
import { announce, hasScamSign } from "./admin-listing-text.ts";

const openAppeals = () =>
  queryOptions({
    queryKey: [...listingsKeys.all, "admin", "appeals"] as const,
    queryFn: ({ signal }) => getJson<AdminAppeal[]>("/api/admin/appeals?limit=50", { signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });

/** Open appeals against rejections, the oldest first. */
export function AdminAppealsTab() {
  const { data, isPending, refetch } = useQuery(openAppeals());
  if (isPending) return <RowsSkeleton label="Loading appeals" />;
  if (!data) return <LoadFailure title="Failed to fetch appeals" onRetry={() => void refetch()} />;
  if (data.length === 0) return <p className="text-ink-muted">No appeal is open.</p>;
  return (
    <ul className="grid grid-cols-1 gap-4">
      {data.map((appeal) => (
        <li key={appeal.id}>
          <AdminAppealCard appeal={appeal} />
        </li>
      ))}
    </ul>
  );
}

type Outcome = "approve" | "review" | "deny";
const TITLES: Record<Outcome, string> = {
  approve: "Appeal upheld: approved",
  review: "Appeal upheld: in review again",
  deny: "Appeal not upheld",
};

function AdminAppealCard({ appeal: { id, text, sentAt, reason, canDecide, listing } }: { appeal: AdminAppeal }) {
  const client = useQueryClient();
  const [words, setWords] = useState("");
  const [isConfirming, setIsConfirming] = useState(false);
  const decision = useMutation({
    mutationFn: (decided: { outcome: Outcome; confirmScam?: boolean }) =>
      sendJson<AppealDecided>("POST", `/api/admin/appeals/${id}/decide`, { ...decided, text: words }),
    onSuccess: (decided, { outcome }) => {
      announce(TITLES[outcome], TITLES[outcome])(decided);
      void client.invalidateQueries({ queryKey: listingsKeys.all });
    },
    onError: (error) => {
      toastFailure("Failed to decide the appeal", error);
      // Somebody else decided it first.
      if (isOutdated(error)) void client.invalidateQueries({ queryKey: listingsKeys.all });
    },
    onSettled: () => setIsConfirming(false),
  });
  const heading = `appeal-${id}`;
  return (
    <article aria-labelledby={heading} className="rounded-card border border-line bg-surface p-4 shadow-card">
      <h3 id={heading} className="text-lg font-semibold wrap-anywhere">
        {listingTitle(listing.bedrooms, listing.address)}, {listing.rent}
      </h3>
      <div className="mt-1">
        <AdminListingBadges listing={listing} />
      </div>
      <p className="mt-3 text-sm text-ink-muted">
        Appealed <time dateTime={sentAt}>{formatMoment(sentAt)}</time>
      </p>
      <blockquote dir="auto" className="mt-1 border-l-2 border-line-strong pl-3 whitespace-pre-line wrap-anywhere">
        {text}
      </blockquote>
      {reason !== null && (
        <p className="mt-3 text-sm wrap-anywhere">
          <span className="font-semibold">Rejected because:</span> {reason}
        </p>
      )}
      <div className="mt-3">
        <AdminReviewNotes notes={listing.reviewNotes} />
      </div>
      {canDecide ? (
        <div className="mt-4 grid gap-3">
          <Field label="Words for the landlord" hint="Mailed with the answer, and may be empty.">
            {(ids) => (
              <TextArea
                {...ids}
                rows={2}
                maxLength={APPEAL_MAX}
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
            )}
          </Field>
          <div className="flex flex-wrap gap-2">
            <RoleButton
              needs="moderator"
              size="sm"
              busy={decision.isPending}
              onClick={() => (hasScamSign(listing) ? setIsConfirming(true) : decision.mutate({ outcome: "approve" }))}
            >
              Uphold and Approve
            </RoleButton>
            <RoleButton
              needs="moderator"
              size="sm"
              variant="secondary"
              disabled={decision.isPending}
              onClick={() => decision.mutate({ outcome: "review" })}
            >
              Uphold, Review Again
            </RoleButton>
            <RoleButton
              needs="moderator"
              size="sm"
              variant="secondary"
              disabled={decision.isPending}
              onClick={() => decision.mutate({ outcome: "deny" })}
            >
              Do Not Uphold
            </RoleButton>
          </div>
        </div>
      ) : (
        <p className="mt-3 text-sm text-ink-muted">You rejected this listing, so somebody else decides.</p>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={() => setIsConfirming(false)}
        title="Approve a unit with a sign of a scam?"
        description="Renters trust what is on the site. Look at the notes above once more."
        confirmLabel="Approve Anyway"
        busy={decision.isPending}
        onConfirm={() => decision.mutate({ outcome: "approve", confirmScam: true })}
      />
    </article>
  );
}

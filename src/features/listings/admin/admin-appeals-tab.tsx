import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { useRef, useState } from "react";
import { APPEAL_MAX, type AdminAppeal, decideAppeal, listAppeals } from "../../../../worker/contracts/appeals.ts";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import { call, isOutdated } from "../../../lib/api.ts";
import { formatMoment } from "../../../lib/format-time.ts";
import { collectItems, pagedList, readTotal } from "../../../lib/paged-list.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { untranslated } from "../../../ui/untranslated.ts";
import { RoleButton } from "../../../ui/role-button.tsx";
import { Field, TextArea } from "../../../ui/field.tsx";
import { LoadMoreButton } from "../../../ui/load-more-button.tsx";
import { LoadFailure, Notice } from "../../../ui/notice.tsx";
import { RowsSkeleton } from "../../../ui/skeleton.tsx";
import { listingsKeys } from "../facts/listings.queries.ts";
import { AdminApprovalDialog, needsConfirmation } from "./admin-approval-dialog.tsx";
import { AdminListingBadges, AdminReviewNotes, marketText } from "./admin-listing-badges.tsx";
import { decisionHandler, hasScamSign } from "./admin-listing-text.ts";

const PAGE_SIZE = 20;
const openAppeals = () => pagedList([...listingsKeys.all, "admin", "appeals"], listAppeals, PAGE_SIZE);

/** Returns the number of open appeals. */
export const useWaitingAppeals = (): number => readTotal(useInfiniteQuery(openAppeals()).data) ?? 0;

/** Lists open appeals against rejections, oldest first. */
export function AdminAppealsTab() {
  const query = useInfiniteQuery(openAppeals());
  const list = useRef<HTMLUListElement>(null);
  const appeals = collectItems(query.data);
  if (query.isPending) return <RowsSkeleton label="Loading appeals" />;
  if (!query.data) return <LoadFailure title="Failed to fetch appeals" onRetry={() => void query.refetch()} />;
  if (appeals.length === 0)
    return (
      <Notice icon={Scale} title="No open appeals">
        Landlords can appeal a rejection. Their appeals appear here.
      </Notice>
    );
  return (
    <div className="grid grid-cols-1 gap-6">
      <ul ref={list} className="grid grid-cols-1 gap-4">
        {appeals.map((appeal) => (
          <li key={appeal.id} tabIndex={-1}>
            <AdminAppealCard appeal={appeal} />
          </li>
        ))}
      </ul>
      <LoadMoreButton
        label="Load More Appeals"
        what="appeals"
        query={query}
        onLoaded={() => list.current?.querySelectorAll<HTMLElement>("li")[appeals.length]?.focus()}
      />
    </div>
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
      call(decideAppeal, { id, body: { ...decided, text: words } }),
    onSuccess: (decided, { outcome }) => {
      decisionHandler(TITLES[outcome], TITLES[outcome])(decided);
      void client.invalidateQueries({ queryKey: listingsKeys.all });
    },
    onError: (error) => {
      toastFailure("Failed to decide the appeal", error);
      // Another moderator decided the appeal first.
      if (isOutdated(error)) void client.invalidateQueries({ queryKey: listingsKeys.all });
    },
    onSettled: () => setIsConfirming(false),
  });
  const heading = `appeal-${id}`;
  return (
    <article aria-labelledby={heading} className="rounded-card border border-line bg-surface p-4 shadow-card">
      <h3 id={heading} className="text-lg font-semibold wrap-anywhere">
        {untranslated(`${listingTitle(listing.bedrooms, listing.address)}, ${listing.rent}`)}
      </h3>
      <div className="mt-1">
        <AdminListingBadges listing={listing} />
      </div>
      <p className="mt-3 text-sm text-ink-muted">
        Appealed <time dateTime={sentAt}>{formatMoment(sentAt)}</time> · {marketText(listing, "market")}
      </p>
      <blockquote dir="auto" className="mt-1 border-l-2 border-line-strong pl-3 whitespace-pre-line wrap-anywhere">
        {text}
      </blockquote>
      {reason !== null && (
        <p className="mt-3 text-sm wrap-anywhere">
          <span className="font-semibold">Reason for rejection:</span> {reason}
        </p>
      )}
      <div className="mt-3">
        <AdminReviewNotes notes={listing.reviewNotes} />
      </div>
      {canDecide ? (
        <div className="mt-4 grid gap-3">
          <Field label="Message to the landlord" hint="Optional. We email it with your decision.">
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
              onClick={() =>
                needsConfirmation(listing) ? setIsConfirming(true) : decision.mutate({ outcome: "approve" })
              }
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
        <p className="mt-3 text-sm text-ink-muted">
          You rejected this listing, so someone else has to decide the appeal.
        </p>
      )}
      {isConfirming && (
        <AdminApprovalDialog
          listing={listing}
          isBusy={decision.isPending}
          onApprove={() => decision.mutate({ outcome: "approve", confirmScam: hasScamSign(listing) })}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </article>
  );
}

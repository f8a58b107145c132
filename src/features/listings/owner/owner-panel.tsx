import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { LISTING_LIFETIME_DAYS } from "../../../../worker/contracts/listings.ts";
import type { ListingRemoved, OwnerListing } from "../../../../worker/contracts/owners.ts";
import { photoPath } from "../../../../worker/contracts/photos.ts";
import { formatCount, formatDay } from "../../../lib/format.ts";
import { PATHS } from "../../../lib/paths.ts";
import { untranslated } from "../../../ui/untranslated.ts";
import { buttonClass, Button, type ButtonProps } from "../../../ui/button.tsx";
import { Chip, type ChipTone } from "../../../ui/chip.tsx";
import { Link } from "../../../ui/link.tsx";
import { InvalidLink } from "../../../ui/emailed-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useRenderedAt } from "../../../lib/site.tsx";
import { ListingCard } from "../card/listing-card.tsx";
import { ListingCardSkeleton } from "../card/listing-card-skeleton.tsx";
import { listedText } from "../facts/listing-text.ts";
import { DraftCard } from "../submission/draft-card.tsx";
import { fieldValues } from "../submission/form-fields.ts";
import { CardPreview, PREVIEW_SIZES } from "../submission/submission-frame.tsx";
import { SubmissionSkeleton } from "../submission/submission-skeleton.tsx";
import { OwnerEdit } from "./owner-edit.tsx";
import { OwnerRemoved } from "./owner-removed.tsx";
import { ANSWER_MAX } from "../../../../worker/contracts/questions.ts";
import { toast } from "../../../lib/toast.ts";
import { Field, TextArea } from "../../../ui/field.tsx";
import { Messages } from "../../../ui/messages.tsx";
import {
  publicCard,
  toastOwnerFailure,
  useAnswerQuestion,
  useOwnerRemoval,
  useRenewal,
  useMarkAsRented,
} from "./owner-listing.queries.ts";
import { CalendarCheck, CalendarPlus, KeyRound, type LucideIcon, Trash2 } from "lucide-react";
import { ApiError } from "../../../lib/api.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";

interface OwnerActionsProps {
  token: string;
  listing: OwnerListing;
  /** Called after the listing was renewed or marked as rented, once the dialog is closed. */
  onChanged(): void;
  onRemoved(removed: ListingRemoved): void;
}

/** The buttons Renew, Mark as Rented (if the home is on the site) and Delete. The last two ask for confirmation. */
function OwnerActions({ token, listing, onChanged, onRemoved }: OwnerActionsProps) {
  const renewal = useRenewal(token);
  const rented = useMarkAsRented(token);
  const removal = useOwnerRemoval("manage", token);
  const [asking, setAsking] = useState<"rented" | "delete" | null>(null);
  const close = () => setAsking(null);
  const isBusy = renewal.isPending || rented.isPending || removal.isPending;

  const renew = () =>
    renewal.mutate(undefined, {
      onSuccess: ({ expiresAt }) => {
        toast({
          title: "Listing Renewed",
          description: expiresAt === null ? undefined : `It is on the site until ${formatDay(expiresAt)}.`,
        });
        onChanged();
      },
      onError: (error) => {
        // Another tab already renewed the listing today, which is no error.
        if (error instanceof ApiError && error.code === "listing.renewed_today")
          toast({ title: "Already Renewed Today", description: error.message });
        else toastOwnerFailure("Failed to renew listing", error);
      },
    });

  const markRented = () =>
    rented.mutate(undefined, {
      onSuccess: () => {
        toast({ title: "Marked as Rented", description: "Your listing is off the site." });
        onChanged();
      },
      onError: (error) => toastOwnerFailure("Failed to mark listing as rented", error),
      onSettled: close,
    });

  const remove = () =>
    removal.mutate(undefined, {
      onSuccess: onRemoved,
      onError: (error) => toastOwnerFailure("Failed to remove listing", error),
      onSettled: close,
    });

  return (
    <>
      {listing.canRenew && (
        <Button busy={renewal.isPending} disabled={isBusy} onClick={renew}>
          {!renewal.isPending && <CalendarPlus aria-hidden className="size-4" />}
          Renew for {LISTING_LIFETIME_DAYS} Days
        </Button>
      )}
      {listing.renewedToday && listing.status === "approved" && (
        <p className="flex min-h-11 items-center gap-2 text-ink-muted">
          <CalendarCheck aria-hidden className="size-4 shrink-0" />
          Renewed today. You can renew it again tomorrow.
        </p>
      )}
      <div className="flex w-full flex-wrap gap-x-6">
        {(listing.status === "approved" || listing.status === "expired") && (
          <QuietButton icon={KeyRound} disabled={isBusy} onClick={() => setAsking("rented")}>
            Mark as Rented
          </QuietButton>
        )}
        <QuietButton icon={Trash2} disabled={isBusy} onClick={() => setAsking("delete")}>
          Delete Listing
        </QuietButton>
      </div>
      <ConfirmDialog
        open={asking === "rented"}
        onOpenChange={close}
        title="Mark this listing as rented?"
        description={`${listing.address}. It leaves the site for good. When the home is free again, post it as a new listing.`}
        confirmLabel="Mark as Rented"
        tone="primary"
        busy={rented.isPending}
        onConfirm={markRented}
      />
      <ConfirmDialog
        open={asking === "delete"}
        onOpenChange={close}
        title="Delete this listing?"
        description={`${listing.address}. The listing and its photos are removed at once, and its links stop working. This action cannot be undone.`}
        confirmLabel="Delete Listing"
        busy={removal.isPending}
        onConfirm={remove}
      />
    </>
  );
}

/** A button that looks like a link, for actions that end a listing. */
function QuietButton({ icon: Icon, children, ...button }: ButtonProps & { icon: LucideIcon; children: string }) {
  return (
    <Button variant="ghost" size="sm" className="-ml-3 text-ink-muted" {...button}>
      <Icon aria-hidden className="size-4" />
      <span className="underline underline-offset-4">{children}</span>
    </Button>
  );
}

/** Shows moderators' questions and the landlord's answers; nothing if there is no question. */
function OwnerMessages({ token, listing: { messages } }: { token: string; listing: OwnerListing }) {
  const answering = useAnswerQuestion(token);
  const [text, setText] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  if (messages.length === 0) return null;
  const send = () => {
    setIsMissing(text.trim() === "");
    if (text.trim() === "" || answering.isPending) return;
    answering.mutate(text, {
      onSuccess: () => {
        setText("");
        toast({ title: "Answer Sent", description: "Our moderators read it before they decide." });
      },
      onError: (error) => toastOwnerFailure("Answer Not Sent", error),
    });
  };
  return (
    <section
      aria-labelledby="messages-heading"
      className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      <h2 id="messages-heading" className="text-lg font-semibold">
        Questions from our moderators
      </h2>
      <div className="mt-3">
        <Messages messages={messages} authorNameOf={({ author }) => (author === "moderator" ? "Moderator" : "You")} />
      </div>
      <form
        noValidate
        className="mt-4 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Field
          label="Your answer"
          required
          error={isMissing ? "Please write an answer." : undefined}
          hint="Only our moderators read it."
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={4}
              maxLength={ANSWER_MAX}
              value={text}
              readOnly={answering.isPending}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div>
          <Button type="submit" busy={answering.isPending}>
            Send Answer
          </Button>
        </div>
      </form>
    </section>
  );
}

/** Returns the saved photos' URLs with their newest signatures. */
function withNewestAddresses(saved: readonly string[], newest: readonly string[]): string[] {
  return saved.map((address) => newest.find((one) => photoPath(one) === photoPath(address)) ?? address);
}

/** Shows the status, actions and edit form of a landlord's listing. */
export function OwnerPanel({ token, listing }: { token: string; listing: OwnerListing }) {
  const [removed, setRemoved] = useState<ListingRemoved | null>(null);
  const [changes, setChanges] = useState(0);
  // After each save, the form remounts with the photos in the response, because the query updates later.
  const [saved, setSaved] = useState({ count: 0, images: listing.images });
  const onChanged = () => setChanges((count) => count + 1);
  if (removed) return <OwnerRemoved address={removed.address} />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <h1 className="text-3xl display">Manage Your Listing</h1>
        <p className="mt-1 text-ink-muted">
          {untranslated(listing.address)}
          {listing.unit !== null && `, unit ${listing.unit}`}
        </p>
        {listing.addressRest !== null && (
          <p className="mt-1 text-sm text-ink-muted">
            Renters do not see this part of the address: {`“${listing.addressRest}”`}
          </p>
        )}
      </div>
      <div className="listing-parts">
        <OwnerStatus listing={listing} changes={changes}>
          <OwnerActions token={token} listing={listing} onChanged={onChanged} onRemoved={setRemoved} />
        </OwnerStatus>
        {listing.status !== "rented" && <OwnerCard listing={listing} />}
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <OwnerMessages token={token} listing={listing} />
          {listing.status !== "rented" && (
            <OwnerEdit
              key={saved.count}
              token={token}
              listing={{ ...listing, images: withNewestAddresses(saved.images, listing.images) }}
              onSaved={({ images }) => {
                setSaved(({ count }) => ({ count: count + 1, images }));
                onChanged();
              }}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** Shows the card as renters see it, or would see it if the listing were public. */
function OwnerCard({ listing }: { listing: OwnerListing }) {
  const renderedAt = useRenderedAt();
  const isPublic = listing.path !== null;
  const { data: shown, isLoading } = useQuery(publicCard(listing));
  const [title, note] = isPublic
    ? ["How renters see it", "On the site now."]
    : ["How renters will see it", "Once it is published."];
  return (
    <CardPreview title={title} note={note}>
      {isLoading ? (
        <ListingCardSkeleton />
      ) : isPublic && shown ? (
        <ListingCard listing={shown} listed={listedText(shown, renderedAt)} photoSizes={PREVIEW_SIZES} />
      ) : (
        <DraftCard values={fieldValues(listing)} images={listing.images} />
      )}
    </CardPreview>
  );
}

const CHIPS: Record<OwnerListing["status"], { label: string; tone: ChipTone }> = {
  pending: { label: "In review", tone: "warn" },
  approved: { label: "Published", tone: "accent" },
  rejected: { label: "Not published", tone: "danger" },
  expired: { label: "Expired", tone: "neutral" },
  rented: { label: "Rented", tone: "neutral" },
};

/** Describes the listing's status and the next step. */
function StatusText({ listing: { status, expiresAt, rejectionReason } }: { listing: OwnerListing }) {
  switch (status) {
    case "pending":
      return "A person reviews your listing before renters see it. We’ll email you when that’s done.";
    case "approved":
      return `Your listing is on the site${expiresAt === null ? "" : ` until ${formatDay(expiresAt)}`}. We’ll email you five days before it expires.`;
    case "rejected":
      return (
        <>
          We could not publish your listing.{" "}
          {rejectionReason !== null && (
            <>
              The reason:{" "}
              <strong dir="auto" className="whitespace-pre-line text-ink">
                {rejectionReason}
              </strong>{" "}
            </>
          )}
          If you change it, we review it again.
        </>
      );
    case "expired":
      return `Your listing left the site after ${LISTING_LIFETIME_DAYS} days. If the unit is still available, renew it.`;
    case "rented":
    default:
      return (
        <>
          Your listing is no longer on the site. When the unit is free again,{" "}
          <Link to={PATHS.landlords} className="font-semibold text-accent underline underline-offset-4">
            post a new listing
          </Link>
          .
        </>
      );
  }
}

interface OwnerStatusProps {
  listing: OwnerListing;
  /**
   * Number of changes made on this page. After each one the focus moves to the status, because the clicked button may
   * be gone.
   */
  changes: number;
  /** Action buttons. */
  children: ReactNode;
}

function OwnerStatus({ listing, changes, children }: OwnerStatusProps) {
  return (
    <section
      aria-labelledby="status-heading"
      className="min-w-0 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      {/* Remounts to take the focus, even if the status updates after the dialog has returned the focus. */}
      <StatusNotice key={`${changes} ${listing.status}`} listing={listing} takesFocus={changes > 0} />
      <div className="mt-4 flex flex-wrap gap-2">
        {listing.path !== null && (
          <Link to={listing.path} className={buttonClass({ variant: "secondary" })}>
            See the Public Page
          </Link>
        )}
        {listing.status !== "rented" && (
          <Button variant="secondary" onClick={() => document.getElementById("edit-heading")?.focus()}>
            Edit
          </Button>
        )}
        {children}
      </div>
    </section>
  );
}

function StatusNotice({ listing, takesFocus }: { listing: OwnerListing; takesFocus: boolean }) {
  const { label, tone } = CHIPS[listing.status];
  const block = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) block.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={block} tabIndex={-1} className="outline-none">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="status-heading" className="text-lg font-semibold">
          Status
        </h2>
        <Chip tone={tone}>{label}</Chip>
      </div>
      <p className="mt-2 text-ink-muted">
        <StatusText listing={listing} />
      </p>
      <p className="mt-1 text-sm text-ink-muted">Submitted {formatDay(listing.submittedAt)}</p>
      <Audience listing={listing} />
    </div>
  );
}

/** Shows the numbers of viewers and callers; nothing for a listing that was never public. */
function Audience({ listing: { status, viewerCount, callerCount } }: { listing: OwnerListing }) {
  const wasPublic = status === "approved" || status === "expired" || status === "rented";
  if (viewerCount === 0 && callerCount === 0)
    return (
      wasPublic && <p className="mt-4">{status === "approved" ? "Nobody has opened it yet." : "Nobody opened it."}</p>
    );
  return (
    <div className="mt-4">
      <div className="flex flex-wrap gap-x-8 gap-y-2">
        <Figure count={viewerCount} text={`${viewerCount === 1 ? "person" : "people"} saw it`} />
        <Figure count={callerCount} text="pressed Call" />
      </div>
      <p className="mt-1 text-sm text-ink-muted">Each person counts once a month.</p>
    </div>
  );
}

function Figure({ count, text }: { count: number; text: string }) {
  return (
    <p>
      <span className="text-2xl font-bold tabular-nums">{formatCount(count)}</span> {text}
    </p>
  );
}

/** Notice for a manage link that is invalid or expired. */
export function OwnerInvalidLink() {
  return (
    <InvalidLink
      code="owner.invalid_link"
      actions={
        <>
          <Link to={PATHS.lostLink} className={buttonClass()}>
            Send My Links Again
          </Link>
          <Link to={PATHS.home} className={buttonClass({ variant: "secondary" })}>
            Return to Homepage
          </Link>
        </>
      }
    >
      The listing was removed, or the link is incomplete. We can email you the links to your listings again.
    </InvalidLink>
  );
}

export function OwnerSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <output className="sr-only">Loading your listing</output>
      <Skeleton className="h-9 w-full max-w-md" />
      <Skeleton className="h-44 w-full" />
      <SubmissionSkeleton />
    </div>
  );
}

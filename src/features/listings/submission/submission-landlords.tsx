import { useState, type ReactNode, useEffect, useRef } from "react";
import { SubmissionButton, SubmissionForm } from "./submission-form.tsx";
import { SUBMITTED_TITLE, toastSubmitted, useSubmission } from "./submission-state.ts";
import { BesideCard, CardPreview, PREVIEW_SIZES, SubmissionFrame } from "./submission-frame.tsx";
import { DraftPreview } from "./draft-card.tsx";
import { CircleCheck } from "lucide-react";
import {
  LISTING_LIFETIME_DAYS,
  type Receipt,
  SUBMITTED_MESSAGE,
  type Submitted,
} from "../../../../worker/contracts/listings.ts";
import { plural } from "../../../lib/format.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { PATHS } from "../../../lib/paths.ts";
import { useMedia } from "../../../lib/use-media.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { ListingCard } from "../card/listing-card.tsx";
import { listedText } from "../facts/listing-text.ts";

/** A stored submission, and the email address that gets emails about it. */
interface SubmissionDone {
  submitted: Submitted;
  email: string;
}

/** Returns a text such as `about 25 minutes`, `about 3 hours` or `about 2 days`. */
function durationText(minutes: number): string {
  const hours = Math.round(minutes / 60);
  if (minutes < 90) return `about ${plural(minutes, "minute")}`;
  return hours < 48 ? `about ${plural(hours, "hour")}` : `about ${plural(Math.round(hours / 24), "day")}`;
}

const MAIL: Readonly<Record<Receipt, (email: ReactNode) => ReactNode>> = {
  now: (email) => <>Your links to edit, renew or remove the listing are on their way to {email}.</>,
  later: (email) => (
    <>We will email your links to edit, renew or remove the listing to {email} when its daily email limit allows.</>
  ),
  dropped: (email) => <>Please request your links to manage the listing on this page with the address {email}.</>,
};

/** Replaces the form: confirms the submission, explains the next steps, and shows the card as renters will see it. */
function SubmissionSuccess({ submitted, email, onAgain }: SubmissionDone & { onAgain(): void }) {
  const { message, listing, receipt, reviewMinutes } = submitted;
  const renderedAt = useRenderedAt();
  const panel = useRef<HTMLDivElement>(null);
  // The form has disappeared, and with it the focus. The page is also much shorter now.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <BesideCard
      labelledBy="success-heading"
      beside={
        <CardPreview note="Not public yet. We will add the neighbourhood and nearest station soon.">
          <ListingCard listing={listing} listed={listedText(listing, renderedAt)} photoSizes={PREVIEW_SIZES} />
        </CardPreview>
      }
    >
      <div ref={panel} tabIndex={-1} className="grid scroll-mt-24 gap-6 outline-none">
        <div>
          <h2 id="success-heading" className="flex items-center gap-2 text-2xl font-bold">
            <CircleCheck aria-hidden className="size-7 shrink-0 text-accent" />
            <span>{SUBMITTED_TITLE}</span>
          </h2>
          <p className="mt-2 text-lg">{message || SUBMITTED_MESSAGE}</p>
        </div>
        <section aria-labelledby="next-heading">
          <h3 id="next-heading" className="text-lg font-bold">
            What happens next
          </h3>
          <ol className="mt-2 grid list-decimal gap-2 pl-6 marker:font-bold">
            <li>{MAIL[receipt](<strong className="wrap-anywhere">{email}</strong>)}</li>
            <li>
              We review it before it is published.
              {reviewMinutes !== null && ` Recent reviews took ${durationText(reviewMinutes)}.`}
            </li>
            <li>
              Then it is on the site for {LISTING_LIFETIME_DAYS} days, and renters call you
              {listing.phone !== null && (
                <>
                  {" "}
                  at <span className="whitespace-nowrap">{listing.phone}</span>
                </>
              )}
              .
            </li>
          </ol>
        </section>
        <div className="flex flex-wrap gap-2">
          <Link to={PATHS.home} className={buttonClass()}>
            Browse Rentals
          </Link>
          <Button variant="secondary" onClick={onAgain}>
            Post another
          </Button>
        </div>
      </div>
    </BesideCard>
  );
}

/**
 * Minimum width at which the card is beside the form. On narrower screens the card is above the submit button, so that
 * the landlord sees it before submitting.
 */
const BESIDE = "(width >= 64rem)";

/** The form of the landlords page, which loads it lazily because it includes the validation code. */
export function LandlordsForm() {
  const [done, setDone] = useState<SubmissionDone | null>(null);
  const submission = useSubmission({
    variant: "landlords",
    onSubmitted: (submitted, email) => {
      // During a deployment, the previous version of the server may send a response without a listing.
      if ("listing" in submitted) setDone({ submitted, email });
      else toastSubmitted(submitted);
    },
  });
  const isWide = useMedia(BESIDE);
  if (done !== null) return <SubmissionSuccess {...done} onAgain={() => setDone(null)} />;
  const preview = <DraftPreview form={submission.form} images={submission.photos.images} />;
  return (
    <SubmissionFrame beside={isWide && preview}>
      <SubmissionForm submission={submission}>
        {!isWide && preview}
        <SubmissionButton submission={submission} className="w-full" />
      </SubmissionForm>
    </SubmissionFrame>
  );
}

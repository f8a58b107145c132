import { BadgeCheck, CalendarClock, CircleDollarSign, Phone, type LucideIcon } from "lucide-react";
import { lazy, Suspense } from "react";
import { LISTING_LIFETIME_DAYS } from "../../worker/contracts/listings.ts";
import { LostLink } from "../features/listings/owner/owner-lost-link.tsx";
import { SubmissionFrame } from "../features/listings/submission/submission-frame.tsx";
import { PreviewSkeletonBeside, SubmissionSkeleton } from "../features/listings/submission/submission-skeleton.tsx";
import { PAGE_NAMES, PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { useInBrowser } from "../lib/use-browser.ts";
import { DemoNote } from "../ui/notice.tsx";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { NoScriptNote } from "../ui/field.tsx";

const LandlordsForm = lazy(() =>
  import("../features/listings/submission/submission-landlords.tsx").then((module) => ({
    default: module.LandlordsForm,
  })),
);

export const head = fixedHead(
  "List Your Rental for Free",
  "Landlords in Toronto and the GTA: list a below-market rental for free. Every listing is reviewed, and renters call you directly.",
  PATHS.landlords,
);

const POINTS: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: CircleDollarSign,
    // The non-breaking hyphen keeps the word on one line.
    title: "Free for below\u2011market units",
    text: "Listing costs nothing. Units above market are not listed.",
  },
  { icon: BadgeCheck, title: "Reviewed first", text: "We look at every listing before it is published." },
  { icon: Phone, title: "Renters call you", text: "They see your phone number." },
  {
    icon: CalendarClock,
    title: `Listed for ${LISTING_LIFETIME_DAYS} days`,
    text: "Listings expire automatically after that.",
  },
];

export function Component() {
  const site = useSite();
  const { isDemo } = site;
  useDocumentHead(head(null, site));
  const isInBrowser = useInBrowser();
  return (
    <div className="page-width flex flex-col gap-4 pt-4 pb-8 sm:gap-6 sm:pt-6 lg:pb-12">
      <div>
        <div className="mb-2 max-sm:hidden">
          <Breadcrumb steps={[{ name: PAGE_NAMES.landlords }]} />
        </div>
        <h1 className="text-2xl display sm:text-3xl">List your rental with people who are looking</h1>
      </div>
      <ul className="grid gap-x-8 gap-y-4 max-lg:order-last sm:grid-cols-2 lg:grid-cols-4">
        {POINTS.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-3">
            <span className="grid size-10 shrink-0 place-items-center rounded-control bg-accent-soft text-accent">
              <Icon aria-hidden className="size-5" />
            </span>
            <div>
              <h2 className="font-semibold">{title}</h2>
              <p className="text-sm text-ink-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      {isDemo ? (
        <SubmissionFrame>
          <DemoNote what="listings" />
        </SubmissionFrame>
      ) : isInBrowser ? (
        <Suspense fallback={waiting}>
          <LandlordsForm />
        </Suspense>
      ) : (
        waiting
      )}
      <div className="max-w-xl max-lg:order-last">
        <LostLink />
      </div>
    </div>
  );
}

const waiting = (
  <SubmissionFrame beside={<PreviewSkeletonBeside />}>
    <NoScriptNote to="To submit a listing" />
    <div className="with-scripts">
      <SubmissionSkeleton />
    </div>
  </SubmissionFrame>
);

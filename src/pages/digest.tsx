import { PlacesOverlay } from "../features/listings/commute/places-overlay.tsx";
import { useQuery } from "@tanstack/react-query";
import { House } from "lucide-react";
import { type DigestEdition, UNPROVEN_HEADING } from "../../worker/contracts/digest.ts";
import { DROPS_PATH } from "../../worker/contracts/price-history.ts";
import { type Answers, usePathParameters } from "../app/router/page-table.ts";
import { editionPath, type PageData, type PageHead, type SiteInfo } from "../../worker/contracts/page.ts";
import { digestEdition, digestKeys } from "../features/digest/digest.queries.ts";
import { HowWeCompare } from "../features/listings/facts/listing-badges.tsx";
import { ListingGrid, ListingGridSkeleton } from "../features/listings/card/listing-grid.tsx";
import { formatDateWithWeekday } from "../lib/format-time.ts";
import { formatDate, plural } from "../lib/format.ts";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { LoadFailure, Notice } from "../ui/notice.tsx";
import { Component as NotFoundPage, head as notFoundHead } from "./not-found.tsx";

const SKELETONS = 4;

const titleOf = (date: string) => `Below-market listings of ${formatDate(date)}`;

function headOfEdition({ date, listings }: DigestEdition, site: SiteInfo): PageHead {
  const description = `${plural(listings.length, "rental")} below market in Toronto, from the email of ${formatDateWithWeekday(date)}. New ones come every Monday, Wednesday and Friday.`;
  const title = `${titleOf(date)} | ${site.name}`;
  // An edition without listings is not worth indexing.
  if (listings.length === 0) return { title, description, noindex: true };
  return { title, description, canonicalPath: editionPath(date) };
}

export function head(data: PageData, site: SiteInfo): PageHead {
  if (data.page === "digest_gone") return notFoundHead(data, site);
  if (data.page !== "digest") throw new Error(`The digest page received the data of the page “${data.page}”.`);
  return headOfEdition(data.edition, site);
}

export function answers(data: PageData): Answers {
  if (data.page === "digest_gone") return [[digestKeys.edition(data.date), null]];
  return data.page === "digest" ? [[digestKeys.edition(data.edition.date), data.edition]] : [];
}

export function Component() {
  const { date = "" } = usePathParameters();
  return <EditionPage key={date} date={date} />;
}

function EditionPage({ date }: { date: string }) {
  const { data: edition, isPending, refetch } = useQuery(digestEdition(date));
  if (edition) return <Edition edition={edition} />;
  if (edition === null) return <NotFoundPage />;
  return (
    <div className="page-width py-6">
      {isPending ? (
        <ListingGridSkeleton count={SKELETONS} />
      ) : (
        <LoadFailure level="h1" title="Error loading listings" onRetry={() => void refetch()}>
          <p>Please try again later.</p>
        </LoadFailure>
      )}
    </div>
  );
}

function Edition({ edition }: { edition: DigestEdition }) {
  useDocumentHead(headOfEdition(edition, useSite()));
  const { date, listings, unproven, reduced, goneCount } = edition;
  return (
    <div className="page-width pt-6">
      <Breadcrumb steps={[{ name: titleOf(date) }]} />
      <PlacesOverlay />
      <h1 className="mt-2 text-3xl display">{titleOf(date)}</h1>
      <p className="mt-2 mb-6 text-ink-muted">
        The edition of {formatDateWithWeekday(date)}.
        {goneCount > 0 &&
          ` ${plural(goneCount, "listing")} in this edition ${goneCount === 1 ? "has" : "have"} been rented, withdrawn or changed since.`}
      </p>
      <section aria-label="Listings">
        <h2 className="sr-only">Listings</h2>
        {listings.length > 0 ? (
          <>
            <ListingGrid listings={listings} />
            <p className="mt-6 text-sm">
              <HowWeCompare />
            </p>
          </>
        ) : unproven.length + reduced.length > 0 ? null : (
          <Notice
            icon={House}
            title={goneCount > 0 ? "All of them are taken" : "Nothing new that day"}
            actions={
              <Link to={PATHS.home} className={buttonClass({ variant: "secondary" })}>
                Browse all listings
              </Link>
            }
          >
            <p>
              {goneCount > 0
                ? "Below-market rentals go fast. See what is on the site now."
                : "No email was sent. See what is on the site now."}
            </p>
          </Notice>
        )}
      </section>
      <section
        aria-labelledby="join-heading"
        className="mt-10 flex flex-col items-center gap-3 rounded-card border border-line bg-surface p-6 text-center"
      >
        <h2 id="join-heading" className="text-xl font-bold">
          Get the next one by email
        </h2>
        <p className="max-w-xl text-ink-muted">
          Every Monday, Wednesday and Friday at 10 a.m. Toronto time. Free, and you can unsubscribe anytime.
        </p>
        <Link to={PATHS.join} className={buttonClass({ size: "lg" })}>
          Join the Community
        </Link>
      </section>
      {unproven.length > 0 && (
        <section aria-labelledby="unproven" className="mt-10">
          <h2 id="unproven" className="mb-1 text-2xl font-bold">
            {UNPROVEN_HEADING}
          </h2>
          <p className="mb-4 text-ink-muted">
            These rents are about the market rent, or we have no market rent to compare them with.
          </p>
          <ListingGrid listings={unproven} />
        </section>
      )}
      {reduced.length > 0 && (
        <section aria-labelledby="reduced" className="mt-10">
          <h2 id="reduced" className="mb-4 text-2xl font-bold">
            Rent Reduced
          </h2>
          <ListingGrid listings={reduced} />
          <p className="mt-6 text-sm">
            <Link to={DROPS_PATH} className="underline underline-offset-4 hover:text-accent">
              See all reduced rents
            </Link>
          </p>
        </section>
      )}
    </div>
  );
}

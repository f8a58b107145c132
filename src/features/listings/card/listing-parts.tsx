import type { ReactNode } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { formatDate } from "../../../lib/format.ts";
import { PATHS } from "../../../lib/paths.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { untranslated } from "../../../ui/untranslated.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { SpriteIcon } from "../../../ui/icon-sprite.tsx";
import { Link } from "../../../ui/link.tsx";
import { type CommutesOf, useOpenPlaces } from "../commute/commute-lines.tsx";
import { useCommutes } from "../commute/commutes-store.ts";
import { BelowMarketChip } from "../facts/listing-badges.tsx";
import { ListingDescription, ListingFacts } from "../facts/listing-facts.tsx";
import {
  areaText,
  isNewlyListed,
  isSurelyRentControlled,
  kindName,
  listedText,
  priceText,
  savingText,
  titleWithoutBedrooms,
} from "../facts/listing-text.ts";
import { MarketComparison } from "../facts/market-comparison.tsx";
import { ShareButton } from "../facts/share-button.tsx";
import { Heart } from "../saving/heart.tsx";
import { NotForMe, useRememberViewed } from "../saving/save-actions.tsx";
import { Gallery } from "../photos/gallery.tsx";
import { StationLine } from "../place/station-line.tsx";
import { ContactCard, ReportButton } from "./contact-card.tsx";
import { mapsQuery } from "./maps-query.ts";
import { RentChange, RentHistory, TimeOnMarket } from "./rent-history.tsx";

/**
 * Classes that place a listing's sections. Phones show all sections in one column, with the contact section after the
 * description. On wider screens the page shows price and contact beside the photos, and the dialog shows the contact
 * beside price and description.
 */
const SHAPES = {
  page: {
    grid: "lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr]",
    photos: "",
    aside: "lg:sticky lg:top-[calc(var(--header)+1rem)] lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:grid",
    rest: "lg:grid",
  },
  dialog: {
    grid: "md:grid-cols-[1.4fr_1fr]",
    photos: "md:col-span-full md:[&>ul]:aspect-auto md:[&>ul]:h-60",
    aside: "",
    rest: "md:*:col-span-full md:*:first:col-span-1 md:*:first:col-start-1",
  },
} as const;

interface ListingPartsProps {
  listing: PublicListing;
  shape: keyof typeof SHAPES;
  /** Back link before the share button on the photo. */
  back?: ReactNode;
  /** Heading below the price, for a listing that nothing else on the page names. */
  heading?: ReactNode;
  /** The map and the data about the location. */
  surroundings: ReactNode;
}

/** Shows a listing in full, on its page and in the dialog. */
export function ListingParts({ listing, shape, back, heading, surroundings }: ListingPartsProps) {
  useRememberViewed(listing);
  const { grid, photos, aside, rest } = SHAPES[shape];
  return (
    <div className={`listing-parts ${grid}`}>
      <Gallery
        listing={listing}
        className={photos}
        controls={
          <>
            {back}
            <ShareButton listing={listing} />
            <Heart listing={listing} className="" />
          </>
        }
      />
      <div className={`listing-aside ${aside}`}>
        <PriceAndComparison listing={listing} shape={shape} heading={heading} />
        <div className="listing-contact">
          <ContactCard listing={listing} />
          <div className="mt-2 -ml-3 flex flex-wrap print:hidden">
            <NotForMe listing={listing} />
            <Link to={PATHS.forum} className={buttonClass({ variant: "ghost", size: "sm" })}>
              Discussions
            </Link>
          </div>
        </div>
      </div>
      <div className={`listing-rest ${rest}`}>
        <ListingDescription listing={listing} />
        <ListingFacts listing={listing}>
          <TimeOnMarket listing={listing} />
        </ListingFacts>
        <CommuteSection listing={listing} />
        {surroundings}
        <ReportButton listing={listing} />
      </div>
    </div>
  );
}

/** Shows the price, type, location and move-in date, and a line that explains the discount. */
function PriceAndComparison({ listing, shape, heading }: Pick<ListingPartsProps, "listing" | "shape" | "heading">) {
  const area = areaText(listing);
  const street = titleWithoutBedrooms(listing.title);
  const saving = savingText(listing);
  const renderedAt = useRenderedAt();
  return (
    <div className="space-y-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1">
        <span translate="no" className={`display text-4xl ${shape === "page" ? "lg:text-5xl" : ""}`}>
          {priceText(listing)}
        </span>
        <span className="text-ink-muted">{shape === "page" ? "per month" : "Monthly"}</span>
        <BelowMarketChip listing={listing} />
        {saving !== null && <span className="font-semibold text-good">{untranslated(saving)}</span>}
      </p>
      {heading}
      <p>
        {kindName(listing)} ·{" "}
        <a
          href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(mapsQuery(listing))}`}
          rel="noopener noreferrer"
          className="font-semibold text-accent underline-offset-4 hover:underline"
        >
          <span translate="no">
            {street}
            <span className="sr-only">{listing.address.slice(street.length)}</span>
          </span>
          <span className="sr-only"> (open in maps)</span>
        </a>
        {area !== null && (
          <>
            {" "}
            · <span className="inline-block">{area}</span>
          </>
        )}
      </p>
      <div>
        <p className="text-ink-muted max-sm:text-sm">
          Move-in {formatDate(listing.moveInDate)} · {isNewlyListed(listing, renderedAt) ? "" : "Listed "}
          {listedText(listing, renderedAt)}
        </p>
        <MarketComparison listing={listing} change={<RentChange listing={listing} />}>
          <RentHistory listing={listing} />
        </MarketComparison>
        <ListingBadges listing={listing} />
      </div>
      <CommuteSummary listing={listing} />
    </div>
  );
}

/** Shows the closest station, rent control and the distance to downtown, if known. */
function ListingBadges({ listing }: { listing: PublicListing }) {
  const rentControlled = isSurelyRentControlled(listing);
  const hasStation = listing.closestSubwayStation !== null;
  if (!rentControlled && !hasStation && listing.distanceToDowntown === null) return null;
  return (
    <ul className="mt-3 flex flex-wrap items-center gap-x-3 max-sm:text-sm">
      {hasStation && (
        <li>
          <StationLine listing={listing} className="sm:text-base" />
        </li>
      )}
      {rentControlled && (
        <li className="flex items-center gap-1">
          <SpriteIcon name="shield" className="size-4" />
          Rent Controlled
        </li>
      )}
      {listing.distanceToDowntown !== null && <li>{listing.distanceToDowntown} km to Downtown Toronto</li>}
    </ul>
  );
}

/**
 * Summary of the commutes on a listing's page. The boot script counts the visitor's places, so that space for the
 * summary is reserved from the first paint on.
 */
function CommuteSummary({ listing }: CommutesOf) {
  const known = useCommutes();
  return (
    useOpenPlaces() && (
      <div className="commute-summary">{known && <known.parts.CommuteLines listing={listing} className="" />}</div>
    )
  );
}

/** Shows the commutes in detail, in reserved space, or an invitation to add places. */
function CommuteSection({ listing }: CommutesOf) {
  const known = useCommutes();
  const openPlaces = useOpenPlaces();
  if (!openPlaces) return null;
  return (
    <div className="commute-room">
      <div className="ask-for-places">
        <p className="mr-auto">See the door-to-door time from this home by transit and on foot.</p>
        <Button variant="secondary" onClick={openPlaces}>
          How long to work?
        </Button>
      </div>
      {known && <known.parts.CommuteDetails listing={listing} />}
    </div>
  );
}

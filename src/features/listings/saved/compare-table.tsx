import { useQueries } from "@tanstack/react-query";
import { ArrowLeft, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { listingPath, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { PATHS } from "../../../lib/paths.ts";
import { asWritten } from "../../../ui/as-written.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import {
  photoAlt,
  areaText,
  attributeFacts,
  belowMarketText,
  comparedWithText,
  marketStandingText,
  noPercentText,
  priceText,
} from "../facts/listing-text.ts";
import { WayLines } from "../commute/way-lines.tsx";
import { useWays } from "../commute/ways-store.ts";
import { listingPlaceFacts } from "../facts/listing-places.queries.ts";
import type { SavedHome } from "../keeping/stored-homes.ts";
import { ATTRIBUTES, attributeText } from "../../../../worker/contracts/attributes.ts";
import type { ListingFacts } from "../../../../worker/contracts/places.ts";
import { formatDate, formatMetres } from "../../../lib/format.ts";
import { goneText, repricedText, STATE_TEXTS, viewingText } from "./saved-text.ts";

/** A row of the comparison; null values are not known. */
interface CompareRow {
  name: string;
  values: (string | null)[];
}

/** Tells if some of the values differ from others. */
const differs = (values: readonly (string | null)[]): boolean => new Set(values).size > 1;

const sentence = (...parts: (string | null)[]) => parts.filter(Boolean).join(", ") || null;

function rentControlText({ isRentControlled, rentControlConfidence }: PublicListing): string | null {
  if (isRentControlled === null) return null;
  const answer = isRentControlled ? "Yes" : "No";
  return rentControlConfidence === "high" ? answer : `Probably ${answer.toLowerCase()}`;
}

function stationText({ closestSubwayStation, subwayLines, distanceToSubway }: PublicListing): string | null {
  if (closestSubwayStation === null) return null;
  const lines = subwayLines.length === 0 ? null : `line ${subwayLines.join(", ")}`;
  return sentence(closestSubwayStation, lines, distanceToSubway === null ? null : formatMetres(distanceToSubway));
}

const ROWS: readonly [name: string, textOf: (listing: PublicListing) => string | null][] = [
  ["Rent", priceText],
  ["Against the market", (listing) => belowMarketText(listing) ?? marketStandingText(listing)],
  ["Compared with", (listing) => comparedWithText(listing) ?? noPercentText(listing)],
  ["Bedrooms", ({ bedrooms }) => bedrooms],
  ["Bathrooms", ({ bathrooms }) => bathrooms],
  ["Kind of home", ({ homeType }) => attributeText("homeType", homeType)],
  ["Move-in", ({ moveInDate }) => formatDate(moveInDate)],
  ["Area", (listing) => areaText(listing) ?? listing.municipality],
  ["Downtown", ({ distanceToDowntown }) => distanceToDowntown && `${distanceToDowntown} km`],
  ["Station", stationText],
  ["Rent control", rentControlText],
];

function buildingText(facts: ListingFacts | null): string | null {
  const building = facts?.building;
  if (!building) return null;
  const year = building.yearBuilt === null ? null : `built ${building.yearBuilt}`;
  return sentence(building.score === null ? null : `${building.score} of 100`, year);
}

/** The rows of a comparison, without what is known of none of the homes. */
function compareRows(homes: readonly SavedHome[], facts: readonly (ListingFacts | null)[]): CompareRow[] {
  const listings = homes.map(({ snapshot }) => snapshot?.listing ?? null);
  const stated = listings.map((listing) => new Map(listing ? attributeFacts(listing) : []));
  const labels = Object.values(ATTRIBUTES).map(({ label }) => label);
  const own: CompareRow[] = [
    { name: "What became of it", values: homes.map((home) => sentence(goneText(home), repricedText(home))) },
    { name: "State", values: homes.map(({ state }) => state && STATE_TEXTS[state]) },
    { name: "Viewing", values: homes.map(({ viewingAt }) => viewingAt && viewingText(viewingAt)) },
    { name: "Your note", values: homes.map(({ note }) => note || null) },
  ];
  return [
    ...ROWS.map(([name, textOf]) => ({ name, values: listings.map((listing) => listing && textOf(listing)) })),
    { name: "Building’s score", values: facts.map(buildingText) },
    ...labels.map((name) => ({ name, values: stated.map((known) => known.get(name) ?? null) })),
    ...own,
  ].filter(({ values }) => values.some((value) => value !== null));
}

const noQuestion = () => {};

/** Two to four saved homes side by side; what differs is marked. Prints on one page. */
export function CompareTable({ homes }: { homes: readonly SavedHome[] }) {
  const facts = useQueries({ queries: homes.map(({ id }) => ({ ...listingPlaceFacts(id), retry: false })) });
  const rows = compareRows(
    homes,
    facts.map(({ data }) => data ?? null),
  );
  const ways = useWays();
  const hasWays = ways !== null && ways.places.length > 0;
  return (
    <div className="compare">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h1 id="compare-heading" className="display mr-auto text-2xl">
          Compare {homes.length} homes
        </h1>
        <Link to={PATHS.saved} className={`${buttonClass({ variant: "secondary", size: "sm" })} print:hidden`}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          Saved homes
        </Link>
        <Button size="sm" className="print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" />
          Print
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls it */}
      <section aria-labelledby="compare-heading" tabIndex={0} className="compare-scroll">
        <table>
          <caption className="sr-only">
            {homes.length} saved homes side by side. A row that says “differs” has different values.
          </caption>
          <thead>
            <tr>
              <td>
                <span className="sr-only">What is compared</span>
              </td>
              {homes.map((home) => (
                <th key={home.id} scope="col">
                  <HomeHead home={home} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, values }) => (
              <Row key={name} name={name} isDifferent={differs(values)}>
                {values.map((value, nth) => (
                  <td key={homes[nth]?.id}>{value ?? <span className="text-ink-muted">Not known</span>}</td>
                ))}
              </Row>
            ))}
            {hasWays && (
              <Row name="Your ways" isDifferent={false}>
                {homes.map((home) => (
                  <td key={home.id}>
                    {home.gone === null && <WayLines listing={home} onAsk={noQuestion} className="" />}
                  </td>
                ))}
              </Row>
            )}
          </tbody>
        </table>
      </section>
      <p className="mt-3 text-xs text-ink-muted">
        Please verify rent control and all details with the landlord before you decide.
      </p>
    </div>
  );
}

function HomeHead({ home }: { home: SavedHome }) {
  const listing = home.snapshot?.listing;
  const [photo] = listing?.images ?? [];
  const name = listing?.title ?? `Listing #${home.id}`;
  return (
    <>
      <span className="compare-photo">
        {listing && photo !== undefined && <PhotoImage src={photo} alt={photoAlt(listing, 0, 1)} sizes="16rem" />}
      </span>
      {listing && home.gone === null ? (
        <Link to={listingPath(listing)} className="text-accent underline-offset-4 hover:underline">
          {asWritten(name)}
        </Link>
      ) : (
        asWritten(name)
      )}
    </>
  );
}

function Row({ name, isDifferent, children }: { name: string; isDifferent: boolean; children: ReactNode }) {
  return (
    <tr data-differs={isDifferent || undefined}>
      <th scope="row">
        {name}
        {isDifferent && (
          <span className="ml-1 text-accent">
            <span aria-hidden="true">≠</span>
            <span className="sr-only"> (differs)</span>
          </span>
        )}
      </th>
      {children}
    </tr>
  );
}

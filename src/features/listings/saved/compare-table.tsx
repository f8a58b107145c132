import { useQueries } from "@tanstack/react-query";
import { ArrowLeft, Printer } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import type { Commute } from "../../../../worker/contracts/commute.ts";
import { listingPath } from "../../../../worker/contracts/listings.ts";
import { PATHS } from "../../../lib/paths.ts";
import { untranslated } from "../../../ui/untranslated.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { CallLink } from "../card/contact-card.tsx";
import { useCommutesOfHomes } from "../commute/commutes.queries.ts";
import { useCommutes, type Commutes } from "../commute/commutes-store.ts";
import { listingPlaceFacts } from "../facts/listing-places.queries.ts";
import { photoAlt, titleWithoutBedrooms } from "../facts/listing-text.ts";
import type { SavedHome } from "../saving/saved-homes.ts";
import { areBest, compare, type CompareRow } from "./compare-rows.ts";

/** Compares two to four saved homes side by side, and marks the best value of each row. Prints on one page. */
export function CompareTable({ homes }: { homes: readonly SavedHome[] }) {
  const facts = useQueries({ queries: homes.map(({ id }) => ({ ...listingPlaceFacts(id), retry: false })) });
  const {
    rows: [rent, ...rows],
    ownRows,
    footnotes,
  } = compare(
    homes,
    facts.map(({ data }) => data ?? null),
  );
  const commutes = useCommutes();
  const hasCommutes = commutes !== null && commutes.places.length > 0;
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
        <Button variant="secondary" size="sm" className="print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" />
          Print
        </Button>
      </div>
      <section
        aria-labelledby="compare-heading"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls it
        tabIndex={0}
        className="compare-scroll relative overflow-auto rounded-card border border-line bg-surface"
        // Shows the edge of the third home as a hint that there are more homes.
        style={{ "--homes": homes.length, "--peek": homes.length > 2 ? "1.25rem" : "0px" } as CSSProperties}
      >
        <table className="text-sm">
          <caption className="sr-only">
            {homes.length} saved homes side by side. The best value in each row is marked.
          </caption>
          <thead>
            <tr>
              <td className="compare-corner">
                <span className="sr-only">Detail</span>
              </td>
              {homes.map((home) => (
                <th key={home.id} scope="col">
                  <HomeHead home={home} />
                </th>
              ))}
            </tr>
            {rent && <Row {...rent} homes={homes} className="compare-rent" />}
          </thead>
          <tbody>
            <CallRow homes={homes} />
            {rows.map((row) => (
              <Row key={row.name} {...row} homes={homes} />
            ))}
            {hasCommutes && <CommuteRow FoundCommutes={commutes.parts.FoundCommutes} homes={homes} />}
            {ownRows.map((row) => (
              <Row key={row.name} {...row} homes={homes} unknown="—" />
            ))}
          </tbody>
        </table>
      </section>
      {footnotes.length > 0 && (
        <ol className="mt-3 list-decimal pl-5 text-sm text-ink-muted">
          {footnotes.map((text) => (
            <li key={text}>{text.charAt(0).toUpperCase() + text.slice(1)}</li>
          ))}
        </ol>
      )}
      <p className="mt-2 text-sm text-ink-muted">
        Please verify rent control and all details with the landlord before you decide.
      </p>
    </div>
  );
}

interface RowProps extends CompareRow {
  homes: readonly SavedHome[];
  /** Text shown in cells without a value. */
  unknown?: string;
  className?: string;
}

function Row({ name, cells, homes, unknown = "Not known", className }: RowProps) {
  return (
    <tr className={className}>
      <th scope="row">{name}</th>
      {cells.map(({ text, isBest, note }, nth) => (
        <BestCell key={homes[nth]?.id} isBest={isBest}>
          {text ?? <span className="text-ink-muted">{unknown}</span>}
          {note !== null && <sup> {note}</sup>}
        </BestCell>
      ))}
    </tr>
  );
}

function BestCell({ isBest, children }: { isBest: boolean; children: ReactNode }) {
  return (
    <td data-best={isBest || undefined}>
      {children}
      {isBest && <span className="sr-only"> (best)</span>}
    </td>
  );
}

/** Row of call buttons. The buttons are not in the table head, because the head stays in view and must be low. */
function CallRow({ homes }: { homes: readonly SavedHome[] }) {
  return (
    <tr className="print:hidden">
      <th scope="row">Contact</th>
      {homes.map(({ id, snapshot, gone }) => (
        <td key={id}>
          {snapshot && gone === null && (
            <CallLink listing={snapshot.listing} size="sm" variant="secondary" className="flex w-fit" />
          )}
        </td>
      ))}
    </tr>
  );
}

/** Row with the commutes from each home. The home with the shortest total time is marked as the best. */
function CommuteRow({
  FoundCommutes,
  homes,
}: Pick<Commutes["parts"], "FoundCommutes"> & { homes: readonly SavedHome[] }) {
  const found = useCommutesOfHomes(homes.map(({ id }) => id));
  const best = areBest(found.map((one) => minutesInAll(one?.commutes ?? [])));
  return (
    <tr>
      <th scope="row">Your commutes</th>
      {found.map((one, nth) => (
        <BestCell key={homes[nth]?.id} isBest={best[nth] === true}>
          {one && <FoundCommutes {...one} className="" />}
        </BestCell>
      ))}
    </tr>
  );
}

/** Returns the total minutes; null if one of the commutes is unknown. */
function minutesInAll(commutes: readonly Commute[]): number | null {
  const minutes = commutes.map(({ minutes }) => minutes ?? Number.NaN);
  const sum = minutes.reduce((all, one) => all + one, 0);
  return minutes.length === 0 || Number.isNaN(sum) ? null : sum;
}

function HomeHead({ home }: { home: SavedHome }) {
  const listing = home.snapshot?.listing;
  const [photo] = listing?.images ?? [];
  const name = listing ? titleWithoutBedrooms(listing.title) : `Listing #${home.id}`;
  return (
    <>
      <span className="compare-photo mb-2 block w-full overflow-hidden rounded-control bg-sunken">
        {listing && photo !== undefined && (
          <PhotoImage src={photo} alt={photoAlt(listing, 0, 1)} sizes="16rem" className="size-full" />
        )}
      </span>
      {listing && home.gone === null ? (
        <Link
          to={listingPath(listing)}
          aria-label={listing.title}
          className="block leading-5 text-accent underline-offset-4 hover:underline"
        >
          {untranslated(name)}
        </Link>
      ) : (
        <span className="block leading-5">{untranslated(name)}</span>
      )}
    </>
  );
}

import { useQueries } from "@tanstack/react-query";
import { ArrowLeft, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { listingPath } from "../../../../worker/contracts/listings.ts";
import { PATHS } from "../../../lib/paths.ts";
import { asWritten } from "../../../ui/as-written.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { photoAlt } from "../facts/listing-text.ts";
import { WayLines } from "../commute/way-lines.tsx";
import { useWays } from "../commute/ways-store.ts";
import { listingPlaceFacts } from "../facts/listing-places.queries.ts";
import { compareRows, differs } from "./compare-rows.ts";
import type { SavedHome } from "../keeping/stored-homes.ts";

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

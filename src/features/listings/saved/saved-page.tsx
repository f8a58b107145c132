import { useQuery, useQueries } from "@tanstack/react-query";
import { CalendarPlus, Eye, EyeOff, Heart, Share2, ArrowLeft, Printer } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import { ATTRIBUTES, attributeText } from "../../../../worker/contracts/attributes.ts";
import { listingPath, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { photoAtWidth } from "../../../../worker/contracts/photos.ts";
import type { ListingFacts } from "../../../../worker/contracts/places.ts";
import { lookUpHomes, SAVED_MAX } from "../../../../worker/contracts/saved.ts";
import { call } from "../../../lib/api.ts";
import { formatDate, formatMetres } from "../../../lib/format.ts";
import { PATHS } from "../../../lib/paths.ts";
import { useLazyModule } from "../../../lib/use-lazy-module.ts";
import { whenIdle } from "../../../lib/timing.ts";
import { asWritten } from "../../../ui/as-written.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { ListingGrid } from "../card/listing-grid.tsx";
import { WayLines } from "../commute/way-lines.tsx";
import { useWays } from "../commute/ways-store.ts";
import { listingPlaceFacts } from "../facts/listing-places.queries.ts";
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
import { showAgain, tellOutcome } from "../keeping/save-home.ts";
import {
  forgetSeen,
  learnOfHomes,
  useKeptHomes,
  type HiddenHome,
  type SavedHome,
  type Snapshot,
} from "../keeping/saved-homes.ts";
import { SavedHomeRow } from "./saved-home-row.tsx";
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
function CompareTable({ homes }: { homes: readonly SavedHome[] }) {
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
      <p className="mt-3 text-sm text-ink-muted">
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

/** The cache that public/sw.js answers from while there is no connection. */
const CACHE = "saved";
/** Most photos that are kept, at the smallest width: about 2 MB. */
const PHOTOS_MAX = 60;
const PHOTO_WIDTH = 400;

/** The build's files that this page has loaded. */
const loadedFiles = () =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
    .map(({ pathname }) => pathname);

/** Keeps the page with its files and the first photos of saved homes, so that it opens without a connection. */
async function keepForOffline(homes: readonly SavedHome[]): Promise<void> {
  // Only a service worker reads the cache.
  if (!("caches" in window) || !navigator.onLine || !navigator.serviceWorker?.controller) return;
  try {
    // These may be opened from here.
    await Promise.all([import("../card/listing-dialog.tsx"), import("./viewings.ts")]);
    const photos = homes.flatMap(({ snapshot }) => snapshot?.listing.images.slice(0, 1) ?? []);
    const wanted = new Set([
      PATHS.saved,
      ...loadedFiles(),
      ...photos.slice(0, PHOTOS_MAX).map((photo) => photoAtWidth(photo, PHOTO_WIDTH)),
    ]);
    const cache = await caches.open(CACHE);
    const kept = await cache.keys();
    const pathOf = ({ url }: Request) => url.slice(location.origin.length);
    await Promise.all(kept.filter((request) => !wanted.has(pathOf(request))).map((request) => cache.delete(request)));
    const known = new Set(kept.map(pathOf));
    for (const path of wanted) {
      // Files and photos never change under their address; the page does with each build.
      if (known.has(path) && path !== PATHS.saved) continue;
      const response = await fetch(path);
      if (response.ok) await cache.put(path, response);
    }
  } catch {
    // Without room the page needs a connection.
  }
}

/** Fewest and most homes that are compared. */
const COMPARED = { least: 2, most: 4 } as const;

const loadShare = () => import("./shortlist-dialogs.tsx");

/** Asks once a visit what became of the saved and the viewed homes, and keeps the answer. */
function useNews(ids: readonly number[]): { isOutdated: boolean } {
  const asked = ids.slice(0, SAVED_MAX);
  const { isError } = useQuery({
    queryKey: ["listings", "saved", "news", asked.toSorted((a, b) => a - b).join()],
    queryFn: async () => {
      const answer = await call(lookUpHomes, { body: { ids: asked } });
      learnOfHomes(answer);
      return answer;
    },
    enabled: asked.length > 0,
    refetchOnMount: "always",
    gcTime: 0,
  });
  return { isOutdated: isError };
}

/** The ids in `?compare=12,15`. */
const comparedIn = (search: string) =>
  (new URLSearchParams(search).get("compare") ?? "").split(",").map(Number).slice(0, COMPARED.most);

/** Saved, viewed and hidden homes of this browser, or some of them side by side. */
export function SavedPage() {
  const kept = useKeptHomes();
  const { search } = useLocation();
  const ids = [...kept.homes.map(({ id }) => id), ...kept.seen.map(({ listing }) => listing.id)];
  const { isOutdated } = useNews([...new Set(ids)]);
  useEffect(() => whenIdle(() => void keepForOffline(kept.homes)), [kept.homes]);
  const asked = comparedIn(search);
  const compared = kept.homes.filter(({ id }) => asked.includes(id));

  if (compared.length >= COMPARED.least) return <CompareTable homes={compared} />;
  const count = (number: number) => number > 0 && <span className="text-sm text-ink-muted">{number}</span>;
  return (
    <>
      <h1 className="display mb-3 text-3xl">Saved homes</h1>
      {isOutdated && (
        <output className="mb-3 block rounded-control bg-warn-soft p-3 text-sm text-warn">
          These are as this browser last saw them. What became of them could not be asked.
        </output>
      )}
      <Tabs
        label="Your homes"
        items={[
          {
            value: "saved",
            label: <>Saved {count(kept.homes.length)}</>,
            content: <SavedTab homes={kept.homes} />,
          },
          {
            value: "seen",
            label: (
              <>
                <span className="max-sm:hidden">Recently viewed</span>
                <span className="sm:hidden">Viewed</span> {count(kept.seen.length)}
              </>
            ),
            content: <SeenTab seen={kept.seen} />,
          },
          {
            value: "hidden",
            label: <>Hidden {count(kept.hidden.length)}</>,
            content: <HiddenTab hidden={kept.hidden} />,
          },
        ]}
      />
    </>
  );
}

const browse = (
  <Link to={PATHS.home} className={buttonClass()}>
    Browse Rentals
  </Link>
);

function SavedTab({ homes }: { homes: readonly SavedHome[] }) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const known = chosen.filter((id) => homes.some((home) => home.id === id));
  const toggle = (id: number) => setChosen(known.includes(id) ? known.filter((one) => one !== id) : [...known, id]);
  return (
    <div className="grid grid-cols-1 gap-4">
      {homes.length === 0 ? (
        <Notice icon={Heart} title="Nothing is saved yet" level="h2" actions={browse}>
          <p>Press the heart on a home. It is kept in this browser, without an account.</p>
        </Notice>
      ) : (
        <>
          <Toolbar homes={homes} />
          <p className="text-sm text-ink-muted">Kept in this browser only. Clearing its data clears the list.</p>
          <ul className="grid grid-cols-1 gap-4">
            {homes.map((home) => (
              <li key={home.id}>
                <SavedHomeRow
                  home={home}
                  isChosen={known.includes(home.id)}
                  onChoose={known.length < COMPARED.most || known.includes(home.id) ? () => toggle(home.id) : null}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {known.length > 0 && <CompareBar chosen={known} />}
    </div>
  );
}

function CompareBar({ chosen }: { chosen: readonly number[] }) {
  const missing = COMPARED.least - chosen.length;
  return (
    <div className="sticky bottom-[calc(var(--tabs)+0.5rem)] z-10 mx-auto rounded-full bg-surface p-1.5 shadow-raised lg:bottom-4">
      {missing > 0 ? (
        <output className="block px-4 py-2.5 text-sm font-semibold">Choose {missing} more to compare</output>
      ) : (
        <Link to={`${PATHS.saved}?compare=${chosen.join()}`} className={`${buttonClass()} rounded-full!`}>
          Compare {chosen.length} Homes
        </Link>
      )}
    </div>
  );
}

/** What can be done with all saved homes. */
function Toolbar({ homes }: { homes: readonly SavedHome[] }) {
  const share = useLazyModule(loadShare);
  const [isSharing, setIsSharing] = useState(false);
  const hasViewings = homes.some(({ viewingAt }) => viewingAt !== null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="sm"
        onPointerEnter={share.prepare}
        onClick={async () => setIsSharing(await share.request())}
      >
        <Share2 aria-hidden="true" className="size-4" />
        Share
      </Button>
      {hasViewings && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => void import("./viewings.ts").then(({ saveViewings }) => saveViewings(homes))}
        >
          <CalendarPlus aria-hidden="true" className="size-4" />
          Viewings
        </Button>
      )}
      {isSharing && share.module && <share.module.ShareDialog homes={homes} onClose={() => setIsSharing(false)} />}
    </div>
  );
}

function SeenTab({ seen }: { seen: readonly Snapshot[] }) {
  if (seen.length === 0) {
    return (
      <Notice icon={Eye} title="No home was viewed yet" level="h2" actions={browse}>
        <p>Homes that you open are listed here, in this browser alone.</p>
      </Notice>
    );
  }
  return (
    <>
      <h2 className="sr-only">Recently viewed</h2>
      <ListingGrid
        listings={seen.map(({ listing }) => listing)}
        tail={
          <div className="card-tail">
            <Button variant="ghost" size="sm" onClick={() => void tellOutcome(forgetSeen())}>
              Forget These
            </Button>
          </div>
        }
      />
    </>
  );
}

function HiddenTab({ hidden }: { hidden: readonly HiddenHome[] }) {
  if (hidden.length === 0) {
    return (
      <Notice icon={EyeOff} title="No home is hidden" level="h2">
        <p>“Not for me” on a home takes it out of all lists and off the map. Here is the way back.</p>
      </Notice>
    );
  }
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {hidden.map(({ id, slug, title, price }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
          <Link to={`/listing/${id}/${slug}`} className="mr-auto font-semibold wrap-anywhere hover:text-accent">
            {asWritten(title)}
          </Link>
          {price !== "" && (
            <span translate="no" className="tabular-nums">
              {/^\d/.test(price) ? `$${price}` : price}
            </span>
          )}
          <Button variant="secondary" size="sm" aria-label={`Show Again: ${title}`} onClick={() => showAgain(id)}>
            Show Again
          </Button>
        </li>
      ))}
    </ul>
  );
}

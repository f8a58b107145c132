import { useQuery } from "@tanstack/react-query";
import { CalendarPlus, Columns2, Eye, EyeOff, Heart, Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { lookUpHomes, SAVED_MAX } from "../../../../worker/contracts/saved.ts";
import { call } from "../../../lib/api.ts";
import { PATHS } from "../../../lib/paths.ts";
import { useLazyModule } from "../../../lib/use-lazy-module.ts";
import { whenIdle } from "../../../lib/timing.ts";
import { untranslated } from "../../../ui/untranslated.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { PlacesOverlay } from "../commute/places-overlay.tsx";
import { ListingGrid } from "../card/listing-grid.tsx";
import { showAgain, toastIfNotStored } from "../saving/save-home.ts";
import {
  forgetViewedHomes,
  updateHomesFromServer,
  useSavedList,
  type HiddenHome,
  type SavedHome,
  type Snapshot,
} from "../saving/saved-homes.ts";
import { CompareTable } from "./compare-table.tsx";
import { cacheForOffline } from "./offline-copy.ts";
import { SavedHomeRow } from "./saved-home-row.tsx";

/** Minimum and maximum number of homes in a comparison. */
const COMPARED_COUNT = { min: 2, max: 4 } as const;

const loadShare = () => import("./shortlist-dialogs.tsx");

/** Checks the status of saved and viewed homes each time the page opens, and stores the result. */
function useStatusCheck(ids: readonly number[]): { isOutdated: boolean } {
  const asked = ids.slice(0, SAVED_MAX);
  const { isError } = useQuery({
    queryKey: ["listings", "saved", "news", asked.toSorted((a, b) => a - b).join()],
    queryFn: async () => {
      const answer = await call(lookUpHomes, { body: { ids: asked } });
      updateHomesFromServer(answer);
      return answer;
    },
    enabled: asked.length > 0,
    refetchOnMount: "always",
    gcTime: 0,
  });
  return { isOutdated: isError };
}

/** Returns the ids of the preselected homes: all of them if they fit into a comparison, otherwise none. */
const initialChoice = (homes: readonly SavedHome[]) =>
  homes.length <= COMPARED_COUNT.max ? homes.map(({ id }) => id) : [];

/** Returns the ids in a query string such as `?compare=12,15`. */
const comparedIdsIn = (search: string) =>
  (new URLSearchParams(search).get("compare") ?? "").split(",").map(Number).slice(0, COMPARED_COUNT.max);

/** Shows this browser's saved, viewed and hidden homes, or a comparison of some of them. */
export function SavedPage() {
  const list = useSavedList();
  const { search } = useLocation();
  const ids = [...list.homes.map(({ id }) => id), ...list.seen.map(({ listing }) => listing.id)];
  const { isOutdated } = useStatusCheck([...new Set(ids)]);
  useEffect(() => whenIdle(() => void cacheForOffline(list.homes)), [list.homes]);
  const asked = comparedIdsIn(search);
  const compared = list.homes.filter(({ id }) => asked.includes(id));

  if (compared.length >= COMPARED_COUNT.min) return <CompareTable homes={compared} />;
  const count = (number: number) => number > 0 && <span className="text-sm text-ink-muted">{number}</span>;
  return (
    <>
      <h1 className="display mb-3 text-3xl max-sm:sr-only">Saved homes</h1>
      {isOutdated && (
        <output className="mb-3 block rounded-control bg-warn-soft p-3 text-sm text-warn">
          Shown as this browser last saw them. We couldn’t check for changes.
        </output>
      )}
      <Tabs
        label="Your homes"
        items={[
          {
            value: "saved",
            label: <>Saved {count(list.homes.length)}</>,
            content: <SavedTab homes={list.homes} />,
          },
          {
            value: "seen",
            label: (
              <>
                <span className="max-sm:hidden">Recently viewed</span>
                <span className="sm:hidden">Viewed</span> {count(list.seen.length)}
              </>
            ),
            content: <SeenTab seen={list.seen} />,
          },
          {
            value: "hidden",
            label: <>Hidden {count(list.hidden.length)}</>,
            content: <HiddenTab hidden={list.hidden} />,
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
  // Null while no homes are being chosen.
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const known = (chosen ?? []).filter((id) => homes.some((home) => home.id === id));
  const toggle = (id: number) => setChosen(known.includes(id) ? known.filter((one) => one !== id) : [...known, id]);
  const isOpenFor = (id: number) => known.length < COMPARED_COUNT.max || known.includes(id);
  if (homes.length === 0)
    return (
      <Notice icon={Heart} title="Nothing is saved yet" level="h2" actions={browse}>
        <p>Click the heart on a home to save it in this browser. No account needed.</p>
      </Notice>
    );
  return (
    <>
      <div className="mb-2 flex flex-wrap gap-1.5">
        {homes.length >= COMPARED_COUNT.min && (
          <Button
            variant="secondary"
            size="sm"
            className="max-sm:px-2"
            onClick={() => setChosen(chosen === null ? initialChoice(homes) : null)}
          >
            {chosen === null && <Columns2 aria-hidden="true" className="size-4" />}
            <span>{chosen === null ? "Compare" : "Cancel"}</span>
          </Button>
        )}
        <ShareButtons homes={homes} />
      </div>
      <ul className="grid grid-cols-1 items-start gap-1.5 sm:gap-2 lg:grid-cols-2">
        {homes.map((home) => (
          <li key={home.id} className="min-w-0">
            <SavedHomeRow
              home={home}
              choice={
                chosen && {
                  isChosen: known.includes(home.id),
                  onChoose: isOpenFor(home.id) ? () => toggle(home.id) : null,
                }
              }
            />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-muted">Saved only in this browser. Clearing its data removes the list.</p>
      {chosen !== null && <CompareBar chosen={known} />}
    </>
  );
}

function CompareBar({ chosen }: { chosen: readonly number[] }) {
  const missing = COMPARED_COUNT.min - chosen.length;
  return (
    <div className="sticky bottom-(--tabs) z-10 -mx-4 mt-2 flex min-h-16 items-center justify-between gap-3 border-y border-line bg-surface px-4 py-2 sm:bottom-4 sm:mx-0 sm:rounded-card sm:border-x sm:shadow-raised">
      <output className="text-sm font-semibold">
        {chosen.length === 0
          ? `Choose at least ${COMPARED_COUNT.min} homes`
          : missing > 0
            ? `Choose ${missing} more to compare`
            : `${chosen.length} of ${COMPARED_COUNT.max} chosen`}
      </output>
      {missing <= 0 && (
        <Link to={`${PATHS.saved}?compare=${chosen.join()}`} className={`${buttonClass()} shrink-0 whitespace-nowrap`}>
          Compare {chosen.length} Homes
        </Link>
      )}
    </div>
  );
}

/** Buttons that share the homes that are still listed, and download the viewings. */
function ShareButtons({ homes }: { homes: readonly SavedHome[] }) {
  const share = useLazyModule(loadShare);
  const [isSharing, setIsSharing] = useState(false);
  return (
    <>
      {homes.some(({ gone }) => gone === null) && (
        <Button
          variant="secondary"
          size="sm"
          className="max-sm:px-2"
          onPointerEnter={share.prepare}
          onClick={async () => setIsSharing(await share.request())}
        >
          <Share2 aria-hidden="true" className="size-4" />
          Share
        </Button>
      )}
      {homes.some(({ viewingAt }) => viewingAt !== null) && (
        <Button
          variant="secondary"
          size="sm"
          className="max-sm:px-2"
          onClick={() => void import("./viewings.ts").then(({ saveViewings }) => saveViewings(homes))}
        >
          <CalendarPlus aria-hidden="true" className="size-4" />
          Viewings
        </Button>
      )}
      {isSharing && share.module && <share.module.ShareDialog homes={homes} onClose={() => setIsSharing(false)} />}
    </>
  );
}

function SeenTab({ seen }: { seen: readonly Snapshot[] }) {
  if (seen.length === 0) {
    return (
      <Notice icon={Eye} title="No homes viewed yet" level="h2" actions={browse}>
        <p>Homes you open appear here, in this browser only.</p>
      </Notice>
    );
  }
  return (
    <>
      <h2 className="sr-only">Recently viewed</h2>
      <PlacesOverlay />
      <ListingGrid
        listings={seen.map(({ listing }) => listing)}
        tail={
          <div className="card-tail">
            <Button variant="ghost" size="sm" onClick={() => void toastIfNotStored(forgetViewedHomes())}>
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
      <Notice icon={EyeOff} title="No hidden homes" level="h2">
        <p>“Not for me” hides a home from all lists and the map. You can show it again here.</p>
      </Notice>
    );
  }
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {hidden.map(({ id, slug, title, price }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
          <Link to={`/listing/${id}/${slug}`} className="mr-auto font-semibold wrap-anywhere hover:text-accent">
            {untranslated(title)}
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

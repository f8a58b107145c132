import { toast } from "../../../lib/toast.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { shareLink } from "../facts/share-button.tsx";
import type { ListState } from "./list-state.ts";
import { waysOfSearch, withoutPlaces } from "./asked-ways.ts";
import { keepPlaces, type NamedPlace, placesOfSearch } from "./places.ts";

const COPIED = "It holds your places: whoever has the link can see them.";

/** What can be done with the places of a list: those of this browser are shared, those of a link are kept. */
export function WaysBar({ list, own }: { list: ListState; own: readonly NamedPlace[] }) {
  const { search, asked } = list;
  if (search.commute.length > 0) return <SharedPlaces list={list} own={own} />;
  if (asked.commute.length === 0) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      onClick={({ currentTarget }) => {
        const shared = { search: asked, ways: "" };
        void shareLink(document.title, location.origin + list.to(shared), COPIED, currentTarget);
        // From now on the page's own address holds them.
        list.change(shared, { replace: true });
      }}
    >
      Share with places
    </Button>
  );
}

/** For a shared link. */
function SharedPlaces({ list, own }: { list: ListState; own: readonly NamedPlace[] }) {
  const { search } = list;
  const places = placesOfSearch(search, own);
  const numbers = places.map(({ name, limit }) => 1 + own.findIndex((one) => one.name === name && one.limit === limit));
  const isOwn = !numbers.includes(0);
  const back = { search: withoutPlaces(search), ways: isOwn ? waysOfSearch(search, numbers) : "" };
  return (
    <>
      <span className="max-sm:sr-only">
        {isOwn ? "The address holds your places." : "With the places of the link."}
      </span>
      {!isOwn && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            keepPlaces(places);
            list.change({ search: withoutPlaces(search), ways: waysOfSearch(search) }, { replace: true });
            toast({ title: "Kept in this browser", description: "Name them under “Your places”." });
          }}
        >
          {own.length === 0 ? "Keep these places" : "Replace my places"}
        </Button>
      )}
      {own.length > 0 && (
        <Link to={list.to(back)} keepsScroll className={buttonClass({ variant: "ghost", size: "sm" })}>
          {isOwn ? "Take places out" : "Back to mine"}
        </Link>
      )}
    </>
  );
}

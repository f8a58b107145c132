import { useSite } from "../../../lib/site.tsx";
import { useOverlay } from "../../../lib/use-lazy-module.ts";
import type { ListState } from "./list-state.ts";
import { PLACES_ENTRY } from "./commute-lines.tsx";

const loadPanel = () => import("./places-panel.tsx");

interface PlacesPanelProps {
  /** The list to which the commute limits apply; none on a listing's page. */
  list?: ListState;
}

/**
 * The panel 'Your places', which filters and homes open with `useOpenPlaces`. Render it once on each page with homes.
 * Without a timetable it renders nothing.
 */
export function PlacesOverlay({ list }: PlacesPanelProps) {
  const { hasTimetable } = useSite();
  const { dialog: panel, close } = useOverlay(PLACES_ENTRY, loadPanel);
  return hasTimetable && panel && <panel.PlacesDialog {...(list && { list })} onClose={close} />;
}

import { Route } from "lucide-react";
import { useSite } from "../../../lib/site.tsx";
import { useOverlay } from "../../../lib/use-lazy-module.ts";
import type { ListState } from "./list-state.ts";
import { PLACES_ENTRY } from "./way-lines.tsx";

const loadPanel = () => import("./places-panel.tsx");

interface PlacesPanelProps {
  /** The list whose ways can be limited; none on a listing's page. */
  list?: ListState;
  /** Class of the button; without one, only the questions at the homes open the panel. */
  className?: string;
}

/** 'Your places' and their panel; once on each page with homes. Nothing without a timetable. */
export function PlacesButton({ list, className }: PlacesPanelProps) {
  const { hasTimetable } = useSite();
  const { dialog: panel, open, close, prepare } = useOverlay(PLACES_ENTRY, loadPanel);
  if (!hasTimetable) return null;
  return (
    <>
      {className !== undefined && (
        <button
          type="button"
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => void open()}
          className={className}
        >
          <Route aria-hidden="true" className="size-4" />
          Your places
        </button>
      )}
      {panel && <panel.PlacesDialog {...(list && { list })} onClose={close} />}
    </>
  );
}

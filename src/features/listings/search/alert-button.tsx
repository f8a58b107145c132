import { BellRing } from "lucide-react";
import { useOverlay } from "../../../lib/use-lazy-module.ts";
import { buttonClass } from "../../../ui/button.tsx";
import type { ListState } from "../commute/list-state.ts";
import type { ListSource } from "../facts/listings.queries.ts";

const loadDialog = () => import("./alert-dialog.tsx");

export const ALERT_TEXT = "Email me new ones";

export interface AlertButtonProps {
  /** The list whose new homes are wanted. */
  list: Pick<ListState, "filter" | "search" | "ways" | "asked">;
  source: Pick<ListSource, "bedrooms">;
  /** Name of the dialog's history entry, which no other button of the page has. */
  entry?: string;
}

/** Saves a search, to be told of new homes. */
export function AlertButton({ entry = "alert", ...props }: AlertButtonProps) {
  const { dialog, open, close, prepare } = useOverlay(entry, loadDialog);
  return (
    <>
      <button
        type="button"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void open()}
        className={`${buttonClass({ variant: "secondary", size: "sm" })} with-scripts`}
      >
        <BellRing aria-hidden="true" className="size-4" />
        {ALERT_TEXT}
      </button>
      {dialog && <dialog.AlertDialog {...props} onClose={close} />}
    </>
  );
}

import { BellRing } from "lucide-react";
import type { ReactNode } from "react";
import { useOverlay } from "../../../lib/use-lazy-module.ts";
import { buttonClass } from "../../../ui/button.tsx";
import type { ListState } from "../commute/list-state.ts";
import type { ListSource } from "../facts/listings.queries.ts";

const loadDialog = () => import("./alert-dialog.tsx");

export const ALERT_TEXT = "Email me new ones";

/** The list that the visitor wants emails about. */
export interface AlertedList {
  list: Pick<ListState, "filter" | "search" | "commutes" | "asked">;
  source: Pick<ListSource, "bedrooms">;
}

/**
 * Returns a button that saves a search, so that the visitor gets emails about new homes, and the button's dialog. Keep
 * the dialog mounted even while the button is not shown.
 * @param hasNone true if no home matches
 */
export function useAlert(alerted: AlertedList, hasNone = false): { button: ReactNode; dialog: ReactNode } {
  const { dialog, open, close, prepare } = useOverlay("alert", loadDialog);
  return {
    button: (
      <button
        type="button"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void open()}
        className={`${buttonClass({ variant: "secondary", size: "sm" })} with-scripts`}
      >
        <BellRing aria-hidden="true" className="size-4" />
        <span>{hasNone ? "Email me matching homes" : ALERT_TEXT}</span>
      </button>
    ),
    dialog: dialog && <dialog.AlertDialog {...alerted} onClose={close} />,
  };
}

import { CircleAlert, X } from "lucide-react";
import { Toast as RadixToast } from "radix-ui";
import {
  type FocusEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
} from "react";
import { createPortal } from "react-dom";
import { dismissToast, dismissToasts, useToasts } from "../lib/toast.ts";
import { untranslated } from "./untranslated.ts";
import { buttonClass } from "./button.tsx";
import { setToastRegion, useToastHost } from "./toast-region.ts";

/** Distance of a swipe in pixels that closes a toast (docs/product.md, In the browser). */
const SWIPE_THRESHOLD = 50;
/** Key that moves the focus to the toasts. */
const HOTKEY = ["F8"];

const TONES = {
  default: "border-line bg-surface",
  destructive: "border-danger bg-danger-soft",
} as const;

/** Leaves Escape to a dialog that has the focus. Otherwise Escape closes the toast. */
function letDialogHandleEscape(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest("[role=dialog], [role=alertdialog]"))
    event.preventDefault();
}

const DIALOG = "[role=dialog], [role=alertdialog], dialog[open]";

/**
 * Returns the focus to the element that had it before the toasts; if the element is gone, to the topmost open dialog.
 */
function returnFocus(cameFrom: RefObject<HTMLElement | null>): void {
  const before = cameFrom.current;
  cameFrom.current = null;
  if (before?.isConnected) before.focus();
  else [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1)?.focus();
}

/**
 * Returns props that give the focus back to where it was before the toasts got it. The focus returns when the last
 * toast closes and, in a dialog, when Tab leaves the toasts.
 */
function useFocusReturn(isShown: boolean) {
  const cameFrom = useRef<HTMLElement | null>(null);
  const region = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    const isLeft = document.activeElement === document.body || region.current?.contains(document.activeElement);
    if (!isShown && cameFrom.current && isLeft) returnFocus(cameFrom);
  }, [isShown]);
  // A stable function, so that the region does not change for dialogs on every render.
  const ref = useCallback((element: HTMLDivElement | null) => {
    region.current = element;
    setToastRegion(element);
  }, []);
  return {
    ref,
    onFocusCapture({ relatedTarget, currentTarget }: FocusEvent) {
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        cameFrom.current = relatedTarget;
    },
    onBlurCapture({ relatedTarget, currentTarget }: FocusEvent) {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = null;
    },
    onKeyDownCapture(event: ReactKeyboardEvent) {
      if (event.key === "Escape") {
        // Handled here, because a dialog that opened after the toast would handle the key first.
        event.preventDefault();
        event.stopPropagation();
        dismissToasts();
        return;
      }
      if (event.key !== "Tab" || !cameFrom.current?.closest(DIALOG)) return;
      const stops = event.currentTarget.querySelectorAll("li[tabindex='0'], li button");
      const isAtEnd = event.shiftKey
        ? !event.currentTarget.querySelector("li button:focus")
        : event.target === [...stops].at(-1);
      if (!isAtEnd) return;
      event.preventDefault();
      event.stopPropagation();
      returnFocus(cameFrom);
    },
  };
}

/**
 * The toast region. It is above the tab bar on phones and at the bottom left on wider screens. Over a dialog on phones
 * the region is at the top, because the dialog's buttons are at the bottom. An error is always at the top, above the
 * fields that it is about. A button, Escape or a swipe closes a toast; hover and focus keep it open. F8 focuses the
 * region, even from a modal dialog.
 */
export function Toaster() {
  const toasts = useToasts();
  const focusReturn = useFocusReturn(toasts.some(({ open }) => open));
  const isAtTop = toasts.some(({ open, variant }) => open && variant === "destructive");
  const host = useToastHost();
  // Rendered outside the root and marked as a live region, because a modal dialog hides everything else from screen
  // readers.
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only sees where the focus comes from and goes
    <div aria-live="off" {...focusReturn}>
      <RadixToast.Provider swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD}>
        {toasts.map((toast) => (
          <RadixToast.Root
            key={toast.id}
            open={toast.open}
            duration={toast.durationMs}
            onOpenChange={(open) => {
              if (!open) dismissToast(toast.id);
            }}
            onEscapeKeyDown={letDialogHandleEscape}
            // Needed because modal dialogs disable pointer events outside themselves.
            style={{ pointerEvents: "auto" }}
            className={`flex items-start gap-2 rounded-card border p-4 max-sm:px-3 text-ink shadow-raised transition-[opacity,translate] duration-200 data-[swipe=cancel]:translate-x-0 data-[swipe=end]:opacity-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:transition-none motion-reduce:transition-none starting:-translate-y-2 starting:opacity-0 ${TONES[toast.variant]}`}
          >
            {toast.variant === "destructive" && (
              <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
            )}
            {/* The action is beside the title or, if there is a description, below it. */}
            <div className="-my-2 flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
              <RadixToast.Title className="mr-auto font-semibold wrap-anywhere">
                {untranslated(toast.title)}
              </RadixToast.Title>
              {toast.description && (
                <RadixToast.Description className="w-full text-sm wrap-anywhere">
                  {untranslated(toast.description)}
                </RadixToast.Description>
              )}
              {toast.action && (
                <RadixToast.Action
                  altText={toast.action.altText}
                  onClick={toast.action.onPress}
                  className={buttonClass({ variant: "secondary", size: "sm" })}
                >
                  {toast.action.label}
                </RadixToast.Action>
              )}
            </div>
            <RadixToast.Close
              aria-label="Close notification"
              className="-my-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-control text-ink-muted hover:text-ink focus-visible:-outline-offset-3"
            >
              <X aria-hidden className="size-4" />
            </RadixToast.Close>
          </RadixToast.Root>
        ))}
        <RadixToast.Viewport
          hotkey={HOTKEY}
          className={`pointer-events-none fixed z-60 flex w-full max-w-sm flex-col gap-2 p-4 pt-[max(1rem,env(safe-area-inset-top))] outline-none ${isAtTop ? "inset-x-0 top-0 mx-auto" : "toasts-below"}`}
        />
      </RadixToast.Provider>
    </div>,
    host ?? document.body,
  );
}

import { CircleAlert, X } from "lucide-react";
import { Toast as RadixToast } from "radix-ui";
import { createPortal } from "react-dom";
import { dismissToast } from "../lib/toast.ts";
import { useToasts } from "../lib/use-toasts.ts";

/** Pixels of a swipe to the right that close a toast (spec.md 9). */
const SWIPE_THRESHOLD = 50;
/** Moves focus to the notifications. */
const HOTKEY = ["F8"];

const TONES = {
  default: "border-line bg-surface",
  destructive: "border-danger bg-danger-soft",
} as const;

/**
 * Escape belongs to the dialog it is pressed in. Elsewhere, and in the notification itself, it closes the notification.
 */
function leaveToDialog(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest("[role=dialog], [role=alertdialog]"))
    event.preventDefault();
}

/**
 * The notification region: at the top of a phone, where the buttons of forms and dialogs are at the bottom, else at the
 * bottom left, where dialogs have neither. The close button, Escape or a swipe closes a toast; hovering or focusing it
 * keeps it open.
 */
export function Toaster() {
  const toasts = useToasts();
  // Beside the page's root, and marked as a live region: a modal dialog hides everything else from assistive technology.
  return createPortal(
    <div aria-live="off">
      <RadixToast.Provider swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD}>
        {toasts.map((toast) => (
          <RadixToast.Root
            key={toast.id}
            open={toast.open}
            duration={toast.durationMs}
            onOpenChange={(open) => {
              if (!open) dismissToast(toast.id);
            }}
            onEscapeKeyDown={leaveToDialog}
            // A modal dialog switches pointer events off outside itself; the toast above it stays usable.
            style={{ pointerEvents: "auto" }}
            className={`flex items-start gap-3 rounded-card border p-4 text-ink shadow-raised transition-[opacity,translate] duration-200 data-[swipe=cancel]:translate-x-0 data-[swipe=end]:opacity-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:transition-none motion-reduce:transition-none starting:-translate-y-2 starting:opacity-0 ${TONES[toast.variant]}`}
          >
            {toast.variant === "destructive" && (
              <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
            )}
            <div className="min-w-0 flex-1">
              <RadixToast.Title className="font-semibold wrap-anywhere">{toast.title}</RadixToast.Title>
              {toast.description && (
                <RadixToast.Description className="mt-1 text-sm wrap-anywhere">
                  {toast.description}
                </RadixToast.Description>
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
          className="pointer-events-none fixed inset-x-0 top-0 z-60 mx-auto flex w-full max-w-sm flex-col gap-2 p-4 pt-[max(1rem,env(safe-area-inset-top))] outline-none sm:inset-x-auto sm:top-auto sm:bottom-0 sm:left-0"
        />
      </RadixToast.Provider>
    </div>,
    document.body,
  );
}

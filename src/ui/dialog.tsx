import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import { FocusScope } from "radix-ui/internal";
import type { KeyboardEvent, ReactNode } from "react";
import { untranslated } from "./untranslated.ts";
import { Mark } from "./mark.tsx";
import { useReturnFocus } from "./return-focus.ts";
import { useToastRegion } from "./toast-region.ts";

export const overlayClass =
  "fixed inset-0 z-50 bg-scrim transition-opacity duration-150 motion-reduce:transition-none starting:opacity-0";

/**
 * Classes of a dialog's shapes on phones: the whole screen, or a sheet at the bottom. A plain sheet does not show the
 * site's mark. A low sheet leaves most of the page visible until the visitor types.
 */
const SHAPES = {
  full: "inset-0 tall:scroll-pt-20 tall:scroll-pb-24",
  plain: "inset-x-0 bottom-0 max-h-[85dvh] max-sm:rounded-t-card",
  sheet: "inset-x-0 bottom-0 max-h-[85dvh] max-sm:rounded-t-card",
  low: "inset-x-0 bottom-0 max-h-[85dvh] max-sm:rounded-t-card max-sm:not-has-[input:not(:placeholder-shown)]:max-h-[40dvh]",
} as const;

const WIDTHS = { sm: "sm:max-w-md", md: "sm:max-w-2xl", lg: "sm:max-w-4xl" } as const;

/**
 * Closes a dialog on Escape if the dialog has the focus, or if nothing has it. By default, Radix sends the key to the
 * layer that opened last, which may be a toast above the dialog.
 */
export function closeOnEscape(close: () => void) {
  return {
    onEscapeKeyDown: (event: Event) => {
      event.preventDefault();
      if (document.activeElement === document.body) close();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
      if (event.key === "Escape" && isInside) close();
    },
  };
}

/** Lets the focus move from a modal dialog to the toasts above it. */
export function ToastFocusBranch() {
  FocusScope.useFocusScopeBranch(useToastRegion());
  return null;
}

interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description?: ReactNode;
  size?: keyof typeof WIDTHS;
  shape?: keyof typeof SHAPES;
  /** False to disable Escape, clicks outside and the close button. */
  mayClose?: boolean;
  /** Selector of the element to focus first, by default the close button. */
  initialFocus?: string;
  /** True if the page's shortcuts also work in the dialog, because it shows a part of the page. */
  keepsShortcuts?: boolean;
  children: ReactNode;
  /** Buttons beside the close button. */
  actions?: ReactNode;
  footer?: ReactNode;
}

/**
 * A modal dialog; below 640 px it fills the screen or is a sheet. On tall screens the panel scrolls as a whole, with a
 * sticky header and footer, and scroll padding keeps focused controls clear of both.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = "md",
  shape = "full",
  mayClose = true,
  initialFocus,
  keepsShortcuts = false,
  children,
  actions,
  footer,
}: DialogProps) {
  const focus = useReturnFocus(open, initialFocus);
  const isPlain = shape === "full" || shape === "plain";
  return (
    <RadixDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (next || mayClose) onOpenChange(next);
      }}
    >
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayClass} />
        <RadixDialog.Content
          {...focus}
          {...closeOnEscape(() => mayClose && onOpenChange(false))}
          data-keeps-shortcuts={keepsShortcuts || undefined}
          className={`fixed z-50 flex flex-col overflow-y-auto overscroll-contain bg-surface text-ink shadow-raised outline-none transition-[opacity,scale] duration-150 motion-reduce:transition-none sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[calc(100dvh-3rem)] sm:w-[calc(100%-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-card sm:border sm:border-line starting:scale-98 starting:opacity-0 ${SHAPES[shape]} ${WIDTHS[size]}`}
        >
          <ToastFocusBranch />
          <header
            className={`top-0 z-10 flex items-start border-b border-line bg-surface pr-2 pl-4 sm:py-3 sm:pl-6 tall:sticky ${isPlain ? "gap-1 sm:gap-3" : "gap-3"} ${isPlain ? (actions ? "py-0.5" : "py-3") : "py-0.5"}`}
          >
            {!isPlain && <Mark className="my-1.5 size-8" />}
            <RadixDialog.Title
              tabIndex={-1}
              className={`min-w-0 flex-1 py-2 outline-none text-lg leading-snug font-semibold wrap-anywhere ${actions ? "max-sm:text-sm sm:truncate" : ""}`}
            >
              {/* Clamped in a span inside the padded heading, because a third line would show in the padding. */}
              <span className={actions ? "max-sm:line-clamp-2" : ""}>{untranslated(title)}</span>
            </RadixDialog.Title>
            {actions}
            <RadixDialog.Close
              aria-label="Close"
              aria-disabled={!mayClose}
              className="grid size-11 shrink-0 place-items-center rounded-control text-ink-muted hover:bg-paper hover:text-ink focus-visible:-outline-offset-3 aria-disabled:opacity-40"
            >
              <X aria-hidden className="size-5" />
            </RadixDialog.Close>
          </header>
          <div
            className={`flex-1 px-4 sm:px-6 sm:py-5 ${isPlain ? "py-4" : "pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"}`}
          >
            {description && (
              <RadixDialog.Description className={`text-ink-muted sm:mb-4 ${isPlain ? "mb-4" : "mb-2 max-sm:text-sm"}`}>
                {untranslated(description)}
              </RadixDialog.Description>
            )}
            {children}
          </div>
          {footer && (
            <footer className="bottom-0 z-10 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6 tall:sticky">
              {footer}
            </footer>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

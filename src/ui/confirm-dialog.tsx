import { AlertDialog } from "radix-ui";
import { untranslated } from "./untranslated.ts";
import { Button } from "./button.tsx";
import { closeOnEscape, overlayClass, ToastFocusBranch } from "./dialog.tsx";
import { useReturnFocus } from "./return-focus.ts";
import { ShortcutKey } from "./shortcut-key.tsx";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description: string;
  confirmLabel: string;
  /** A key that also confirms; the caller handles it. */
  confirmKey?: string;
  cancelLabel?: string;
  tone?: "danger" | "primary";
  /** Called on confirmation; the caller closes the dialog. */
  onConfirm(): void;
  busy?: boolean;
}

/** A dialog that asks for confirmation. The focus starts on Cancel, and a click outside does not close it. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  confirmKey,
  cancelLabel = "Cancel",
  tone = "danger",
  onConfirm,
  busy = false,
}: ConfirmDialogProps) {
  const { onCloseAutoFocus, onOpenAutoFocus } = useReturnFocus(open);
  const change = (next: boolean) => {
    if (next || !busy) onOpenChange(next);
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={onCloseAutoFocus}
          {...closeOnEscape(() => change(false))}
          className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-card border border-line bg-surface p-5 text-ink shadow-raised outline-none transition-opacity duration-150 motion-reduce:transition-none starting:opacity-0"
        >
          <ToastFocusBranch />
          <AlertDialog.Title className="text-lg font-semibold">{untranslated(title)}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 whitespace-pre-line text-ink-muted">
            {untranslated(description)}
          </AlertDialog.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary">{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button variant={tone} busy={busy} aria-keyshortcuts={confirmKey} onClick={onConfirm}>
              {confirmLabel}
              {confirmKey && <ShortcutKey>{confirmKey}</ShortcutKey>}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

import { Fragment } from "react";
import { setShortcutsEnabled, useShortcutsEnabled } from "../../../lib/shortcuts.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

const KEYS = [
  ["j", "Next listing"],
  ["k", "Previous listing"],
  ["x", "Select. Then a, r and m apply to all selected listings"],
  ["a", "Approve. Press y if asked to confirm"],
  ["r", "Reject. Then press 1 to 7 for a reason and Enter to send"],
  ["m", "Ask the landlord. Then press 1 to 6 for a question and Enter to send"],
  ["e", "Edit"],
  ["z", "Undo the last decision"],
  ["/", "Search listings"],
  ["?", "Show this list"],
] as const;

/**
 * Dialog that lists the desk's shortcut keys. A switch disables them, because single keys interfere with speech input.
 */
export function AdminShortcuts({ onClose }: { onClose(): void }) {
  const isEnabled = useShortcutsEnabled();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Keyboard shortcuts"
      footer={
        <Button variant="secondary" onClick={() => setShortcutsEnabled(!isEnabled)}>
          {isEnabled ? "Turn Shortcuts Off" : "Turn Shortcuts On"}
        </Button>
      }
    >
      {!isEnabled && <p className="mb-3 text-ink-muted">Shortcuts are turned off in this browser.</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
        {KEYS.map(([key, text]) => (
          <Fragment key={key}>
            <dt>
              <kbd className="rounded border border-line-strong bg-sunken px-2 font-sans text-sm">{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}

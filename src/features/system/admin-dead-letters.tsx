import { RotateCcw, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import type { DeadLetter, SystemState } from "../../../worker/contracts/system.ts";
import { formatMoment } from "../../lib/format-time.ts";
import { formatCount } from "../../lib/format.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { RoleButton } from "../../ui/role-button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { useDeadLetter } from "./system.queries.ts";

interface AdminDeadLettersProps extends Pick<SystemState, "dead"> {
  className?: string;
}

/** Work that failed too often, with buttons to do it after all or to drop it. */
export function AdminDeadLetters({ dead: { letters, total }, className = "" }: AdminDeadLettersProps) {
  const [asked, setAsked] = useState<DeadLetter | null>(null);
  // Kept while the dialog closes, so that its text does not vanish during the animation.
  const [shown, setShown] = useState<DeadLetter | null>(null);
  const retry = useDeadLetter("retry");
  const drop = useDeadLetter("drop");
  const heading = useRef<HTMLParagraphElement>(null);
  // The pressed button disappears with its row.
  const focusHeading = () => heading.current?.focus({ preventScroll: true });

  const ask = (letter: DeadLetter) => {
    setShown(letter);
    setAsked(letter);
  };
  const tryAgain = ({ id }: DeadLetter) =>
    retry.mutate(id, {
      onSuccess: () => {
        toast({ title: "Handed to its queue again" });
        focusHeading();
      },
      onError: (error) => toastFailure("Failed to retry it", error),
    });
  const dropIt = () =>
    shown &&
    drop.mutate(shown.id, {
      onSuccess: () => {
        toast({ title: "Dropped" });
        focusHeading();
      },
      onError: (error) => toastFailure("Failed to drop it", error),
      onSettled: () => setAsked(null),
    });

  return (
    <SectionCard title="Dead letters" className={className}>
      <p ref={heading} tabIndex={-1} className="text-sm text-ink-muted outline-none">
        {total === 0
          ? "None. Work that fails too often is kept here."
          : `Work that failed too often: ${formatCount(total)}${total > letters.length ? `, of which the newest ${formatCount(letters.length)} are shown` : ""}.`}
      </p>
      <ul className="divide-y divide-line">
        {letters.map((letter) => (
          <li key={letter.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-72">
              <p className="font-medium wrap-anywhere">
                {letter.kind} <span className="font-normal text-ink-muted">#{letter.id}</span>
              </p>
              <p className="text-sm text-ink-muted">Given up on {formatMoment(letter.gaveUpAt)}</p>
              <code className="mt-1 block text-xs wrap-anywhere text-ink-muted">{letter.content}</code>
            </div>
            <div className="flex gap-2">
              <RoleButton
                needs="operator"
                size="sm"
                variant="secondary"
                disabled={retry.isPending && retry.variables === letter.id}
                aria-label={`Retry ${letter.kind} #${letter.id}`}
                onClick={() => tryAgain(letter)}
              >
                <RotateCcw aria-hidden className="size-4" />
                Retry
              </RoleButton>
              <RoleButton
                needs="operator"
                size="sm"
                variant="ghost"
                aria-label={`Drop ${letter.kind} #${letter.id}`}
                onClick={() => ask(letter)}
              >
                <Trash2 aria-hidden className="size-4" />
                Drop
              </RoleButton>
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null);
        }}
        title="Drop this work?"
        description={`${shown?.kind ?? "It"} is never done then: a mail is not sent, a purge is not made. Retry it if what kept it from succeeding is over.`}
        confirmLabel="Drop"
        busy={drop.isPending}
        onConfirm={dropIt}
      />
    </SectionCard>
  );
}

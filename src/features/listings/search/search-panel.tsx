import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { plural } from "../../../lib/format.ts";
import { useMedia } from "../../../lib/use-media.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { ListSource } from "../facts/listings.queries.ts";
import { countText } from "./filter-bar.tsx";
import { searchCount } from "./search.queries.ts";
import { SearchFields } from "./search-fields.tsx";
import { type ListState, type ShownCount, shownCount, unfiltered } from "../commute/list-state.ts";

/** Width from which the panel fits over the list. */
const WIDE = "(min-width: 64rem)";

const actionText = (shown: ShownCount | null | undefined) =>
  shown ? `Show ${plural(shown.count, "listing")}`.replace(/(\d)(?= )/, shown.isCut ? "$1+" : "$1") : "Show listings";

interface SearchPanelProps {
  list: ListState;
  source: ListSource;
  hidesRooms: boolean;
  onApply(changes: Pick<ListState, "search" | "ways">): void;
  onClose(): void;
}

/** The filters, as a dialog on phones and otherwise a panel under the row of filters; changes take effect on Apply. */
export function SearchPanel({ list, source, hidesRooms, onApply, onClose }: SearchPanelProps) {
  const formId = useId();
  const isWide = useMedia(WIDE);
  const [draft, setDraft] = useState({ search: list.search, ways: list.ways });
  // Changing the key resets uncontrolled fields on Clear all.
  const [round, setRound] = useState(0);
  const { data } = useQuery(searchCount(source, list.asking(draft)));
  const shown = data && shownCount(data, hidesRooms);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const refused = event.currentTarget.querySelector<HTMLElement>("[aria-invalid]");
    if (refused) refused.focus();
    else onApply(draft);
  };
  const form = (
    <form id={formId} noValidate onSubmit={submit}>
      <SearchFields
        key={round}
        search={draft.search}
        onChange={(changes) => setDraft(({ search, ways }) => ({ search: { ...search, ...changes }, ways }))}
        ways={draft.ways}
        onChangeWays={(ways) => setDraft(({ search }) => ({ search, ways }))}
      />
    </form>
  );
  const actions = (
    <>
      <output className="sr-only">{shown && countText(shown)}</output>
      <Button
        variant="ghost"
        className="mr-auto"
        onClick={() => {
          setDraft(unfiltered(draft));
          setRound(round + 1);
        }}
      >
        Clear all
      </Button>
      <Button type="submit" form={formId}>
        {actionText(shown)}
      </Button>
    </>
  );
  if (!isWide)
    return (
      <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Filters" footer={actions}>
        {form}
      </Dialog>
    );
  return (
    <WidePanel onClose={onClose}>
      {form}
      <div className="mt-5 flex items-center gap-2 border-t border-line pt-4">{actions}</div>
    </WidePanel>
  );
}

function WidePanel({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it wherever the focus is inside
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Filters"
      onKeyDown={onKeyDown}
      className="absolute inset-x-6 top-full max-h-[calc(100dvh-var(--header)-var(--filters)-1rem)] overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-6 shadow-raised outline-none"
    >
      {children}
    </section>
  );
}

import { CalendarPlus } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field, TextArea, TextInput } from "../../../ui/field.tsx";
import { toastIfNotStored } from "../saving/save-home.ts";
import { editHome, NOTE_MAX, readViewing, type SavedHome } from "../saving/saved-homes.ts";

/** Milliseconds without typing before a note is stored. */
const PAUSE_MS = 400;

interface FieldsProps {
  home: SavedHome;
  name: string;
}

interface OpenedFieldsProps extends FieldsProps {
  /** True if the visitor opened this part for the note, not for the date of a viewing. */
  focusesNote: boolean;
}

/** Fields for the note and the viewing of a saved home. */
export function SavedHomeFields({ home, name, focusesNote }: OpenedFieldsProps) {
  const { state, viewingAt } = home;
  const hasViewing = state === "viewing" || viewingAt !== null;
  // Stored, because the date field is briefly empty while the visitor edits it.
  const [hadViewing, setHadViewing] = useState(hasViewing);
  if (hasViewing && !hadViewing) setHadViewing(true);
  return (
    <div className="relative z-1 col-span-full mt-2 grid gap-2 border-t border-line pt-2 pb-2">
      {hadViewing && <Viewing home={home} name={name} />}
      <Note home={home} name={name} focusesNote={focusesNote} />
    </div>
  );
}

function Viewing({ home, name }: FieldsProps) {
  const { id, viewingAt } = home;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-44 flex-1">
        <Field label="Viewing, Toronto time">
          {(ids) => (
            <TextInput
              {...ids}
              type="datetime-local"
              defaultValue={viewingAt ?? ""}
              aria-label={`Viewing of ${name}, Toronto time`}
              onChange={({ currentTarget }) =>
                void toastIfNotStored(editHome(id, { viewingAt: readViewing(currentTarget.value) }))
              }
            />
          )}
        </Field>
      </div>
      {viewingAt !== null && (
        <Button
          variant="secondary"
          aria-label={`Add the viewing of ${name} to your calendar`}
          onClick={() => void import("./viewings.ts").then(({ saveViewings }) => saveViewings([home]))}
        >
          <CalendarPlus aria-hidden="true" className="size-5" />
        </Button>
      )}
    </div>
  );
}

function Note({ home: { id, note }, name, focusesNote }: OpenedFieldsProps) {
  const [text, setText] = useState(note);
  const [known, setKnown] = useState(note);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; text: string } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focusesNote) field.current?.focus();
  }, [focusesNote]);
  // Another tab has changed the note.
  if (known !== note) {
    setKnown(note);
    setText(note);
  }
  /** Takes the text that is not stored yet; null if there is none. */
  const takeWaiting = useCallback((): string | null => {
    const taken = waiting.current;
    waiting.current = null;
    if (taken) clearTimeout(taken.timer);
    return taken?.text ?? null;
  }, []);
  const store = () => {
    const typed = takeWaiting();
    // If storage is full, the text stays here and the stored note is unchanged.
    if (typed !== null && toastIfNotStored(editHome(id, { note: typed }))) setKnown(typed);
  };
  useEffect(() => {
    const storeNow = () => {
      const typed = takeWaiting();
      if (typed !== null) editHome(id, { note: typed });
    };
    // Components are not unmounted when the page is left or reloaded.
    window.addEventListener("pagehide", storeNow);
    return () => {
      window.removeEventListener("pagehide", storeNow);
      storeNow();
    };
  }, [id, takeWaiting]);
  return (
    <Field label="Note" hint={text.length > NOTE_MAX - 100 && `${text.length} of ${NOTE_MAX} characters.`}>
      {(ids) => (
        <TextArea
          {...ids}
          ref={field}
          rows={2}
          maxLength={NOTE_MAX}
          aria-label={`Note on ${name}`}
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            if (waiting.current) clearTimeout(waiting.current.timer);
            waiting.current = { text: value, timer: setTimeout(store, PAUSE_MS) };
          }}
          onBlur={store}
        />
      )}
    </Field>
  );
}

import { useEffect, useState } from "react";
import { DAY_MS } from "../../../../worker/contracts/days.ts";
import { readStorage, writeStorage } from "../../../lib/storage.ts";
import { FIELD_ORDER, type SubmissionField } from "./submission-fields.tsx";
import type { ListingForm } from "./submission-errors.ts";

/** Local storage key. */
const KEY = "listing_draft";
/** A draft is forgotten after a week, because others may use the device. */
const KEPT_MS = 7 * DAY_MS;

interface Stored {
  /** Milliseconds since 1970. */
  at: number;
  values: Readonly<Record<string, unknown>>;
}

/** What was typed into the landlord's form survives a reload; photos do not. */
export interface StoredDraft {
  /** The form was filled from it. */
  isRestored: boolean;
  /** Empties storage and form. */
  discard(): void;
}

/** The stored texts that differ from the form's; none when they are too old or unreadable. */
function readDraft(form: ListingForm): [name: SubmissionField, text: string][] {
  try {
    const { at, values } = JSON.parse(readStorage("local", KEY) ?? "null") as Stored;
    if (Date.now() - at >= KEPT_MS) return [];
    return FIELD_ORDER.flatMap((name): [SubmissionField, string][] => {
      const text = values[name];
      return typeof text === "string" && text !== "" && text !== form.getValues(name) ? [[name, text]] : [];
    });
  } catch {
    return [];
  }
}

/** Fills a form from the stored draft when it is first shown, and stores what is typed from then on. */
export function useStoredDraft(form: ListingForm): StoredDraft {
  const [restored, setRestored] = useState(() => readDraft(form));
  useEffect(() => {
    for (const [name, text] of restored) form.setValue(name, text, { shouldDirty: true });
  }, [form, restored]);
  useEffect(() => {
    const { unsubscribe } = form.watch((values) =>
      writeStorage("local", KEY, JSON.stringify({ at: Date.now(), values } satisfies Stored)),
    );
    return () => {
      unsubscribe();
      // The form was submitted or discarded: a reload ends the page without this.
      writeStorage("local", KEY, null);
    };
  }, [form]);
  const discard = () => {
    form.reset();
    writeStorage("local", KEY, null);
    setRestored([]);
  };
  return { isRestored: restored.length > 0, discard };
}

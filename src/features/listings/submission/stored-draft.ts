import { useEffect, useState } from "react";
import { DAY_MS } from "../../../../worker/contracts/days.ts";
import type { ListingDraftInput } from "../../../../worker/contracts/listings.schemas.ts";
import { readStorage, writeStorage } from "../../../lib/storage.ts";
import { FIELD_ORDER } from "./submission-fields.tsx";
import type { ListingForm } from "./submission-errors.ts";

/** Local storage key. */
const KEY = "listing_draft";
/** A draft is forgotten after a week, because others may use the device. */
const KEPT_MS = 7 * DAY_MS;

/** What was typed into the landlord's form survives a reload; photos do not. */
export interface StoredDraft {
  /** The form was filled from it. */
  isRestored: boolean;
  /** Empties storage and form. */
  discard(): void;
}

/** The texts of a stored draft; null without any, or when they are too old or unreadable. */
function readDraft(now: number): Partial<Record<keyof ListingDraftInput, unknown>> | null {
  try {
    const { at, values } = JSON.parse(readStorage("local", KEY) ?? "null") as { at: number; values: object };
    return now - at < KEPT_MS ? values : null;
  } catch {
    return null;
  }
}

/** Fills a form from the stored draft when it is first shown, and stores what is typed from then on. */
export function useStoredDraft(form: ListingForm): StoredDraft {
  const [isRestored, setIsRestored] = useState(false);
  useEffect(() => {
    const stored = readDraft(Date.now());
    for (const name of FIELD_ORDER) {
      const value = stored?.[name];
      if (typeof value !== "string" || value === "" || value === form.getValues(name)) continue;
      form.setValue(name, value as never, { shouldDirty: true });
      setIsRestored(true);
    }
    const { unsubscribe } = form.watch((values) =>
      writeStorage("local", KEY, JSON.stringify({ at: Date.now(), values })),
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
    setIsRestored(false);
  };
  return { isRestored, discard };
}

import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { checkLaw } from "../../../../worker/contracts/listings.ts";
import { call } from "../../../lib/api.ts";
import { pause } from "../../../lib/pause.ts";
import type { ListingForm } from "./submission-errors.ts";

/** Debounce in milliseconds, so that a screen reader hears the notes once. */
const PAUSE_MS = 700;

/** Explains which words of the description Ontario's law does not allow, by the moderators' own rules. It stops nobody. */
export function LawNotes({ form }: { form: ListingForm }) {
  const text = useWatch({ control: form.control, name: "additionalInfo" }) ?? "";
  const { data: notes = [] } = useQuery({
    queryKey: ["law-notes", text],
    queryFn: async ({ signal }) => {
      await pause(PAUSE_MS, signal);
      return call(checkLaw, { body: { additionalInfo: text } }, { signal });
    },
    enabled: text.trim() !== "",
    placeholderData: (shown) => (text.trim() === "" ? undefined : shown),
  });
  return (
    <output className="mt-2 grid gap-2 text-sm empty:hidden">
      {notes.map(({ code, text: note, quotes = [], rule }) => (
        <p key={code} className="rounded-control bg-sunken px-3 py-2">
          {quotes.map((quote) => (
            <q key={quote}>{quote}</q>
          ))}{" "}
          <span>{note}</span>{" "}
          {rule && (
            <a href={rule.url} target="_blank" rel="noopener noreferrer" className="underline">
              {rule.name}
            </a>
          )}
        </p>
      ))}
    </output>
  );
}

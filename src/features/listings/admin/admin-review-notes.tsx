import { House, Info, Scale, ShieldAlert, TriangleAlert, type LucideIcon } from "lucide-react";
import { NOTE_KINDS, type ReviewNote } from "../../../../worker/contracts/listings.ts";
import { isScamReason, scamBandOf } from "../../../../worker/contracts/scam-evidence.ts";

type Kind = (typeof NOTE_KINDS)[keyof typeof NOTE_KINDS];

/** What a note is about, in the order shown. */
const KINDS: readonly [Kind, LucideIcon, label: string][] = [
  ["scam", ShieldAlert, "Sign of a scam:"],
  ["kind", House, "Type and rent:"],
  ["law", Scale, "Not allowed in Ontario:"],
  ["hint", TriangleAlert, "Hint:"],
  ["information", Info, "For information:"],
  ["other", TriangleAlert, "To look at:"],
];

/** What a note is about beside the others: what alone is information may be a sign of a scam with them. */
function kindOf({ code }: ReviewNote, notes: readonly ReviewNote[]): Kind {
  const kind = NOTE_KINDS[code];
  const isSign = kind === "information" && isScamReason(code, notes) && scamBandOf(notes) !== "none";
  return isSign ? "scam" : kind;
}

/** What a moderator should look at before approving: what it is, the words it is about, and the rule behind it. */
export function AdminReviewNotes({ notes }: { notes: readonly ReviewNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Review notes" className="grid gap-1.5 rounded-control bg-warn-soft px-3 py-2 text-sm text-ink">
      {KINDS.flatMap(([kind, Icon, label]) =>
        notes
          .filter((note) => kindOf(note, notes) === kind)
          .map((note) => (
            <li key={`${note.code} ${note.text}`} className="flex items-start gap-2">
              <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${kind === "scam" ? "text-danger" : "text-warn"}`} />
              <span className="min-w-0 wrap-anywhere">
                <span className={kind === "other" ? "sr-only" : "font-semibold"}>{label} </span>
                {note.text}
                {note.quotes && <Quotes quotes={note.quotes} />}
                {note.rule && (
                  <>
                    {" "}
                    <a
                      href={note.rule.url}
                      target="_blank"
                      rel="noopener noreferrer"
                      className="text-accent underline underline-offset-2 hover:text-accent-strong"
                    >
                      {note.rule.name}
                    </a>
                  </>
                )}
              </span>
            </li>
          )),
      )}
    </ul>
  );
}

function Quotes({ quotes }: { quotes: readonly string[] }) {
  return quotes.map((quote) => (
    <span key={quote}>
      {" "}
      <q dir="auto" className="rounded-sm bg-surface box-decoration-clone px-1 font-medium">
        {quote}
      </q>
    </span>
  ));
}

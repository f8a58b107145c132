import { TriangleAlert } from "lucide-react";
import type { ReviewNote } from "../../../worker/contracts/listings.ts";

/** What a moderator should look at before approving. */
export function AdminReviewNotes({ notes }: { notes: readonly ReviewNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Review notes" className="grid gap-1 rounded-control bg-warn-soft px-3 py-2 text-sm text-ink">
      {notes.map((note) => (
        <li key={`${note.code} ${note.text}`} className="flex items-start gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <span className="min-w-0 wrap-anywhere">{note.text}</span>
        </li>
      ))}
    </ul>
  );
}

import { House, Info, type LucideIcon, Scale, ShieldAlert, TriangleAlert } from "lucide-react";
import {
  type AdminListing,
  type KnownPlace,
  type ListingStatus,
  NOTE_KINDS,
  type ReviewNote,
  type ScamBand,
} from "../../../../worker/contracts/listings.ts";
import type { ReviewBand } from "../../../../worker/contracts/market.ts";
import { isScamReason, scamBandOf } from "../../../../worker/contracts/scam-evidence.ts";
import { plural } from "../../../lib/format.ts";
import { Chip, type ChipTone } from "../../../ui/chip.tsx";
import type { QueueStatus } from "./admin-listings.queries.ts";

export const STATUSES: Record<ListingStatus, { label: string; tone: ChipTone }> = {
  pending: { label: "Pending", tone: "warn" },
  approved: { label: "Approved", tone: "accent" },
  rejected: { label: "Rejected", tone: "danger" },
  expired: { label: "Expired", tone: "neutral" },
  rented: { label: "Rented", tone: "neutral" },
  deleted: { label: "Deleted", tone: "neutral" },
};

/**
 * Recommended decisions, by how far the rent is from the market. There is none for a usual rent, or if signs of a scam
 * matter more.
 */
const BANDS: Record<ReviewBand, { label: string; tone: ChipTone } | null> = {
  reject: { label: "Suggest reject", tone: "danger" },
  review: { label: "Small discount: review", tone: "warn" },
  normal: null,
  scam: null,
};

/** Badges by strength of evidence; none without evidence. */
const SIGNS: Record<ScamBand, { label: string; tone: ChipTone } | null> = {
  none: null,
  some: { label: "Sign of a scam", tone: "warn" },
  strong: { label: "Strong signs of a scam", tone: "danger" },
};

/** Badges by precision of the location; none for a precise one. */
const PLACES: Record<KnownPlace, string | null> = { point: null, area: "Postal area only", unknown: "No location" };

/** Shows a listing's status; visually hidden if the list's filter already shows it. */
export function StatusChip({ status, filter }: { status: ListingStatus; filter: QueueStatus }) {
  const { label, tone } = STATUSES[status];
  return status === filter ? <span className="sr-only">{label}</span> : <Chip tone={tone}>{label}</Chip>;
}

/** Chips for what a moderator must look at, the most urgent first. */
export function ListingSigns({ listing }: { listing: AdminListing }) {
  const signs = SIGNS[listing.scamBand];
  return (
    <>
      {listing.underReview && <Chip tone="danger">Number under review</Chip>}
      {signs !== null && <Chip tone={signs.tone}>{signs.label}</Chip>}
      {listing.answeredAt !== null && <Chip tone="accent">Landlord answered</Chip>}
      {listing.changedSinceApproval.length > 0 && <Chip tone="warn">Changed since approval</Chip>}
      {needsConfirmation(listing) && <Chip tone="warn">Type and rent not confirmed</Chip>}
    </>
  );
}

interface AdminListingBadgesProps {
  listing: AdminListing;
  /** The filter of the list that it was opened from. */
  filter?: QueueStatus | undefined;
}

export function AdminListingBadges({ listing, filter = "all" }: AdminListingBadgesProps) {
  const place = mayChangeApproval(listing) ? PLACES[listing.place] : null;
  const band = listing.reviewBand && BANDS[listing.reviewBand];
  return (
    <p className="flex flex-wrap gap-1.5 has-[.chip]:mb-3">
      <StatusChip status={listing.status} filter={filter} />
      {listing.reportCount > 0 && <Chip tone="danger">{plural(listing.reportCount, "report")}</Chip>}
      <ListingSigns listing={listing} />
      {band && <Chip tone={band.tone}>{band.label}</Chip>}
      {place !== null && <Chip>{place}</Chip>}
    </p>
  );
}

/**
 * Returns the comparison in words.
 * @param market the name of the amount that the rent is compared with; may be empty
 */
export function marketText(
  { belowMarketPercent: percent, marketIsEstimate }: Pick<AdminListing, "belowMarketPercent" | "marketIsEstimate">,
  market: string,
): string {
  if (percent === null) return "not compared";
  const text =
    percent === 0 ? `at ${market || "market"}` : `${Math.abs(percent)}% ${percent > 0 ? "below" : "above"} ${market}`;
  return marketIsEstimate ? `${text.trim()} (estimate)` : text.trim();
}

/** Returns a short {@link marketText}, in which `≈` marks an estimate. */
export const briefMarketText = (listing: AdminListing): string =>
  `${listing.marketIsEstimate ? "≈" : ""}${marketText({ ...listing, marketIsEstimate: false }, "")}`;

/** Returns whether the status allows Reject. */
export function mayReject({ status }: AdminListing): boolean {
  return status === "pending" || status === "approved" || status === "expired";
}

/** Returns whether the status allows questions to the landlord. Callers exclude deleted listings. */
export const mayAskLandlord = ({ status }: AdminListing): boolean => status !== "rented";

/** Returns whether the status allows Approve or Unapprove; rented and deleted listings are closed. */
export function mayChangeApproval({ status }: AdminListing): boolean {
  return status !== "rented" && status !== "deleted";
}

/**
 * Returns whether a moderator must confirm type and rent before the listing's percentage or rent reduction is shown.
 */
export function needsConfirmation({ awaitsConfirmation, confirmedAt, reviewNotes }: AdminListing): boolean {
  const isChanged = confirmedAt === null && reviewNotes.some(({ code }) => code === "rent_changed_much");
  return awaitsConfirmation || isChanged;
}

type Kind = (typeof NOTE_KINDS)[keyof typeof NOTE_KINDS];

/** Kinds of notes in display order. */
const KINDS: readonly [Kind, LucideIcon, label: string][] = [
  ["scam", ShieldAlert, "Sign of a scam:"],
  ["kind", House, "Type and rent:"],
  ["law", Scale, "Not allowed in Ontario:"],
  ["hint", TriangleAlert, "Hint:"],
  ["information", Info, "For information:"],
  ["other", TriangleAlert, "To check:"],
];

/** Returns the kind of a note. Other notes can turn an informational note into a sign of a scam. */
function kindOf({ code }: ReviewNote, notes: readonly ReviewNote[]): Kind {
  const kind = NOTE_KINDS[code];
  const isSign = kind === "information" && isScamReason(code) && scamBandOf(notes) !== "none";
  return isSign ? "scam" : kind;
}

/** Lists review notes, each with the quoted words and the rule behind it. */
export function AdminReviewNotes({ notes }: { notes: readonly ReviewNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ul
      aria-label="Review notes"
      className="grid gap-1 rounded-control bg-warn-soft px-3 py-2 text-sm leading-snug text-ink"
    >
      {KINDS.flatMap(([kind, Icon, label]) =>
        notes
          .filter((note) => kindOf(note, notes) === kind)
          .map((note, nth) => (
            <li key={`${note.code} ${note.text}`} className="flex items-start gap-2">
              <Icon
                aria-hidden
                className={`mt-0.5 size-4 shrink-0 ${nth > 0 ? "invisible" : kind === "scam" ? "text-danger" : "text-warn"}`}
              />
              <span className="min-w-0 wrap-anywhere">
                {/* Shown once for each kind. */}
                <span className={kind === "other" || nth > 0 ? "sr-only" : "font-semibold"}>{label} </span>
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

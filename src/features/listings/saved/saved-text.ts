import { shortDay } from "../../../../worker/contracts/days.ts";
import type { GoneReason } from "../../../../worker/contracts/saved.ts";
import { formatCents, formatDay } from "../../../lib/format.ts";
import type { SavedHome, SavedState } from "../saving/saved-homes.ts";

export const STATE_TEXTS: Record<SavedState, string> = {
  to_call: "To call",
  called: "Called",
  viewing: "Viewing",
  applied: "Applied",
  no: "No",
};

export const GONE_TEXTS: Record<GoneReason, string> = {
  rented: "Rented",
  expired: "Expired",
  removed: "Removed",
  paused: "Not shown at the moment",
};

/** Returns a text such as `Rented, as of November 20, 2026`; null while the home is listed. */
export function goneText({ gone }: Pick<SavedHome, "gone">): string | null {
  return gone && `${GONE_TEXTS[gone.reason]}, as of ${formatDay(new Date(gone.heardAt))}`;
}

/** Returns a text such as `Was $2,300 when you saved it, $150 less now`; null if the rent is the same or unknown. */
export function rentChangeText({ savedRentCents, snapshot }: SavedHome): string | null {
  const now = snapshot?.listing.rentCents ?? null;
  if (savedRentCents === null || now === null || savedRentCents === now) return null;
  const change = `${formatCents(Math.abs(now - savedRentCents))} ${now < savedRentCents ? "less" : "more"} now`;
  return `Was ${formatCents(savedRentCents)} when you saved it, ${change}`;
}

/** Returns `Nov 28, 6:30 p.m.` for a date and time in Toronto. */
export function viewingText(viewingAt: string): string {
  const [day = "", time = ""] = viewingAt.split("T");
  return `${shortDay(day).slice(0, -", 2026".length)}, ${clockText(time)}`;
}

/** Returns a time such as `6:30 p.m.`. */
function clockText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, "0")} ${hours < 12 ? "a.m." : "p.m."}`;
}

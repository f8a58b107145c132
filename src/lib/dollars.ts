import { formatCents } from "../../worker/contracts/listing-text.ts";

/** Formats an amount: 2210 → `$2,210`. */
export const dollars = (amount: number): string => formatCents(Math.round(amount * 100));

import { and, eq } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** A decision on one listing. A bulk decision consists of several. */
export interface DecisionOnListing {
  decisionId: string;
  listingId: number;
}

/** Returns the SQL condition that a row belongs to a decision on a listing. */
export const ofDecision = (
  columns: Record<keyof DecisionOnListing, SQLiteColumn>,
  { decisionId, listingId }: DecisionOnListing,
) => and(eq(columns.decisionId, decisionId), eq(columns.listingId, listingId));

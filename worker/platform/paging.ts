/** A page of a list. */
export interface PageWindow {
  /** Number of rows, 1 … 100. */
  limit: number;
  /** Number of rows to skip. */
  offset: number;
}

/** Maximum offset. Larger ones return [] without a query, because the database would still read the skipped rows. */
export const MAX_OFFSET = 10_000;
const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

/** Parses "20", "-3" and "1e9"; returns null for "abc", "1.5", "0x10" and "". */
function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^[+-]?\d+(?:e\d{1,3})?$/i.test(text.trim()) ? Number(text) : null;
}

/**
 * Parses `limit` (clamped to 1…100) and `offset` (default 0, never negative) from a query. Malformed values get the
 * defaults.
 */
export function readPaging(query: Record<string, string | undefined>, defaultLimit = DEFAULT_LIMIT): PageWindow {
  const limit = wholeNumber(query.limit) ?? defaultLimit;
  const offset = wholeNumber(query.offset) ?? 0;
  return { limit: Math.min(MAX_LIMIT, Math.max(1, limit)), offset: Math.max(0, offset) };
}

/** Parses an id in a path: a positive integer, or null. */
export function readId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** A page of a list. */
export interface Paging {
  /** 1 … 100 */
  limit: number;
  /** Rows skipped. */
  offset: number;
}

/** Beyond this offset a list answers [] without a look: nobody reads that far, and skipping costs rows. */
export const MAX_OFFSET = 10_000;
const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

/** "20", "-3" and "1e9" are whole numbers; "abc", "1.5", "0x10" and "" are malformed. */
function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^[+-]?\d+(?:e\d{1,3})?$/i.test(text.trim()) ? Number(text) : null;
}

/** `limit` (clamped to 1…100) and `offset` (default 0, never negative) of a query; malformed values are the defaults. */
export function readPaging(query: Record<string, string | undefined>, defaultLimit = DEFAULT_LIMIT): Paging {
  const limit = wholeNumber(query.limit) ?? defaultLimit;
  const offset = wholeNumber(query.offset) ?? 0;
  return { limit: Math.min(MAX_LIMIT, Math.max(1, limit)), offset: Math.max(0, offset) };
}

/** A positive integer id of a path, or null. */
export function readId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** The page, from 1, that a parameter of an address names; anything else, or a page after the last, is the first. */
export function pageNumber(text: string | null, last: number): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) && Number(text) <= last ? Number(text) : 1;
}

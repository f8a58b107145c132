/** The cost of look-ups whose place is found in one way. */
export interface EnrichmentMark {
  /** In words. */
  name: string;
  /** Median milliseconds of one, in batches as the queue delivers them. */
  ms: number;
  rowsRead: { median: number; most: number };
  /** D1 statements of the median one. */
  statements: number;
}

/** How many rows the look-ups are made among. */
export interface TableSizes {
  places: number;
  houses: number;
  buildings: number;
  areas: number;
}

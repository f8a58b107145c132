/** The cost of look-ups that find the location by one method. */
export interface EnrichmentMark {
  /** Display name. */
  name: string;
  /** Median milliseconds of a look-up, in batches as the queue delivers them. */
  ms: number;
  rowsRead: { median: number; most: number };
  /** Number of D1 statements of the median look-up. */
  statements: number;
}

/** Row counts of the tables that the look-ups search. */
export interface TableSizes {
  places: number;
  houses: number;
  buildings: number;
  areas: number;
}

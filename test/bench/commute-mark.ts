/** The cost of one kind of question about commutes. */
export interface CommuteMark {
  /** In words. */
  name: string;
  /** Milliseconds of processor time of workerd, the object's included. */
  processorMs: number;
}

/** The memory of the object, in bytes. */
export interface TransitMemory {
  /** The file of a day, with what a search needs beside it. */
  day: number;
  search: number;
  /** All that it keeps at most. */
  most: number;
  /** The answer of a search. */
  profile: number;
}

/** The cost of one kind of request about commutes. */
export interface CommuteMark {
  /** Name in words. */
  name: string;
  /** Milliseconds of workerd's processor time, including the object's. */
  processorMs: number;
}

/** The memory of the object, in bytes. */
export interface TransitMemory {
  /** The file of a day, with the additional data that a search needs. */
  day: number;
  search: number;
  /** The most that it caches. */
  most: number;
  /** The response to a search. */
  profile: number;
}

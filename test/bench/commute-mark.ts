/** The cost of one kind of request about commutes. */
export interface CommuteMark {
  /** Display name. */
  name: string;
  /** Milliseconds of workerd's processor time, including the Durable Object's. */
  processorMs: number;
}

/** Memory of the Durable Object, in bytes. */
export interface TransitMemory {
  /** The file of one day, and the additional data that a search needs. */
  day: number;
  search: number;
  /** Maximum size of the object's cache. */
  most: number;
  /** The response to a search. */
  profile: number;
}

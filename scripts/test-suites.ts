import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Tags of the tests that `npm test` leaves to `npm run test:rest`. */
const REST_TAGS = ["rest", "d1"];

/** Tag expression that selects the tests of `npm run test:rest`. */
export const REST = REST_TAGS.join(" or ");
/** Tag expression that selects the tests of `npm test`. */
export const EVERYDAY = REST_TAGS.map((tag) => `not ${tag}`).join(" and ");

/** Returns whether a test belongs only to `npm run test:rest`, judged by its tags. */
export const hasRestTag = (tags: readonly string[]): boolean => tags.some((tag) => REST_TAGS.includes(tag));

/** A memory-backed folder on Linux. */
const IN_MEMORY = "/dev/shm";
/** Bytes that must be free in that folder and in memory. All runs together use less than a third at a time. */
const NEEDED = 1024 ** 3;

/**
 * Returns the folder for test databases: in memory if there is room, else the temporary folder. On a disk, thousands of
 * small databases would wait until every write is synced.
 */
export function scratchFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize >= NEEDED && process.availableMemory() >= NEEDED) return IN_MEMORY;
  } catch {
    // The folder is absent on other systems.
  }
  return tmpdir();
}

import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** A folder that lies in memory, on Linux. */
const IN_MEMORY = "/dev/shm";
/** Bytes that have to be free there, and in memory: all runs together store less than a third of it at a time. */
const NEEDED = 1024 ** 3;

/**
 * Where databases of tests lie: in memory where there is room, else where temporary files do. On a disk every write waits
 * until it is there for good, and thousands of small databases wait for each other and for whatever else the disk does.
 */
export function scratchFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize >= NEEDED && process.availableMemory() >= NEEDED) return IN_MEMORY;
  } catch {
    // Other systems have none.
  }
  return tmpdir();
}

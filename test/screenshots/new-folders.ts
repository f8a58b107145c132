import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Replaces all folders with newly filled ones, or none. The old folders stay unchanged until all new ones are filled.
 * @param folders paths of the folders, which need not exist
 * @param scratch a folder on the same file system for unfinished work; its contents are deleted
 * @param fill fills the new folders, which it gets in the order of `folders`
 * @returns what `fill` returns
 * @throws what `fill` throws
 */
export async function replaceFolders<Result>(
  folders: readonly string[],
  scratch: string,
  fill: (fresh: readonly string[]) => Promise<Result>,
): Promise<Result> {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const moved: [from: string, to: string][] = [];
  const move = (from: string, to: string) => {
    renameSync(from, to);
    moved.push([from, to]);
  };
  try {
    const fresh = folders.map((_, nth) => join(scratch, `new-${nth}`));
    for (const folder of fresh) mkdirSync(folder);
    const result = await fill(fresh);
    try {
      for (const [nth, folder] of folders.entries()) {
        if (existsSync(folder)) move(folder, join(scratch, `former-${nth}`));
        move(fresh[nth] ?? "", folder);
      }
    } catch (error) {
      for (const [from, to] of moved.toReversed()) renameSync(to, from);
      throw error;
    }
    return result;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Waits for a step, but only for a limited time.
 * @throws Error that names the step, when it takes longer than `ms` milliseconds
 */
export async function within<Result>(step: string, ms: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${step} took longer than ${ms / 1_000} s.`)), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

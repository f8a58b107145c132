import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second in which Linux counts a process's time (proc(5)). */
const TICKS_PER_SECOND = 100;

interface Process {
  id: number;
  parent: number;
  name: string;
  kb: number;
}

/** Returns the processes of this machine that can be inspected, or none if there is no /proc. */
function processes(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, "utf8");
        const field = (key: string) => new RegExp(`^${key}:\\s+(.+)$`, "m").exec(status)?.[1] ?? "";
        return [
          { id: Number(name), parent: Number(field("PPid")), name: field("Name"), kb: parseInt(field("VmRSS"), 10) },
        ];
      } catch {
        // The process has ended.
        return [];
      }
    });
}

/** Returns the workerd processes that descend from a process. */
function workerdBelow(parent: number): Process[] {
  const all = processes();
  const below = new Set([parent]);
  for (let before = 0; before < below.size;) {
    before = below.size;
    for (const { id, parent: of } of all) if (below.has(of)) below.add(id);
  }
  return all.filter(({ id, name }) => below.has(id) && name === "workerd");
}

/** Returns the kilobytes of memory of the workerd processes that descend from a process. */
export function workerdMemoryKb(parent: number): number {
  return workerdBelow(parent).reduce((sum, { kb }) => sum + kb, 0);
}

/** Returns the ids of the workerd processes that descend from a process. */
export function workerdIds(parent: number): number[] {
  return workerdBelow(parent).map(({ id }) => id);
}

/** Returns the milliseconds of processor time that processes have used since they began, in steps of 10 ms. */
export function processorMs(ids: readonly number[]): number {
  return ids.reduce((sum, id) => {
    // The name, the second field, is in brackets and may contain blanks; the 14th and 15th fields are the times.
    const fields = readFileSync(`/proc/${id}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return sum + ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
  }, 0);
}

import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { setTimeout } from "node:timers/promises";

/** The machine and time of a measurement. */
export interface Conditions {
  at: Date;
  /** Processor model, and number of cores. */
  processor: string;
  cores: number;
  memoryGb: number;
  /** Share of the processor that other processes used just before and after the measurement, 0…1. */
  othersBusy: number;
  versions: Record<string, string>;
}

const PROGRAMS = ["workerd", "hono", "react", "vite", "lighthouse"];
const SAMPLE_MS = 2_000;

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")) as { version: string };
  return version;
}

/** Returns the milliseconds that all cores have been busy, and the total milliseconds of all cores. */
function ticks(): { busy: number; all: number } {
  const times = cpus().map(({ times }) => times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { busy: all - times.reduce((sum, { idle }) => sum + idle, 0), all };
}

/** Returns how busy the machine is while this process waits, 0…1. */
export async function busyShare(): Promise<number> {
  const before = ticks();
  await setTimeout(SAMPLE_MS);
  const after = ticks();
  return (after.busy - before.busy) / (after.all - before.all);
}

/** Returns facts about the machine, but not its name, which is private. */
export function conditions(othersBusy: number): Conditions {
  const [first] = cpus();
  return {
    at: new Date(),
    processor: first?.model ?? "an unknown processor",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    othersBusy,
    versions: {
      Node: process.versions.node,
      ...Object.fromEntries(PROGRAMS.map((name) => [name, versionOf(name)])),
    },
  };
}

import type { Deps } from "../../../worker/platform/deps.ts";
import type { VisitorShard } from "../../../worker/features/visitors/visitor-shard.do.ts";

type Written = Pick<VisitorShard, "track" | "meet" | "met" | "step">;

/** A call of a shard's method, the moment (milliseconds) last among its arguments. */
export type ShardCall = { [Name in keyof Written]: { method: Name; args: Parameters<Written[Name]> } }[keyof Written];

const momentOf = ({ args }: ShardCall) => Number(args.at(-1));

/** Makes calls of a shard, in their order. */
export async function runCalls(shard: Written, calls: readonly ShardCall[]): Promise<void> {
  for (const { method, args } of calls) await (shard[method] as (...args: unknown[]) => Promise<unknown>)(...args);
}

/**
 * Stands in for the shards while many visits are made and takes their calls down, answering as a shard would: a hundred
 * calls that wait for the disk one after the other take seconds.
 */
export function recordShards() {
  const calls = new Map<string, ShardCall[]>();
  /** Sessions that began, and where they came from; those whose visitor was counted. */
  const sources = new Map<string, string>();
  const met = new Set<string>();
  const shardNamed = (name: string): Written => {
    const note = (call: ShardCall) => void calls.set(name, [...(calls.get(name) ?? []), call]);
    return {
      async track(sighting, mayBegin, now) {
        if (!sources.has(sighting.id) && !mayBegin) return "unknown";
        note({ method: "track", args: [sighting, true, now] });
        if (!sources.has(sighting.id)) sources.set(sighting.id, sighting.referrer);
        return met.has(sighting.id) ? "met" : "unmet";
      },
      async meet(...args) {
        note({ method: "meet", args });
      },
      async met(id, now) {
        note({ method: "met", args: [id, now] });
        met.add(id);
      },
      async step(...args) {
        note({ method: "step", args });
        return sources.get(args[0]) ?? null;
      },
    };
  };
  return {
    shard: shardNamed as unknown as Deps["visitors"]["shard"],
    /** What each shard, by its name, was called, in the order of time. */
    taken: () => [...calls].map(([name, noted]) => [name, noted.sort((a, b) => momentOf(a) - momentOf(b))] as const),
  };
}

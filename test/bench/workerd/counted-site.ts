import { shardOf } from "../../../worker/features/visitors/shard-reading.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import { sessionId } from "../../support/worker/visitors.ts";
import type { CostMeter } from "./cost-meter.ts";

/** Returns the site with all entry points counted; each call comes from the network in `from`. */
export function countedSite(meter: CostMeter, now: Date, from: { network: string }): Site {
  const site = makeSite({ now, deps: meter.deps, vars: { RATE_LIMIT_SCALE: "1", BULK_MAIL_LIMIT: "1000000" } });
  const noting =
    <Args extends unknown[], Answer>(work: (...args: Args) => Promise<Answer>, isAny = () => true) =>
    (...args: Args): Promise<Answer> => {
      if (isAny()) meter.note("invocations");
      return work(...args);
    };
  return {
    ...site,
    fetch: noting((path, call = {}) =>
      site.fetch(path, { ...call, headers: { ...call.headers, "cf-connecting-ip": from.network } }),
    ),
    tick: noting(site.tick),
    receive: noting(site.receive),
    runQueue: noting(site.runQueue, () => site.queued.length > 0),
    runMailings: noting(site.runMailings),
  };
}

/** Returns the k-th other session that is in the same shard as the n-th session. */
export function sameShard(n: number, k: number): number {
  let found = n;
  for (let left = k; left > 0; left -= 1)
    do found += 1_000;
    while (shardOf(sessionId(found)) !== shardOf(sessionId(n)));
  return found;
}

import type { VisitorStats } from "../../contracts/visitors.ts";
import type { Deps } from "../../platform/deps.ts";
import { hubOf } from "./visitor-objects.ts";

/** What the operator's dashboard shows. Reads nothing but the hub, and writes nothing. */
export async function readVisitorStats(deps: Deps): Promise<VisitorStats> {
  return hubOf(deps).read(deps.now().getTime(), deps.visitors.intervalMs);
}

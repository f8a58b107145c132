import { makeHandlers } from "./handlers.ts";
import { makeDeps } from "./platform/deps.ts";

export { Mailing } from "./platform/mailing.do.ts";
export { Transit } from "./transit/transit.do.ts";
export { VisitorHub } from "./features/stats/visitor-hub.do.ts";
export { VisitorShard } from "./features/visitors/visitor-shard.do.ts";
export { PurgeGate } from "./platform/purge-gate.do.ts";
export { AttemptCounter } from "./platform/attempt-counter.do.ts";

export default makeHandlers(makeDeps);

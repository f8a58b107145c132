import { makeHandlers } from "./handlers.ts";
import { makeDeps } from "./platform/deps.ts";

export { AttemptCounter } from "./platform/attempt-counter.do.ts";

export default makeHandlers(makeDeps);

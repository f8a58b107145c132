import type { Context } from "hono";
import { DONE } from "../../contracts/operation.ts";
import { systemRules } from "../../contracts/system.schemas.ts";
import { type AppEnv, moderatorOf } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { dropDeadLetter, retryDeadLetter } from "./dead-letters.service.ts";
import { readSystem } from "./system.service.ts";

/** The name of a dead letter in the path, which is no number where it never was in the outbox. */
const letterIn = (c: Context<AppEnv>): string => c.req.param("id") ?? "";

export const systemAdminRoutes = implement(systemRules, {
  getSystem: (c) => readSystem(c.var.deps),
  async retryDeadLetter(c) {
    await retryDeadLetter(c.var.deps, letterIn(c), moderatorOf(c));
    return { ...DONE, message: "It is handed to its queue again." };
  },
  async dropDeadLetter(c) {
    await dropDeadLetter(c.var.deps, letterIn(c), moderatorOf(c));
    return DONE;
  },
});

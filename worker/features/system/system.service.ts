import type { SystemState } from "../../contracts/system.ts";
import type { Deps } from "../../platform/deps.ts";
import { recentErrors } from "../../platform/error-record.ts";
import { deadLetters } from "./dead-letters.service.ts";
import { healthOf } from "./health.service.ts";

/** What the System tab shows. */
export async function readSystem(deps: Deps): Promise<SystemState> {
  const [health, errors, dead] = await Promise.all([healthOf(deps), recentErrors(deps), deadLetters(deps)]);
  return {
    health,
    errors: errors.map(({ firstAt, lastAt, ...error }) => ({
      ...error,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    dead,
  };
}

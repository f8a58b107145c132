import type { Deps } from "../../platform/deps.ts";
import { hasFailedSince } from "./system.repo.ts";

/** A monitor that takes longer is not waited for. */
const LIMIT_MS = 5_000;

/**
 * Fetches HEARTBEAT_URL once a tick is over in which no job failed, in whichever of its invocations: the monitor there
 * tells the operator when it hears nothing. A failure is only logged, because the next tick tries again.
 * @param time the tick's scheduled time
 */
export async function beatAfterTick(deps: Deps, time: Date): Promise<void> {
  const { heartbeatUrl } = deps.config;
  if (heartbeatUrl === null) return;
  try {
    if (await hasFailedSince(deps, time)) return;
    const ended = new AbortController();
    const cancel = deps.after(LIMIT_MS, () => ended.abort());
    try {
      const response = await deps.fetch(heartbeatUrl, { signal: ended.signal, redirect: "manual" });
      await response.body?.cancel();
      if (!response.ok) deps.log.warn("heartbeat.refused", { status: response.status });
    } finally {
      cancel();
    }
  } catch (error) {
    // The address is a secret, which errors of fetch may name.
    deps.log.warn("heartbeat.failed", { error: error instanceof Error ? error.name : "unknown" });
  }
}

const LEVELS = ["debug", "log", "info", "warn", "error"] as const;
const real = Object.fromEntries(LEVELS.map((level) => [level, console[level].bind(console)]));
const kept: { level: string; data: unknown[] }[] = [];

/**
 * Keeps all log lines until {@link endLog}. Cloudflare's Vitest plugin sends a line logged by a Durable Object only
 * with the next message to the reporter. If a test file sends no further message, the plugin waits forever for the
 * reporter's response.
 */
for (const level of LEVELS) console[level] = (...data) => void kept.push({ level, data });

/** Discards the log lines of a test, and prints them first if requested. */
export function endLog(isWanted: boolean): void {
  for (const { level, data } of kept.splice(0)) if (isWanted) real[level]?.(...data);
}

const LEVELS = ["debug", "log", "info", "warn", "error"] as const;
const real = Object.fromEntries(LEVELS.map((level) => [level, console[level].bind(console)]));
const kept: { level: string; data: unknown[] }[] = [];

/**
 * Keeps what is logged until {@link endLog}. The plugin sends a line that a Durable Object logs only along with the next
 * message to the reporter. When the file has no further message, the reporter's answer is awaited without end.
 */
for (const level of LEVELS) console[level] = (...data) => void kept.push({ level, data });

/** Forgets what was logged during a test, and prints it if it is wanted. */
export function endLog(isWanted: boolean): void {
  for (const { level, data } of kept.splice(0)) if (isWanted) real[level]?.(...data);
}

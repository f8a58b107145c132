export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Structured log: one JSON object a line, which Workers Logs indexes by field. Never give it a token, a mail address or a body. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, error: unknown, fields?: LogFields): void;
}

/** A log whose every line carries `context` (the request id, the job, the queue message). */
export function makeLog(context: LogFields): Log {
  const write = (level: "log" | "warn" | "error", event: string, fields: LogFields) =>
    console[level](JSON.stringify({ event, ...context, ...fields }));
  return {
    info: (event, fields = {}) => write("log", event, fields),
    warn: (event, fields = {}) => write("warn", event, fields),
    error: (event, error, fields = {}) =>
      write("error", event, {
        ...fields,
        message: error instanceof Error ? error.message : String(error),
        stack: error instanceof Error ? error.stack : undefined,
      }),
  };
}

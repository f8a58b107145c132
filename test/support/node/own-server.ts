import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "./production.ts";

/** A server of the production build in its own process. */
export interface OwnServer {
  siteUrl: string;
  port: number;
  /** Port of the isolate's debugger. */
  inspectorPort: number;
  /** Its process. */
  id: number;
  /** Its output so far. */
  output: () => string;
  /** Stops it and deletes its data. */
  close: () => Promise<void>;
}

/**
 * Serves a copy of the production build with an empty database in its own process, as `npm start` does, so that a test
 * can read its output, inspect its isolate and measure its memory.
 */
export async function startOwnServer(): Promise<OwnServer> {
  const inspectorPort = await freePort();
  // Vitest's NODE_ENV would keep the preview server from printing its errors.
  const { NODE_ENV: _test, ...environment } = process.env;
  const child = spawn("node", ["test/support/node/serve-copy.ts"], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...environment, INSPECTOR_PORT: String(inspectorPort) },
  });
  let output = "";
  const siteUrl = await new Promise<string>((resolve, reject) => {
    const read = (data: unknown) => {
      output += String(data);
      const [, url] = /^Serving (\S+)$/m.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`The server ended (${code}):\n${output}`)));
  });
  return {
    siteUrl,
    port: Number(new URL(siteUrl).port),
    inspectorPort,
    id: child.pid ?? 0,
    output: () => output,
    async close() {
      const ended = once(child, "exit");
      child.stdin.end();
      await ended;
    },
  };
}

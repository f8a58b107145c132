import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "./production.ts";

/** A server of the production build in its own process. */
export interface OwnServer {
  siteUrl: string;
  port: number;
  /** Port of the isolate's debugger. */
  inspectorPort: number;
  /** Id of the server's process. */
  id: number;
  /** The folder of the build that it serves. */
  build: string;
  /** The server's output so far. */
  output: () => string;
  /**
   * Replaces the build that the server serves. Data and address stay the same.
   * @param options.emptiesBucket whether the contents of the bucket are lost
   */
  deploy: (folder: string, options?: { emptiesBucket?: boolean }) => Promise<void>;
  /** Stops the server and deletes its data. */
  close: () => Promise<void>;
}

/**
 * Serves a copy of the production build with an empty database in a separate process, as `npm start` does. A test can
 * then read its output, inspect its isolate and measure its memory.
 * @param options.dataFolder open data to import first; none by default
 * @param options.hasTimetable whether the server has the demo's timetable
 */
export async function startOwnServer({ dataFolder = "", hasTimetable = false } = {}): Promise<OwnServer> {
  const inspectorPort = await freePort();
  // Vitest's NODE_ENV would prevent the preview server from printing its errors.
  const { NODE_ENV: _test, ...environment } = process.env;
  const child = spawn("node", ["test/support/node/serve-copy.ts"], {
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...environment,
      INSPECTOR_PORT: String(inspectorPort),
      DATA_FOLDER: dataFolder,
      WITH_TIMETABLE: hasTimetable ? "1" : "",
    },
  });
  let output = "";
  /** Waits until the server prints a line. */
  const printed = (line: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      let further = "";
      const read = (data: unknown) => {
        further += String(data);
        const found = line.exec(further);
        if (found) resolve(found);
      };
      child.stdout.on("data", read);
      child.on("exit", (code) => reject(new Error(`The server ended (${code}):\n${output}`)));
    });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: unknown) => (output += String(data)));
  const [, siteUrl = "", build = ""] = await printed(/^Serving (\S+) from (\S+)$/m);
  return {
    siteUrl,
    build,
    port: Number(new URL(siteUrl).port),
    inspectorPort,
    id: child.pid ?? 0,
    output: () => output,
    async deploy(folder, { emptiesBucket = false } = {}) {
      const done = printed(/^Deployed /m);
      child.stdin.write(`${JSON.stringify({ folder, emptiesBucket })}\n`);
      await done;
    },
    async close() {
      const ended = once(child, "exit");
      child.stdin.end();
      await ended;
    },
  };
}

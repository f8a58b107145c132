import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { OwnServer } from "./own-server.ts";

/** Memory of an isolate after a forced garbage collection, in bytes. */
export interface IsolateHeap {
  /** Bytes of JavaScript objects. */
  used: number;
  /** Bytes of runtime objects referenced by JavaScript. */
  embedder: number;
  /** Bytes of array buffers, including WebAssembly memory. */
  backing: number;
}

interface HeapUsage {
  usedSize: number;
  embedderHeapUsedSize?: number;
  backingStorageSize?: number;
}

/** Node's WebSocket accepts headers, which the browser's types do not know. The debugger requires a local origin. */
const SocketWithHeaders = WebSocket as unknown as new (
  url: string,
  options: { headers: Record<string, string> },
) => WebSocket;

/** Returns the debugger URL of the isolate. The URL becomes available some time after the server has started. */
async function debuggerOf(inspectorPort: number): Promise<string> {
  for (let time = 0; time < 300; time += 1) {
    const targets = (await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json()) as {
      webSocketDebuggerUrl: string;
    }[];
    if (targets[0]) return targets[0].webSocketDebuggerUrl;
    await setTimeout(100);
  }
  throw new Error("The isolate has no debugger.");
}

/** Collects the garbage of a server's isolate and measures its memory. */
export async function heapOfIsolate({ siteUrl, inspectorPort }: OwnServer): Promise<IsolateHeap> {
  const socket = new SocketWithHeaders(await debuggerOf(inspectorPort), { headers: { origin: "http://localhost" } });
  await once(socket, "open");
  const call = (id: number, method: string) =>
    new Promise<unknown>((resolve, reject) => {
      socket.addEventListener("close", () => reject(new Error(`${method}: the debugger has gone`)));
      socket.addEventListener("message", ({ data }) => {
        const answer = JSON.parse(String(data)) as { id?: number; result?: unknown };
        if (answer.id === id) resolve(answer.result);
      });
      socket.send(JSON.stringify({ id, method }));
    });
  try {
    // Finalizers that run in one collection release objects for the next one.
    for (let id = 1; id <= 3; id += 1) {
      const collected = call(id, "HeapProfiler.collectGarbage").then(() => true);
      // The isolate collects garbage on its next activity.
      const ask = async () => {
        await (await fetch(`${siteUrl}/api/site`)).text();
        return setTimeout(20, false);
      };
      while (!(await Promise.race([collected, ask()]))) continue;
    }
    const usage = (await call(4, "Runtime.getHeapUsage")) as HeapUsage;
    return {
      used: usage.usedSize,
      embedder: usage.embedderHeapUsedSize ?? 0,
      backing: usage.backingStorageSize ?? 0,
    };
  } finally {
    socket.close();
  }
}

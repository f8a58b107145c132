import { afterAll, beforeAll, expect, it } from "vitest";
import { fullSize } from "../support/full-size.ts";
import { heapOfIsolate } from "../support/node/isolate-heap.ts";
import { mixedTraffic } from "../support/node/mixed-traffic.ts";
import { type OwnServer, startOwnServer } from "../support/node/own-server.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

/** Requests after which the isolate has loaded what it needs; it is sent ten times as many. */
const WARM = fullSize(500, 60);
/** What an isolate may hold after the tenfold, against what it held when it was warm. */
const MOST = 1.2;

let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer();
}, LONG_TESTS.start);
afterAll(async () => {
  await server.close();
});

it(
  "an isolate holds at most 1.2 times as much after ten times as many requests",
  async () => {
    const send = await mixedTraffic(server.siteUrl);
    await send(WARM);
    const warm = await heapOfIsolate(server);
    const statuses = await send(9 * WARM);
    const after = await heapOfIsolate(server);
    const told = `${WARM}: ${JSON.stringify(warm)}, ${WARM * 10}: ${JSON.stringify(after)}`;
    if (process.env.FULL_SIZE === "1") process.stdout.write(`${told}\n`);
    // All kinds of requests were answered as they should be: a site that fails keeps nothing either.
    for (const status of [200, 201, 204, 401, 404, 413])
      expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(WARM / 10);
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    expect(after.used / warm.used, told).toBeLessThan(MOST);
    expect(
      (after.used + after.embedder + after.backing) / (warm.used + warm.embedder + warm.backing),
      told,
    ).toBeLessThan(MOST);
  },
  LONG_TESTS.many,
);

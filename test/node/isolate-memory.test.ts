// @module-tag rest
import { afterAll, beforeAll, expect, it } from "vitest";
import { fullSize } from "../support/full-size.ts";
import { heapOfIsolate } from "../support/node/isolate-heap.ts";
import { mixedTraffic } from "../support/node/mixed-traffic.ts";
import { type OwnServer, startOwnServer } from "../support/node/own-server.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

/** Number of requests before the first measurement. Ten times as many are sent before the second measurement. */
const WARM_UP_REQUESTS = fullSize(500, 60);
/** Maximum memory at the second measurement, as a multiple of the first. */
const MAX_GROWTH = 1.2;

let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer();
}, LONG_TESTS.start);
afterAll(async () => {
  await server.close();
});

it(
  "an isolate's memory grows by at most 20 % when it handles ten times as many requests",
  async () => {
    const send = await mixedTraffic(server.siteUrl);
    await send(WARM_UP_REQUESTS);
    const warm = await heapOfIsolate(server);
    const statuses = await send(9 * WARM_UP_REQUESTS);
    const after = await heapOfIsolate(server);
    const summary = `${WARM_UP_REQUESTS}: ${JSON.stringify(warm)}, ${WARM_UP_REQUESTS * 10}: ${JSON.stringify(after)}`;
    if (process.env.FULL_SIZE === "1") process.stdout.write(`${summary}\n`);
    // Checks that every kind of request got the expected response, because a failing site would not fill the memory
    // either.
    for (const status of [200, 201, 204, 401, 404, 413])
      expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(WARM_UP_REQUESTS / 10);
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    expect(after.used / warm.used, summary).toBeLessThan(MAX_GROWTH);
    expect(
      (after.used + after.embedder + after.backing) / (warm.used + warm.embedder + warm.backing),
      summary,
    ).toBeLessThan(MAX_GROWTH);
  },
  LONG_TESTS.many,
);

import type { Figures } from "./figures.ts";
import { shareOf, takeTurns } from "./load.ts";
import { sideBySide } from "./side-by-side.ts";

const LOAD = { rounds: 10, requests: 200, atOnce: 8 };
/** Minimum ratio between the processor time of a bare route and the processor time of the API. */
const AIM = 0.8;

/** Compares the API's list and listing endpoints with bare routes that have no middleware. */
export async function measureApi(): Promise<Figures> {
  const { siteUrl, bareUrl, ids, listing } = await sideBySide();
  const [list, bareList, detail, bareDetail] = await takeTurns(
    [
      { name: "the list of 20", url: `${siteUrl}/api/marketplace-listings?limit=20&offset=0` },
      { name: "its query alone", url: `${bareUrl}/bare/list?limit=20` },
      { name: "a listing", url: `${siteUrl}/api/marketplace-listings/${listing.id}` },
      { name: "its query alone", url: `${bareUrl}/bare/listing/${listing.id}` },
    ],
    { ...LOAD, ids },
  );
  if (!list || !bareList || !detail || !bareDetail) throw new Error("Not everything was measured.");
  const byTime = (mark: typeof list, bare: typeof list) => bare.processorMs / mark.processorMs;
  const row = (mark: typeof list, bare?: typeof list) => [
    mark.name,
    mark.perSecond,
    bare ? shareOf(mark, bare) : null,
    mark.p50,
    mark.p99,
    mark.processorMs,
    bare ? byTime(mark, bare) : null,
    mark.bytes / 1_000,
  ];
  return {
    title: "The API of listings",
    meaning:
      "How many requests the production build serves in a second, compared with a bare Hono route in the same workerd. The bare route has no middleware, runs the same query on the same data, and returns its rows unchanged.",
    tables: [
      {
        caption: `${LOAD.atOnce} concurrent requests, ${LOAD.rounds} turns of ${LOAD.requests}`,
        columns: [
          { name: "" },
          { name: "requests a second" },
          { name: "ratio to the bare route", digits: 2, unit: "x" },
          { name: "p50", digits: 1, unit: " ms" },
          { name: "p99", digits: 1, unit: " ms" },
          { name: "processor time", digits: 2, unit: " ms" },
          { name: "ratio by processor time", digits: 2, unit: "x" },
          { name: "response", digits: 1, unit: " KB" },
        ],
        rows: [row(list, bareList), row(bareList), row(detail, bareDetail), row(bareDetail)],
      },
    ],
    aims: [
      {
        text: `the list reaches at least ${AIM} of the bare route's rate, by processor time`,
        isMet: byTime(list, bareList) >= AIM,
      },
      {
        text: `a listing reaches at least ${AIM} of the bare route's rate, by processor time`,
        isMet: byTime(detail, bareDetail) >= AIM,
      },
    ],
    notes: [
      "Processor time covers the whole workerd process, including the local database. While other programs use the machine, processor time varies less than the number of requests a second.",
    ],
  };
}

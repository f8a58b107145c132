import { CATEGORIES } from "../../worker/contracts/bedrooms.ts";
import { FORUM_PATH } from "../../worker/contracts/pages.ts";
import type { Figures } from "./figures.ts";
import { shareOf, takeTurns } from "./load.ts";
import { sideBySide } from "./side-by-side.ts";

const LOAD = { rounds: 6, requests: 80, atOnce: 8 };
/** Processor time is counted in steps of 10 ms. */
const QUERY_LOAD = { rounds: 10, requests: 400, atOnce: 8 };
/** Share of the rate of the data alone. */
const AIM = 0.5;
/** Processor time of the home page in that of its query with constant bytes, at most. */
const QUERY_AIM = 1.7;

/** Pages rendered at the edge, none of them from a cache, against the data that they are made of. */
export async function measurePages(): Promise<Figures> {
  const { siteUrl, bareUrl, ids, listing, thread } = await sideBySide();
  const category = CATEGORIES.find(({ bedrooms }) => bedrooms === "1 Bedroom")?.path ?? "";
  const pages = [
    { name: "home", page: "/", data: "/data/home" },
    { name: "a category", page: category, data: "/data/category" },
    { name: "a listing", page: listing.path, data: `/data/listing/${listing.id}` },
    { name: "the discussions", page: FORUM_PATH, data: "/data/threads" },
    { name: "a discussion", page: thread.path, data: `/data/thread/${thread.id}` },
  ];
  const ways = pages.flatMap(({ name, page, data }) => [
    { name, url: siteUrl + page },
    { name: `${name}: data`, url: bareUrl + data },
  ]);
  const marks = await takeTurns(ways, { ...LOAD, ids });
  const bytes = (await (await fetch(siteUrl)).arrayBuffer()).byteLength;
  const above = await takeTurns(
    [
      { name: "its query, and as many constant bytes", url: `${bareUrl}/bare/home?bytes=${bytes}` },
      { name: "its query, and React's markup", url: `${bareUrl}/bare/rendered-home` },
      // No cache may keep an address with an unknown parameter, so the worker renders it for each request.
      { name: "home, rendered for each request", url: `${siteUrl}/?view=new` },
      { name: "home", url: siteUrl },
    ],
    { ...QUERY_LOAD, ids },
  );
  const [query, , , home] = above.map(({ processorMs }) => processorMs);
  const overQuery = (home ?? Number.NaN) / (query ?? Number.NaN);
  const compared = pages.flatMap(({ name }, index) => {
    const [page, data] = marks.slice(index * 2, index * 2 + 2);
    return page && data ? [{ name, page, data, ratio: shareOf(page, data) }] : [];
  });
  return {
    title: "Pages rendered at the edge",
    meaning:
      "Pages a second of the production build on cache misses, compared with the same data read by the same services and returned as JSON by a bare route, in the same workerd. A page that the edge has cached costs no rendering at all.",
    tables: [
      {
        caption: `${LOAD.atOnce} concurrent requests, ${LOAD.rounds} turns of ${LOAD.requests}`,
        columns: [
          { name: "" },
          { name: "pages a second" },
          { name: "data a second" },
          { name: "ratio", digits: 2, unit: "x" },
          { name: "p50", digits: 1, unit: " ms" },
          { name: "p99", digits: 1, unit: " ms" },
          { name: "processor time of the page", digits: 2, unit: " ms" },
          { name: "of the data", digits: 2, unit: " ms" },
          { name: "HTML", digits: 1, unit: " KB" },
        ],
        rows: compared.map(({ name, page, data, ratio }) => [
          name,
          page.perSecond,
          data.perSecond,
          ratio,
          page.p50,
          page.p99,
          page.processorMs,
          data.processorMs,
          page.bytes / 1_000,
        ]),
      },
      {
        caption: `The home page compared with its query alone, ${QUERY_LOAD.rounds} turns of ${QUERY_LOAD.requests}`,
        columns: [
          { name: "" },
          { name: "a second" },
          { name: "processor time", digits: 2, unit: " ms" },
          { name: "of the query's", digits: 2, unit: "x" },
        ],
        rows: above.map(({ name, perSecond, processorMs }) => [
          name,
          perSecond,
          processorMs,
          processorMs / (query ?? Number.NaN),
        ]),
      },
    ],
    aims: compared
      .map(({ name, ratio }) => ({
        text: `${name}: ${AIM} of the rate of its data or more`,
        isMet: ratio >= AIM,
      }))
      .concat({
        text: `home: ${QUERY_AIM} times the processor time of its query with constant bytes, or less`,
        isMet: overQuery <= QUERY_AIM,
      }),
    notes: ["HTML sizes are before compression."],
  };
}

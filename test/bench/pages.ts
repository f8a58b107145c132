import { CATEGORIES } from "../../worker/contracts/bedrooms.ts";
import { FORUM_PATH } from "../../worker/contracts/pages.ts";
import type { Figures } from "./figures.ts";
import { shareOf, takeTurns } from "./load.ts";
import { sideBySide } from "./side-by-side.ts";

const LOAD = { rounds: 6, requests: 80, atOnce: 8 };
/** Enough requests to measure processor time, which is counted in steps of 10 ms. */
const QUERY_LOAD = { rounds: 10, requests: 400, atOnce: 8 };
/**
 * Maximum ratio of processor time between the home page rendered per request, and bare Hono and React with the same
 * rows.
 */
const RENDERED_AIM = 1.3;
/**
 * Maximum ratio of processor time between the home page cached by the isolate, and the same query with a constant body.
 */
const KEPT_AIM = 1.7;

/** A query string that no cache stores, which makes the worker render the page for each request. */
const RENDERED = "?view=new";

/**
 * Compares the cost of pages, rendered per request or cached by the isolate, with the cost of loading only their data.
 */
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
    { name: `${name}, rendered`, url: siteUrl + page + RENDERED },
    { name: `${name}, kept`, url: siteUrl + page },
    { name: `${name}: data`, url: bareUrl + data },
  ]);
  const marks = await takeTurns(ways, { ...LOAD, ids });
  const bytes = (await (await fetch(siteUrl)).arrayBuffer()).byteLength;
  const above = await takeTurns(
    [
      { name: "its query with as many constant bytes", url: `${bareUrl}/bare/home?bytes=${bytes}` },
      { name: "its query with bare Hono and React", url: `${bareUrl}/bare/rendered-home` },
      { name: "home, rendered", url: `${siteUrl}/${RENDERED}` },
      { name: "home, kept", url: siteUrl },
    ],
    { ...QUERY_LOAD, ids },
  );
  const [query, bare, rendered, kept] = above.map(({ processorMs }) => processorMs);
  const ratio = (one: number | undefined, other: number | undefined) => (one ?? Number.NaN) / (other ?? Number.NaN);
  const compared = pages.flatMap(({ name }, index) => {
    const [renderedPage, cachedPage, data] = marks.slice(index * 3, index * 3 + 3);
    return renderedPage && cachedPage && data ? [{ name, ways: [renderedPage, cachedPage], data }] : [];
  });
  return {
    title: "Pages rendered at the edge",
    meaning:
      "Each page of the production build is requested in two ways. A rendered page is rendered for the request. A kept page is in the isolate's cache: the worker loads the page's data and finds that nothing has changed. Both ways are compared with a bare route in the same workerd, which loads the same data with the same services and returns it as JSON. A page that the edge has cached costs nothing.",
    tables: [
      {
        caption: `${LOAD.atOnce} concurrent requests, ${LOAD.rounds} turns of ${LOAD.requests}`,
        columns: [
          { name: "" },
          { name: "pages a second" },
          { name: "ratio to its data route", digits: 2, unit: "x" },
          { name: "p50", digits: 1, unit: " ms" },
          { name: "p99", digits: 1, unit: " ms" },
          { name: "processor time of the page", digits: 2, unit: " ms" },
          { name: "processor time of its data route", digits: 2, unit: " ms" },
          { name: "HTML", digits: 1, unit: " KB" },
        ],
        rows: compared.flatMap(({ ways: asked, data }) =>
          asked.map((page) => [
            page.name,
            page.perSecond,
            shareOf(page, data),
            page.p50,
            page.p99,
            page.processorMs,
            data.processorMs,
            page.bytes / 1_000,
          ]),
        ),
      },
      {
        caption: `The home page compared with its query alone, ${QUERY_LOAD.rounds} turns of ${QUERY_LOAD.requests}`,
        columns: [
          { name: "" },
          { name: "requests a second" },
          { name: "processor time", digits: 2, unit: " ms" },
          { name: "ratio to the query", digits: 2, unit: "x" },
          { name: "ratio to bare Hono and React", digits: 2, unit: "x" },
        ],
        rows: above.map(({ name, perSecond, processorMs }) => [
          name,
          perSecond,
          processorMs,
          ratio(processorMs, query),
          ratio(processorMs, bare),
        ]),
      },
    ],
    aims: [
      {
        text: `the rendered home page takes at most ${RENDERED_AIM} times the processor time of bare Hono and React on the same rows`,
        isMet: ratio(rendered, bare) <= RENDERED_AIM,
      },
      {
        text: `the kept home page takes at most ${KEPT_AIM} times the processor time of its query with constant bytes`,
        isMet: ratio(kept, query) <= KEPT_AIM,
      },
    ],
    notes: ["The HTML sizes are measured before compression."],
  };
}

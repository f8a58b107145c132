import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  card,
  cellsOf,
  downloaded,
  onNarrowScreen,
  openDashboard,
  openTrends,
  STATS,
} from "../support/component/dashboard.ts";
import { busyPeriod, busyStats } from "../support/component/statistics.ts";

const STEPS = "From visit to subscriber";

type Person = Awaited<ReturnType<typeof openTrends>>["user"];

const choose = (user: Person, range: string) =>
  user.click(screen.getByText(range, { selector: "fieldset button *:not([aria-hidden])" }));

/** Finds a row of a card by the row's header or first words. */
async function rowOf(name: string, header: RegExp): Promise<HTMLElement> {
  const found = await (await card(name)).findByText(header, { selector: "tbody th, tbody th *" });
  const row = found.closest("tr");
  if (!row) throw new Error("It is in no row.");
  return row;
}

const csvOf = async (user: Person, title: string) =>
  (await downloaded(() => user.click(screen.getByLabelText(`${title} as CSV`)))).text;

describe("a chosen range", () => {
  it("is compared by whole days, as the page states", { tags: ["rest"] }, async () => {
    const { user } = await openTrends();
    await choose(user, "7 days");
    expect(new URLSearchParams(location.search).get("range")).toBe("7d");
    await screen.findByText(/Arrows compare the 6 completed days with the same weekdays a week earlier\./);
    const chart = await card("Traffic");
    await chart.findByText("1,500 compared with 1,000");
    await user.click(chart.getByText("Show as a table"));
    expect(cellsOf(await rowOf("Traffic", /Nov 20/))).toEqual(["800", "600", "↑ 33%"]);
    expect(cellsOf(await rowOf("Traffic", /Nov 21/))).toEqual(["900", "–", "–"]);
    chart.getByText("1,500 vs 1,000 a week earlier");
  });

  it("states until what time today and yesterday are compared", { tags: ["rest"] }, async () => {
    const points = [{ start: "2026-11-21T19:00:00.000Z", visits: 900, before: null }];
    const period = busyPeriod("today", { points });
    const { user } = await openTrends({ [STATS]: { ...busyStats(), period } });
    await choose(user, "Today");
    await (await card("Traffic")).findByText("1,500 by 14:00 vs 1,000 yesterday");
    await user.click(screen.getByText("Overview", { selector: "nav a" }));
    expect(await (await card("Today's Visits")).findByText("vs yesterday by 14:00")).toBeTruthy();
  });

  it("shows no arrows when there is nothing to compare with", { tags: ["rest"] }, async () => {
    const nothing = { now: 9, whole: 9, before: 0 };
    const { funnel } = busyPeriod("24h");
    const period = busyPeriod("24h", {
      visits: nothing,
      views: nothing,
      uniqueVisitors: nothing,
      funnel: Object.fromEntries(Object.keys(funnel).map((step) => [step, nothing])) as typeof funnel,
    });
    await openTrends({ [STATS]: { ...busyStats(), period } });
    await screen.findByText("Nothing to compare with yet.");
    expect(screen.queryByText(/Arrows compare/)).toBeNull();
  });

  it("is broken down by source, page, country and device", async () => {
    const { user } = await openTrends();
    await choose(user, "30 days");
    const breakdown = await card("Breakdown");
    expect(cellsOf(await rowOf("Breakdown", /30d\.example\.org/))).toEqual([
      "↑ 50% 750 compared with 500 1,200",
      "50%",
    ]);
    expect(await csvOf(user, "Visits by source 30 days")).toContain(
      "Source,Visits,%,Whole days,Before,Change\r\n30d.example.org,1200,50,750,500,↑ 50%\r\n",
    );
    await user.selectOptions(breakdown.getByLabelText("By"), "Page");
    expect(cellsOf(await rowOf("Breakdown", /a-page/))).toEqual(["↓ 25% 3,000 compared with 4,000 5,000", "100%"]);
    await user.selectOptions(breakdown.getByLabelText("By"), "Device");
    expect(cellsOf(await rowOf("Breakdown", /desktop/))).toEqual(["300 compared with 0 500", "25%"]);
  });

  it("shows steps by source, without percentages for small counts", async () => {
    const { user } = await openTrends();
    await choose(user, "30 days");
    expect(cellsOf(await rowOf(STEPS, /30d\.example\.org/))).toEqual([
      "1,200 ↑ 50% 750 compared with 500",
      "1,200 100% no change 700 compared with 700",
      "240 20% ↓ 50% 150 compared with 300",
      "60 5% 40 compared with 0",
      "4 0.3% 2 compared with 1",
      "– 0 compared with 0",
    ]);
    const csv = await csvOf(user, "From visit to subscriber 30 days");
    expect(csv).toContain("Visits: Whole days,Visits: Before,Visits: Change,");
    expect(csv).toContain(",750,500,↑ 50%,");
  });

  it(
    "shows visits and confirmations by source on a narrow screen, and the other steps on demand",
    { tags: ["rest"] },
    async () => {
      onNarrowScreen();
      const { user } = await openTrends();
      const steps = await card(STEPS);
      expect(cellsOf(await rowOf(STEPS, /24h\.example\.org/))).toEqual([
        "1,200 ↑ 50% 750 compared with 500",
        "4 0.3% 2 compared with 1",
      ]);
      expect(await csvOf(user, `${STEPS} 24 hours`)).toContain("Source,Visits,Opened,Called,Signed up,Confirmed,VIP,");
      await user.click(steps.getByText("Show all steps"));
      expect(cellsOf(await rowOf(STEPS, /24h\.example\.org/))).toHaveLength(6);
    },
  );

  it("shows goals and searches beside those of the previous period", { tags: ["rest"] }, async () => {
    const { user } = await openTrends();
    const goals = await card(STEPS);
    await user.selectOptions(goals.getByLabelText("By"), "First page");
    const text = (await goals.findByText(/of 500 visits/)).textContent ?? "";
    expect(text.replaceAll(/\s+/g, " ")).toBe("50 of 500 visits (10%) ↓ 25% 30 compared with 40");
    expect(cellsOf(await rowOf(STEPS, /about/))).toEqual(["500", "↓ 25% 30 compared with 40 50", "10%"]);
    const searches = "Searches without results";
    await (await card(searches)).findByText(/↑ 50%/);
    expect(cellsOf(await rowOf(searches, /loft/))).toEqual(["8 compared with 4 9"]);
    expect(cellsOf(await rowOf(searches, /Others/))).toEqual(["3"]);
  });

  it("breaks a chosen goal down by campaign, and links searches to their lists", async () => {
    const { user, asked } = await openTrends();
    await choose(user, "Today");
    const goals = await card(STEPS);
    expect(goals.queryByLabelText("Goal")).toBeNull();
    const by = goals.getByLabelText("By");
    await user.selectOptions(by, "Campaign");
    expect(goals.getByLabelText("By")).toBe(by);
    const select = goals.getByLabelText("Goal");
    await user.selectOptions(select, "Called");
    await goals.findByText(/^Called by campaign/, { selector: "caption" });
    expect(goals.getByLabelText("Goal")).toBe(select);
    const last = asked.findLast(({ path }) => path === "/api/analytics/goals");
    expect(Object.fromEntries(last?.query ?? [])).toEqual({ goal: "called", range: "today", compare: "1" });
    const row = await rowOf(STEPS, /spring flyer/);
    expect(row.closest("table")?.textContent).toMatch(/^Called by campaign.*CampaignVisitsCalledRate %/s);
    const searches = await card("Searches without results");
    const link = await searches.findByText("Studio, “balcony”, Up to $900");
    expect(link.getAttribute("href")).toBe("/?type=Studio&q=balcony&maxRent=900");
    expect(await csvOf(user, "Searches without results Today")).toContain("Search,Times,Whole hours,Before,Change\r\n");
  });
});

describe("bars", () => {
  it("of the funnel and of today come with a table or numbers, and a file", { tags: ["rest"] }, async () => {
    const { user } = await openTrends();
    const funnel = await card("Funnel");
    await user.click(await funnel.findByText("Show as a table"));
    expect(cellsOf(await rowOf("Funnel", /^Called/))).toEqual(["240", "10%", "150", "300", "↓ 50%"]);
    await user.click(screen.getByText("Overview", { selector: "nav a" }));
    await (await card("Today's Visits")).findByText("1,500 compared with 1,000");
    expect(await csvOf(user, "Today's Visits")).toBe(
      [
        "\u{feff}Counted,Today,Whole hours,Before,Change",
        "Visits,1946,1500,1000,↑ 50%",
        "Unique visitors,1702,1200,1000,↑ 20%",
        "Returning,412,300,200,↑ 50%",
        "New,1290,900,800,↑ 13%",
        "Mobile,1223,900,1000,↓ 10%",
        "Desktop,479,300,0,",
        "",
      ].join("\r\n"),
    );
  });
});

it("show this month's visits beside those of the same days last month", { tags: ["rest"] }, async () => {
  await openDashboard();
  const month = await card("Month Visitors");
  await month.findByText(/↓ 20%/);
  expect(month.getByText("41,207").tagName).toBe("B");
});

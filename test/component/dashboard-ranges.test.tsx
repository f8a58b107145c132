import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { card, cellsOf, downloaded, openDashboard } from "../support/component/dashboard.ts";

type Person = Awaited<ReturnType<typeof openDashboard>>["user"];

const choose = (user: Person, range: string) => user.click(screen.getByText(range, { selector: "fieldset button" }));

/** The row of a card whose header or first words are these. */
async function rowOf(name: string, header: RegExp): Promise<HTMLElement> {
  const found = await (await card(name)).findByText(header, { selector: "tbody th, tbody th *" });
  const row = found.closest("tr");
  if (!row) throw new Error("It is in no row.");
  return row;
}

const csvOf = async (user: Person, title: string) =>
  (await downloaded(() => user.click(screen.getByLabelText(`${title} as CSV`)))).text;

describe("a chosen range", () => {
  it("is compared by whole days, which the page says", { tags: ["rest"] }, async () => {
    const { user } = await openDashboard();
    await choose(user, "7 days");
    const chart = await card("Visits of the last 7 days");
    chart.getByText(/the 6 days that are over with the same weekdays a week earlier/);
    await chart.findByText("compared: 1,500, before: 1,000");
    await user.click(chart.getByText("Numbers by the day"));
    expect(cellsOf(await rowOf("Visits of the last 7 days", /Nov 20/))).toEqual(["800", "600", "↑ 33%"]);
    expect(cellsOf(await rowOf("Visits of the last 7 days", /Nov 21/))).toEqual(["900", "", ""]);
    expect(cellsOf(await rowOf("Pages, countries and devices of the last 7 days", /a-page/))).toEqual([
      "5,000",
      "100%",
      "3,000",
      "4,000",
      "↓ 25%",
    ]);
  });

  it("decides about the sources of visits and subscribers, and of their steps", async () => {
    const { user } = await openDashboard();
    await choose(user, "30 days");
    const title = "Visits and subscribers by source";
    const sources = await card(title);
    expect(cellsOf(await rowOf(title, /30d\.example\.org/))).toEqual(["1,200", "50%", "750", "500", "↑ 50%"]);
    sources.getByText(/Each session counts once a day\./);
    expect(await csvOf(user, "Sources of the last 30 days")).toContain(
      "Source,Visits,%,Whole days,Before,Change\r\n30d.example.org,1200,50,750,500,↑ 50%\r\n",
    );
    await user.click(sources.getByText("Subscribers", { selector: "button" }));
    const [, first] = sources.getAllByRole("row");
    if (!first) throw new Error("There is no row.");
    expect(first.querySelector("th")?.textContent).toBe("Direct");
    expect(cellsOf(first)).toEqual(["20", "83%", "2", "1", "↑ 100%"]);
    await user.click(sources.getByText("From visit to subscriber", { selector: "button" }));
    expect(cellsOf(await rowOf(title, /30d\.example\.org/))).toEqual([
      "1,200↑ 50% compared: 750, before: 500",
      "1,200 100%no change compared: 700, before: 700",
      "240 20%↓ 50% compared: 150, before: 300",
      "60 5% compared: 40, before: 0",
      "4 0.3%↑ 100% compared: 2, before: 1",
      "0 0% compared: 0, before: 0",
    ]);
    const csv = await csvOf(user, "From visit to subscriber of the last 30 days");
    expect(csv).toContain("Visits: Whole days,Visits: Before,Visits: Change,");
    expect(csv).toContain(",750,500,↑ 50%,");
    await choose(user, "7 days");
    await rowOf(title, /7d\.example\.org/);
    await user.click(sources.getByText("Month Visitors", { selector: "button" }));
    await sources.findByText(/↓ 20%/);
  });

  it("has goals and searches beside those of the time before", { tags: ["rest"] }, async () => {
    await openDashboard();
    const goals = await card("Goals of the last 24 hours");
    await goals.findByText("compared: 30, before: 40");
    const text = goals.getByText(/of 500 visits/).textContent ?? "";
    expect(text.replaceAll(/\s+/g, " ")).toMatch(/^50 ↓ 25% .*\(10%\)$/);
    expect(cellsOf(await rowOf("Goals of the last 24 hours", /google/))).toEqual([
      "500",
      "50",
      "10%",
      "30",
      "40",
      "↓ 25%",
    ]);
    const searches = "Searches without results of the last 24 hours";
    await (await card(searches)).findByText(/↑ 50%/);
    expect(cellsOf(await rowOf(searches, /loft/))).toEqual(["9", "8", "4", "↑ 100%"]);
    expect(cellsOf(await rowOf(searches, /Others/))).toEqual(["3", "", "", ""]);
  });

  it("has a goal of one's choice by campaigns, and searches that lead to their lists", async () => {
    const { user, asked } = await openDashboard();
    await choose(user, "Today");
    const goals = await card("Goals of today");
    await user.selectOptions(goals.getByLabelText("Goal"), "Called");
    await goals.findByText("Called by source of today", { selector: "h3" });
    const last = asked.findLast(({ path }) => path === "/api/analytics/goals");
    expect(Object.fromEntries(last?.query ?? [])).toEqual({ goal: "called", range: "today", compare: "1" });
    await user.click(goals.getByText("Campaigns"));
    const row = await rowOf("Goals of today", /spring flyer/);
    expect(row.closest("table")?.textContent).toMatch(/^[^S]*Called by campaign.*CampaignVisitsCalledRate %/s);
    expect(cellsOf(row).slice(0, 3)).toEqual(["500", "50", "10%"]);
    const searches = await card("Searches without results of today");
    const link = await searches.findByText("Studio, “balcony”, Up to $900");
    expect(link.getAttribute("href")).toBe("/?type=Studio&q=balcony&maxRent=900");
    const cells = cellsOf(await rowOf("Searches without results of today", /balcony/));
    expect(cells).toEqual(["5", "5", "5", "no change"]);
    expect([...(link.closest("table")?.querySelectorAll("thead th") ?? [])].map((head) => head.textContent)).toEqual([
      "Search",
      "Times",
      "Whole hours",
      "Before",
      "Change",
    ]);
  });
});

describe("bars", () => {
  it("of the funnel and of today have a table and a file", { tags: ["rest"] }, async () => {
    const { user } = await openDashboard();
    const funnel = await card("Funnel of the last 24 hours");
    await user.click(await funnel.findByText("Numbers by the step"));
    expect(cellsOf(await rowOf("Funnel of the last 24 hours", /^Call clicked/))).toEqual([
      "240",
      "10%",
      "150",
      "300",
      "↓ 50%",
    ]);
    const today = await card("Today's Visits");
    await waitFor(() => expect(today.getAllByText("compared: 1,500, before: 1,000").length).toBeGreaterThan(0));
    await user.click(today.getByText("Numbers of today"));
    expect(cellsOf(await rowOf("Today's Visits", /^Unique visitors/))).toEqual(["1,702", "1,200", "1,000", "↑ 20%"]);
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

import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  AUDIENCE,
  buttonOf,
  card,
  cellsOf,
  downloaded,
  findToast,
  live,
  MEMBERS,
  NO_AD,
  NOW,
  openDashboard,
  openTrends,
  pass,
  SESSION_ID,
  STATS,
  figure,
} from "../support/component/dashboard.ts";
import { failure, inTurn, refusal } from "../support/component/open-page.tsx";
import { busyStats } from "../support/component/statistics.ts";

describe("the cards", () => {
  it("load listings, paying subscribers and audience from their own endpoints, and report a failure", async () => {
    const { user } = await openDashboard({
      "GET /api/stripe/subscriptions": inTurn(failure, { activeSubscriptions: 12 }),
    });
    const list = await card("Mailing-list audience");
    await list.findByText("+4 today, −2 yesterday");
    list.getByText("61 unsubscribed");
    list.getByText("18 not confirmed yet");
    expect(figure("Mailing-list audience")).toBe("1,243");
    await waitFor(() => expect(figure("Listings")).toBe("87"));
    await screen.findByText("Couldn't load");
    await user.click(screen.getByLabelText("Load again: VIP subscriptions"));
    await waitFor(() => expect(figure("VIP subscriptions")).toBe("12"));
    expect(screen.queryByText("Couldn't load")).toBeNull();
  });

  it("mark a number as outdated when its refresh fails", { tags: ["rest"] }, async () => {
    await openDashboard(
      {
        [STATS]: live(
          inTurn(
            () => busyStats(),
            () => new Promise<never>(() => {}),
          ),
        ),
        [AUDIENCE]: inTurn(MEMBERS, failure),
      },
      { now: NOW },
    );
    await screen.findByText(/61 unsubscribed/);
    await pass(31_000);
    await screen.findByText(/^As of \d\d:\d\d$/);
    expect(figure("Mailing-list audience")).toBe("1,243");
  });

  it(
    "list live visitors by arrival rather than last activity, with their location and arrival time",
    { tags: ["rest"] },
    async () => {
      const [first, second, gone] = busyStats().hourlyVisitors.map((visitor, index) => ({
        ...visitor,
        page: `/visitor-${index}`,
        timestamp: new Date(Date.parse(NOW) - (index + 1) * 60_000).toISOString(),
        lastSeen: new Date(Date.parse(NOW) - (20 - index) * 1_000).toISOString(),
      }));
      if (!first || !second || !gone) throw new Error("Three visitors are needed.");
      const seen = (...hourlyVisitors: (typeof first)[]) =>
        busyStats({
          hourlyVisitors,
          hourlyVisitorCount: 3,
          visitors: hourlyVisitors.filter(({ id }) => id !== gone.id),
        });
      await openDashboard(
        { [STATS]: live(inTurn(seen(first, second, gone), seen(gone, second, { ...first, page: "/elsewhere" }))) },
        { now: NOW },
      );
      await pass(1_000);
      const rows = (await card("Live visitors")).getAllByRole("row").slice(1);
      expect(rows.map((row) => /\/[a-z-]+\d?/.exec(row.textContent ?? "")?.[0])).toEqual([
        "/elsewhere",
        "/visitor-1",
        "/visitor-2",
      ]);
      expect(rows.map((row) => /Here now:|Left:/.exec(row.textContent ?? "")?.[0])).toEqual([
        "Here now:",
        "Here now:",
        "Left:",
      ]);
    },
  );

  it("split today's visits into returning and new, and by device", { tags: ["rest"] }, async () => {
    await openDashboard();
    const today = await card("Today's Visits");
    expect(today.getAllByText("1,946").length).toBeGreaterThan(0);
    for (const part of ["Returning", "New", "Mobile", "Desktop"]) today.getByText(part, { selector: "dt" });
    expect(today.getAllByText(/\(\d+%\)/).length).toBeGreaterThan(0);
    today.getByText(/Yesterday:/);
  });

  it("show the state of listings and of each edition's emails", { tags: ["rest"] }, async () => {
    const { user } = await openTrends();
    const listings = await card("Listing health");
    await listings.findByText("61 approved, 77 in total");
    listings.getByText("Longest wait 30 hours, typical 5 hours");
    listings.getByText("11 days");
    listings.getByText("25%");
    const strong = listings.getByText(/strong scam signs/).closest("tr");
    expect(strong && cellsOf(strong)[0]).toBe("1");
    const file = await downloaded(() => user.click(listings.getByLabelText("Listings by status as CSV")));
    expect(file.text).toContain('"Public, below market",40');
    const mails = await card("Mail by edition");
    const row = mails.getByText("2026-11-20").closest("tr");
    expect([...(row?.querySelectorAll("td") ?? [])].map((cell) => cell.textContent).join(" ")).toMatch(
      /Sent1,200 Skipped38 Uncertain2 Bounced3 Complained1 Unsubscribed8$/,
    );
  });

  it("show five rows at first, and all ten on demand", async () => {
    const { user } = await openDashboard();
    const newest = await card("Newest subscribers");
    await user.click(newest.getByText("Show all 10"));
    expect(newest.getAllByRole("row")).toHaveLength(11);
    const pages = await card("Most Visited URLs Today");
    expect(pages.getAllByRole("row")).toHaveLength(6);
    await user.click(pages.getByText("Show the top 10"));
    expect(pages.getAllByRole("row")).toHaveLength(11);
    const file = await downloaded(() => user.click(pages.getByLabelText("Most Visited URLs Today as CSV")));
    expect(file.text.split("\r\n")).toHaveLength(14 + 2);
  });

  it("shrink to one line when they have no data", async () => {
    await openDashboard({ [STATS]: live(busyStats({ subscriberSourceStats24h: [] })) });
    const sources = await card("Subscriber Sources 24 hours");
    sources.getByText("None");
    expect(sources.queryByRole("table")).toBeNull();
    expect(sources.queryByRole("button")).toBeNull();
  });

  it("show an explanation after a click on ⓘ, and hide it on Escape", async () => {
    const { user } = await openDashboard();
    const sign = await screen.findByLabelText("About Month Visitors");
    const text = screen.getByText(/^Visits this month\./);
    const isOpen = () => text.hasAttribute("data-open");
    expect(isOpen()).toBe(false);
    await user.click(sign);
    expect(isOpen()).toBe(true);
    expect(sign.getAttribute("aria-expanded")).toBe("true");
    await user.keyboard("{Escape}");
    expect(isOpen()).toBe(false);
    await user.keyboard("{Enter}");
    expect(isOpen()).toBe(true);
    await user.click(sign);
    expect(isOpen()).toBe(false);
  });

  it("explain how visitors of the last hour and unique visitors are counted", { tags: ["rest"] }, async () => {
    await openDashboard();
    const textOf = (name: string) => {
      const id = screen.getByLabelText(`About ${name}`).getAttribute("aria-controls") ?? "";
      return document.getElementById(id)?.textContent;
    };
    expect(textOf("1 Hour visitors")).toMatch(/^Sessions seen in the last 60 minutes/);
    expect(textOf("Today's Visits")).toMatch(/Unique visitors counts each browser at one network address once/);
  });

  it("show the hours as a chart, a table and a file", { tags: ["rest"] }, async () => {
    const { user } = await openTrends();
    const chart = await card("Traffic");
    const summary = await chart.findByText("Show as a table");
    expect(summary.closest("section")?.querySelector("svg path")).not.toBeNull();
    // The scale has room for the current day's 900 visits.
    chart.getByText("1,000", { selector: "figure span" });
    await user.click(summary);
    expect(chart.getAllByRole("row")).toHaveLength(4);
    const file = await downloaded(() => user.click(chart.getByLabelText("Visits 24 hours as CSV")));
    expect(file.text).toContain("\r\n2026-11-20,800,600,↑ 33%\r\n");
  });
});

describe("the views", () => {
  it("have URLs, and only the open one requests its data", async () => {
    const { asked, user } = await openDashboard();
    await card("Advertisement Controls");
    const paths = () => [...new Set(asked.map(({ path, query }) => `${path} ${query.get("range") ?? ""}`.trim()))];
    expect(paths().filter((path) => /goals|searches|site|24h/.test(path))).toEqual([]);
    await user.click(screen.getByText("Trends", { selector: "nav a" }));
    await card("Funnel");
    expect(location.search).toBe("?view=trends");
    expect(screen.getByText("Trends", { selector: "nav a" }).getAttribute("aria-current")).toBe("page");
    expect(screen.queryByText("Most Visited URLs Today")).toBeNull();
    await waitFor(() =>
      expect(paths()).toEqual(
        expect.arrayContaining(["/api/analytics/stats 24h", "/api/analytics/searches 24h", "/api/analytics/site"]),
      ),
    );
  });
});

describe("a table", () => {
  const TABLES = [
    "Today's Visits",
    "Arrivals in the last 30 minutes",
    "Most Visited URLs Today",
    "Today's Traffic Sources",
    "Subscriber Sources 24 hours",
    "Subscriber Sources Lifetime",
    "Conversion Rate by Source",
    "Live visitors",
    "Newest subscribers",
    "Advertisement clicks",
  ];

  it("is exported as quoted CSV without spreadsheet formulas", async () => {
    const monthReferrerStats = [
      { referrer: '=HYPERLINK("http://evil.example","a")', count: 3 },
      { referrer: "forum, with a comma", count: 1 },
      { referrer: "@sum", count: 0 },
    ];
    const { user } = await openDashboard({ [STATS]: live(busyStats({ monthReferrerStats })) });
    for (const name of TABLES) await screen.findByLabelText(`${name} as CSV`);
    const file = await downloaded(() => user.click(screen.getByLabelText("Month Visitors as CSV")));
    expect(file.name).toBe("month-visitors.csv");
    expect(file.text).toBe(
      '\u{feff}Source,Visits,%\r\n"\'=HYPERLINK(""http://evil.example"",""a"")",3,75\r\n"forum, with a comma",1,25\r\n\'@sum,0,0\r\n',
    );
  });
});

describe("the advertisement's form", () => {
  const TITLE_MISSING = "Advertisement title is required.";
  const NO_ADDRESS = "Please enter a web address that begins with http:// or https://.";
  const FAILED = "Failed to update advertisement settings";

  it("shows what is invalid without sending it, then saves with the session", async () => {
    const saved = {
      ...NO_AD,
      title: "Movers of Leslieville",
      link: "https://movers.example.com/?from=here",
      enabled: true,
    };
    let stored: object = NO_AD;
    const { user, asked } = await openDashboard({
      "GET /api/analytics/advertisement": () => stored,
      "PUT /api/advertisement-settings": inTurn(failure, ({ body }) => {
        stored = { ...NO_AD, ...(body as object), updatedAt: NOW };
        return stored;
      }),
    });
    const puts = () => asked.filter(({ method }) => method === "PUT");
    const title = await screen.findByLabelText<HTMLInputElement>(/^Title/);
    const link = screen.getByLabelText<HTMLInputElement>(/^Link/);
    const fill = async (field: HTMLElement, text: string) => {
      await user.clear(field);
      await user.click(field);
      await user.paste(text);
    };
    const controls = await card("Advertisement Controls");
    const toggle = () => user.click(controls.getByRole("switch", { name: "Show on public pages" }));
    const save = () => user.click(buttonOf("Save Advertisement"));
    const form = "form *";
    await fill(title, "  ");
    await save();
    await screen.findByText(TITLE_MISSING, { selector: form });
    screen.getByText("Advertisement link is required.", { selector: form });
    await findToast(FAILED);
    await findToast(TITLE_MISSING);
    expect(link.type).toBe("url");
    await fill(title, "Movers of Leslieville");
    await fill(link, "not an address");
    await save();
    await screen.findByText(NO_ADDRESS, { selector: form });
    await findToast(NO_ADDRESS);
    expect(screen.queryByText("Begins with https://")).toBeNull();
    expect(puts()).toEqual([]);

    await fill(link, " https://movers.example.com/?from=here ");
    await toggle();
    await save();
    await findToast(FAILED);
    await save();
    await findToast("Advertisement Settings Updated");
    const sent = { title: saved.title, link: saved.link, enabled: true };
    expect(puts().map(({ body }) => body)).toEqual([sent, sent]);
    expect(puts()[1]?.headers.get("x-session-id")).toBe(SESSION_ID);
    controls.getByText("Shown");
    await toggle();
    await save();
    await controls.findByText("Not shown");
    expect(title.value).toBe("Movers of Leslieville");
    await controls.findByText(/^Last changed /);
  });

  it("locks the dashboard when the server refuses the session", { tags: ["rest"] }, async () => {
    const { user } = await openDashboard({
      "GET /api/analytics/advertisement": { ...NO_AD, title: "Movers", link: "https://movers.example.com" },
      "PUT /api/advertisement-settings": refusal(401, "session.required", "Please log in."),
    });
    await screen.findByText("Save Advertisement");
    await user.click(buttonOf("Save Advertisement"));
    expect(await screen.findByText("Your session has ended. Please log in again.")).toBeTruthy();
  });

  it("shows the clicks of three periods", { tags: ["rest"] }, async () => {
    await openDashboard();
    await screen.findByText("Unique clicks count each browser once a day.");
    const clicks = await card("Clicks");
    for (const period of ["Today", "This month", "Lifetime"]) {
      const row = clicks.getByText(period).closest("tr");
      expect(row && cellsOf(row)).toEqual(["3", "2"]);
    }
  });
});

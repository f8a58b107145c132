import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { BEDROOMS, type Bedrooms } from "../../worker/contracts/bedrooms.ts";
import type {
  AreaMarket,
  Benchmark,
  BenchmarkChange,
  BenchmarkEffect,
  MarketImport,
  MarketOverview,
  TypeMarket,
} from "../../worker/contracts/market.ts";
import { failure, inTurn, type Answers } from "../support/component/open-page.tsx";
import { openTab } from "../support/component/panel.ts";

const NOW = "2026-11-21T15:00:00.000Z";
const MARKET = "GET /api/admin/market";

const benchmark = (changes: Partial<Benchmark> = {}): Benchmark => ({
  id: 1,
  bedrooms: "1 Bedroom",
  area: "Toronto",
  asOf: "2026-10",
  rent: 2_210,
  kind: "asking",
  source: "Rentals.ca",
  isEstimate: false,
  method: null,
  checkedOn: null,
  createdAt: NOW,
  ...changes,
});

const areaMarket = (inForce: Benchmark, changes: Partial<AreaMarket> = {}): AreaMarket => ({
  area: inForce.area,
  inForce,
  ageMonths: 0,
  isTooOld: false,
  months: [inForce],
  ...changes,
});

const typeMarket = (bedrooms: Bedrooms, changes: Partial<TypeMarket> = {}): TypeMarket => ({
  ...areaMarket(benchmark({ bedrooms })),
  bedrooms,
  otherAreas: [],
  ownRents: [],
  changes: [],
  publicListings: { reject: 0, review: 0, normal: 0, scam: 0, notCompared: 0, total: 0, isPartial: false },
  ownMedian: null,
  ...changes,
});

/** Returns the market of all types. @param changes to the market of one-bedroom homes */
const overview = (changes: Partial<TypeMarket> = {}): MarketOverview => ({
  aged: [],
  types: BEDROOMS.map((bedrooms) => typeMarket(bedrooms, bedrooms === "1 Bedroom" ? changes : {})),
});

function openMarket(answers: Answers) {
  return openTab("market", { "GET /api/admin/rent-guidelines": [], ...answers }, { now: NOW });
}

/** Finds the card of a type. */
async function typeCard(name: string) {
  const card = (await screen.findByText(name, { selector: "h3" })).closest("li");
  if (!card) throw new Error(`There is no card of ${name}.`);
  return within(card);
}

const inDialog = () => within(screen.getByRole("dialog"));

describe("the market tab", () => {
  it("reports that the market failed to load, and loads it on retry", async () => {
    const { user } = await openMarket({ [MARKET]: inTurn(failure, overview()) });
    await screen.findByText("Failed to load the market figures");
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await typeCard("Studio")).toBeTruthy();
  });

  it("shows why the server rejects a month, and keeps the typed values", async () => {
    const fields = { asOf: "This month has not begun yet." };
    const { user, asked } = await openMarket({
      [MARKET]: overview(),
      "PUT /api/admin/market/benchmarks": Response.json(
        { code: "request.invalid", message: "Please check the fields.", fields },
        { status: 400 },
      ),
    });
    await user.click((await typeCard("Studio")).getByRole("button", { name: "Add Month" }));
    const rent = inDialog().getByLabelText<HTMLInputElement>(/^Rent/);
    await user.type(inDialog().getByLabelText(/^Month/), "2099-01");
    await user.type(rent, "1800");
    await user.click(inDialog().getByRole("button", { name: "See What Changes" }));
    await inDialog().findByText("This month has not begun yet.");
    expect(rent.value).toBe("1800");
    const sent = asked.find(({ method }) => method === "PUT");
    expect(sent?.query.has("preview")).toBe(true);
    expect(sent?.body).toMatchObject({ bedrooms: "Studio", asOf: "2099-01", rent: 1800 });
  });

  it("previews and imports a file of benchmarks", async () => {
    const csv = [
      "type,area,rent,kind,source,month",
      "1 Bedroom,Scugog,2000,asking,A report,2025-03",
      "7 Bedrooms,Scugog,2000,asking,A report,2025-03",
    ].join("\n");
    const seen: MarketImport = {
      isPreview: true,
      added: 1,
      corrected: 0,
      unchanged: 0,
      refused: [{ line: 3, text: "7 Bedrooms,Scugog,2000,asking,A report,2025-03", error: "No such type." }],
    };
    const { user, asked } = await openMarket({
      [MARKET]: overview(),
      "POST /api/admin/market/import": ({ query }) => ({ ...seen, isPreview: query.has("preview") }),
    });
    await user.click(await screen.findByRole("button", { name: "Import CSV" }));
    await user.upload(
      inDialog().getByLabelText("CSV file"),
      Object.assign(new File([csv], "figures.csv", { type: "text/csv" }), { text: () => Promise.resolve(csv) }),
    );
    expect(inDialog().getByLabelText<HTMLTextAreaElement>("CSV text").value).toBe(csv);
    await user.click(inDialog().getByRole("button", { name: "See What Changes" }));
    const changes = within(await screen.findByRole("region", { name: "What changes" }));
    changes.getByText("1 figure would be added, 0 corrected, 0 stay as they are.");
    changes.getByText(/^7 Bedrooms,Scugog/);
    await user.click(inDialog().getByRole("button", { name: "Import 1 Figure" }));
    await screen.findByText("Figures imported");
    const sent = asked.filter(({ path }) => path === "/api/admin/market/import");
    expect(sent.map(({ query, body }) => [query.has("preview"), body])).toEqual([
      [true, csv],
      [false, csv],
    ]);
  });

  it("extends an outdated benchmark after a check, and deletes it", async () => {
    const old = benchmark({ id: 9, area: "Scugog", rent: 2_000, asOf: "2025-03", source: "A report" });
    const checked = { ...old, checkedOn: "2026-11-21" };
    const change: BenchmarkChange = {
      id: 1,
      at: NOW,
      actor: "moderator",
      ipAddress: null,
      before: old,
      after: checked,
    };
    const state = { overview: overview({ otherAreas: [areaMarket(old, { ageMonths: 19, isTooOld: true })] }) };
    const effect: BenchmarkEffect = {
      isCorrection: true,
      before: checked,
      after: null,
      movesPercent: null,
      stop: 1,
      start: 0,
      counted: 1,
      isPartial: false,
    };
    const { user, asked } = await openMarket({
      [MARKET]: () => state.overview,
      "POST /api/admin/market/benchmarks/9/check": () => {
        state.overview = overview({ otherAreas: [areaMarket(checked, { ageMonths: 19 })], changes: [change] });
        return checked;
      },
      "DELETE /api/admin/market/benchmarks/9": ({ query }) => {
        if (query.has("preview")) return effect;
        state.overview = overview();
        return new Response(null, { status: 204 });
      },
    });
    const place = () => {
      const item = screen.getByText("Scugog", { selector: "ul[aria-label='Other areas'] *" }).closest("li");
      if (!item) throw new Error("It is no item of a list.");
      return within(item);
    };
    await typeCard("1 Bedroom");
    place().getByText("19 months old: no percentage");
    await user.click(place().getByRole("button", { name: /^Mark as checked today/ }));
    await screen.findByText("Checked");
    await screen.findByText(/^Checked on \w{3} \d+, \d{4}$/);
    place().getByText("19 months old");
    expect(place().queryByRole("button"), "it is prolonged once").toBeNull();

    const card = await typeCard("1 Bedroom");
    await user.click(card.getByText(/^Source, listings and/));
    expect(card.getByText(/not checked/).closest("li")?.textContent).toMatch(/not checked\s*became\s*checked on/);
    await user.click(card.getByRole("button", { name: /^Delete.*March 2025/ }));
    const dialog = inDialog();
    const button = dialog.getByRole<HTMLButtonElement>("button", { name: "Delete Month" });
    await dialog.findByText(/would stop/);
    await user.click(button);
    await screen.findByText("Month deleted");
    expect(asked.filter(({ method }) => method === "DELETE").map(({ query }) => query.has("preview"))).toEqual([
      true,
      false,
    ]);
  });
});

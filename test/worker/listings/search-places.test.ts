import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { publish } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const LISTS = "/api/marketplace-listings";

/** Publishes a unit in each place and returns a function that searches for their names. */
async function placed(site: Site, places: Record<string, { neighbourhood?: string; municipality?: string }>) {
  const names = new Map<number, string>();
  for (const [name, { neighbourhood = null, municipality = "Toronto" }] of Object.entries(places)) {
    const { id } = await publish(site, { address: `${names.size + 1} Main Street, Toronto, ON` });
    await env.DB.prepare("UPDATE listings SET neighbourhood = ?, municipality = ? WHERE id = ?")
      .bind(neighbourhood, municipality, id)
      .run();
    names.set(id, name);
  }
  return async (query: string) => {
    const found = await json<PublicListing[]>(site.fetch(`${LISTS}?${query}`));
    return found.map(({ id }) => names.get(id) ?? "").toSorted();
  };
}

describe("a colloquial name of a place", () => {
  it("is matched as words and as a neighbourhood, longest name first", { tags: ["rest"] }, async () => {
    const foundBy = await placed(makeSite(), {
      jane: { neighbourhood: "Glenfield-Jane Heights" },
      eglinton: { neighbourhood: "Yonge-Eglinton" },
      mills: { neighbourhood: "Bridle Path-Sunnybrook-York Mills", municipality: "North York" },
      oakwood: { neighbourhood: "Oakwood Village", municipality: "York" },
      village: { neighbourhood: "Church-Wellesley" },
      lamoreaux: { neighbourhood: "East L'Amoreaux", municipality: "Scarborough" },
      annex: { neighbourhood: "Annex" },
      roncesvalles: { neighbourhood: "Roncesvalles" },
      university: { neighbourhood: "University" },
      bloor: { neighbourhood: "Runnymede-Bloor West Village" },
      distillery: { neighbourhood: "St Lawrence-East Bayfront-The Islands" },
    });
    for (const [name, expected] of [
      ["jane and finch", ["jane"]],
      ["Jane %26 Finch", ["jane"]],
      ["yonge and eglinton", ["eglinton"]],
      ["Yonge %26 Eglinton", ["eglinton"]],
      ["York Mills", ["mills"]],
      ["church and wellesley", ["village"]],
      ["l'amoreaux", ["lamoreaux"]],
      ["the annex", ["annex"]],
      ["Roncy", ["roncesvalles"]],
      ["Distillery", ["distillery"]],
      ["Bloor West", ["bloor"]],
    ] as const) {
      expect(await foundBy(`q=${name}`), `words: ${name}`).toEqual(expected);
      expect(await foundBy(`neighbourhood=${name}`), `neighbourhood: ${name}`).toEqual(expected);
    }
    expect(await foundBy("q=a place to rent near jane and finch please")).toEqual(["jane"]);
    // In a search by words, "U of T" means the landmark. As a filter, it means the neighbourhood named after it.
    expect(await foundBy("neighbourhood=U of T")).toEqual(["university"]);
    expect(await foundBy("q=York")).toEqual(["bloor", "oakwood"]);
  });

  it("finds a municipality with all its parts, by each of its names", { tags: ["rest"] }, async () => {
    const foundBy = await placed(makeSite(), {
      vaughan: { municipality: "Vaughan" },
      woodbridge: { municipality: "Woodbridge" },
      concord: { municipality: "Concord" },
      thornhill: { municipality: "Thornhill" },
      markham: { municipality: "Markham" },
      king: { municipality: "King City" },
      mississauga: { municipality: "Mississauga" },
      willowdale: { neighbourhood: "Willowdale West", municipality: "North York" },
    });
    const vaughan = ["concord", "thornhill", "vaughan", "woodbridge"];
    for (const [name, expected] of [
      ["Vaughan", vaughan],
      ["maple", vaughan],
      ["Markham", ["markham", "thornhill"]],
      ["Unionville", ["markham", "thornhill"]],
      ["Thornhill", ["thornhill"]],
      ["Woodbridge", ["woodbridge"]],
      ["king city", ["king"]],
      ["Port Credit", ["mississauga"]],
      ["北约克", ["willowdale"]],
      ["York Region", [...vaughan, "king", "markham"].toSorted()],
    ] as const) {
      expect(await foundBy(`q=${name}`), `words: ${name}`).toEqual(expected);
      expect(await foundBy(`municipality=${name}`), `municipality: ${name}`).toEqual(expected);
    }
  });
});

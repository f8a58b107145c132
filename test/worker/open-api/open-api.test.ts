import { API_PATH } from "../../../worker/contracts/pages.ts";
import { Validator } from "@cfworker/json-schema";
import { beforeEach, describe, expect, it } from "vitest";
import { BEDROOMS } from "../../../worker/contracts/bedrooms.ts";
import { API_OPERATIONS, type ApiOperationName } from "../../../worker/contracts/open-api.ts";
import type { ApiHomesPage, ApiProblem } from "../../../worker/contracts/open-api.schemas.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

interface Document {
  paths: Record<
    string,
    {
      get: {
        operationId: ApiOperationName;
        parameters: { name: string; description?: string; in: string; required: boolean; schema: object }[];
        responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }>;
      };
    }
  >;
  components: { schemas: Record<string, object> };
}

const documentOf = (site: Site) => json<Document>(site.fetch("/api/openapi.json"));
const problemOf = (response: Promise<Response>) => json<ApiProblem>(response);

/** Lists the violations of the document's schema in a body; empty if there are none. */
function problemsOf(document: Document, path: string, status: number, type: string, body: unknown): string[] {
  const content = document.paths[path]?.get.responses[status]?.content?.[type];
  if (content === undefined) return [`${path} documents no ${type} for ${status}`];
  const schema = { ...content.schema, components: document.components };
  const { errors } = new Validator(schema, "2020-12", false).validate(body);
  return errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}

let site: Site;
beforeEach(() => {
  site = makeSite();
});

/** Requests for each operation. Some of them return a result, and the others return an error. */
const TRIED: Record<
  ApiOperationName,
  { answers: (id: number) => string[]; errors: [query: string, status: number][] }
> = {
  listHomes: {
    answers: () => ["", "?limit=1", "?type=1+Bedroom&maxRent=2000&with=pets&sort=price", "?q=balcony", "?maxRent="],
    errors: [
      ["?limit=51", 400],
      ["?cursor=9", 400],
      ["?with=wings", 400],
      ["?maxrent=900", 400],
      ["?bbox=1,2", 400],
    ],
  },
  getHome: {
    answers: (id) => [String(id)],
    errors: [
      ["999999", 404],
      ["one", 400],
      ["1?x=1", 400],
    ],
  },
  getMarket: {
    answers: () => ["", "?neighbourhood=annex"],
    errors: [
      ["?neighbourhood=atlantis", 404],
      ["?area=annex", 400],
    ],
  },
  listNeighbourhoods: { answers: () => [""], errors: [["?limit=1", 400]] },
  listStations: { answers: () => [""], errors: [["?limit=1", 400]] },
  checkRent: {
    answers: () => [
      "?type=1+Bedroom&rent=2100",
      "?type=1+Bedroom&rent=2100&place=Annex&since=2025-03-01&noticeRent=2400&noticeFrom=2026-12-01",
    ],
    errors: [
      ["?rent=2100", 400],
      ["?type=Castle&rent=2100", 400],
      ["?type=1+Bedroom&rent=2100&neighbourhood=annex", 400],
    ],
  },
};

describe("the open API", () => {
  it.each(Object.keys(API_OPERATIONS) as ApiOperationName[])(
    "accepts and rejects requests to %s as its document states",
    async (name) => {
      const { id } = await publish(site, { pets: "yes" });
      await publish(site, { address: "12 Oak St, Toronto, ON", bedrooms: "Studio" });
      const document = await documentOf(site);
      const { path } = API_OPERATIONS[name];
      const operation = document.paths[path]?.get;
      expect(operation?.operationId).toBe(name);
      const url = API_PATH + path.replace("{id}", "");
      for (const query of TRIED[name].answers(id)) {
        const response = await site.fetch(url + query);
        expect([response.status, response.headers.get("content-type")], query).toEqual([200, "application/json"]);
        expect(problemsOf(document, path, 200, "application/json", await response.json()), query).toEqual([]);
      }
      for (const [query, status] of TRIED[name].errors) {
        const response = await site.fetch(url + query);
        expect(response.status, query).toBe(status);
        expect(response.headers.get("content-type")).toBe("application/problem+json");
        const problem = (await response.json()) as ApiProblem;
        expect(problem).toMatchObject({ status, type: expect.stringMatching(/\/api#[a-z_.]+$/) });
        expect(problemsOf(document, path, status, "application/problem+json", problem), query).toEqual([]);
      }
    },
  );

  it("documents every accepted parameter, and its schema detects a faulty response", async () => {
    const document = await documentOf(site);
    const names = document.paths["/listings"]?.get.parameters.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["type", "q", "with", "maxRent", "sort", "limit", "cursor"]));
    for (const [path, { get }] of Object.entries(document.paths))
      for (const { name, description } of get.parameters)
        expect(description, `${path} ${name}`).toEqual(expect.stringMatching(/\w{2}/));
    const [type] = document.paths["/rent-check"]?.get.parameters ?? [];
    expect(type).toMatchObject({ name: "type", required: true, schema: { enum: BEDROOMS } });
    expect(document.paths["/listings/{id}"]?.get.parameters).toMatchObject([
      { name: "id", in: "path", required: true },
    ]);
    expect(problemsOf(document, "/listings", 200, "application/json", { homes: [{ id: 1 }] })).not.toEqual([]);
    expect(JSON.stringify(document)).toContain('"openapi":"3.1.1"');
  });

  it("is described for people on a separate page, without scripts", async () => {
    const response = await site.fetch("/api");
    expect(response.headers.get("cache-tag")).toBe("pages");
    const text = await response.text();
    for (const { path } of Object.values(API_OPERATIONS)) expect(text).toContain(`GET ${path}`);
    expect(text).toContain("homes[].market.percentBelow");
    expect(text).toContain("request.unknown_filter");
    for (const path of ["/sitemap.xml", "/llms.txt"]) expect(await (await site.fetch(path)).text()).toContain("/api");
    expect(await json(site.fetch("/.well-known/api-catalog"))).toMatchObject({
      linkset: [
        { "service-desc": [{ href: expect.stringContaining("/api/openapi.json") }] },
        { anchor: expect.stringMatching(/\/mcp$/) },
      ],
    });
  });

  it("returns only public homes, without phone number, name or email address", async () => {
    const { id } = await publish(site, {
      phone: "416-555-0199",
      name: "Maria Secret",
      email: "maria@example.com",
      additionalInfo: "Bright and quiet. Call 416-555-0142 or (647) 555 0143.",
    });
    await submit(site, { address: "13 Oak St, Toronto, ON" });
    const list = await json<ApiHomesPage>(site.fetch("/api/v1/listings"));
    const one = await json(site.fetch(`/api/v1/listings/${id}`));
    expect(JSON.stringify([list, one])).not.toMatch(/555|Maria|Secret|maria|13 Oak/);
    expect(JSON.stringify(one)).toContain("Bright and quiet.");
    expect(list).toMatchObject({ total: 1, next: null });
  });

  it("is not indexed, and stores no question about a rent", async () => {
    await publish(site);
    const kept = async (path: string) => {
      const { headers } = await site.fetch(path);
      return [headers.get("x-robots-tag"), headers.get("cache-control")];
    };
    expect(await kept("/api/v1/listings")).toEqual(["noindex", "private, no-cache"]);
    expect(await kept("/api/v1/rent-check?type=1+Bedroom&rent=2100")).toEqual(["noindex", "no-store"]);
    expect(await kept("/api/rent-check?type=1+Bedroom&rent=2100")).toEqual(["noindex", "no-store"]);
  });

  it("states that a home is under review", async () => {
    const { id } = await publish(site);
    const read = () => json<{ isUnderReview: boolean }>(site.fetch(`/api/v1/listings/${id}`));
    expect(await read()).toMatchObject({ isUnderReview: false });
    for (const address of ["198.51.100.1", "203.0.113.1", "192.0.2.1"])
      await site.fetch("/api/report-property", {
        json: { propertyId: id, reason: "SCAM" },
        headers: { "cf-connecting-ip": address },
      });
    expect(await read()).toMatchObject({ isUnderReview: true });
  });

  it("gives a percentage only with its benchmark, month and source", { tags: ["rest"] }, async () => {
    await publish(site);
    await publish(site, { address: "3 Cellar St, Toronto, ON", additionalInfo: "Room for rent in a shared house." });
    const { homes } = await json<ApiHomesPage>(site.fetch("/api/v1/listings"));
    for (const { market } of homes)
      if (market !== null) expect(market).toMatchObject({ month: expect.any(String), source: expect.any(String) });
    expect(homes.map(({ market }) => market === null)).toEqual([true, false]);
  });

  it("pages through all homes by cursor and by the Link header, each home once", { tags: ["rest"] }, async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await publish(site, { address: `${n + 1} Oak St, Toronto, ON` })).id);
    const found: number[] = [];
    let path: string | null = "/api/v1/listings?limit=2&type=1+Bedroom";
    for (let pages = 0; path !== null && pages < 5; pages += 1) {
      const response = await site.fetch(path);
      const { homes, next, total } = (await response.json()) as ApiHomesPage;
      expect(total).toBe(5);
      found.push(...homes.map(({ id }) => id));
      const link: string | undefined = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
      path = link === undefined ? null : new URL(link).pathname + new URL(link).search;
      expect(link?.includes(`cursor=${next}`) ?? next === null).toBe(true);
    }
    expect(found).toEqual(ids.toReversed());
    // Beyond the last page there are no homes and no next page.
    expect(await json(site.fetch("/api/v1/listings?cursor=pzz"))).toMatchObject({ homes: [], next: null });
  });

  it("can be read by pages of any site, and lets none of them change anything", async () => {
    const headers = { origin: "https://blog.example" };
    const answer = await site.fetch("/api/v1/stations", { headers });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    expect(answer.headers.get("access-control-expose-headers")).toContain("RateLimit");
    const refused = await site.fetch("/api/v1/listings/999", { headers });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([404, "*"]);
    const preflight = await site.fetch("/api/v1/stations", {
      method: "OPTIONS",
      headers: {
        ...headers,
        "access-control-request-method": "GET",
        "access-control-request-headers": "if-none-match",
      },
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-methods")]).toEqual([204, "GET,HEAD"]);
    expect((await site.fetch("/api/v1/listings", { method: "POST", json: {} })).status).toBe(404);
    expect(await problemOf(site.fetch("/api/v1/nothing"))).toMatchObject({ status: 404, code: "route.not_found" });
    // Other paths do not allow other origins.
    const other = await site.fetch("/api/marketplace-listings", { headers });
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("responds with 304 while nothing has changed", async () => {
    await publish(site);
    const first = await site.fetch("/api/v1/listings");
    const tag = first.headers.get("etag") ?? "";
    const again = (path: string) => site.fetch(path, { headers: { "if-none-match": tag } });
    expect((await again("/api/v1/listings")).status).toBe(304);
    await publish(site, { address: "12 Oak St, Toronto, ON" });
    expect((await again("/api/v1/listings")).status).toBe(200);
  });

  it("counts calls by network, and states how many are left", async () => {
    const strict = makeSite({ vars: { RATE_LIMIT_SCALE: "0.005" } });
    const from = (address: string) => ({ headers: { "cf-connecting-ip": address } });
    for (const left of [2, 1, 0]) {
      const response = await strict.fetch("/api/v1/stations", from("198.51.100.1"));
      expect(response.headers.get("ratelimit")).toBe(`"calls";r=${left};t=3600`);
      expect(response.headers.get("ratelimit-policy")).toBe('"calls";q=3;w=3600');
    }
    const refused = await strict.fetch("/api/v1/stations", from("198.51.100.1"));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("ratelimit")).toMatch(/^"calls";r=0;t=\d+$/);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: "request.rate_limited", status: 429 });
    expect((await strict.fetch("/api/v1/stations", from("203.0.113.9"))).status).toBe(200);
  });

  it("replaces a house by its block before it checks a rent", async () => {
    const response = await site.fetch("/api/v1/rent-check?type=1+Bedroom&rent=2100&place=123+Main+St,+Toronto");
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).not.toContain("123");
  });
});

import { describe, expect, it } from "vitest";
import { makeApp } from "../../../worker/app.ts";
import { EMAIL_MAX, maxRawLength } from "../../../worker/contracts/text.ts";
import { makeDeps } from "../../../worker/platform/deps.ts";
import { TEXT_FIELDS } from "../../support/text-fields.ts";
import { draft } from "../../support/worker/listings.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const routes = makeApp(makeDeps).routes.filter(({ method }) => method !== "ALL");

describe("the text inputs tested with pathological texts", () => {
  it("cover every operation and page of the application", () => {
    const answered = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    expect([...answered].toSorted()).toEqual(Object.keys(TEXT_FIELDS).toSorted());
  });
});

describe("a text longer than any valid value of its field", () => {
  const long = (max: number) => " ".repeat(maxRawLength(max) + 1);
  it.each([
    ["POST", "/api/subscribe", { email: long(EMAIL_MAX) }, "email"],
    ["POST", "/api/subscribe", { email: "a@example.com", sessionId: long(60) }, "sessionId"],
    ["POST", "/api/access/verify-code", { email: "a@example.com", code: long(60) }, "code"],
    ["POST", "/api/marketplace-listings/1/interest", { kind: "view", sessionId: long(60) }, "sessionId"],
    ["POST", "/api/discussion/threads", { title: long(200), content: "Long enough to be one." }, "title"],
    ["POST", "/api/discussion/comments", { threadId: 1, content: long(10_000) }, "content"],
    ["POST", "/api/property-listings", { ...draft(), address: `85 Main St${long(200)}` }, "address"],
    ["POST", "/api/property-listings", { ...draft(), rent: `1850${long(60)}` }, "rent"],
    ["POST", "/api/submit-property", { ...draft(), additionalInfo: long(10_000) }, "additionalInfo"],
  ])("is rejected by %s %s with a 400 for its field", async (method, path, body, field) => {
    const response = await makeSite().fetch(path, { method, json: body });
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ fields: { [field]: expect.any(String) } });
  });

  it("is truncated before it is searched", async () => {
    const site = makeSite();
    const found = await json(site.fetch(`/api/discussion/threads?q=${"+".repeat(maxRawLength(100))}rent`));
    expect(found).toMatchObject({ threads: [] });
    expect((await site.fetch(`/api/discussion/threads/similar?title=${"+".repeat(5_000)}`)).status).toBe(200);
  });
});

describe("checks of an address", () => {
  it("are counted before the request's body is read", async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" } });
    const check = (body: string) =>
      site.fetch("/api/verify-subscription", { method: "POST", body, headers: { "content-type": "application/json" } });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await check("{")).status);
    expect(statuses.slice(0, 10)).toEqual(Array<number>(10).fill(400));
    expect(statuses.slice(10)).toEqual([429, 429]);
  });
});

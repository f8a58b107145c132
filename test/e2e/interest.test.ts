// @module-tag rest
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import type { PublicListing } from "../../worker/contracts/listings.ts";
import { approveUnit, submitUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { accessibilityProblems, personIn, visit } from "../support/node/person.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** User agent of a renter's browser. A headless browser's own user agent is recognized and not counted. */
const RENTER =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

const status = (page: Page) => page.getByRole("region", { name: "Status" });

async function managePath(email: string): Promise<string> {
  const find = async () => {
    const response = await fetch(`${inject("siteUrl")}/api/dev/mailbox?to=${encodeURIComponent(email)}`);
    const mails = (await response.json()) as { text: string }[];
    return mails.map(({ text }) => /\/manage\/\d+-[a-z2-7]+/i.exec(text)?.[0]).find(Boolean) ?? "";
  };
  await expect.poll(find).not.toBe("");
  return find();
}

async function renter() {
  const person = await personIn(browser, { userAgent: RENTER });
  const sentKinds: string[] = [];
  person.page.on("request", (request) => {
    if (request.url().endsWith("/interest")) sentKinds.push((request.postDataJSON() as { kind: string }).kind);
  });
  return { ...person, sentKinds, counted: () => person.page.waitForResponse(/\/interest$/) };
}

describe("a landlord", () => {
  it("sees how many people opened the listing and clicked Call, each counted once", async () => {
    const email = "counted@example.com";
    const id = await submitUnit({ email, address: "71 Euclid Ave, Toronto, ON" });
    const landlord = await personIn(browser);
    const manage = await managePath(email);
    await landlord.page.goto(manage);
    await status(landlord.page).getByText("In review").waitFor();
    expect(
      await status(landlord.page)
        .getByText(/opened it/)
        .count(),
    ).toBe(0);
    await approveUnit(id);
    await landlord.page.reload();
    await status(landlord.page).getByText("Nobody has opened it yet.").waitFor();

    const site = inject("siteUrl");
    const { slug, title } = (await (await fetch(`${site}/api/marketplace-listings/${id}`)).json()) as PublicListing;
    const visitor = await renter();
    const viewed = visitor.counted();
    await visit(visitor.page, `/listing/${id}/${slug}`);
    expect((await viewed).status()).toBe(204);
    const called = visitor.counted();
    await visitor.page.getByRole("link", { name: "Call", exact: true }).click();
    expect((await called).status()).toBe(204);
    // The phone number itself is also a link.
    await visitor.page.getByRole("link", { name: "416-555-0123" }).click();
    expect(visitor.sentKinds).toEqual(["view", "call"]);

    // The same visitor also clicks Call in the list.
    const again = visitor.counted();
    await visit(visitor.page, "/");
    await visitor.page.getByRole("link", { name: title }).first().click();
    const dialog = visitor.page.getByRole("dialog", { name: title });
    await again;
    const pressed = visitor.counted();
    await dialog.getByRole("link", { name: "Call", exact: true }).click();
    expect((await pressed).status()).toBe(204);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await dialog.waitFor({ state: "detached" });
    await visitor.page.getByRole("link", { name: title }).first().click();
    await dialog.waitFor();
    expect(visitor.sentKinds).toEqual(["view", "call", "view", "call"]);
    await visitor.leave();

    await landlord.page.reload();
    const figures = status(landlord.page);
    await figures.getByText("Each person counts once a month.").waitFor();
    await figures.getByText("1 person saw it").waitFor();
    await figures.getByText("1 pressed Call").waitFor();
    expect(await accessibilityProblems(landlord.page)).toEqual([]);
    await landlord.leave();
  });
});

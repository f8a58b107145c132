import type { Browser } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import type { AppealForm } from "../../worker/contracts/appeals.ts";
import type { ListingMessage } from "../../worker/contracts/questions.ts";
import { publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { expectReadableByAll, personIn } from "../support/node/person.ts";
import { answer, openByLink } from "../support/node/screens.ts";
import { MONTH } from "../support/page-answers.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe("the transparency page", () => {
  it("has no axe violations or horizontal overflow", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    await answer(page, "**/api/transparency", { months: [MONTH, { ...MONTH, month: "2026-09" }] });
    await openByLink(page, "contentinfo", "Transparency");
    await page.getByRole("region", { name: "October 2026" }).waitFor();
    await expectReadableByAll(page);
    await leave();
  });
});

describe("the page of an appeal", () => {
  it("has no axe violations or horizontal overflow, before and after it is sent", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    const form: AppealForm = {
      title: "2 Bedrooms - 123 Main St",
      reason: "This home seems to be listed with us already.",
      until: "2026-12-20T15:00:00.000Z",
      canAppeal: true,
      appeal: null,
    };
    const sent: AppealForm = {
      ...form,
      canAppeal: false,
      appeal: { text: "It is another home.", state: "open", sentAt: "2026-11-21T15:00:00.000Z", answer: null },
    };
    await answer(page, "**/api/appeals/*", { ...form }, { ...sent });
    await page.goto(`/appeals/1-${"a".repeat(32)}`);
    await page.getByRole("heading", { name: "Appeal a Decision" }).waitFor();
    await expectReadableByAll(page, "the form");
    await page.getByLabel(/Why is this a mistake/).fill("It is another home.");
    await page.getByRole("button", { name: "Send Appeal" }).click();
    await page.getByRole("heading", { name: "We received your appeal" }).waitFor();
    await expectReadableByAll(page, "the answer");
    await leave();
  });
});

describe("a moderator's question on the landlord's page", () => {
  it("has no axe violations or horizontal overflow", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser);
    const shown = await publishUnit({ address: "1207 Queen St W, Toronto, ON" });
    const question: ListingMessage = {
      id: 1,
      author: "moderator",
      via: null,
      text: "Is it the whole home?",
      sentAt: "2026-11-21T15:00:00.000Z",
    };
    const listing = {
      ...shown,
      email: "landlord@example.com",
      unit: null,
      addressPrecision: "exact",
      status: "pending",
      rejectionReason: null,
      path: null,
      canRenew: false,
      renewedToday: false,
      viewerCount: 0,
      callerCount: 0,
      messages: [question],
    };
    await answer(page, "**/api/manage/*", listing);
    await page.goto(`/manage/1-${"a".repeat(32)}`);
    const region = page.getByRole("region", { name: "Questions from our moderators" });
    await region.getByText("Is it the whole home?").waitFor();
    await expectReadableByAll(page);
    await leave();
  });
});

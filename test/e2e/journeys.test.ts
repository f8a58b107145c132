import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { mailAbout } from "../support/node/mailbox.ts";
import { personIn, visit } from "../support/node/person.ts";
import { ADMIN_PASSWORD } from "../support/node/server.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

/** A way to operate the site, such as by touch or keyboard. */
interface Hands {
  press(target: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
  choose(target: Locator, option: string): Promise<void>;
  /** Answers a yes-or-no question with No. */
  deny(question: Locator): Promise<void>;
}

const TOUCH: Hands = {
  press: (target) => target.tap(),
  async write(target, text) {
    await target.tap();
    await target.fill(text);
  },
  async choose(target, option) {
    await target.selectOption(option);
  },
  async deny(question) {
    await question.getByLabel("No").tap();
  },
};

/** Maximum number of times to press Tab, more than any page has tab stops. */
const MOST_STOPS = 250;

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the target has the focus, which must then be visible. */
async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; !(await isFocused(target)); stops += 1) {
    if (stops === MOST_STOPS) throw new Error("The Tab key does not lead there.");
    await target.page().keyboard.press("Tab");
  }
  expect(await target.isVisible()).toBe(true);
}

const KEYS: Hands = {
  async press(target) {
    await reach(target);
    await target.page().keyboard.press("Enter");
  },
  async write(target, text) {
    await reach(target);
    await target.page().keyboard.insertText(text);
  },
  async choose(target, option) {
    await reach(target);
    await target.page().keyboard.type(option);
  },
  async deny(question) {
    await reach(question.getByLabel("Yes"));
    await question.page().keyboard.press("ArrowRight");
  },
};

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
  for (let house = 1; house <= 3; house += 1) await publishUnit({ address: `${house} Grace St, Toronto, ON` });
});

const PHONE = { viewport: { width: 360, height: 740 } };

/** Posts a listing, and checks that it was accepted. */
async function postListing(page: Page, { press, write, choose, deny }: Hands, address: string): Promise<void> {
  await visit(page, "/landlords");
  await write(page.getByLabel(/^Address/), address);
  await write(page.getByLabel(/^Rent\W*$/), "$1,500");
  // The date is filled in directly, because the order in which its parts are typed depends on the browser.
  await page.getByLabel(/^Move-in date/).fill("2027-01-01");
  await choose(page.getByLabel(/^Bedrooms/), "Studio");
  await choose(page.getByLabel(/^Bathrooms/), "1");
  await deny(page.getByRole("group", { name: /^Is it in a basement/ }));
  await write(page.getByLabel(/^Email/), "landlord@example.com");
  await write(page.getByLabel(/^Phone/), "416-555-0177");
  await press(page.getByRole("button", { name: "Submit Listing" }));
  await page.getByText("Submission Successful", { exact: true }).waitFor();
}

/** Logs in, finds the listing in the queue and approves it. */
async function approveListing(page: Page, { press, write }: Hands, address: string): Promise<void> {
  await visit(page, `/admin?q=${encodeURIComponent(address)}`);
  await write(page.getByLabel(/password/i), ADMIN_PASSWORD);
  await press(page.getByRole("button", { name: "Access Admin Panel" }));
  await press(page.getByRole("article", { name: address }).getByRole("button", { name: "View" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Approve", exact: true }));
  const found = new URL(`/api/marketplace-listings?q=${encodeURIComponent(address)}`, page.url());
  await expect.poll(async () => (await fetch(found)).headers.get("X-Total-Count")).toBe("1");
}

/** Finds a home in the list, opens it and reaches the Call link. @returns the number of taps or key presses */
async function findAndCall(page: Page, hands: Hands, street: string): Promise<number> {
  let presses = 0;
  const press = async (target: Locator) => {
    presses += 1;
    await hands.press(target);
  };
  await visit(page, "/");
  await press(page.getByRole("button", { name: "Studio", exact: true }));
  await expect.poll(() => new URL(page.url()).search).toBe("?type=Studio");
  await press(page.getByRole("main").getByRole("link", { name: new RegExp(street) }));
  const call = page.getByRole("dialog").getByRole("link", { name: "Call", exact: true }).last();
  await call.waitFor();
  expect(await call.getAttribute("href")).toBe("tel:4165550177");
  if (hands === KEYS) await reach(call);
  // Includes the final tap, which the test omits because it would open the telephone link.
  return presses + 1;
}

/** Joins, and chooses in one step which emails to get. @returns the status of the response */
async function joinAndChoose(page: Page, { press, write }: Hands, email: string): Promise<number> {
  await visit(page, "/");
  const form = page.getByRole("form", { name: "Join the Community" });
  await write(form.getByLabel("Your email address"), email);
  await press(form.getByRole("button", { name: "Join the Community" }));
  await page.getByText("Success! Check your email to confirm your subscription.").waitFor();
  await press(form.getByRole("button", { name: "Choose rent and area" }));
  const step = page.getByRole("dialog", { name: "What are you looking for?" });
  await step.getByLabel("Maximum rent").waitFor();
  await write(step.getByLabel("Maximum rent"), "1700");
  const stored = page.waitForResponse("**/api/subscribe/preferences");
  await press(step.getByRole("button", { name: "Save" }));
  await step.waitFor({ state: "detached" });
  await mailAbout(email, /reply/i);
  return (await stored).status();
}

describe.each([
  ["by touch", TOUCH],
  ["by keyboard alone", KEYS],
])("at 360 px %s", (name, hands) => {
  const options = hands === TOUCH ? { ...PHONE, hasTouch: true, isMobile: true } : PHONE;

  it(
    "a landlord posts, a moderator approves, and a renter can call in three steps",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const street = hands === TOUCH ? "71 Crawford St" : "72 Crawford St";
      const landlord = await personIn(browser, options);
      await postListing(landlord.page, hands, `${street}, Toronto, ON`);
      await landlord.leave();
      const moderator = await personIn(browser, options);
      await approveListing(moderator.page, hands, street);
      await moderator.leave();
      const renter = await personIn(browser, options);
      const presses = await findAndCall(renter.page, hands, street);
      console.log(`presses from home to a call ${name}: ${presses}`);
      expect(presses).toBeLessThanOrEqual(3);
      await renter.leave();
    },
  );

  it("a renter joins and chooses emails", { tags: ["rest"] }, async () => {
    const { page, leave } = await personIn(browser, { ...options, newcomer: true });
    const email = hands === TOUCH ? "touch@example.com" : "keys@example.com";
    expect(await joinAndChoose(page, hands, email)).toBe(200);
    await leave();
  });
});

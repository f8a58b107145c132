import { describe, expect, it } from "vitest";
import { afterUndo } from "../../support/worker/alerts.ts";
import { approve, submit } from "../../support/worker/listings.ts";
import { type DevMail, mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import { signUp, subscribe } from "../../support/worker/subscribers.ts";

const LANDLORD = "landlord@example.com";

const published = async (site: Site) =>
  (await mailsTo(site, LANDLORD)).find(({ subject }) => subject.endsWith(": published"));
/** Returns the labels of an email's buttons, with primary ones marked. */
const buttons = ({ html }: Pick<DevMail, "html">) =>
  [...html.matchAll(/<a href="[^"]*" style="display:inline-block([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(
    ([, style = "", label = ""]) => label + (style.includes("background") ? "!" : ""),
  );

describe("a landlord's email about a published listing", () => {
  it.each([
    ["to an address that is proven, shows the listing as renters see it", true],
    ["to another address, shows nothing that was typed", false],
  ])("%s", { tags: ["rest"] }, async (_, isProven) => {
    const site = makeSite();
    const id = await submit(site, { email: LANDLORD, address: "77 Oak St, Toronto, ON" });
    const [receipt] = await mailsTo(site, LANDLORD);
    expect(receipt?.html).not.toContain("77 Oak St");
    if (isProven) {
      const link = `/api/manage/${tokenIn(receipt, "manage")}`;
      expect((await site.fetch(link, { method: "PATCH", json: { laundry: "building" } })).status).toBe(200);
    }
    await approve(site, id);
    await afterUndo(site);
    const mail = await published(site);
    expect(mail?.text.includes("77 Oak St")).toBe(isProven);
    expect(mail?.html.includes("16% below market")).toBe(isProven);
    // Links that remove something are shown as plain links.
    expect(mail && buttons(mail)).toEqual(["See the listing", "Manage the listing!"]);
    expect(mail?.html).toContain(">Remove the listing</a>");
  });
});

describe("every email", () => {
  it("begins with the site's name on a bar, needs no image, and has one primary button that is also in its text", async () => {
    const site = makeSite();
    await subscribe(site, "ana@example.com");
    await signUp(site, "ana@example.com");
    await submit(site, { email: LANDLORD });
    await submit(site, { email: LANDLORD, address: "9 Elm St, Toronto, ON" });
    expect((await site.fetch("/api/listing-links", { method: "POST", json: { email: LANDLORD } })).status).toBe(200);
    const mails = [...(await mailsTo(site, "ana@example.com")), ...(await mailsTo(site, LANDLORD))];
    expect(mails.length).toBeGreaterThan(3);
    for (const { html, text, subject } of mails) {
      expect(html, subject).toMatch(/bgcolor="#0f5a6d"[^]*?color:#faf6ef[^>]*>Below Market Toronto</);
      expect(html, subject).toContain("prefers-color-scheme:dark");
      expect(html, subject).toContain("max-width:480px");
      expect(html, subject).not.toContain("<img");
      expect(buttons({ html }).filter((label) => label.endsWith("!")).length, subject).toBeLessThan(2);
      for (const [, label = ""] of html.matchAll(
        /<a href="(?!mailto)[^"]*" style="display:inline-block[^"]*"[^>]*>([^<]*)</g,
      ))
        expect(text, subject).toContain(`${label}: http`);
      expect(buttons({ html }), subject).not.toContain("Unsubscribe");
    }
  });
});

import { describe, expect, it } from "vitest";
import { publish } from "../../support/worker/listings.ts";
import { makeSite } from "../../support/worker/site.ts";

describe("the development mailbox", () => {
  it("does not exist in production", async () => {
    const site = makeSite({ vars: { APP_ENV: "production" } });
    for (const path of ["/dev/mailbox", "/dev/mailbox/1", "/dev/mailbox/1/html", "/api/dev/mailbox"])
      expect((await site.fetch(path)).status, path).toBe(404);
  });

  it("shows emails as text, with their HTML in a sandbox", async () => {
    const site = makeSite({ vars: { CONTACT_EMAIL: "operator@example.com" } });
    await publish(site);
    await site.runDeadQueue({ outboxId: 1 });
    expect(await (await site.fetch("/dev/mailbox")).text()).toContain("A job failed too often");
    expect(await (await site.fetch("/dev/mailbox/1")).text()).toContain("Outbox entry 1");
    expect((await site.fetch("/dev/mailbox/1/html")).headers.get("content-security-policy")).toContain("sandbox");
    expect((await site.fetch("/dev/mailbox/99")).status).toBe(404);
  });
});

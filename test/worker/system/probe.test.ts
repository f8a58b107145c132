import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { SystemProbe } from "../../../worker/contracts/system.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const probe = async (site: Site) =>
  json<SystemProbe>(site.fetch("/api/admin/system/probe", { method: "POST", as: await site.logIn() }));

describe("The probe of a deployment", () => {
  it("is for moderators only", async () => {
    const site = makeSite();
    expect((await site.fetch("/api/admin/system/probe", { method: "POST" })).status).toBe(401);
    expect(await mailsTo(site, env.CONTACT_EMAIL)).toEqual([]);
  });

  it("emails the operator and makes an image", async () => {
    const site = makeSite();
    const answer = await probe(site);
    expect(answer).toMatchObject({
      mail: { ok: true },
      image: { ok: true, detail: expect.stringMatching(/\d+ bytes/) },
    });
    const mails = await mailsTo(site, env.CONTACT_EMAIL);
    expect(mails.map(({ subject }) => subject)).toEqual([`${env.SITE_NAME} can send mail`]);
  });

  it("reports refusals by the email service and the Images service, but still responds", async () => {
    const site = makeSite({
      deps: (deps) => ({
        ...deps,
        mail: {
          ...deps.mail,
          send: () => Promise.reject(Object.assign(new Error("no"), { code: "E_SENDER_NOT_VERIFIED" })),
        },
        photos: { ...deps.photos, probe: () => Promise.reject(new Error("IMAGES_TRANSFORM_ERROR 9423: quota")) },
      }),
    });
    expect(await probe(site)).toMatchObject({
      mail: { ok: false, detail: expect.stringContaining("misconfigured") },
      image: { ok: false, detail: expect.stringContaining("9423") },
    });
  });
});

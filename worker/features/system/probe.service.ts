import { sql } from "drizzle-orm";
import type { SystemProbe } from "../../contracts/system-probe.ts";
import type { Deps } from "../../platform/deps.ts";
import { layOutMail } from "../../platform/mail-layout.ts";
import { mailFailureOf } from "../../platform/mail.ts";
import { sendMail } from "../../platform/mail-once.ts";

async function probeMail(deps: Deps): Promise<SystemProbe["mail"]> {
  const { contactEmail, siteName } = deps.config;
  const mail = layOutMail(deps.config, {
    kind: "operator.notice",
    to: contactEmail,
    subject: `${siteName} can send mail`,
    body: ["This mail was asked for to see whether mail arrives. There is nothing to do."],
    reason: "You get this mail as the operator of the site.",
  });
  try {
    await sendMail(deps, mail);
    return { ok: true, detail: "The mail service took it." };
  } catch (error) {
    deps.log.error("probe.mail_failed", error);
    return { ok: false, detail: `The mail service refused it (${mailFailureOf(error)}).` };
  }
}

async function probeImage(deps: Deps): Promise<SystemProbe["image"]> {
  try {
    return { ok: true, detail: `A WebP of ${await deps.photos.probe()} bytes was made.` };
  } catch (error) {
    deps.log.error("probe.image_failed", error);
    const message = error instanceof Error ? error.message : "";
    // The quota's own number: cloudflare.com, Images, error 9423.
    return {
      ok: false,
      detail: message.includes("9423") ? "The Images quota is used up (9423)." : "The Images service refused it.",
    };
  }
}

async function databaseRegion(deps: Deps): Promise<string | null> {
  const { meta } = await deps.db.run(sql`SELECT 1`);
  const region: unknown = meta.served_by_region;
  return typeof region === "string" ? region : null;
}

/** Tries what a visit to the site does not show: mail, images, and where data is. Never throws. */
export async function probeSystem(deps: Deps): Promise<SystemProbe> {
  const [mail, image, region, colo] = await Promise.all([
    probeMail(deps),
    probeImage(deps),
    databaseRegion(deps).catch(() => null),
    deps.attempts.colo().catch(() => null),
  ]);
  return { mail, image, database: { region }, object: { colo } };
}

import { digestRules } from "../../contracts/digest.schemas.ts";
import { DONE } from "../../contracts/operation.ts";
import { AppError } from "../../platform/errors.ts";
import { moderatorOf } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { resumeEdition, sendTestDigest, setDigestPaused } from "./digest.watch.service.ts";
import { previewDigest, readEdition, readOverview } from "./digest.read.service.ts";

export const digestRoutes = implement(digestRules, {
  async getEdition(c, { date }) {
    const found = await readEdition(c.var.deps, date);
    if (!found) throw new AppError("digest.not_found");
    return found.edition;
  },
  getDigestOverview: (c) => readOverview(c.var.deps),
  async getDigestPreview(c) {
    return (await previewDigest(c.var.deps)).preview;
  },
  async sendTestDigest(c, { body }) {
    await sendTestDigest(c.var.deps, body.email, moderatorOf(c));
    return { ...DONE, message: "The test is on its way." };
  },
  pauseDigest: (c, { body }) => setDigestPaused(c.var.deps, body.paused, moderatorOf(c)),
  resumeEdition: (c, { date }) => resumeEdition(c.var.deps, date, moderatorOf(c)),
});

import { declare } from "./operation-rules.ts";
import * as transparency from "./transparency.ts";

export const transparencyRules = declare(transparency, {
  getTransparency: { access: "public", tags: ["transparency"] },
});

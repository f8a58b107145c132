import { declare } from "./operation-rules.ts";
import * as page from "./page.ts";

export const pageRules = declare(page, { getSite: { access: "public" } });

import * as pages from "./market-pages.ts";
import { declare } from "./operation-rules.ts";

export const marketPageRules = declare(pages, {
  getMarket: { access: "public", tags: ["market"] },
  getMarketOfArea: { access: "public", tags: ["market"] },
});

import type { Config } from "../../platform/config.ts";

/** Stripe's words for a subscription that is over for good: it never comes back to life. */
const ENDED: ReadonlySet<string> = new Set(["canceled", "incomplete_expired"]);
export const isEnded = (status: string) => ENDED.has(status);

/** Whether VIP access can be sold: in production only where its prices are named, so that nothing else gives it. */
export const isSellable = ({ isDevelopment, stripePriceIds }: Pick<Config, "isDevelopment" | "stripePriceIds">) =>
  isDevelopment || stripePriceIds.length > 0;

/** Whether one of some prices is that of VIP access; without configured prices every one is. */
export const isListed = ({ stripePriceIds }: Pick<Config, "stripePriceIds">, prices: readonly string[]) =>
  stripePriceIds.length === 0 || prices.some((price) => stripePriceIds.includes(price));

import type { Config } from "../../platform/config.ts";

/** Stripe's final subscription states. */
const ENDED: ReadonlySet<string> = new Set(["canceled", "incomplete_expired"]);
export const isEnded = (status: string) => ENDED.has(status);

/** Whether VIP access can be sold: production requires configured prices, so that no other product grants access. */
export const isSellable = ({ isDevelopment, stripePriceIds }: Pick<Config, "isDevelopment" | "stripePriceIds">) =>
  isDevelopment || stripePriceIds.length > 0;

/** Whether one of some prices grants VIP access; every price does when none are configured. */
export const isListed = ({ stripePriceIds }: Pick<Config, "stripePriceIds">, prices: readonly string[]) =>
  stripePriceIds.length === 0 || prices.some((price) => stripePriceIds.includes(price));

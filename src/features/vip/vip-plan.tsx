import { queryOptions } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { UPDATED_HOURS } from "../../../worker/contracts/claims.ts";
import { LISTING_LIFETIME_DAYS } from "../../../worker/contracts/listings.ts";
import { CLAIMED_LISTINGS, getVipOffer, VIP_PRICE, type VipOffer } from "../../../worker/contracts/vip.ts";
import { call } from "../../lib/api.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";

export const vipKeys = { offer: ["vip", "offer"] as const };

/** Links to buy and manage the plan. */
export function vipOffer() {
  return queryOptions({
    queryKey: vipKeys.offer,
    queryFn: ({ signal }) => call(getVipOffer, {}, { signal }),
  });
}

export function VipPlan({ offer: { checkoutUrl, portalUrl, belowMarketCount, isOftenUpdated } }: { offer: VipOffer }) {
  const points = [
    "Each new listing by email within minutes of its approval, instead of in the next edition on Monday, Wednesday or Friday",
    ...(belowMarketCount >= CLAIMED_LISTINGS ? [`${CLAIMED_LISTINGS}+ below-market rentals`] : []),
    ...(isOftenUpdated ? [`Updated every ${UPDATED_HOURS} hours`] : []),
    `Listings expire after ${LISTING_LIFETIME_DAYS} days`,
    "Direct from landlords",
    "Instant access",
    "Cancel anytime",
  ];
  return (
    <section
      aria-labelledby="plan-heading"
      className="mx-auto w-full max-w-md rounded-card border-2 border-accent bg-surface p-6 shadow-raised"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="plan-heading" className="text-xl font-bold">
          Monthly Access
        </h2>
        <Chip tone="accent">BEST VALUE</Chip>
      </div>
      <p className="mt-3">
        <span className="text-4xl font-extrabold tracking-tight tabular-nums">{VIP_PRICE}</span>
        <span className="text-ink-muted">/month CAD</span>
      </p>
      <ul className="mt-5 grid gap-2.5">
        {points.map((point) => (
          <li key={point} className="flex items-start gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
            {point}
          </li>
        ))}
      </ul>
      <div className="mt-6 grid gap-2">
        {checkoutUrl === null ? (
          <p className="rounded-control bg-sunken p-3 text-center">
            VIP access cannot be bought at the moment. Every listing stays free to browse.
          </p>
        ) : (
          <a href={checkoutUrl} rel="noopener" className={buttonClass({ size: "lg" })}>
            Get VIP Access Now
          </a>
        )}
        {portalUrl !== null && (
          <a href={portalUrl} rel="noopener" className={buttonClass({ variant: "ghost" })}>
            Manage or cancel
          </a>
        )}
      </div>
      {checkoutUrl !== null && (
        <p className="mt-3 text-center text-sm text-ink-muted">
          {VIP_PRICE} in Canadian dollars each month, until you cancel. Paid through Stripe.
        </p>
      )}
    </section>
  );
}

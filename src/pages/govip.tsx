import { useQuery, queryOptions } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { UPDATED_HOURS } from "../../worker/contracts/claims.ts";
import { LISTING_LIFETIME_DAYS } from "../../worker/contracts/listings.ts";
import type { PageData } from "../../worker/contracts/page.ts";
import { CLAIMED_LISTINGS, getVipOffer, VIP_PRICE, type VipOffer } from "../../worker/contracts/vip.ts";
import type { Answers } from "../app/router/page-table.ts";
import { call } from "../lib/api.ts";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { buttonClass } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { Link } from "../ui/link.tsx";
import { LoadFailure } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const vipKeys = { offer: ["vip", "offer"] as const };

/** Returns the query for the links to buy and manage the plan. */
function vipOffer() {
  return queryOptions({
    queryKey: vipKeys.offer,
    queryFn: ({ signal }) => call(getVipOffer, {}, { signal }),
  });
}

function VipPlan({ offer: { checkoutUrl, portalUrl, belowMarketCount, isOftenUpdated } }: { offer: VipOffer }) {
  const points = [
    "Each new listing by email within minutes of its approval, instead of in the next edition on Monday, Wednesday or Friday",
    ...(belowMarketCount >= CLAIMED_LISTINGS ? [`${CLAIMED_LISTINGS}+ below-market rentals`] : []),
    ...(isOftenUpdated ? [`Updated every ${UPDATED_HOURS} hours`] : []),
    `Listings expire after ${LISTING_LIFETIME_DAYS} days`,
    "Direct from landlords",
    "Instant access",
    "Cancel anytime",
  ];
  const isClosed = checkoutUrl === null;
  return (
    <section
      aria-labelledby="plan-heading"
      className={`mx-auto w-full max-w-md rounded-card bg-surface p-6 ${isClosed ? "border border-line" : "border-2 border-accent shadow-raised"}`}
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
      <ul className={`mt-5 grid gap-2.5 ${isClosed ? "text-ink-muted" : ""}`}>
        {points.map((point) => (
          <li key={point} className="flex items-start gap-2.5">
            <Check aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${isClosed ? "" : "text-accent"}`} />
            {point}
          </li>
        ))}
      </ul>
      {(checkoutUrl ?? portalUrl) !== null && (
        <div className="mt-6 grid gap-2">
          {!isClosed && (
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
      )}
      {!isClosed && (
        <p className="mt-3 text-center text-sm text-ink-muted">
          {VIP_PRICE} in Canadian dollars each month, until you cancel. Paid through Stripe.
        </p>
      )}
    </section>
  );
}

/** Notice that the plan is closed, above the plan, so that nobody takes the plan for an offer. */
function ClosedNotice() {
  return (
    <div className="mx-auto mb-6 w-full max-w-md">
      <p className="mb-4 rounded-control bg-sunken p-3">
        VIP access is not on sale right now. Every listing stays free to browse.
      </p>
      <Link to={PATHS.join} className={`w-full max-sm:px-2 ${buttonClass({ size: "lg" })}`}>
        Get New Listings by Email
      </Link>
    </div>
  );
}

export const head = fixedHead("VIP Access", "Each new below-market listing by email within minutes of its approval.");

export const answers = (data: PageData): Answers => (data.page === "govip" ? [[vipKeys.offer, data.offer]] : []);

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { data: offer, isPending, refetch } = useQuery(vipOffer());
  return (
    <div className="page-width py-10">
      <h1 className="text-center text-3xl display sm:text-4xl">VIP Access</h1>
      <p className="mx-auto mt-3 mb-8 max-w-xl text-center text-lg text-ink-muted">
        Good rentals go to whoever calls first. Hear about each new one within minutes.
      </p>
      {offer?.checkoutUrl === null && <ClosedNotice />}
      {offer && <VipPlan offer={offer} />}
      {!offer && isPending && (
        <div className="mx-auto w-full max-w-md">
          <output className="sr-only">Loading the plan</output>
          <Skeleton className="h-112 w-full" />
        </div>
      )}
      {!offer && !isPending && (
        <LoadFailure level="h2" title="Error loading the plan" onRetry={() => void refetch()}>
          <p>Please try again later.</p>
        </LoadFailure>
      )}
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import type { Answers } from "../app/router/page-table.ts";
import type { PageData } from "../../worker/contracts/page.ts";
import { vipKeys, vipOffer, VipPlan } from "../features/vip/vip-plan.tsx";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { LoadFailure } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

export const head = fixedHead("VIP Access", "Each new below-market listing by email within minutes of its approval.");

export const answers = (data: PageData): Answers => (data.page === "govip" ? [[vipKeys.offer, data.offer]] : []);

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { data: offer, isPending, refetch } = useQuery(vipOffer());
  return (
    <div className="page-width py-10">
      <h1 className="text-center text-3xl display sm:text-4xl">VIP Access</h1>
      <p className="mx-auto mt-3 mb-8 max-w-xl text-center text-lg text-ink-muted">
        Good rentals go to whoever calls first. Hear of each new one within minutes.
      </p>
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

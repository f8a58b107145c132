import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import type { RentCheck } from "../../worker/contracts/rent-check.ts";
import type { Answers } from "../app/router/page-table.ts";
import { CONFIDENCE_TEXT, rentControlAnswer, rentControlReason } from "../features/listings/place/place-text.ts";
import { RentCheckForm, rentCheckAnswer, rentCheckKeys } from "../features/rent-check/rent-check-form.tsx";
import { RentCheckResult } from "../features/rent-check/rent-check-result.tsx";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { Link } from "../ui/link.tsx";
import { LoadFailure } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const TITLE = "Is this rent fair?";

const headOf = (site: SiteInfo, query: string): PageHead => ({
  title: `${TITLE} Rent check for Toronto | ${site.name}`,
  description:
    "Compare a Toronto rent with the published average and with similar listings, and see whether it is controlled and how much it may go up.",
  ...(query === "" ? { canonicalPath: PATHS.rentCheck } : { noindex: true }),
});

export const head = (_data: PageData, site: SiteInfo, query: string): PageHead => headOf(site, query);

export const answers = (data: PageData): Answers =>
  data.page === "rent_check"
    ? [[rentCheckKeys.answer(data.query), { check: data.check, problems: data.problems }]]
    : [];

export function Component() {
  const { search } = useLocation();
  useDocumentHead(headOf(useSite(), search));
  const { data, isPending, refetch } = useQuery(rentCheckAnswer(search));
  return (
    <div className="page-width pt-6 pb-12">
      <div className="max-sm:hidden">
        <Breadcrumb steps={[{ name: "Rent check" }]} />
      </div>
      {/* Smaller once there is a result, because the verdict is then the headline. */}
      <h1 className={`display sm:mt-2 ${data?.check ? "mb-4 text-xl" : "text-3xl"}`}>{TITLE}</h1>
      {!data?.check && (
        <p className="mt-2 mb-4 max-w-3xl text-ink-muted sm:mb-6">
          Compare it, and see how much it may rise. Nothing you enter is stored.
        </p>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[26rem_1fr]">
        <div className={data?.check ? "max-lg:order-last" : ""}>
          {/* The key resets the form to the values in the address. */}
          <RentCheckForm key={search} given={new URLSearchParams(search)} problems={data?.problems ?? null} />
        </div>
        <div aria-live="polite">
          {isPending && (
            <>
              <output className="sr-only">Checking the rent</output>
              <Skeleton className="h-72 w-full" />
            </>
          )}
          {!isPending && !data && (
            <LoadFailure level="h2" title="Error checking the rent" onRetry={() => void refetch()}>
              <p>Please try again in a minute.</p>
            </LoadFailure>
          )}
          {data?.problems && <Problems problems={Object.values(data.problems)} />}
          {data?.check && <Result check={data.check} />}
          {data && !data.check && !data.problems && <WhatItTells />}
        </div>
      </div>
    </div>
  );
}

function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <section aria-labelledby="problems-heading" className="rounded-card border border-danger bg-danger-soft p-4">
      <h2 id="problems-heading" className="font-semibold">
        We could not check this yet
      </h2>
      <ul className="mt-1 list-disc pl-5">
        {[...new Set(problems)].map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </section>
  );
}

function Result({ check }: { check: RentCheck }) {
  const { rentControl } = check;
  const { isRentControlled, confidence, reason, yearBuilt } = rentControl;
  const isYearUnknown = reason === "year_unknown";
  const stated = reason === "stated_before" || reason === "stated_after";
  return (
    <RentCheckResult
      check={check}
      rentControl={{
        answer: isYearUnknown ? "It depends on the building." : rentControlAnswer(rentControl),
        reason: isYearUnknown
          ? "Homes first lived in by November 15, 2018 are controlled, later ones are not. Enter the year built, or ask the landlord when someone first lived in this home."
          : stated
            ? `By the year you entered, the home was built ${reason === "stated_before" ? "before" : "after"} the exemption began (November 15, 2018). We have not verified that.`
            : rentControlReason(reason, { yearBuilt }, yearBuilt),
        confidence: isRentControlled === null ? null : CONFIDENCE_TEXT[confidence],
      }}
    />
  );
}

const link = "font-semibold text-accent underline underline-offset-4";

function WhatItTells() {
  return (
    <section aria-labelledby="tells-heading" className="rounded-card border border-line bg-surface p-4 sm:p-6">
      <h2 id="tells-heading" className="text-xl font-bold">
        What you’ll see
      </h2>
      <ul className="mt-2 list-disc space-y-2 pl-5">
        <li>How the rent compares with the average, and which month and source the average is from.</li>
        <li>What others on this site ask for the same kind of home nearby, and five homes like it.</li>
        <li>Whether the rent is controlled, and how sure we are.</li>
        <li>
          If you live there: the largest increase Ontario’s rules allow, from which day, and what is wrong with a
          notice.
        </li>
      </ul>
      <p className="mt-4">
        Or see{" "}
        <Link to={PATHS.market} className={link}>
          rents in all of Toronto
        </Link>
        .
      </p>
    </section>
  );
}

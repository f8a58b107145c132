import { useQuery } from "@tanstack/react-query";
import { ChartColumn, Download } from "lucide-react";
import type { PageData } from "../../worker/contracts/page.ts";
import { TRANSPARENCY_CSV_PATH, TRANSPARENCY_PATH } from "../../worker/contracts/pages.ts";
import type { Transparency } from "../../worker/contracts/transparency.ts";
import type { Answers } from "../app/router/page-table.ts";
import {
  MonthSection,
  SUPPRESSION_TEXT,
  transparency,
  transparencyKeys,
} from "../features/transparency/month-figures.tsx";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { buttonClass } from "../ui/button.tsx";
import { LoadFailure, Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const TITLE = "Transparency";

export const head = fixedHead(
  TITLE,
  "How we moderate listings, month by month: received, approved, rejected, removed after reports, and appealed.",
  TRANSPARENCY_PATH,
);

export const answers = (data: PageData): Answers =>
  data.page === "transparency" ? [[transparencyKeys.months, { months: data.months } satisfies Transparency]] : [];

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { data, isPending, refetch } = useQuery(transparency());
  return (
    <div className="page-width pt-6 pb-12">
      <Breadcrumb steps={[{ name: TITLE }]} />
      <h1 className="mt-2 text-3xl display">{TITLE}</h1>
      <p className="mt-2 max-w-3xl text-ink-muted">
        A person reviews every listing before it is published. These are the results by month, Toronto time, published
        when the month is over and never changed after that. {SUPPRESSION_TEXT}
      </p>
      {isPending && (
        <div className="mt-6">
          <output className="sr-only">Loading the figures</output>
          <Skeleton className="h-72 w-full" />
        </div>
      )}
      {!isPending && !data && (
        <LoadFailure level="h2" title="Error loading the figures" onRetry={() => void refetch()}>
          <p>Please try again later.</p>
        </LoadFailure>
      )}
      {data?.months.length === 0 && (
        <Notice icon={ChartColumn} title="No month has ended yet">
          <p>The first figures are published when the first month ends.</p>
        </Notice>
      )}
      {data && data.months.length > 0 && (
        <>
          <p className="mt-4 print:hidden">
            <a href={TRANSPARENCY_CSV_PATH} className={buttonClass({ variant: "secondary", size: "sm" })}>
              <Download aria-hidden className="size-4" />
              All figures as CSV
            </a>
          </p>
          <div className="mt-6 grid grid-cols-1 gap-6">
            {data.months.map((figures, at) => (
              <MonthSection key={figures.month} figures={figures} isNewest={at === 0} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

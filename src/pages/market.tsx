import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { MarketFigures } from "../../worker/contracts/market-pages.ts";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { type Answers, usePathParameters } from "../app/router/page-table.ts";
import {
  Archive,
  CurrentFigures,
  marketFigures,
  marketPageKeys,
  listOwnColumns,
  RentCharts,
} from "../features/market/market-figures.tsx";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { LoadFailure } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { SectionCard } from "../ui/section-card.tsx";
import { Component as NotFoundPage, head as notFoundHead } from "./not-found.tsx";

const pathOf = (slug: string | null) => (slug === null ? PATHS.market : `${PATHS.market}/${slug}`);
const titleOf = ({ area }: MarketFigures) => `Rents in ${area.kind === "city" ? "the City of Toronto" : area.name}`;

function headOf(figures: MarketFigures, site: SiteInfo): PageHead {
  const { area, months } = figures;
  const title = `${titleOf(figures)} | ${site.name}`;
  const description = `${titleOf(figures)}: published averages and our own medians by type and month, rent control and how fast homes go.`;
  // A neighbourhood's page without its own rents shows only the City's, so it is not worth indexing.
  if (area.kind === "neighbourhood" && months.length === 0) return { title, description, noindex: true };
  return { title, description, canonicalPath: pathOf(area.slug) };
}

export function head(data: PageData, site: SiteInfo): PageHead {
  if (data.page === "market_gone") return notFoundHead(data, site);
  if (data.page !== "market") throw new Error(`The market page received the data of the page “${data.page}”.`);
  return headOf(data.figures, site);
}

export function answers(data: PageData): Answers {
  if (data.page === "market_gone") return [[marketPageKeys.figures(data.slug), null]];
  return data.page === "market" ? [[marketPageKeys.figures(data.figures.area.slug), data.figures]] : [];
}

export function Component() {
  const { area } = usePathParameters();
  const { data: figures, isPending, refetch } = useQuery(marketFigures(area ?? null));
  if (figures) return <FiguresPage figures={figures} />;
  if (figures === null) return <NotFoundPage />;
  return (
    <div className="page-width py-6">
      {isPending ? (
        <>
          <output className="sr-only">Loading the figures</output>
          <Skeleton className="h-72 w-full" />
        </>
      ) : (
        <LoadFailure level="h1" title="Error loading the figures" onRetry={() => void refetch()}>
          <p>Please try again later.</p>
        </LoadFailure>
      )}
    </div>
  );
}

const link = "font-semibold text-accent underline underline-offset-4";

function FiguresPage({ figures }: { figures: MarketFigures }) {
  useDocumentHead(headOf(figures, useSite()));
  const { area, months, neighbourhoods, licence } = figures;
  const path = pathOf(area.slug);
  const file = buttonClass({ variant: "secondary", size: "sm" });
  const hasOwn = listOwnColumns(figures).length > 0;
  return (
    // A table with two columns is narrower than the page; a table with more is as wide as the page.
    <div className={`page-width pt-6 pb-12 ${hasOwn ? "" : "max-w-4xl"}`}>
      <div className={area.slug === null ? "max-sm:hidden" : ""}>
        <Breadcrumb
          steps={
            area.slug === null ? [{ name: "Market" }] : [{ name: "Market", to: PATHS.market }, { name: area.name }]
          }
        />
      </div>
      <h1 className="text-3xl display sm:mt-2">{titleOf(figures)}</h1>
      <p className="mt-2 max-w-3xl text-ink-muted">
        {hasOwn
          ? "Published averages, and the asking rents of this site’s own listings. Averages run"
          : "Published averages. They run"}{" "}
        higher than a typical ad, because large new homes pull them up.{" "}
        <Link to={PATHS.rentCheck} className={link}>
          Check one rent
        </Link>
      </p>
      {area.kind === "neighbourhood" && months.length === 0 && (
        <p className="mt-4 rounded-control bg-warn-soft px-3 py-2">
          We have too few homes in {area.name} for its own figures. These are the published figures for the whole City.
        </p>
      )}
      <div className="mt-6 grid grid-cols-1 gap-6">
        <CurrentFigures figures={figures} />
        <RentCharts figures={figures} />
        <Archive months={months} />
        {neighbourhoods.length > 0 && (
          <SectionCard title="Neighbourhoods">
            <ul className="grid grid-cols-1 gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
              {neighbourhoods.map(({ name, slug }) => (
                <li key={slug}>
                  <Link
                    to={pathOf(slug)}
                    className="inline-block py-2 underline underline-offset-4 hover:text-accent pointer-coarse:py-3"
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </SectionCard>
        )}
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-3 text-sm text-ink-muted print:hidden">
        <a href={`${path}.csv`} className={file}>
          <Download aria-hidden className="size-4" />
          CSV
        </a>
        <a href={`/api${path}`} className={file}>
          JSON
        </a>
        <span>
          Reuse them under{" "}
          <a href={licence.url} rel="license" className={link}>
            {licence.name}
          </a>
          , naming this site and the source of each published figure.
        </span>
      </div>
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { EditionSummary } from "../../../worker/contracts/digest.ts";
import type { ScamBand } from "../../../worker/contracts/listings.ts";
import {
  SCAM_BAND_LISTINGS_MAX,
  DISCOUNT_BANDS,
  type DiscountBand,
  EXPIRING_DAYS,
  COUNTED_POSTS_DAYS,
  type PostShare,
  type SiteFigures,
} from "../../../worker/contracts/stats.ts";
import { formatMoment, waitWords } from "../../lib/format-time.ts";
import { formatCount, plural } from "../../lib/format.ts";
import type { Viewer } from "../../lib/operator.ts";
import { type Column, countColumn, CsvButton, DataTable } from "../../ui/data-table.tsx";
import { Hint } from "../../ui/hint.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TableCard } from "../../ui/table-card.tsx";
import { shareText } from "./stats-text.ts";
import { siteFigures } from "./stats.queries.ts";

const BAND_NAMES: Readonly<Record<DiscountBand, string>> = {
  below: "Public, below market",
  about: "Public, about the market rent",
  above: "Public, above the market rent",
  unconfirmed: "Public, type or rent not confirmed",
  unknown: "Public, no market figure",
};
const SCAM_NAMES: Readonly<Record<ScamBand, string>> = {
  none: "Waiting, no scam signs",
  some: "Waiting, some scam signs",
  strong: "Waiting, strong scam signs",
};

interface Band {
  name: string;
  count: number;
}

const BANDS: readonly Column<Band>[] = [
  { header: "Status", value: ({ name }) => name },
  countColumn("Listings", ({ count }) => count),
];

const bandsOf = ({ bands, scamBands }: SiteFigures["listings"]): Band[] => [
  ...DISCOUNT_BANDS.map((band): Band => ({ name: BAND_NAMES[band], count: bands[band] })),
  ...(Object.keys(SCAM_NAMES) as ScamBand[]).map((band): Band => ({
    name: SCAM_NAMES[band],
    count: scamBands[band],
  })),
];

function Figure({ name, value, note }: { name: string; value: string; note: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-muted">{name}</dt>
      <dd className="text-2xl font-bold tabular-nums">{value}</dd>
      <dd className="text-sm text-ink-muted">{note}</dd>
    </div>
  );
}

const postsText = ({ all, automated }: PostShare, one: string) => `${formatCount(automated)} of ${plural(all, one)}`;

function ListingFigures({ figures: { listings, threads, comments, countedAt } }: { figures: SiteFigures }) {
  const now = Date.parse(countedAt);
  const age = (moment: string | null) => (moment === null ? "–" : waitWords(moment, now));
  return (
    <div className="grid gap-x-10 gap-y-4 lg:grid-cols-2">
      <dl className="grid content-start grid-cols-2 gap-x-6 gap-y-4 *:last:col-span-2 lg:grid-cols-3">
        <Figure
          name="Public"
          value={formatCount(listings.public)}
          note={`${formatCount(listings.approved)} approved, ${formatCount(listings.all)} in total`}
        />
        <Figure
          name="Waiting"
          value={formatCount(listings.waiting)}
          note={
            listings.oldestWaiting === null
              ? "Nothing to review"
              : `Longest wait ${age(listings.oldestWaiting)}, typical ${age(listings.medianWaiting)}`
          }
        />
        <Figure name="Median age" value={age(listings.medianApproved)} note="Since first approval" />
        <Figure name="Expiring" value={formatCount(listings.expiring)} note={`In the next ${EXPIRING_DAYS} days`} />
        <Figure
          name="Automated posts"
          value={shareText(threads.automated + comments.automated, threads.all + comments.all)}
          note={`In ${COUNTED_POSTS_DAYS} days: ${postsText(threads, "thread")}, ${postsText(comments, "comment")}`}
        />
      </dl>
      <DataTable caption="Listings by status" columns={BANDS} rows={bandsOf(listings)} rowKey={({ name }) => name} />
    </div>
  );
}

const EDITIONS: readonly Column<EditionSummary>[] = [
  { header: "Edition", value: ({ date }) => date },
  countColumn("Sent", ({ sent }) => sent),
  countColumn("Skipped", ({ skipped }) => skipped),
  countColumn("Uncertain", ({ uncertain }) => uncertain),
  countColumn("Bounced", ({ bounced }) => bounced),
  countColumn("Complained", ({ complained }) => complained),
  countColumn("Unsubscribed", ({ unsubscribed }) => unsubscribed),
];

/** Cards with numbers about listings, the forum's automation and emails. */
export function StatsSiteCards({ viewer }: { viewer: Viewer }) {
  const query = useQuery(siteFigures(viewer));
  const figures = query.data;
  const problem = query.isError && (
    <LoadFailure title="The figures could not be loaded" onRetry={() => void query.refetch()} />
  );
  const title = "Listing health";
  return (
    <>
      <SectionCard
        title={title}
        className="is-whole"
        hint={
          <Hint about={title}>
            {figures && `Counted ${formatMoment(figures.countedAt)}. `}The total leaves out deleted listings. Scam signs
            are those of the {SCAM_BAND_LISTINGS_MAX} listings that have waited the longest.
          </Hint>
        }
        actions={figures && <CsvButton title="Listings by status" columns={BANDS} rows={bandsOf(figures.listings)} />}
      >
        {figures ? <ListingFigures figures={figures} /> : problem || <Skeleton className="h-64 w-full" />}
      </SectionCard>
      <TableCard
        title="Mail by edition"
        className="is-wide"
        hint="Opens aren't tracked. Bounces, spam complaints and unsubscribes count for the edition before them."
        caption="Mail by edition, newest first"
        columns={EDITIONS}
        rows={figures?.editions}
        problem={problem}
        rowKey={({ date }) => date}
        empty="None yet"
        stacks={3}
      />
    </>
  );
}

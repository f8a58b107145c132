import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { EditionSummary } from "../../../worker/contracts/digest.ts";
import type { ScamBand } from "../../../worker/contracts/listings.ts";
import {
  BANDS_READ,
  DISCOUNT_BANDS,
  type DiscountBand,
  EXPIRING_DAYS,
  POSTS_DAYS,
  type PostShare,
  type SiteFigures,
} from "../../../worker/contracts/stats.ts";
import { formatMoment, waitText } from "../../lib/format-time.ts";
import { formatCount, plural } from "../../lib/format.ts";
import type { Viewer } from "../../lib/operator.ts";
import { type Column, countColumn, CsvButton, DataTable, TableCard } from "../../ui/data-table.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { shareText } from "./stats-text.ts";
import { siteFigures } from "./stats.queries.ts";

const BAND_NAMES: Readonly<Record<DiscountBand, string>> = {
  below: "Public, below market",
  about: "Public, about the market rent",
  above: "Public, above the market rent",
  unconfirmed: "Public, not confirmed yet",
  unknown: "Public, without a comparison",
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
  { header: "Band", value: ({ name }) => name },
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

const postsText = ({ all, automated }: PostShare, one: string) =>
  `${formatCount(automated)} of ${plural(all, one)}${all > 0 ? ` (${shareText(automated, all)})` : ""}`;

function ListingFigures({ figures: { listings, threads, comments, countedAt } }: { figures: SiteFigures }) {
  const now = Date.parse(countedAt);
  const since = (moment: string | null) => (moment === null ? "none" : waitText(moment, now));
  return (
    <>
      <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-3">
        <Figure
          name="Public"
          value={formatCount(listings.public)}
          note={`Found by visitors; ${formatCount(listings.approved)} approved, ${formatCount(listings.all)} in all states but deleted`}
        />
        <Figure
          name="Waiting"
          value={formatCount(listings.waiting)}
          note={
            listings.oldestWaiting === null
              ? "Nothing waits for a decision"
              : `The longest ${since(listings.oldestWaiting)}, in the middle ${since(listings.medianWaiting)}`
          }
        />
        <Figure name="Median age" value={since(listings.medianApproved)} note="Of public ones, since first approved" />
        <Figure name="Expiring" value={formatCount(listings.expiring)} note={`In the next ${EXPIRING_DAYS} days`} />
        <Figure
          name="Automation"
          value={shareText(threads.automated + comments.automated, threads.all + comments.all)}
          note={`Of the forum's posts in ${POSTS_DAYS} days: ${postsText(threads, "thread")}, ${postsText(comments, "comment")}`}
        />
      </dl>
      <DataTable caption="Listings by band" columns={BANDS} rows={bandsOf(listings)} rowKey={({ name }) => name} />
    </>
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

interface SiteCardsProps {
  viewer: Viewer;
  className: { listings: string; mails: string };
}

/** The state of listings, of the forum's automation and of the mails. */
export function StatsSiteCards({ viewer, className }: SiteCardsProps) {
  const query = useQuery(siteFigures(viewer));
  const figures = query.data;
  const waiting = query.isError ? (
    <LoadFailure title="The figures could not be loaded" onRetry={() => void query.refetch()} />
  ) : (
    <Skeleton className="h-64 w-full" />
  );
  return (
    <>
      <SectionCard
        title="Listings"
        note={
          figures
            ? `Counted ${formatMoment(figures.countedAt)}. Scam signs: of the ${BANDS_READ} that wait longest.`
            : "Counted once a minute."
        }
        className={className.listings}
        actions={figures && <CsvButton title="Listings by band" columns={BANDS} rows={bandsOf(figures.listings)} />}
      >
        {figures ? <ListingFigures figures={figures} /> : waiting}
      </SectionCard>
      {figures ? (
        <TableCard
          title="Mails by edition"
          note="Openings are not tracked. Who left counts for the edition before: mails came back for good, were called spam, or readers unsubscribed."
          caption="Mails by edition, newest first"
          columns={EDITIONS}
          rows={figures.editions}
          rowKey={({ date }) => date}
          empty="No edition was sent yet."
          stacks={3}
          className={className.mails}
        />
      ) : (
        <SectionCard title="Mails by edition" className={className.mails}>
          {waiting}
        </SectionCard>
      )}
    </>
  );
}

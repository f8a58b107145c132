import type { Line } from "../../../worker/transit/format.ts";
import { cleanCell } from "../csv-set.ts";
import type { FeedFiles } from "./feed-files.ts";
import { readLines, readTrips } from "./lines.ts";
import type { Problems } from "./problems.ts";
import { readTable } from "./read-table.ts";
import { type DayNumber, feedDay, readServices, type Services } from "./services.ts";
import { readStopTimes, type Trips } from "./stop-times.ts";
import { readStops, readTransfers, type Stops, type Transfer } from "./stops.ts";

/** Attribution sentences that the region's agencies require, by a lower-case part of the agency's name. */
const REQUIRED_ATTRIBUTIONS: readonly (readonly [agency: RegExp, sentence: string])[] = [
  // open.toronto.ca/open-data-licence, for the data set "TTC Routes and Schedules".
  [
    /\b(?:toronto transit commission|ttc)\b/,
    "Contains information licensed under the Open Government Licence – Toronto.",
  ],
  // Metrolinx's notice for users of its open data (GO Transit and UP Express; metrolinx.com/en/about-us/open-data).
  [
    /\b(?:metrolinx|go transit|gotransit|up express|upexpress)\b/,
    "Data used in this product or service is provided with the permission of Metrolinx. Metrolinx makes no representations or warranties of any kind, express or implied, with respect to the Data and assumes no responsibility for the accuracy or currency of the data used in this product or service.",
  ],
];

/** Returns the attribution to show beside results computed from a feed. */
function attributionOf(publisher: string, agencies: readonly { name: string; url: string }[]): string {
  const names = [publisher, ...agencies.flatMap(({ name, url }) => [name, url])].join(" ").toLowerCase();
  return REQUIRED_ATTRIBUTIONS.find(([agency]) => agency.test(names))?.[1] ?? `Timetable: ${publisher}`;
}

/** A feed that was read completely, with all its days. */
export interface Feed {
  /** The publisher's name. */
  name: string;
  attribution: string;
  validFrom: DayNumber;
  validUntil: DayNumber;
  lines: readonly Line[];
  stops: Pick<Stops, "names" | "latitude" | "longitude">;
  transfers: readonly Transfer[];
  services: Services;
  trips: Trips;
}

interface About {
  agencies: { name: string; url: string }[];
  publisher: string;
  from: DayNumber | null;
  until: DayNumber | null;
}

/** Reads agency.txt, and feed_info.txt if there is one. */
async function readAbout(files: FeedFiles, problems: Problems): Promise<About> {
  const about: About = { agencies: [], publisher: "", from: null, until: null };
  const agency = { needs: ["agency_name"], may: ["agency_url"] } as const;
  await readTable(files, "agency.txt", agency, problems, ({ agency_name: name, agency_url: url }, line) => {
    if (name === "") problems.refuse("agency.txt", line, "no agency_name");
    else about.agencies.push({ name: cleanCell(name), url });
  });
  if (!files.has("feed_info.txt")) return about;
  const columns = { needs: ["feed_publisher_name"], may: ["feed_start_date", "feed_end_date"] } as const;
  await readTable(files, "feed_info.txt", columns, problems, (row, line) => {
    about.publisher = cleanCell(row.feed_publisher_name);
    for (const [column, side] of [
      ["feed_start_date", "from"],
      ["feed_end_date", "until"],
    ] as const) {
      about[side] = feedDay(row[column]);
      if (about[side] === null && row[column] !== "")
        problems.refuse("feed_info.txt", line, `${column} is not a day: "${row[column]}"`);
    }
  });
  return about;
}

/**
 * Reads a feed completely, and records its problems.
 * @returns null when there are any problems: no part of a broken feed is used
 */
export async function readFeed(files: FeedFiles, problems: Problems): Promise<Feed | null> {
  const about = await readAbout(files, problems);
  const routes = await readLines(files, problems);
  const stops = await readStops(files, problems);
  const transfers = await readTransfers(files, stops, problems);
  const services = await readServices(files, problems);
  const list = await readTrips(files, routes, services, problems);
  // Without this, every stop time that refers to a rejected row would also be reported.
  if (problems.refusals() > 0) return null;
  const trips = await readStopTimes(files, stops, list, problems);
  if (problems.refusals() > 0) return null;
  const span = services.span(new Set(trips.service));
  if (span === null) problems.refuse("calendar.txt", null, "no service: none of its trips ever runs");
  const validFrom = Math.max(span?.from ?? 0, about.from ?? Number.NEGATIVE_INFINITY);
  const validUntil = Math.min(span?.until ?? 0, about.until ?? Number.POSITIVE_INFINITY);
  if (span !== null && validUntil < validFrom)
    problems.refuse("feed_info.txt", null, "no service: none of its trips runs while the feed is valid");
  if (problems.refusals() > 0) return null;
  const { names, latitude, longitude } = stops;
  const name = about.publisher || (about.agencies[0]?.name ?? "");
  return {
    name,
    attribution: attributionOf(name, about.agencies),
    validFrom,
    validUntil,
    lines: routes.lines,
    stops: { names, latitude, longitude },
    transfers,
    services,
    trips,
  };
}

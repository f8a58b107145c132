import type { Tally } from "../scan-csv.ts";
import { type Feed, readFeed } from "./feed.ts";
import { openFeedZip } from "./feed-files.ts";
import { makeProblems } from "./problems.ts";

/** The result of reading a feed. */
interface FeedReport {
  file: string;
  tally: Tally | null;
  failure: string | null;
}

/** Reads one feed; returns null for a file that is not a feed. */
async function readZip(file: string, path: string): Promise<{ feed: Feed | null; report: FeedReport } | null> {
  const failed = (error: unknown) => (error instanceof Error ? error.message : String(error));
  const files = await openFeedZip(path).catch(failed);
  if (files === null) return null;
  if (typeof files === "string") return { feed: null, report: { file, tally: null, failure: files } };
  const problems = makeProblems();
  try {
    const feed = await readFeed(files, problems);
    const failure = feed === null ? "The feed is broken, and nothing of it is used." : null;
    return { feed, report: { file, tally: problems.tally(), failure } };
  } catch (error) {
    return { feed: null, report: { file, tally: problems.tally(), failure: failed(error) } };
  } finally {
    files.close();
  }
}

/** Reads the feeds among some zip files, one after the other. */
export async function readZips(zips: readonly string[], pathOf: (file: string) => string) {
  const feeds: Feed[] = [];
  const reports: FeedReport[] = [];
  const foreign: string[] = [];
  for (const file of zips) {
    const read = await readZip(file, pathOf(file));
    if (read === null) foreign.push(file);
    else reports.push(read.report);
    if (read?.feed) feeds.push(read.feed);
  }
  return { feeds, reports, foreign };
}

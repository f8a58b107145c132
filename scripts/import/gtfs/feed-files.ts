import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";

/** The text files of a feed by name (gtfs.org/documentation/schedule/reference). */
export interface FeedFiles {
  has(name: string): boolean;
  /** Reads the text of a file in pieces, without its byte order mark. */
  read(name: string): AsyncIterable<string> | Iterable<string>;
  close(): void;
}

/** Thrown for text that cannot be read beyond some line, or at all. */
export class UnreadableText extends Error {
  readonly line: number | null;
  constructor(line: number | null, text: string, cause?: unknown) {
    super(text, { cause });
    this.line = line;
  }
}

/** A zip with any of these files is a feed. */
const FEED_FILES: ReadonlySet<string> = new Set(["stops.txt", "trips.txt", "stop_times.txt"]);

/** A feed whose files are in memory. */
export const filesInMemory = (files: Readonly<Record<string, string>>): FeedFiles => ({
  has: (name) => files[name] !== undefined,
  read: (name) => [files[name] ?? ""],
  close: () => {},
});

/** Unpacks one file of a zip piece by piece. @throws UnreadableText when the file is damaged */
async function* textOf(zip: ZipFile, entry: Entry): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let checksum = 0;
  let isFirst = true;
  try {
    for await (const bytes of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      checksum = crc32(bytes, checksum);
      const text = decoder.write(bytes);
      yield isFirst ? text.replace(/^\uFEFF/, "") : text;
      isFirst = false;
    }
  } catch (error) {
    throw new UnreadableText(null, "is damaged: it cannot be unpacked", error);
  }
  if (checksum !== entry.crc32) throw new UnreadableText(null, "is damaged: its checksum differs");
  yield decoder.end();
}

/**
 * Opens a zipped feed, whose files are later read from disk one by one. Files in a folder within the zip also count,
 * except those that macOS adds.
 * @returns null when the file is not a zip, or contains no feed
 * @throws Error with a sentence when the zip is truncated
 */
export async function openFeedZip(path: string): Promise<FeedFiles | null> {
  // All zip files begin with these bytes, even truncated downloads.
  if ((await (await openAsBlob(path)).slice(0, 2).text()) !== "PK") return null;
  const unreadable = (cause: unknown) =>
    new Error("This zip file is cut off or damaged. Download it again.", { cause });
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw unreadable(error);
  });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry())
      if (!entry.fileName.startsWith("__MACOSX/")) entries.set(basename(entry.fileName), entry);
  } catch (error) {
    zip.close();
    throw unreadable(error);
  }
  if (![...FEED_FILES].some((name) => entries.has(name))) {
    zip.close();
    return null;
  }
  return {
    has: (name) => entries.has(name),
    read(name) {
      const entry = entries.get(name);
      return entry === undefined ? [] : textOf(zip, entry);
    },
    close: () => zip.close(),
  };
}

import PostalMime from "postal-mime";

/** Bytes of a reply that are read: its text comes before its attachments. */
export const MAX_REPLY_BYTES = 256 * 1024;
/** Lines of a message that are parsed, because each takes its time, and of its text that are looked at. */
const MAX_PARSED_LINES = 3_000;
const MAX_LINES = 500;
/** Where what was written before begins, in the words of common mail programs. */
const QUOTES = [
  /^\s{0,9}>/,
  /^\s{0,9}(?:On|Le|Am|El) .{1,200}(?:wrote|écrit|schrieb|escribió)\s?:\s{0,9}$/,
  /^\s{0,9}-{2,20}\s?(?:Original Message|Forwarded message|Message d'origine)/i,
  /^\s{0,9}_{10,80}\s{0,9}$/,
  /^\s{0,9}(?:From|De|Von):\s.{1,200}$/,
  /^-- ?$/,
];
/** The first half of "On …, … wrote:" where a mail program broke it. */
const BROKEN = /^\s{0,9}(?:On|Le|Am|El) .{1,200}$/;
const BROKEN_END = /(?:wrote|écrit|schrieb|escribió)\s?:\s{0,9}$/;

/** A message up to a number of bytes. */
export async function readUpTo(message: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const part of message) {
    const value = part.subarray(0, maxBytes - size);
    chunks.push(value);
    size += value.byteLength;
    if (size >= maxBytes) break;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** The first lines of a message. */
function firstLines(bytes: Uint8Array): Uint8Array {
  let end = -1;
  for (let line = 0; line < MAX_PARSED_LINES; line += 1) {
    end = bytes.indexOf(0x0a, end + 1);
    if (end === -1) return bytes;
  }
  return bytes.subarray(0, end);
}

/** A text without its markup, for replies that have no plain part. */
const plain = (html: string) =>
  html
    .replaceAll(/<(?:style|script)[^<>]{0,200}>/gi, "<hidden>")
    .replaceAll(/<(?:br|\/p|\/div)[^<>]{0,200}>/gi, "\n")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

/** What its sender wrote: the lines of a text before the quotation of an earlier mail. */
export function withoutQuotation(text: string): string {
  const lines = text.split("\n", MAX_LINES).map((line) => line.replace(/\r$/, ""));
  const end = lines.findIndex(
    (line, at) =>
      QUOTES.some((quote) => quote.test(line)) || (BROKEN.test(line) && BROKEN_END.test(lines[at + 1] ?? "")),
  );
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .join("\n")
    .trim();
}

/**
 * The text that the sender of a reply wrote, without what it quotes; null if it cannot be read.
 * @param bytes of a message whose headers were read before, at most {@link MAX_REPLY_BYTES}
 */
export async function readReplyText(bytes: Uint8Array): Promise<string | null> {
  try {
    const { text, html } = await PostalMime.parse(firstLines(bytes));
    return withoutQuotation(text ?? plain(html ?? ""));
  } catch {
    return null;
  }
}

import type { Deps } from "./deps.ts";
import { type InboundMessage, loadMailParser, MAX_HEADER_BYTES, readInboundMessage } from "./inbound-message.ts";
import { readChunks } from "./incoming-body.ts";
import type { Mail } from "./mail.ts";
import { textOfHtml, hasOwnText, withoutQuotation } from "./reply-text.ts";

/**
 * Maximum bytes and lines kept of a message's texts and headers. A message may have up to 25 MiB (Email Routing,
 * Limits). Lines are limited because parsing each one takes time.
 */
export const MAX_KEPT = { bytes: 2 * 1024 * 1024, lines: 10_000 } as const;
/** Maximum number of bytes examined of one part's headers. */
const MAX_PART_HEADERS = 16 * 1024;
/** Maximum length of a line that can be a boundary (RFC 2046, 5.1.1: at most 70 characters). */
const MAX_BOUNDARY_LINE = 1_000;
const LF = 0x0a;
const DASH = 0x2d;

const latin1 = new TextDecoder("latin1");
const BOUNDARY = /;[ \t]{0,99}boundary[ \t]{0,9}=[ \t]{0,9}(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/i;

/**
 * Returns the media type of a message part, in lower case. Also returns the boundary of its parts if it is multipart.
 */
function contentTypeOf(headers: string): { type: string; boundary: string | null } {
  const unfolded = headers.replaceAll(/\r?\n[ \t]/g, " ");
  const value = /^content-type:([^\r\n]*)/im.exec(unfolded)?.[1] ?? "";
  const [, quoted, plain] = BOUNDARY.exec(value) ?? [];
  return { type: value.split(/[;(]/, 1).join("").trim().toLowerCase(), boundary: quoted ?? plain?.trim() ?? null };
}

/** Returns whether a media type may contain text that a person wrote. */
const isText = (type: string) => type === "" || type === "text" || type === "text/plain" || type === "text/html";

/** Reads a message line by line and keeps its headers and texts. */
class TextExtractor {
  readonly #kept: Uint8Array[] = [];
  #bytes = 0;
  #lines = 0;
  #boundaries: string[] = [];
  #headers: string | null = "";
  #isRoot = true;
  #isKept = true;
  /** Beginning of the current line, stored until the line is too long to be a boundary. */
  #line: Uint8Array[] = [];
  #lineBytes = 0;

  get isFull(): boolean {
    return this.#bytes >= MAX_KEPT.bytes || this.#lines >= MAX_KEPT.lines;
  }

  add(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length && !this.isFull) {
      const end = chunk.indexOf(LF, at);
      if (!this.#isKept && this.#lineBytes === 0 && chunk[at] !== DASH) {
        // The line of an attachment continues beyond this chunk.
        if (end === -1) this.#lineBytes = MAX_BOUNDARY_LINE + 1;
        at = end === -1 ? chunk.length : end + 1;
        continue;
      }
      const piece = chunk.subarray(at, end === -1 ? chunk.length : end + 1);
      this.#take(piece);
      if (end !== -1) this.#endLine();
      at += piece.length;
    }
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.#endLine();
    return joined(this.#kept, this.#bytes);
  }

  #take(piece: Uint8Array): void {
    const isWatched = this.#lineBytes <= MAX_BOUNDARY_LINE;
    this.#lineBytes += piece.length;
    if (!isWatched) this.#keep(piece);
    // The piece is copied, because the sender may reuse the chunk's memory.
    else if (this.#lineBytes <= MAX_BOUNDARY_LINE) this.#line.push(piece.slice());
    else for (const part of [...this.#line.splice(0), piece]) this.#keep(part);
  }

  #keep(piece: Uint8Array): void {
    if (!this.#isKept) return;
    const part = piece.slice(0, MAX_KEPT.bytes - this.#bytes);
    this.#kept.push(part);
    this.#bytes += part.length;
  }

  #addHeader(text: string): void {
    const limit = this.#isRoot ? MAX_HEADER_BYTES : MAX_PART_HEADERS;
    if (this.#headers !== null && this.#headers.length < limit) this.#headers += text;
  }

  #endLine(): void {
    const isShort = this.#lineBytes <= MAX_BOUNDARY_LINE;
    const size = this.#lineBytes;
    const line = isShort ? joined(this.#line.splice(0), size) : null;
    this.#lineBytes = 0;
    if (this.#isKept) this.#lines += 1;
    if (line === null || line.length === 0 || this.#endPart(line)) return;
    this.#keep(line);
    if (this.#headers === null) return;
    const text = latin1.decode(line);
    if (text.trim() === "") this.#endHeaders();
    else this.#addHeader(text);
  }

  #endHeaders(): void {
    const { type, boundary } = contentTypeOf(this.#headers ?? "");
    this.#headers = null;
    this.#isRoot = false;
    const isMultipart = type.startsWith("multipart/");
    if (isMultipart && boundary !== null) this.#boundaries.push(boundary);
    // Without the boundary, the parts cannot be found, so everything is kept.
    this.#isKept = isText(type) || (isMultipart && boundary === null);
  }

  /** Handles a line that may end a part. @returns whether the line ends a part */
  #endPart(line: Uint8Array): boolean {
    if (line[0] !== DASH || line[1] !== DASH) return false;
    const text = latin1.decode(line).trimEnd().slice(2);
    const nth = this.#boundaries.findLastIndex((one) => text === one || text === `${one}--`);
    if (nth === -1) return false;
    const isLast = text !== this.#boundaries[nth];
    this.#isKept = true;
    this.#keep(line);
    this.#boundaries = this.#boundaries.slice(0, isLast ? nth : nth + 1);
    this.#headers = isLast ? null : "";
    this.#isKept = !isLast;
    return true;
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * Removes the content of a message's attachments, because the text may follow a photo of many megabytes. Keeps at most
 * {@link MAX_KEPT} in memory.
 */
export async function withoutAttachments(message: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const keeper = new TextExtractor();
  for await (const chunk of message) {
    keeper.add(chunk);
    if (keeper.isFull) break;
  }
  return keeper.finish();
}

/** Maximum number of characters examined in a text; HTML is counted before its tags are removed. */
const MAX_CHARACTERS = { text: 200_000, html: 500_000 } as const;

/** A received email. */
export interface ReceivedMail {
  /** The SMTP sender; empty or `<>` for a bounce. */
  from: string;
  raw: ReadableStream<Uint8Array>;
}

/** A reply: its headers, and the text that its sender wrote. */
interface InboundReply extends InboundMessage {
  /** The text without quotations; empty if there is no text or if it cannot be read. */
  text: string;
}

/** Returns the message with its attached text files changed into message text; null if it has no such files. */
function withAttachedTexts(bytes: Uint8Array): Uint8Array | null {
  let message: Uint8Array | null = null;
  const field = /^(content-disposition:[ \t]{0,9}(?:\r?\n[ \t]{1,9})?)attachment/gim;
  // Latin-1 has one character for each byte, so positions of characters equal positions of bytes.
  for (const { index, 1: name = "" } of new TextDecoder("latin1").decode(bytes).matchAll(field)) {
    message ??= bytes.slice();
    message.set(new TextEncoder().encode("inline    "), index + name.length);
  }
  return message;
}

async function bodyOf(bytes: Uint8Array): Promise<string> {
  const { default: PostalMime } = await loadMailParser();
  const { text = "", html = "" } = await PostalMime.parse(bytes, { forceRfc822Attachments: true });
  const plain = text.slice(0, MAX_CHARACTERS.text);
  return hasOwnText(plain) ? plain : textOfHtml(html.slice(0, MAX_CHARACTERS.html));
}

/**
 * Returns the text that the sender of a reply wrote, without quotations; empty if there is none.
 * @param bytes a message as returned by {@link withoutAttachments}
 */
export async function readReplyText(bytes: Uint8Array): Promise<string> {
  const text = await ownText(bytes);
  const withFiles = text === "" ? withAttachedTexts(bytes) : null;
  return withFiles === null ? text : ownText(withFiles);
}

async function ownText(bytes: Uint8Array): Promise<string> {
  try {
    const text = withoutQuotation(await bodyOf(bytes));
    return hasOwnText(text) ? text : "";
  } catch {
    // The message is nested too deeply, or malformed.
    return "";
  }
}

/**
 * Reads a reply of any size that the platform accepts. Null if its headers cannot be read ({@link readInboundMessage}).
 */
export async function readReply(deps: Deps, { from, raw }: ReceivedMail): Promise<InboundReply | null> {
  const bytes = await withoutAttachments(readChunks(deps, raw));
  await raw.cancel().catch(() => undefined);
  const message = await readInboundMessage(new Blob([bytes]).stream(), MAX_HEADER_BYTES, from);
  return message && { ...message, text: message.isAutomatic ? "" : await readReplyText(bytes) };
}

/** The effect of a reply, named by the word before the token in its address. */
type ReplyKind = "confirm" | "answer";

/** Returns the address for replies to one of the site's emails: `confirm+{token}@…`. */
export const replyAddress = ({ config }: Pick<Deps, "config">, kind: ReplyKind, token: string): string =>
  `${kind}+${token}@${config.mailDomain}`;

/**
 * Returns an email that invites a reply. Its headers suppress out-of-office replies (RFC 3834 and Exchange's own
 * field), which would look like real ones.
 */
export const invitingReply = (mail: Mail, replyTo: string): Mail => ({
  ...mail,
  replyTo,
  headers: {
    ...mail.headers,
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "OOF, AutoReply",
  },
});

/** The token in a reply address, or null. */
export function replyTokenOf({ config }: Pick<Deps, "config">, kind: ReplyKind, to: string): string | null {
  const [, word, token, domain] = /^<?([a-z]{1,16})\+([a-z0-9-]{1,64})@([^>\s]{1,255})>?$/i.exec(to.trim()) ?? [];
  const isOurs = word?.toLowerCase() === kind && domain?.toLowerCase() === config.mailDomain.toLowerCase();
  return isOurs ? (token ?? null) : null;
}

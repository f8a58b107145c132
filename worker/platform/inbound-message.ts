import PostalMime, { addressParser } from "postal-mime";
import { hasAutomaticSubject, isAutomatic } from "./automatic-mail.ts";
import { type MailHeader, structureOf } from "./mail-authentication.ts";

/** The headers read from an incoming message; its sender is not authenticated yet. */
export interface InboundMessage {
  /** In lower case; null unless there is one From header with one plain address. */
  from: string | null;
  /** Including its angle brackets. */
  messageId: string | null;
  /** Decoded, on one line. */
  subject: string;
  /** In message order, topmost first, names in lower case; none of an ambiguous message, which proves nothing. */
  headers: MailHeader[];
  /** A bounce, an auto-reply or list mail by its headers, which must never be answered. */
  isAutomatic: boolean;
  /** True when its subject begins as those of out-of-office replies do. */
  hasAutomaticSubject: boolean;
}

/** Limit for all headers together; real servers send up to 30 KB. */
export const MAX_HEADER_BYTES = 256 * 1024;
/** Maximum line length (RFC 5322, 2.1.1), more than any From or Message-ID needs. */
const MAX_LINE = 998;
const MAX_ADDRESS = 254;

const LF = 0x0a;
const CR = 0x0d;

/** Finds the blank line that ends the headers, in a message that arrives in chunks. */
function headerEnd() {
  let isEmpty = true;
  let hasCr = false;
  return (part: Uint8Array): boolean => {
    for (const byte of part) {
      if (byte === LF) {
        if (isEmpty) return true;
        isEmpty = true;
        hasCr = false;
      } else if (byte === CR && isEmpty && !hasCr) hasCr = true;
      else isEmpty = false;
    }
    return false;
  };
}

/** Reads a message up to the chunk with the end of its headers; null when they exceed `maxBytes`. */
async function readHeaders(message: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  const endsIn = headerEnd();
  let size = 0;
  for await (const part of message) {
    // A single chunk may hold the whole message.
    const value = part.subarray(0, maxBytes - size + 1);
    size += value.byteLength;
    chunks.push(value);
    if (endsIn(value)) break;
    if (size > maxBytes) return null;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** The header section: up to the first blank line, or everything without one. */
function headerSection(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(LF, start);
    if (end === -1) return bytes;
    if (end === start || (end === start + 1 && bytes[start] === CR)) return bytes.subarray(0, start);
    start = end + 1;
  }
  return bytes;
}

// oxlint-disable-next-line no-control-regex -- a field name or a continuation, without NUL or a bare CR
const HEADER_LINE = /^(?:[!-9;-~]+:|[ \t])[^\0\r]*$/;

/** Address fields, which the parser reads at only a megabyte a second. */
const ADDRESS_FIELD = /^(?:from|to|cc|bcc|reply-to|return-path|delivered-to|sender):/i;
/** Limit for the characters of all address fields together; a reply has one or two addresses in each. */
const MAX_ADDRESS_FIELDS = 16 * 1024;

/** Whether the address fields are short enough for a reply. */
function isShortlyAddressed(lines: readonly string[]): boolean {
  let isAddress = false;
  let length = 0;
  for (const line of lines) {
    if (!/^[ \t]/.test(line)) isAddress = ADDRESS_FIELD.test(line);
    if (isAddress) length += line.length;
  }
  return length <= MAX_ADDRESS_FIELDS;
}

function linesOf(section: Uint8Array): string[] {
  const lines = new TextDecoder("latin1").decode(section).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/**
 * Tells headers in which every parser reads the same fields. Where parsers could disagree (a bare CR, NUL, a line that is not a field,
 * a space before the colon), the authenticating server may have seen a different From.
 */
const isUnambiguous = (lines: readonly string[]): boolean =>
  !/^[ \t]/.test(lines[0] ?? "") && lines.every((line) => HEADER_LINE.test(line.replace(/\r$/, "")));

const valuesOf = (headers: readonly MailHeader[], wanted: string) =>
  headers.filter(({ name }) => name === wanted).map(({ value }) => value);

const ADDRESS = String.raw`[a-z0-9.!#$%&'*+/=?^_\x60{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+`;
const ONE_MAILBOX = new RegExp(String.raw`^(?:[^<>@,;:\\[\]]*< *(${ADDRESS}) *>|(${ADDRESS}))$`, "i");

/** The parser is lenient, so an address is accepted only if a strict reading agrees. */
function onlyAddress(fields: readonly string[]): string | null {
  const [field, ...more] = fields;
  if (field === undefined || field.length > MAX_LINE || more.length > 0) return null;
  const [, bracketed, bare] = ONE_MAILBOX.exec((structureOf(field) ?? "").replaceAll("\t", " ").trim()) ?? [];
  const address = bracketed ?? bare;
  const lenient = addressParser(field, { flatten: true });
  if (address === undefined || address.length > MAX_ADDRESS || lenient.length !== 1) return null;
  return lenient[0]?.address === address ? address.toLowerCase() : null;
}

/** Encoded words may contain line breaks, which must not reach an outgoing header. */
// oxlint-disable-next-line no-control-regex -- these are the characters to take out
const onOneLine = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();

/**
 * Reads a message's headers and ignores its body. Returns null, and never throws, when the headers exceed `maxBytes` or
 * name too many addresses; of ambiguous ones only what needs no proof.
 * @param envelopeFrom the SMTP sender; empty or `<>` for a bounce
 */
export async function readInboundMessage(
  raw: AsyncIterable<Uint8Array>,
  maxBytes: number,
  envelopeFrom: string,
): Promise<InboundMessage | null> {
  try {
    const bytes = await readHeaders(raw, maxBytes);
    const section = bytes && headerSection(bytes);
    const lines = section && linesOf(section);
    if (!section || !lines || !isShortlyAddressed(lines)) return null;
    const mail = await PostalMime.parse(section, { maxHeadersSize: MAX_HEADER_BYTES });
    const headers = mail.headers.map(({ key, value }) => ({ name: key, value }));
    const isProof = isUnambiguous(lines);
    const from = isProof ? onlyAddress(valuesOf(headers, "from")) : null;
    const [messageId = ""] = valuesOf(headers, "message-id");
    const subject = onOneLine(mail.subject ?? "");
    return {
      from,
      messageId: messageId.length <= MAX_LINE && /^<[!-;=?-~]+>$/.test(messageId) ? messageId : null,
      subject,
      headers: isProof ? headers : [],
      isAutomatic: isAutomatic(headers, from, envelopeFrom),
      hasAutomaticSubject: hasAutomaticSubject(subject),
    };
  } catch {
    return null;
  }
}

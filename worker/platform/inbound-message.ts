import PostalMime, { addressParser } from "postal-mime";
import { type MailHeader, structureOf } from "./mail-authentication.ts";

/** What is read of a message that came in; nothing here says yet who sent it. */
export interface InboundMessage {
  /** In lower case; null unless there is one From header with one plain address. */
  from: string | null;
  /** With its angle brackets. */
  messageId: string | null;
  /** Decoded, on one line. */
  subject: string;
  /** In the order of the message, topmost first, names in lower case. */
  headers: MailHeader[];
  /** A bounce, a vacation reply, list mail: never to be answered. */
  isAutomatic: boolean;
}

/** Bytes of all headers together; long ones from real servers reach 30 KB. */
export const MAX_HEADER_BYTES = 256 * 1024;
/** Characters of a line (RFC 5322, 2.1.1): more than any From or Message-ID needs. */
const MAX_LINE = 998;
const MAX_ADDRESS = 254;

const LF = 0x0a;
const CR = 0x0d;

/** Finds the empty line behind the headers, in a message that comes in parts. */
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

/** A message up to the part with the end of its headers; the rest is not read. Null when they are longer than `maxBytes`. */
async function readHeaders(message: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  const endsIn = headerEnd();
  let size = 0;
  for await (const part of message) {
    // A single part may hold the whole message.
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

/** The header section: up to the first empty line, or all of it where none comes. */
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

// oxlint-disable-next-line no-control-regex -- a field's name or a continuation, and neither NUL nor a CR of its own
const HEADER_LINE = /^(?:[!-9;-~]+:|[ \t])[^\0\r]*$/;

/** Fields of addresses, which the parser takes apart at a megabyte a second. */
const ADDRESS_FIELD = /^(?:from|to|cc|bcc|reply-to|return-path|delivered-to|sender):/i;
/** Characters that these may have together: a reply has one or two addresses in each. */
const MAX_ADDRESS_FIELDS = 16 * 1024;

/** Whether the fields of addresses are no longer than those of a reply. */
function isShortlyAddressed(lines: readonly string[]): boolean {
  let isAddress = false;
  let length = 0;
  for (const line of lines) {
    if (!/^[ \t]/.test(line)) isAddress = ADDRESS_FIELD.test(line);
    if (isAddress) length += line.length;
  }
  return length <= MAX_ADDRESS_FIELDS;
}

/**
 * Whether every parser reads the same fields here. Where two could disagree (a bare CR, NUL, a line that is no field, a
 * space before the colon), the server that authenticated the message may have seen another From than we do. Not so when the
 * addresses are longer than {@link MAX_ADDRESS_FIELDS} either.
 */
function isUnambiguous(section: Uint8Array): boolean {
  const lines = new TextDecoder("latin1").decode(section).split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (/^[ \t]/.test(lines[0] ?? "") || !isShortlyAddressed(lines)) return false;
  return lines.every((line) => HEADER_LINE.test(line.replace(/\r$/, "")));
}

const valuesOf = (headers: readonly MailHeader[], wanted: string) =>
  headers.filter(({ name }) => name === wanted).map(({ value }) => value);

const ADDRESS = String.raw`[a-z0-9.!#$%&'*+/=?^_\x60{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+`;
const ONE_MAILBOX = new RegExp(String.raw`^(?:[^<>@,;:\\[\]]*< *(${ADDRESS}) *>|(${ADDRESS}))$`, "i");

/** The parser is lenient; an address is taken only where a strict reading says the same. */
function onlyAddress(fields: readonly string[]): string | null {
  const [field, ...more] = fields;
  if (field === undefined || field.length > MAX_LINE || more.length > 0) return null;
  const [, bracketed, bare] = ONE_MAILBOX.exec((structureOf(field) ?? "").replaceAll("\t", " ").trim()) ?? [];
  const address = bracketed ?? bare;
  const lenient = addressParser(field, { flatten: true });
  if (address === undefined || address.length > MAX_ADDRESS || lenient.length !== 1) return null;
  return lenient[0]?.address === address ? address.toLowerCase() : null;
}

const MACHINE = /^<?(?:mailer-?daemon|postmaster|no[-_.]?reply|do[-_.]?not[-_.]?reply)(?:[-_.+=@]|$)/i;
const AUTOMATIC_PRECEDENCE = new Set(["bulk", "list", "junk", "auto_reply", "auto-reply"]);
const AUTOMATIC_FIELDS = new Set([
  "x-auto-response-suppress",
  "x-autoreply",
  "x-autorespond",
  "list-id",
  "list-unsubscribe",
]);
const REPORT = /^(?:multipart\/report|message\/delivery-status)$/;

/** The value without parameters and comments, in lower case. */
const leadOf = (value: string) => (structureOf(value) ?? value).split(";", 1).join("").trim().toLowerCase();

/** Whether a program wrote it (RFC 3834, and what servers did before it). */
function looksAutomatic(headers: readonly MailHeader[], from: string | null, envelopeFrom: string): boolean {
  const leads = (name: string) => valuesOf(headers, name).map(leadOf);
  const sender = envelopeFrom.trim();
  return (
    sender === "" ||
    sender === "<>" ||
    MACHINE.test(sender) ||
    MACHINE.test(from ?? "") ||
    headers.some(({ name }) => AUTOMATIC_FIELDS.has(name)) ||
    valuesOf(headers, "return-path").some((value) => /^<\s*>$/.test(leadOf(value))) ||
    leads("auto-submitted").some((value) => value !== "no") ||
    leads("precedence").some((value) => AUTOMATIC_PRECEDENCE.has(value)) ||
    leads("content-type").some((value) => REPORT.test(value))
  );
}

/** Encoded words may hold line breaks, which must not reach a header of ours. */
// oxlint-disable-next-line no-control-regex -- these are the characters to take out
const onOneLine = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();

/**
 * Reads the headers of a message and leaves the rest, however long the body is. Null, and never an error, when they are
 * longer than `maxBytes`, when the message breaks off in them, or when they can be read in more than one way.
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
    if (!section || !isUnambiguous(section)) return null;
    const mail = await PostalMime.parse(section, { maxHeadersSize: MAX_HEADER_BYTES });
    const headers = mail.headers.map(({ key, value }) => ({ name: key, value }));
    const from = onlyAddress(valuesOf(headers, "from"));
    const [messageId = ""] = valuesOf(headers, "message-id");
    return {
      from,
      messageId: messageId.length <= MAX_LINE && /^<[!-;=?-~]+>$/.test(messageId) ? messageId : null,
      subject: onOneLine(mail.subject ?? ""),
      headers,
      isAutomatic: looksAutomatic(headers, from, envelopeFrom),
    };
  } catch {
    return null;
  }
}

import PostalMime from "postal-mime";
import type { Deps } from "./deps.ts";
import { type InboundMessage, MAX_HEADER_BYTES, readInboundMessage } from "./inbound-message.ts";
import { withoutAttachments } from "./inbound-body.ts";
import { readChunks } from "./incoming-body.ts";
import { textOfHtml } from "./reply-html.ts";
import { saysSomething, withoutQuotation } from "./reply-quotation.ts";

/** Characters of a text that are looked at, of HTML before its tags are taken out. */
const MAX_CHARACTERS = { text: 200_000, html: 500_000 } as const;

/** A mail as it arrives. */
export interface ReceivedMail {
  /** The SMTP sender; empty or `<>` for a bounce. */
  from: string;
  raw: ReadableStream<Uint8Array>;
}

/** A reply: its headers, and what its sender wrote. */
export interface InboundReply extends InboundMessage {
  /** Without quotations; empty if it has no text, or none that can be read. */
  text: string;
}

/** A message whose attached text files are bodies; null if it has none. */
function withAttachedTexts(bytes: Uint8Array): Uint8Array | null {
  let message: Uint8Array | null = null;
  const field = /^(content-disposition:[ \t]{0,9}(?:\r?\n[ \t]{1,9})?)attachment/gim;
  // One character for each byte, so that places agree.
  for (const { index, 1: name = "" } of new TextDecoder("latin1").decode(bytes).matchAll(field)) {
    message ??= bytes.slice();
    message.set(new TextEncoder().encode("inline    "), index + name.length);
  }
  return message;
}

async function bodyOf(bytes: Uint8Array): Promise<string> {
  const { text = "", html = "" } = await PostalMime.parse(bytes, { forceRfc822Attachments: true });
  const plain = text.slice(0, MAX_CHARACTERS.text);
  return saysSomething(plain) ? plain : textOfHtml(html.slice(0, MAX_CHARACTERS.html));
}

/**
 * The text that the sender of a reply wrote, without what it quotes; empty if there is none.
 * @param bytes a message as {@link withoutAttachments} leaves it
 */
export async function readReplyText(bytes: Uint8Array): Promise<string> {
  const text = await ownText(bytes);
  const withFiles = text === "" ? withAttachedTexts(bytes) : null;
  return withFiles === null ? text : ownText(withFiles);
}

async function ownText(bytes: Uint8Array): Promise<string> {
  try {
    const text = withoutQuotation(await bodyOf(bytes));
    return saysSomething(text) ? text : "";
  } catch {
    // Its structure cannot be read: nested too deep, or broken.
    return "";
  }
}

/** Reads a reply, of whatever size the platform takes. Null when its headers cannot be read ({@link readInboundMessage}). */
export async function readReply(deps: Deps, { from, raw }: ReceivedMail): Promise<InboundReply | null> {
  const bytes = await withoutAttachments(readChunks(deps, raw));
  await raw.cancel().catch(() => undefined);
  const message = await readInboundMessage(new Blob([bytes]).stream(), MAX_HEADER_BYTES, from);
  return message && { ...message, text: message.isAutomatic ? "" : await readReplyText(bytes) };
}

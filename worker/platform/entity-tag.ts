import type { Context } from "hono";
import { sha256Hex } from "./tokens.ts";

const encoder = new TextEncoder();

/** The text of a tag without what says that it is weak. */
const bare = (tag: string) => tag.trim().replace(/^W\//, "");

/** Whether If-None-Match names a tag, compared weakly (RFC 9110, 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  return header !== undefined && header.split(",").some((given) => given.trim() === "*" || bare(given) === bare(tag));
}

/** 128 bits of the SHA-256 of a text or of bytes, as hexadecimal text: names what an answer says. */
export const hashForTag = async (data: string | Uint8Array): Promise<string> => (await sha256Hex(data)).slice(0, 32);

/**
 * Answers JSON with a tag of what it says, or 304 to who has that already. The bytes are hashed before the answer is made:
 * who looks at its body afterwards turns it into a stream.
 */
export async function answerJson(c: Context, value: unknown): Promise<Response> {
  const bytes = encoder.encode(JSON.stringify(value));
  const tag = `"${await hashForTag(bytes)}"`;
  c.header("ETag", tag);
  if (namesTag(c.req.header("if-none-match"), tag)) return c.body(null, 304);
  c.header("Content-Type", "application/json");
  return c.body(bytes as Uint8Array<ArrayBuffer>);
}

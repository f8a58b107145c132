import { Encrypter } from "age-encryption";
import { sha256Hex } from "../../platform/tokens.ts";

/** What an object of a backup holds: lines of JSON, compressed with gzip, then encrypted with age. */
export interface SealedLines {
  bytes: Uint8Array;
  sha256: string;
  linesSha256: string;
}

/** Compresses and encrypts lines; every call gives other bytes. */
export async function sealLines(lines: string, publicKey: string): Promise<SealedLines> {
  const packed = new Response(new Blob([lines]).stream().pipeThrough(new CompressionStream("gzip")));
  const encrypter = new Encrypter();
  encrypter.addRecipient(publicKey);
  const bytes = await encrypter.encrypt(new Uint8Array(await packed.arrayBuffer()));
  return { bytes, sha256: await sha256Hex(bytes), linesSha256: await sha256Hex(lines) };
}

import { PHOTO_LIMITS } from "../contracts/photos.ts";
import { type BodyReservation, type BodyClock, readChunks } from "./incoming-body.ts";
import { AppError } from "./errors.ts";

/** Maximum bytes of a request body with photos, and of its text without the photos (docs/contract.md, Bodies). */
export const BODY_LIMITS = { withPhotos: 36 * 1024 * 1024, text: 64 * 1024 } as const;

/** The result for one photo of a request body. Only 'read' has bytes. */
export type UploadedPhoto = { state: "read"; bytes: Uint8Array } | { state: "too_large" } | { state: "not_base64" };

export interface PhotoBody {
  /** The parsed JSON. A placeholder replaces each data URL; {@link photoIndex} reads the placeholder. */
  json: unknown;
  photos: UploadedPhoto[];
}

const MARK = "\u0000photo:";
/** Returns the index of the photo that a string stands for, or null for an ordinary string. */
export function photoIndex(text: string): number | null {
  return text.startsWith(MARK) ? Number(text.slice(MARK.length)) : null;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const SLASH = 0x2f;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const PREFIX = bytesOf("data:");
/** Maximum length of a `data:image/…;base64` header that is searched for its comma. */
const MAX_DATA_URL_HEADER = 128;

/** Initial buffer size of a photo. */
const FIRST_BUFFER = 64 * 1024;
/** Bytes reserved before the first byte arrives: the buffers of the text and of the first photo. */
const FIRST_RESERVED = BODY_LIMITS.text + FIRST_BUFFER;

const ESCAPE = /\\u([\da-f]{4})|\\(.)/gi;

/** Decodes base64 that arrives in chunks into one growing buffer of at most the photo limit. */
class PhotoSink {
  #buffer = new ArrayBuffer(FIRST_BUFFER);
  #length = 0;
  #rest = "";
  #state: UploadedPhoto["state"] = "read";
  readonly #decoder = new TextDecoder("latin1");

  write(piece: Uint8Array): void {
    if (this.#state !== "read") return;
    // JSON may escape any letter, such as "\/" for a slash or "\u002b" for a plus. An escape that is split between
    // chunks waits for the next chunk.
    const text = this.#rest + this.#decoder.decode(piece);
    const cut = /\\(?:u[\da-f]{0,3})?$/i.exec(text)?.index ?? text.length;
    const plain = text
      .slice(0, cut)
      .replace(ESCAPE, (_, hex: string | undefined, letter: string | undefined) =>
        hex === undefined ? (letter ?? "") : String.fromCharCode(Number.parseInt(hex, 16)),
      );
    const usable = plain.length - (plain.length % 4);
    this.#rest = plain.slice(usable) + text.slice(cut);
    this.#append(plain.slice(0, usable));
  }

  #append(base64: string): void {
    if (base64 === "") return;
    let bytes: Uint8Array;
    try {
      bytes = Uint8Array.fromBase64(base64);
    } catch {
      this.#drop("not_base64");
      return;
    }
    const needed = this.#length + bytes.length;
    if (needed > PHOTO_LIMITS.bytes) {
      this.#drop("too_large");
      return;
    }
    const { byteLength } = this.#buffer;
    if (needed > byteLength)
      this.#buffer = this.#buffer.transfer(Math.min(PHOTO_LIMITS.bytes, Math.max(needed, byteLength * 2)));
    new Uint8Array(this.#buffer).set(bytes, this.#length);
    this.#length = needed;
  }

  #drop(state: "too_large" | "not_base64"): void {
    this.#state = state;
    this.#buffer = new ArrayBuffer(0);
  }

  end(): UploadedPhoto {
    if (this.#rest !== "") this.#append(this.#rest);
    // The buffer is trimmed, so that a photo uses no more memory than was reserved for it.
    return this.#state === "read"
      ? { state: "read", bytes: new Uint8Array(this.#buffer.transfer(this.#length)) }
      : { state: this.#state };
  }
}

/**
 * Reads a JSON request body that may contain photos as data URLs, without keeping their text in memory. Five photos of
 * 5 MB are 33 MB of JSON, and plain parsing would keep several copies, in an isolate with 128 MB for all its requests.
 * Bytes are counted as they stream in, and reserved in `place` before they are stored.
 * @throws AppError `request.too_large` over a limit of {@link BODY_LIMITS}, `request.malformed` when it is not JSON,
 * `request.stalled` when it arrives too slowly, `request.busy` when its reservation is revoked
 */
export async function readPhotoBody(
  clock: BodyClock,
  body: ReadableStream<Uint8Array> | null,
  place: BodyReservation,
): Promise<PhotoBody> {
  if (!body) throw new AppError("request.malformed");
  place.grow(FIRST_RESERVED);
  const text = new Uint8Array(BODY_LIMITS.text);
  let textLength = 0;
  let total = 0;
  const photos: UploadedPhoto[] = [];

  const keep = (bytes: Uint8Array | readonly number[]) => {
    if (textLength + bytes.length > text.length) throw new AppError("request.too_large");
    text.set(bytes, textLength);
    textLength += bytes.length;
  };

  let state: "json" | "string" | "escape" | "prefix" | "header" | "headerEscape" | "photo" = "json";
  let held: number[] = [];
  let sink: PhotoSink | null = null;

  const read = (chunk: Uint8Array) => {
    let at = 0;
    while (at < chunk.length) {
      const byte = chunk[at] ?? 0;
      switch (state) {
        case "json":
          keep([byte]);
          if (byte === QUOTE) {
            state = "prefix";
            held = [];
          }
          at += 1;
          break;
        case "escape":
          keep([byte]);
          state = "string";
          at += 1;
          break;
        case "string":
          keep([byte]);
          if (byte === BACKSLASH) state = "escape";
          else if (byte === QUOTE) state = "json";
          at += 1;
          break;
        case "prefix":
          // A string is a photo if it starts with "data:". Its bytes are buffered until it is clear whether the string
          // is a photo.
          if (byte === PREFIX[held.length]) {
            held.push(byte);
            at += 1;
            if (held.length === PREFIX.length) state = "header";
          } else {
            keep(held);
            state = "string";
          }
          break;
        case "header":
          if (byte === BACKSLASH) {
            state = "headerEscape";
            at += 1;
          } else if (byte === QUOTE || held.length > MAX_DATA_URL_HEADER) {
            keep(held);
            state = "string";
          } else {
            held.push(byte);
            at += 1;
            if (byte === COMMA) {
              const isPhoto = /;base64,$/i.test(String.fromCharCode(...held));
              if (isPhoto) sink = photos.length < PHOTO_LIMITS.count ? new PhotoSink() : null;
              else keep(held);
              state = isPhoto ? "photo" : "string";
            }
          }
          break;
        case "headerEscape":
          // "data:image\/png" is valid JSON; any other escape means that the string is not a photo.
          if (byte === SLASH) {
            held.push(byte);
            state = "header";
            at += 1;
          } else {
            keep(held);
            keep([BACKSLASH]);
            state = "escape";
          }
          break;
        case "photo": {
          const end = chunk.indexOf(QUOTE, at);
          const piece = chunk.subarray(at, end === -1 ? chunk.length : end);
          sink?.write(piece);
          at += piece.length;
          if (end !== -1) {
            keep(bytesOf(`\\u0000photo:${photos.length}`));
            // Photos beyond the limit are counted, but their bytes are discarded.
            photos.push(sink?.end() ?? { state: "too_large" });
            sink = null;
            state = "string";
          }
          break;
        }
      }
    }
  };

  for await (const chunk of readChunks(clock, body, place.assertHeld)) {
    total += chunk.length;
    if (total > BODY_LIMITS.withPhotos) throw new AppError("request.too_large");
    place.grow(total);
    read(chunk);
  }
  place.complete();
  try {
    return {
      json: JSON.parse(
        new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(text.subarray(0, textLength)),
      ),
      photos,
    };
  } catch (cause) {
    throw new AppError("request.malformed", { cause });
  }
}

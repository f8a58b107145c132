import { SAVED_MAX, SAVED_STATES } from "../../../../worker/contracts/saved.ts";
import { PATHS } from "../../../lib/paths.ts";
import {
  HIDDEN_MAX,
  type HiddenHome,
  type KeptHomes,
  readNote,
  readState,
  readViewing,
  type SavedHome,
} from "./stored-homes.ts";

/** The fragment of a link that moves saved homes: it never reaches the server. */
const FRAGMENT = "#import=";
/** Longest fragment that is read, in characters: 200 homes with the longest notes. */
const FRAGMENT_MAX = 400_000;
/** Longest unpacked text, in characters. */
const TEXT_MAX = 1_000_000;
/** Bytes that a QR code holds at its lowest level of correction, version 40 (ISO/IEC 18004). */
const QR_MAX = 2_953;

/** A saved home as numbers and texts: id, times in seconds, place of its state from 1, viewing, note. */
type Row = [id: number, savedAt: number, changedAt: number, state: number, viewingAt: string, note: string];

interface Packed {
  v: 1;
  h: Row[];
  /** Ids of hidden homes. */
  x: number[];
}

/** What a link brings. */
export interface Imported {
  homes: SavedHome[];
  hidden: number[];
}

function packed({ homes, hidden }: KeptHomes, withNotes: boolean): Packed {
  return {
    v: 1,
    h: homes.map((home) => [
      home.id,
      Math.floor(home.savedAt / 1000),
      Math.floor(home.changedAt / 1000),
      home.state === null ? 0 : SAVED_STATES.indexOf(home.state) + 1,
      home.viewingAt ?? "",
      withNotes ? home.note : "",
    ]),
    x: hidden.map(({ id }) => id),
  };
}

const through = (bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) =>
  new Blob([bytes]).stream().pipeThrough(stream);

function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCodePoint(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.codePointAt(0) ?? 0);
}

async function linkOf(content: Packed): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  const small = await new Response(through(bytes, new CompressionStream("deflate-raw"))).arrayBuffer();
  return `${location.origin}${PATHS.saved}${FRAGMENT}${toBase64Url(new Uint8Array(small))}`;
}

/** A link with all saved homes in its fragment, and the text of a QR code: without notes, or null where it is too long. */
export async function transferLinks(
  kept: KeptHomes,
): Promise<{ link: string; code: string | null; codeHasNotes: boolean }> {
  const link = await linkOf(packed(kept, true));
  if (link.length <= QR_MAX) return { link, code: link, codeHasNotes: true };
  const short = await linkOf(packed(kept, false));
  return { link, code: short.length <= QR_MAX ? short : null, codeHasNotes: false };
}

/** The unpacked text of a fragment, read only as far as {@link TEXT_MAX}. */
async function unpack(text: string): Promise<string> {
  const reader = through(fromBase64Url(text), new DecompressionStream("deflate-raw"))
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let unpacked = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    unpacked += part.value;
    if (unpacked.length > TEXT_MAX) throw new RangeError("The link holds too much.");
  }
  return unpacked;
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

function readRow(row: unknown, now: number): SavedHome | null {
  if (!Array.isArray(row)) return null;
  const [id, savedAt, changedAt, state, viewingAt, note] = row as unknown[];
  if (!isNumber(id) || !isNumber(savedAt) || !isNumber(changedAt)) return null;
  return {
    id,
    savedAt: Math.min(savedAt * 1000, now),
    changedAt: Math.min(changedAt * 1000, now),
    state: readState(SAVED_STATES[Number(state) - 1]),
    viewingAt: readViewing(viewingAt),
    note: readNote(note),
    snapshot: null,
    savedRentCents: null,
    gone: null,
  };
}

/** Whether an address's fragment brings saved homes. */
export const bringsHomes = (hash: string): boolean => hash.startsWith(FRAGMENT);

/** What a fragment brings; null when it is broken or cut off. */
export async function readTransfer(hash: string): Promise<Imported | null> {
  if (hash.length > FRAGMENT_MAX) return null;
  try {
    const content = JSON.parse(await unpack(hash.slice(FRAGMENT.length))) as Partial<Record<keyof Packed, unknown>>;
    if (content.v !== 1 || !Array.isArray(content.h) || !Array.isArray(content.x)) return null;
    const homes = content.h.slice(0, SAVED_MAX).map((row) => readRow(row, Date.now()));
    return { homes: homes.filter((home) => home !== null), hidden: content.x.slice(0, HIDDEN_MAX).filter(isNumber) };
  } catch {
    return null;
  }
}

/** What is kept after an import: of a home in both places the later change counts, and nothing is lost. */
export function withImported(before: KeptHomes, { homes, hidden }: Imported): KeptHomes {
  const all = new Map(before.homes.map((home) => [home.id, home]));
  for (const home of homes) {
    const own = all.get(home.id);
    if (!own) all.set(home.id, home);
    else if (home.changedAt > own.changedAt) {
      const { state, viewingAt, changedAt } = home;
      // A code may have left the note out.
      all.set(home.id, { ...own, state, viewingAt, changedAt, note: home.note || own.note });
    }
  }
  const known = new Set(before.hidden.map(({ id }) => id));
  const added = hidden
    .filter((id) => !known.has(id) && !all.has(id))
    .map((id): HiddenHome => ({ id, hiddenAt: Date.now(), slug: "", title: `Listing #${id}`, price: "" }));
  return {
    ...before,
    homes: [...all.values()].toSorted((a, b) => b.savedAt - a.savedAt),
    removed: before.removed.filter(({ id }) => !all.has(id)),
    hidden: [...before.hidden, ...added].slice(0, HIDDEN_MAX),
  };
}

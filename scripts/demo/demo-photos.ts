import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { PHOTO_WIDTHS, type PhotoWidth } from "../../worker/contracts/photos.ts";
import { FINGERPRINT_SIZE, fingerprintOf } from "../../worker/platform/photo-bytes.ts";
import type { DemoUnit } from "./units.ts";

/** Files of each kind in scripts/demo/photos. */
const FILES = {
  "living-high": 4,
  "living-low": 6,
  studio: 3,
  dining: 2,
  "bedroom-high": 3,
  "bedroom-low": 4,
  room: 3,
  kitchen: 5,
  bathroom: 3,
  balcony: 2,
  tower: 3,
  "walk-up": 1,
  semi: 2,
  detached: 1,
  townhouse: 1,
  "main-street": 1,
} as const;
type PictureKind = keyof typeof FILES;

/** A file, possibly mirrored, so that few files make many photos. */
export interface Picture {
  file: string;
  isMirrored: boolean;
}

/** A picture in every served width. */
export interface DemoPhoto {
  /** SHA-256 of the widest one, its first 32 hexadecimal digits. */
  hash: string;
  widths: ReadonlyMap<PhotoWidth, Uint8Array>;
  /** The fingerprint for comparing photos; null when it is too uniform. */
  fingerprint: string | null;
}

/** The least effort for the widest, because the first `npm start` waits for it. */
const WIDEST_WEBP = { quality: 75, effort: 0 } as const;
/** The usual effort for what pages show: files are a third smaller than with the least, about as the Images service's. */
const SHOWN_WEBP = { quality: 75, effort: 4 } as const;
const WIDEST = Math.max(...PHOTO_WIDTHS);

/** The kinds of a unit's photos, starting with its card. */
function kindsFor({ home }: DemoUnit, position: number): PictureKind[] {
  const isHigh = home.building === "tower";
  const living: PictureKind = isHigh ? "living-high" : "living-low";
  const bedroom: PictureKind = isHigh ? "bedroom-high" : "bedroom-low";
  if (home.bedrooms === "Private Room") return ["room", "kitchen", "bathroom", home.building, living];
  const last: PictureKind = isHigh ? "balcony" : "dining";
  if (home.bedrooms === "Studio") return ["studio", "kitchen", "bathroom", home.building, last];
  // Varies whether the house or the table comes first.
  const houseFirst = position % 3 === 1;
  const tableFirst = !isHigh && position % 4 === 0;
  const [first, second] = houseFirst ? [home.building, living] : [tableFirst ? last : living, home.building];
  if (tableFirst && !houseFirst) return [first, living, "kitchen", bedroom, second];
  return position % 2 ? [first, "kitchen", last, bedroom, second] : [first, bedroom, "kitchen", "bathroom", second];
}

/**
 * Assigns pictures to units so that repetitions are far apart; the first photos of all units are assigned first,
 * because they are side by side on the home page.
 */
export function dealPhotos(units: readonly DemoUnit[]): Picture[][] {
  const dealt = new Map<PictureKind, number>();
  const next = (kind: PictureKind): Picture => {
    const turn = dealt.get(kind) ?? 0;
    dealt.set(kind, turn + 1);
    const round = Math.floor(turn / FILES[kind]);
    return { file: `${kind}-${(turn % FILES[kind]) + 1}.webp`, isMirrored: round % 2 === 1 };
  };
  const wanted = units.map((unit, position) => kindsFor(unit, position).slice(0, unit.stage.photos));
  const firsts = wanted.map(([kind]) => (kind ? [next(kind)] : []));
  return wanted.map((kinds, position) => [...(firsts[position] ?? []), ...kinds.slice(1).map(next)]);
}

/** Reads a picture, encodes it as WebP in every width and computes its fingerprint. Files have the greatest width. */
export async function readPhoto({ file, isMirrored }: Picture): Promise<DemoPhoto> {
  const stored = await readFile(new URL(`photos/${file}`, import.meta.url));
  const widest = isMirrored ? await sharp(stored).flop().webp(WIDEST_WEBP).toBuffer() : stored;
  const widths = new Map<PhotoWidth, Uint8Array>();
  for (const width of PHOTO_WIDTHS)
    widths.set(width, width === WIDEST ? widest : await sharp(widest).resize(width).webp(SHOWN_WEBP).toBuffer());
  const squeezed = await sharp(widest)
    .resize({ ...FINGERPRINT_SIZE, fit: "fill" })
    .png()
    .toBuffer();
  return {
    hash: createHash("sha256").update(widest).digest("hex").slice(0, 32),
    widths,
    fingerprint: fingerprintOf(squeezed),
  };
}

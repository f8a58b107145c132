import { createHash } from "node:crypto";
import sharp from "sharp";
import { FINGERPRINT_SIZE, fingerprintOf } from "../../worker/platform/photo-fingerprint.ts";
import { PHOTO_WIDTHS } from "../../worker/contracts/photos.ts";
import type { PhotoWidth } from "../../worker/contracts/photos.ts";
import { drawBalcony } from "./art/scene-balcony.ts";
import { drawBathroom } from "./art/scene-bathroom.ts";
import { drawBedroom, drawStudio } from "./art/scene-bedroom.ts";
import { drawTower, drawWalkUp } from "./art/scene-buildings.ts";
import { drawDetached, drawSemi } from "./art/scene-houses.ts";
import { drawKitchen } from "./art/scene-kitchen.ts";
import { drawDining, drawLiving } from "./art/scene-living.ts";
import { drawMainStreet } from "./art/scene-main-street.ts";
import { drawTownhouses } from "./art/scene-townhouses.ts";
import { type Dice, makeDice } from "./dice.ts";

/** Every kind of picture: how many different ones there are, and how one is drawn. */
const KINDS = {
  livingHigh: { count: 11, draw: (dice) => drawLiving(dice, dice.chance(0.7) ? "downtown" : "towers") },
  livingLow: { count: 19, draw: (dice) => drawLiving(dice, "street") },
  studio: { count: 9, draw: (dice) => drawStudio(dice, "towers") },
  dining: { count: 6, draw: (dice) => drawDining(dice, "street") },
  bedroomHigh: { count: 7, draw: (dice) => drawBedroom(dice, "towers", false) },
  bedroomLow: { count: 10, draw: (dice) => drawBedroom(dice, "street", false) },
  room: { count: 8, draw: (dice) => drawBedroom(dice, "street", true) },
  kitchen: { count: 13, draw: (dice) => drawKitchen(dice, "towers") },
  bathroom: { count: 8, draw: (dice) => drawBathroom(dice) },
  balcony: { count: 5, draw: (dice) => drawBalcony(dice) },
  tower: { count: 8, draw: (dice) => drawTower(dice) },
  walkUp: { count: 4, draw: (dice) => drawWalkUp(dice) },
  semi: { count: 5, draw: (dice) => drawSemi(dice) },
  detached: { count: 4, draw: (dice) => drawDetached(dice) },
  townhouse: { count: 3, draw: (dice) => drawTownhouses(dice) },
  mainStreet: { count: 4, draw: (dice) => drawMainStreet(dice) },
} as const satisfies Record<string, { count: number; draw: (dice: Dice) => string }>;
export type PictureKind = keyof typeof KINDS;

/** One drawable picture. */
export interface Picture {
  kind: PictureKind;
  /** From 0 within its kind. */
  number: number;
}

/** A picture in every width a photo is served in. */
export interface DrawnPhoto {
  /** SHA-256 of the widest one, 32 hexadecimal digits of it. */
  hash: string;
  widths: ReadonlyMap<PhotoWidth, Uint8Array>;
  /** What photos are compared by; null when it is too plain. */
  fingerprint: string | null;
}

const WEBP = { quality: 80, effort: 2 } as const;
const FIRST_SEED = 4100;

export function howMany(kind: PictureKind): number {
  return KINDS[kind].count;
}

/** The drawing itself; the same picture always gives the same drawing. */
function pictureSvg({ kind, number }: Picture): string {
  const place = Object.keys(KINDS).indexOf(kind);
  return KINDS[kind].draw(makeDice(FIRST_SEED + place * 100 + number));
}

/** Draws a picture, encodes it as WebP in every width and takes its fingerprint. */
export async function drawPhoto(picture: Picture): Promise<DrawnPhoto> {
  const { data, info } = await sharp(Buffer.from(pictureSvg(picture)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const drawing = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const widths = new Map<PhotoWidth, Uint8Array>();
  for (const width of PHOTO_WIDTHS) widths.set(width, await drawing().resize(width).webp(WEBP).toBuffer());
  const widest = widths.get(Math.max(...PHOTO_WIDTHS) as PhotoWidth) ?? new Uint8Array();
  // Of what is stored, as the photo store takes it: plain areas differ from the drawing's.
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

import { PREVIEW_SIZE } from "../../../contracts/photos.ts";
import { type SvgRenderer, FONT_FAMILY } from "../../../platform/draw-svg.ts";
import { drawableText, fitText, type FontFace } from "../../../platform/font-face.ts";
import { escapeXml } from "../../../platform/html.ts";
import type { PreviewCard } from "./preview-card.ts";

/** Towers behind the drawn street, in the site's colours, for listings without a photo: x, y, width, height. */
const TOWERS = [
  [18, 236, 74, 300],
  [104, 176, 62, 360],
  [178, 268, 86, 270],
  [352, 214, 70, 330],
  [434, 150, 60, 390],
  [506, 250, 84, 290],
] as const;

const HOUSES = [
  { x: 24, width: 176, eaves: 400, ridge: 300, wall: "#0f5a6d" },
  { x: 204, width: 176, eaves: 376, ridge: 268, wall: "#0a4454" },
  { x: 384, width: 176, eaves: 400, ridge: 300, wall: "#0f5a6d" },
] as const;
const GROUND = 566;

const windowsOf = (x: number, y: number, width: number, rows: number) =>
  Array.from({ length: rows * 3 }, (_, nth) => {
    const step = (width - 20) / 3;
    const left = x + 10 + (nth % 3) * step + step / 2 - 6;
    return `<rect x="${left.toFixed(1)}" y="${y + 18 + Math.floor(nth / 3) * 34}" width="12" height="17" rx="2"/>`;
  }).join("");

const towers = TOWERS.map(
  ([x, y, width, height]) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/>`,
).join("");
const towerWindows = TOWERS.map(([x, y, width]) => windowsOf(x, y, width, 5)).join("");

const pane = (x: number, y: number, width: number, height: number) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="#faf6ef"/>` +
  `<path d="M${x + width / 2} ${y}v${height}M${x} ${y + height / 2}h${width}" stroke="#dcedf0" stroke-width="4"/>`;

const houses = HOUSES.map(({ x, width, eaves, ridge, wall }) => {
  const middle = x + width / 2;
  return (
    `<path d="M${x + 10} ${eaves}v${GROUND - eaves}h${width - 20}v-${GROUND - eaves}L${middle} ${ridge + 12}z" fill="${wall}"/>` +
    `<path d="M${x - 4} ${eaves + 6} ${middle} ${ridge}l${width / 2 + 4} ${eaves + 6 - ridge}" fill="none" stroke="#231e19" stroke-opacity=".82" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<circle cx="${middle}" cy="${eaves - 22}" r="17" fill="#faf6ef"/>` +
    pane(x + 32, eaves + 26, 44, 48) +
    pane(x + width - 76, eaves + 26, 44, 48) +
    `<rect x="${x + 34}" y="${GROUND - 76}" width="42" height="76" rx="4" fill="#fbefd7"/><circle cx="${x + 68}" cy="${GROUND - 36}" r="3.5" fill="#744700"/>` +
    pane(x + width - 82, GROUND - 70, 54, 46)
  );
}).join("");

/** Drawing of a street in a box of 584 x 630. */
const STREET_SVG =
  '<rect width="584" height="630" fill="#dcedf0"/><circle cx="300" cy="150" r="74" fill="#fffdfa" fill-opacity=".75"/>' +
  `<g fill="#b9d9df">${towers}<path d="M300 70l5 96 9 8v16l-8 6 6 340h-24l6-340-8-6v-16l9-8z"/></g>` +
  `<g fill="#dcedf0" fill-opacity=".7">${towerWindows}</g>${houses}` +
  `<rect y="${GROUND}" width="584" height="64" fill="#f1ebe0"/><path d="M0 ${GROUND}h584" stroke="#8a8072" stroke-width="4"/>`;

/** Light colours as in src/app/theme.css. Images have no dark theme. */
const COLOUR = {
  paper: "#faf6ef",
  ink: "#231e19",
  muted: "#615a50",
  line: "#e3dbcd",
  accent: "#0f5a6d",
  good: "#1c6733",
  goodInk: "#ffffff",
} as const;

/** Size in pixels of the right part of the image, to which a photo is cropped. */
export const PREVIEW_PHOTO = { left: 616, width: PREVIEW_SIZE.width - 616, height: PREVIEW_SIZE.height } as const;
const LEFT = 60;
const WIDTH = PREVIEW_PHOTO.left - LEFT - 44;
/** Vertical range for the stack of texts, between the site's name and the bottom edge. */
const STACK = { top: 148, bottom: PREVIEW_SIZE.height - 52 } as const;

type Fonts = Pick<SvgRenderer, "regular" | "bold">;

/** An element of the stack of texts on the left. */
interface Block {
  /** Space above the element, unless it is the first. */
  gap: number;
  height: number;
  /** @param top in pixels */
  draw(top: number): string;
}

function letters(text: string, x: number, y: number, size: number, weight: 400 | 700, colour: string): string {
  const content = escapeXml(text);
  return `<text x="${x}" y="${y.toFixed(1)}" font-size="${size.toFixed(1)}" font-weight="${weight}" fill="${colour}">${content}</text>`;
}

interface LineStyle {
  face: FontFace;
  weight: 400 | 700;
  colour: string;
  largest: number;
  smallest: number;
  gap: number;
  most: number;
}

const STYLE = {
  price: { weight: 700, colour: COLOUR.ink, largest: 118, smallest: 46, gap: 0, most: 2 },
  term: { weight: 400, colour: COLOUR.muted, largest: 34, smallest: 34, gap: 0, most: 1 },
  compared: { weight: 400, colour: COLOUR.muted, largest: 24, smallest: 18, gap: 8, most: 2 },
  bedrooms: { weight: 700, colour: COLOUR.ink, largest: 46, smallest: 28, gap: 26, most: 1 },
  street: { weight: 400, colour: COLOUR.ink, largest: 36, smallest: 28, gap: 2, most: 2 },
  area: { weight: 400, colour: COLOUR.muted, largest: 32, smallest: 26, gap: 4, most: 1 },
} as const satisfies Record<string, Omit<LineStyle, "face">>;

/** Returns a text broken into lines, as an element of the stack. Returns null if the font has none of its letters. */
function textBlock(text: string, { face, weight, colour, largest, smallest, gap, most }: LineStyle): Block | null {
  const shown = drawableText(text, face);
  if (shown === "") return null;
  const { lines, size } = fitText(shown, face, { width: WIDTH, size: { largest, smallest }, lines: most });
  const leading = size * 1.16;
  return {
    gap,
    height: leading * lines.length,
    draw: (top) =>
      lines.map((line, nth) => letters(line, LEFT, top + nth * leading + size * 0.93, size, weight, colour)).join(""),
  };
}

/** Returns the rent as an element of the stack, with "a month" if it is known to be monthly. */
function priceBlock({ price, isMonthly }: PreviewCard, { regular, bold }: Fonts): Block | null {
  const amount = textBlock(price, { ...STYLE.price, face: bold });
  const term = isMonthly ? textBlock("a month", { ...STYLE.term, face: regular }) : null;
  if (!amount || !term) return amount;
  return {
    gap: 0,
    height: amount.height + term.height,
    draw: (top) => amount.draw(top) + term.draw(top + amount.height),
  };
}

const PILL = { height: 66, side: 26, arrow: 44 } as const;

/** Returns the percentage below market, which is the only green element, as on the site. */
function pillBlock({ belowMarket }: PreviewCard, { bold }: Fonts): Block | null {
  if (belowMarket === null) return null;
  const room = WIDTH - 2 * PILL.side - PILL.arrow;
  const { lines, size } = fitText(belowMarket, bold, { width: room, size: { largest: 36, smallest: 20 }, lines: 1 });
  const text = lines[0] ?? "";
  const width = bold.widthOf(text) * size + 2 * PILL.side + PILL.arrow;
  return {
    gap: 18,
    height: PILL.height,
    draw(top) {
      const middle = top + PILL.height / 2;
      const x = LEFT + PILL.side + 11;
      const arrow = `M${x} ${middle - 14}v28m-12-12 12 12 12-12`;
      return (
        `<rect x="${LEFT}" y="${top.toFixed(1)}" width="${width.toFixed(1)}" height="${PILL.height}" rx="${PILL.height / 2}" fill="${COLOUR.good}"/>` +
        `<path d="${arrow}" fill="none" stroke="${COLOUR.goodInk}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>` +
        letters(text, LEFT + PILL.side + PILL.arrow, middle + size * 0.36, size, 700, COLOUR.goodInk)
      );
    },
  };
}

/** Returns the site's logo and name, as in its header. */
function brandSvg({ siteName }: PreviewCard, { bold }: Fonts): string {
  const mark =
    `<g transform="translate(${LEFT} 50) scale(.875)"><rect width="64" height="64" rx="14" fill="${COLOUR.accent}"/>` +
    `<path d="M12 31 32 14l20 17v21H12z" fill="${COLOUR.paper}"/>` +
    `<path d="M32 26v16m-8-7 8 8 8-8" fill="none" stroke="${COLOUR.good}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></g>`;
  const name = drawableText(siteName, bold);
  if (name === "") return mark;
  const { lines, size } = fitText(name, bold, { width: WIDTH - 74, size: { largest: 31, smallest: 20 }, lines: 1 });
  return mark + letters(lines[0] ?? "", LEFT + 74, 78 + size * 0.36, size, 700, COLOUR.ink);
}

/** Centres the stack of texts vertically. Scales the stack down if it is too high. */
function stackSvg(blocks: readonly Block[]): string {
  let height = 0;
  const drawn = blocks
    .map((block, nth) => {
      const top = height + (nth === 0 ? 0 : block.gap);
      height = top + block.height;
      return block.draw(top);
    })
    .join("");
  const room = STACK.bottom - STACK.top;
  const scale = Math.min(1, room / height);
  const top = STACK.top + (room - height * scale) / 2;
  return `<g transform="translate(${(LEFT * (1 - scale)).toFixed(2)} ${top.toFixed(1)}) scale(${scale.toFixed(4)})">${drawn}</g>`;
}

/**
 * Returns a preview image as SVG: information about the listing on the left, its photo or a drawing of a street on the
 * right.
 * @param photo data URL of a JPEG of {@link PREVIEW_PHOTO}'s size
 */
export function previewSvg(card: PreviewCard, fonts: Fonts, photo: string | null): string {
  const { width, height } = PREVIEW_SIZE;
  const { regular, bold } = fonts;
  const blocks = [
    priceBlock(card, fonts),
    pillBlock(card, fonts),
    card.comparedWith === null ? null : textBlock(card.comparedWith, { ...STYLE.compared, face: regular }),
    textBlock(card.bedrooms, { ...STYLE.bedrooms, face: bold }),
    textBlock(card.street, { ...STYLE.street, face: regular }),
    textBlock(card.area, { ...STYLE.area, face: regular }),
  ].filter((block) => block !== null);
  const place = `x="${PREVIEW_PHOTO.left}" y="0" width="${PREVIEW_PHOTO.width}" height="${PREVIEW_PHOTO.height}"`;
  const picture =
    photo === null
      ? `<svg ${place} viewBox="0 0 584 630">${STREET_SVG}</svg>`
      : `<image ${place} preserveAspectRatio="xMidYMid slice" href="${photo}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT_FAMILY}">` +
    `<rect width="${width}" height="${height}" fill="${COLOUR.paper}"/>${picture}` +
    `<rect x="${PREVIEW_PHOTO.left}" width="1" height="${height}" fill="${COLOUR.line}"/>` +
    `<rect y="${height - 12}" width="${PREVIEW_PHOTO.left}" height="12" fill="${COLOUR.accent}"/>` +
    `${brandSvg(card, fonts)}${stackSvg(blocks)}</svg>`
  );
}

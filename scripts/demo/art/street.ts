import type { Dice } from "../dice.ts";
import { ellipse, line, makeCanvas, path, PICTURE, rect, round, type Canvas } from "./canvas.ts";
import { mix, pickDaylight, type Daylight } from "./colours.ts";
import { crown, drawView } from "./skyline.ts";

/** What a house front is drawn with. */
export interface Outdoors {
  canvas: Canvas;
  dice: Dice;
  light: Daylight;
}

/** An empty street under a sky. */
export function openStreet(dice: Dice, lawn: boolean): Outdoors {
  const street = { canvas: makeCanvas(), dice, light: pickDaylight(dice) };
  drawGround(street, lawn);
  return street;
}

/** Height of the pavement's near edge and of the ground that houses stand on, in pixels from the top. */
export const GROUND = 930;
const PAVEMENT = 1010;

/** Sky, neighbouring roofs or towers, lawn, pavement and street. */
function drawGround({ canvas, dice, light }: Outdoors, lawn: boolean): void {
  const { width, height } = PICTURE;
  canvas.add(
    drawView(canvas, dice, light, { x: 0, y: 0, width, height: GROUND }, dice.chance(0.5) ? "street" : "towers"),
  );
  // Haze, so that what lies behind stays behind.
  canvas.add(
    rect(
      0,
      GROUND * 0.4,
      width,
      GROUND * 0.6,
      canvas.linear([
        [0, light.sky[1], 0],
        [1, light.sky[1], 0.8],
      ]),
    ),
  );
  canvas.add(
    rect(
      0,
      GROUND - 4,
      width,
      height - GROUND + 4,
      lawn
        ? canvas.linear([
            [0, mix("#8fae74", light.leaves, 0.4)],
            [1, mix("#7d9d66", light.leaves, 0.4)],
          ])
        : "#cfc8bb",
    ),
  );
  canvas.add(rect(0, PAVEMENT, width, 70, "#d8d2c6"));
  for (let x = -40; x < width; x += 190) canvas.add(line(x + 24, PAVEMENT, x, PAVEMENT + 70, "#bfb8aa", 3));
  canvas.add(
    rect(0, PAVEMENT + 70, width, 14, "#b3ac9f"),
    rect(
      0,
      PAVEMENT + 84,
      width,
      height - PAVEMENT - 84,
      canvas.linear([
        [0, "#7c7d80"],
        [1, "#6b6c70"],
      ]),
    ),
  );
}

/** A street tree, its foot at x and y. */
export function drawTree({ canvas, dice, light }: Outdoors, x: number, y: number, size: number): void {
  const bark = "#7a6250";
  canvas.add(ellipse(x, y, size * 0.4, size * 0.05, "#2a2320", 'fill-opacity="0.18"'));
  canvas.add(
    path(
      `M${round(x - size * 0.05)} ${round(y)}q${round(size * 0.04)} ${round(-size * 0.5)} ${round(-size * 0.01)} ${round(-size)}h${round(size * 0.07)}q0 ${round(size * 0.5)} ${round(size * 0.05)} ${round(size)}z`,
      bark,
    ),
  );
  canvas.add(crown(dice, x, y - size * 1.15, size * 0.78, mix(light.leaves, "#5f8a55", 0.35)));
}

/** Low bushes from x0 to x1. */
export function drawHedge({ canvas, dice, light }: Outdoors, x0: number, x1: number, y: number, size: number): void {
  for (let x = x0; x <= x1; x += size * 0.8)
    canvas.add(crown(dice, x, y - size * 0.4, size * 0.7, mix(light.leaves, "#4f7a4c", 0.5)));
}

/** A bicycle against the railing. */
export function drawBicycle({ canvas, dice }: Outdoors, x: number, y: number): void {
  const colour = dice.pick(["#3f6480", "#b5543c", "#4d7a63", "#d8a24a"]);
  const wheel = (cx: number) => `<circle cx="${cx}" cy="${y}" r="36" fill="none" stroke="#3b3a3a" stroke-width="5"/>`;
  canvas.add(wheel(x), wheel(x + 104));
  canvas.add(
    path(
      `M${x} ${y}L${x + 32} ${y - 52}H${x + 84}L${x + 48} ${y}H${x}M${x + 48} ${y}L${x + 28} ${y - 62}M${x + 104} ${y}L${x + 80} ${y - 68}h-14`,
      "none",
      `stroke="${colour}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"`,
    ),
  );
  canvas.add(rect(x + 12, y - 70, 34, 8, "#3b3a3a", 'rx="4"'));
}

/** Warm light from above. */
export function finishOutdoors({ canvas, light }: Outdoors): void {
  const { width, height } = PICTURE;
  canvas.add(
    rect(
      0,
      0,
      width,
      height,
      canvas.linear([
        [0, light.sun, 0.1],
        [0.6, light.sun, 0],
        [1, "#2a2320", 0.1],
      ]),
    ),
  );
}

import { ellipse, line, path, polygon, rect, round, type Canvas } from "./canvas.ts";
import { darker, lighter, mix } from "./colours.ts";
import type { Outdoors } from "./street.ts";

/** Colours of front doors, stone trim and roofs. */
export const DOORS = ["#2f4a58", "#8a3b34", "#3f5f4a", "#d09a45", "#4a3f52", "#284b4b"] as const;
export const TRIMS = ["#e6ddca", "#d8ccb4", "#efe8da", "#c9bda6"] as const;
export const ROOFS = ["#5a5654", "#6b5a50", "#4d5560"] as const;

/** Running-bond brickwork as a fill. */
export function brickwork(canvas: Canvas, colour: string, size = 1): string {
  const [w, h] = [44 * size, 24 * size];
  const joint = lighter(colour, 0.16);
  const brick = (x: number, y: number, tone: string) => rect(x, y, w / 2 - 2 * size, h / 2 - 2 * size, tone);
  return canvas.pattern(
    w,
    h,
    rect(0, 0, w, h, joint) +
      brick(0, 0, colour) +
      brick(w / 2, 0, darker(colour, 0.05)) +
      brick(-w / 4, h / 2, lighter(colour, 0.05)) +
      brick(w / 4, h / 2, colour) +
      brick((w * 3) / 4, h / 2, lighter(colour, 0.05)),
  );
}

export const BRICKS = ["#a4513d", "#b2664a", "#8f4a3c", "#c08a5f", "#b79a74", "#7d4f44"] as const;

/** A window in a facade: glass, frame, curtain or lit lamp, lintel and sill. */
export function drawPane(
  { canvas, dice, light }: Outdoors,
  x: number,
  y: number,
  w: number,
  h: number,
  trim: string,
  arched = false,
): void {
  const glass =
    light.lamps && dice.chance(0.4)
      ? canvas.linear([
          [0, "#ffe6ad"],
          [1, "#f6cf8a"],
        ])
      : canvas.linear([
          [0, mix("#7f9cab", light.sky[0], 0.4)],
          [0.6, mix("#5d7683", light.sky[1], 0.25)],
          [1, "#566c77"],
        ]);
  const frame = "#f6f2e9";
  const head = arched ? h * 0.12 : 0;
  if (arched)
    canvas.add(
      path(
        `M${round(x - 10)} ${round(y + 4)}q${round(w / 2 + 10)} ${round(-head * 2.6)} ${round(w + 20)} 0v${round(-head * 0.9)}q${round(-w / 2 - 10)} ${round(-head * 2.4)} ${round(-w - 20)} 0z`,
        trim,
      ),
    );
  else canvas.add(rect(x - 12, y - h * 0.09, w + 24, h * 0.09, trim));
  const shape = (inset: number) =>
    arched
      ? `M${round(x + inset)} ${round(y + h - inset)}V${round(y + inset)}q${round(w / 2 - inset)} ${round(-head * 1.9)} ${round(w - 2 * inset)} 0V${round(y + h - inset)}z`
      : `M${round(x + inset)} ${round(y + inset)}h${round(w - 2 * inset)}v${round(h - 2 * inset)}h${round(-(w - 2 * inset))}z`;
  canvas.add(path(shape(0), frame), path(shape(Math.max(5, w * 0.05)), glass));
  if (dice.chance(0.6)) {
    const cloth = dice.pick(["#efe6d6", "#dfe4df", "#e8d9c6"]);
    canvas.add(
      path(
        `M${round(x + w * 0.07)} ${round(y + h * 0.06)}h${round(w * 0.26)}q${round(-w * 0.02)} ${round(h * 0.5)} ${round(-w * 0.18)} ${round(h * 0.86)}h${round(-w * 0.08)}z`,
        cloth,
        'fill-opacity="0.8"',
      ),
    );
    canvas.add(
      path(
        `M${round(x + w * 0.93)} ${round(y + h * 0.06)}h${round(-w * 0.26)}q${round(w * 0.02)} ${round(h * 0.5)} ${round(w * 0.18)} ${round(h * 0.86)}h${round(w * 0.08)}z`,
        cloth,
        'fill-opacity="0.8"',
      ),
    );
  }
  canvas.add(
    polygon(
      [
        [x + w * 0.55, y + h * 0.06],
        [x + w * 0.75, y + h * 0.06],
        [x + w * 0.4, y + h * 0.94],
        [x + w * 0.2, y + h * 0.94],
      ],
      "#ffffff",
      'fill-opacity="0.14"',
    ),
  );
  canvas.add(
    rect(x, y + h * 0.46, w, Math.max(5, w * 0.045), frame),
    rect(x - 12, y + h, w + 24, Math.max(8, h * 0.05), trim),
  );
}

/** A house door with steps. */
export function drawDoor(
  { canvas }: Outdoors,
  x: number,
  foot: number,
  w: number,
  h: number,
  colour: string,
  trim: string,
): void {
  canvas.add(rect(x - 14, foot - h - 14, w + 28, h + 14, trim), rect(x, foot - h, w, h, colour));
  for (const [dy, dh] of [
    [0.08, 0.32],
    [0.5, 0.4],
  ] as const)
    canvas.add(
      rect(x + w * 0.16, foot - h * (1 - dy), w * 0.68, h * dh, dy < 0.3 ? "#a9bfc4" : darker(colour, 0.14), 'rx="4"'),
    );
  canvas.add(ellipse(x + w * 0.88, foot - h * 0.48, 6, 6, "#e2c173"));
}

/** Steps that widen downwards. */
export function drawSteps({ canvas }: Outdoors, x: number, top: number, w: number, count: number): void {
  for (let step = 0; step < count; step++) {
    const spread = step * 14;
    canvas.add(
      rect(x - spread, top + step * 20, w + spread * 2, 20, lighter("#a9a294", 0.2)),
      rect(x - spread, top + step * 20 + 13, w + spread * 2, 7, "#8f887b"),
    );
  }
}

/** A gable with its boards over a wall of this width. */
export function drawGable(
  { canvas }: Outdoors,
  x: number,
  w: number,
  eaves: number,
  rise: number,
  brick: string,
  trim: string,
  roof: string,
): void {
  canvas.add(
    polygon(
      [
        [x - 26, eaves + 6],
        [x + w / 2, eaves - rise - 22],
        [x + w + 26, eaves + 6],
      ],
      roof,
    ),
  );
  canvas.add(
    polygon(
      [
        [x, eaves + 6],
        [x + w / 2, eaves - rise],
        [x + w, eaves + 6],
      ],
      brick,
    ),
  );
  const board = (dx: number) =>
    line(x + w / 2, eaves - rise - 8, x + w / 2 + dx, eaves + 2, trim, 16, 'stroke-linecap="round"');
  canvas.add(board(-w / 2 - 16), board(w / 2 + 16));
}

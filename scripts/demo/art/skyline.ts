import type { Dice } from "../dice.ts";
import { ellipse, path, polygon, rect, round, type Canvas } from "./canvas.ts";
import { darker, lighter, mix, type Daylight } from "./colours.ts";

/** A box in pixels. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type View = "downtown" | "towers" | "street";

function cloud(x: number, y: number, size: number, colour: string): string {
  const puff = (dx: number, dy: number, r: number) =>
    ellipse(x + dx * size, y + dy * size, r * size, r * size * 0.55, colour, 'fill-opacity="0.75"');
  return puff(0, 0, 1) + puff(-0.8, 0.15, 0.6) + puff(0.85, 0.12, 0.7) + puff(0.3, -0.25, 0.6);
}

/** A row of distant buildings between x0 and x1 standing on `ground`. */
function row(
  dice: Dice,
  x0: number,
  x1: number,
  ground: number,
  tall: number,
  colour: string,
  windows: string | null,
): string {
  let markup = "";
  let x = x0 - dice.between(0, tall * 0.1);
  while (x < x1) {
    const width = tall * dice.between(0.14, 0.32);
    const height = tall * dice.between(0.35, 1);
    const shade = mix(colour, dice.chance(0.5) ? "#ffffff" : "#2a2320", dice.between(0, 0.09));
    markup += rect(x, ground - height, width, height, shade);
    if (dice.chance(0.25))
      markup += rect(x + width * 0.3, ground - height - tall * 0.04, width * 0.4, tall * 0.05, shade);
    if (windows) {
      const step = Math.max(6, tall * 0.045);
      for (let wy = ground - height + step * 0.6; wy < ground - step; wy += step) {
        markup += rect(x + width * 0.14, wy, width * 0.72, step * 0.36, windows, 'fill-opacity="0.4"');
      }
    }
    x += width + tall * dice.between(0, 0.07);
  }
  return markup;
}

/** The tower that every Toronto window hopes for. `foot` is where it stands, `tall` its height in pixels. */
function needle(x: number, foot: number, tall: number, colour: string): string {
  const w = tall * 0.035;
  return (
    polygon(
      [
        [x - w, foot],
        [x + w, foot],
        [x + w * 0.35, foot - tall * 0.62],
        [x - w * 0.35, foot - tall * 0.62],
      ],
      colour,
    ) +
    ellipse(x, foot - tall * 0.635, w * 1.7, tall * 0.028, darker(colour, 0.12)) +
    rect(x - w * 0.9, foot - tall * 0.69, w * 1.8, tall * 0.04, colour) +
    polygon(
      [
        [x - w * 0.3, foot - tall * 0.69],
        [x + w * 0.3, foot - tall * 0.69],
        [x + w * 0.08, foot - tall],
        [x - w * 0.08, foot - tall],
      ],
      colour,
    )
  );
}

/** Crown of a broad-leaved tree, in three tones. */
export function crown(dice: Dice, x: number, y: number, size: number, colour: string): string {
  let markup = "";
  for (let layer = 0; layer < 3; layer++) {
    const tone = layer === 0 ? darker(colour, 0.16) : layer === 1 ? colour : lighter(colour, 0.14);
    const reach = 1 - layer * 0.26;
    for (let blob = 0; blob < 6; blob++) {
      const angle = (blob / 6) * 2 * Math.PI + dice.between(-0.3, 0.3);
      const bx = x + Math.cos(angle) * size * 0.5 * reach - layer * size * 0.08;
      const by = y + Math.sin(angle) * size * 0.38 * reach - layer * size * 0.1;
      const r = size * dice.between(0.34, 0.46) * reach;
      markup += ellipse(bx, by, r, r * 0.92, tone);
    }
  }
  return markup;
}

/** What is seen out of a window, filling `frame`. The caller clips it. */
export function drawView(canvas: Canvas, dice: Dice, light: Daylight, frame: Frame, view: View): string {
  const { x, y, width, height } = frame;
  let markup = rect(
    x,
    y,
    width,
    height,
    canvas.linear([
      [0, light.sky[0]],
      [1, light.sky[1]],
    ]),
  );
  for (let n = 0; n < 3; n++) {
    markup += cloud(
      x + width * dice.between(0.05, 0.95),
      y + height * dice.between(0.08, 0.4),
      Math.min(width, height) * dice.between(0.06, 0.12),
      lighter(light.sky[1], 0.6),
    );
  }
  const ground = y + height;
  if (view === "street") {
    const roof = darker(light.near, 0.1);
    for (let at = x - width * 0.05; at < x + width; at += width * 0.3) {
      const peak = ground - height * dice.between(0.42, 0.55);
      const eaves = ground - height * 0.34;
      markup += rect(at, eaves, width * 0.28, height * 0.34, mix("#a4604a", light.near, dice.between(0.25, 0.6)));
      markup += polygon(
        [
          [at - width * 0.02, eaves],
          [at + width * 0.14, peak],
          [at + width * 0.3, eaves],
        ],
        roof,
      );
      markup += rect(
        at + width * 0.1,
        eaves + height * 0.07,
        width * 0.08,
        height * 0.12,
        mix(light.sky[1], "#41525c", 0.35),
      );
    }
  } else {
    const tall = height * (view === "downtown" ? 0.66 : 0.45);
    if (view === "downtown")
      markup += needle(x + width * dice.between(0.25, 0.75), ground, height * 0.86, mix(light.far, light.near, 0.3));
    markup += row(dice, x, x + width, ground, tall, light.far, null);
    markup += row(dice, x, x + width, ground, tall * 0.7, light.near, lighter(light.sky[1], 0.2));
  }
  const size = height * 0.2;
  for (let at = x; at < x + width + size; at += size * 0.9)
    markup += crown(dice, at, ground - size * dice.between(0, 0.4), size, light.leaves);
  return markup;
}

/** A gentle path of water at the horizon, for high balconies. */
export function lake(canvas: Canvas, frame: Frame): string {
  const { x, y, width, height } = frame;
  const shimmer = Array.from({ length: 5 }, (_, n) => {
    const at = y + (height * (n + 1)) / 6;
    return path(
      `M${round(x + width * 0.1 * n)} ${round(at)}h${round(width * 0.22)}`,
      "none",
      'stroke="#ffffff" stroke-opacity="0.35" stroke-width="2"',
    );
  }).join("");
  return (
    rect(
      x,
      y,
      width,
      height,
      canvas.linear([
        [0, "#9cc3d2"],
        [1, "#7fb0c2"],
      ]),
    ) + shimmer
  );
}

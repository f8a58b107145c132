import { ellipse, path, polygon, rect, round } from "./canvas.ts";
import { darker, lighter } from "./colours.ts";
import type { Dice } from "../dice.ts";
import type { Scene } from "./room.ts";

const GREENS = ["#5f8a5c", "#4f7a56", "#779a62", "#6a9078"] as const;
const POTS = ["#c9734c", "#e9e2d5", "#8c7a68", "#47606a", "#d6b48a"] as const;

function pot(x: number, y: number, size: number, colour: string): string {
  const w = size * 0.5;
  return (
    ellipse(x, y + 1, w * 1.15, size * 0.1, "#2a2320", 'fill-opacity="0.16"') +
    polygon(
      [
        [x - w, y - size],
        [x + w, y - size],
        [x + w * 0.74, y],
        [x - w * 0.74, y],
      ],
      colour,
    ) +
    polygon(
      [
        [x + w * 0.2, y - size],
        [x + w, y - size],
        [x + w * 0.74, y],
        [x + w * 0.25, y],
      ],
      darker(colour, 0.12),
    ) +
    rect(x - w * 1.06, y - size * 1.08, w * 2.12, size * 0.2, lighter(colour, 0.1), `rx="${round(size * 0.05)}"`)
  );
}

function leaf(x: number, y: number, length: number, angle: number, breadth: number, colour: string): string {
  const b = length * breadth;
  const d = `M0 0C${round(b)} ${round(-length * 0.25)} ${round(b)} ${round(-length * 0.8)} 0 ${round(-length)}C${round(-b)} ${round(-length * 0.8)} ${round(-b)} ${round(-length * 0.25)} 0 0z`;
  return (
    `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(angle)})">` +
    path(d, colour) +
    path(
      `M0 0C${round(b)} ${round(-length * 0.25)} ${round(b)} ${round(-length * 0.8)} 0 ${round(-length)}z`,
      lighter(colour, 0.12),
    ) +
    "</g>"
  );
}

function bush(dice: Dice, x: number, y: number, tall: number, green: string): string {
  // Broad leaves on stems that fan out, those behind darker.
  let markup = "";
  const stems = dice.whole(8, 11);
  for (let pass = 0; pass < 2; pass++) {
    for (let stem = 0; stem < stems; stem++) {
      const lean = ((stem + 0.5) / stems - 0.5) * 130 + dice.between(-8, 8);
      const reach = tall * (pass ? dice.between(0.3, 0.62) : dice.between(0.55, 0.9));
      const tx = x + Math.sin((lean * Math.PI) / 180) * reach;
      const ty = y - Math.cos((lean * Math.PI) / 180) * reach;
      const colour = pass ? green : darker(green, 0.16);
      markup += path(
        `M${round(x)} ${round(y)}Q${round(x + (tx - x) * 0.3)} ${round(ty)} ${round(tx)} ${round(ty)}`,
        "none",
        `stroke="${darker(green, 0.3)}" stroke-width="${round(tall * 0.015)}"`,
      );
      markup += leaf(tx, ty + tall * 0.06, tall * dice.between(0.26, 0.36), lean * 1.15, 0.34, colour);
    }
  }
  return markup;
}

function blades(dice: Dice, x: number, y: number, tall: number, green: string): string {
  let markup = "";
  for (let blade = 0; blade < 9; blade++) {
    const lean = (blade - 4) * 7 + dice.between(-3, 3);
    markup += leaf(
      x + (blade - 4) * tall * 0.025,
      y,
      tall * dice.between(0.65, 1),
      lean,
      0.08,
      blade % 2 ? green : darker(green, 0.18),
    );
  }
  return markup;
}

/** A potted plant standing at a place in the room, `tall` metres with its pot. */
export function plant({ stage, dice }: Scene, x: number, z: number, tall: number, y = 0): string {
  const [px, py] = stage.at([x, y, z]);
  const size = tall * stage.scale(z);
  const green = dice.pick(GREENS);
  const base = size * 0.24;
  const grow = dice.chance(0.65) ? bush : blades;
  return pot(px, py, base, dice.pick(POTS)) + grow(dice, px, py - base, size * 0.72, green);
}

/** A plant that hangs from the ceiling and trails. */
export function hangingPlant({ stage, dice }: Scene, x: number, z: number): string {
  const [px, top] = stage.at([x, stage.height, z]);
  const metre = stage.scale(z);
  const y = top + metre * dice.between(0.45, 0.6);
  const green = dice.pick(GREENS);
  let markup = path(
    `M${round(px)} ${round(top)}L${round(px - metre * 0.12)} ${round(y)}M${round(px)} ${round(top)}L${round(px + metre * 0.12)} ${round(y)}`,
    "none",
    'stroke="#9c8a74" stroke-width="2"',
  );
  for (let vine = 0; vine < 9; vine++) {
    const at = px + metre * (vine - 4) * 0.04;
    const drop = metre * dice.between(0.12, 0.6);
    const sway = metre * (vine - 4) * 0.03;
    markup += path(
      `M${round(at)} ${round(y)}q${round(sway)} ${round(drop * 0.4)} ${round(sway * 1.3)} ${round(drop)}`,
      "none",
      `stroke="${darker(green, 0.2)}" stroke-width="2.5"`,
    );
    for (let at2 = 0.25; at2 <= 1; at2 += 0.25) {
      markup += leaf(
        at + sway * 1.2 * at2,
        y + drop * at2,
        metre * 0.11,
        vine % 2 ? 130 : -130,
        0.4,
        vine % 3 ? green : lighter(green, 0.15),
      );
    }
  }
  return (
    markup +
    path(
      `M${round(px - metre * 0.14)} ${round(y - metre * 0.05)}h${round(metre * 0.28)}q0 ${round(metre * 0.2)} ${round(-metre * 0.14)} ${round(metre * 0.2)}t${round(-metre * 0.14)} ${round(-metre * 0.2)}z`,
      dice.pick(POTS),
    )
  );
}

import { ellipse, line, polygon, rect, round } from "./canvas.ts";
import { darker, lighter } from "./colours.ts";
import type { Scene } from "./room.ts";
import { glow } from "./windows.ts";

/** A rug on the floor, with a border or stripes. */
export function drawRug(
  { canvas, stage, dice, scheme }: Scene,
  x: readonly [number, number],
  z: readonly [number, number],
): void {
  const ground = lighter(dice.pick([scheme.second, scheme.main, "#e8dcc6"]), 0.25);
  const figure = dice.pick([scheme.accent, darker(ground, 0.18)]);
  if (dice.chance(0.3)) {
    const [cx, cz, r] = [(x[0] + x[1]) / 2, (z[0] + z[1]) / 2, (x[1] - x[0]) / 2.1];
    canvas.add(
      stage.disc([cx, 0, cz], r, darker(ground, 0.12)),
      stage.disc([cx, 0, cz], r * 0.96, ground),
      stage.disc([cx, 0, cz], r * 0.72, "none", `stroke="${figure}" stroke-width="7" stroke-opacity="0.6"`),
    );
    return;
  }
  const quad = (inset: number, fill: string, extra = "") =>
    stage.face(
      [
        [x[0] + inset, 0, z[0] + inset],
        [x[1] - inset, 0, z[0] + inset],
        [x[1] - inset, 0, z[1] - inset],
        [x[0] + inset, 0, z[1] - inset],
      ],
      fill,
      extra,
    );
  canvas.add(quad(-0.02, darker(ground, 0.2)), quad(0, ground));
  if (dice.chance(0.5)) {
    canvas.add(
      quad(0.12, "none", `stroke="${figure}" stroke-width="8" stroke-opacity="0.7"`),
      quad(0.22, "none", `stroke="${figure}" stroke-width="3" stroke-opacity="0.6"`),
    );
    return;
  }
  for (let at = z[0] + 0.16; at < z[1] - 0.1; at += 0.24) {
    canvas.add(
      stage.face(
        [
          [x[0] + 0.05, 0, at],
          [x[1] - 0.05, 0, at],
          [x[1] - 0.05, 0, at + 0.07],
          [x[0] + 0.05, 0, at + 0.07],
        ],
        figure,
        'fill-opacity="0.45"',
      ),
    );
  }
}

/** A cushion seen from the front, `size` metres wide, its foot at the given place. */
function cushion({ stage, dice }: Scene, x: number, y: number, z: number, size: number, colour: string): string {
  const [px, py] = stage.at([x, y, z]);
  const w = size * stage.scale(z);
  const turn = dice.between(-14, 14);
  return `<g transform="rotate(${round(turn)} ${round(px)} ${round(py)})">${rect(px - w / 2, py - w * 0.9, w, w * 0.9, colour, `rx="${round(w * 0.16)}"`)}${rect(px - w / 2 + w * 0.12, py - w * 0.78, w * 0.76, w * 0.1, lighter(colour, 0.2), `rx="${round(w * 0.05)}" fill-opacity="0.5"`)}</g>`;
}

/** A sofa with its back to the back wall. */
export function drawSofa(scene: Scene, x0: number, x1: number): void {
  const { canvas, stage, dice, scheme } = scene;
  const back = stage.depth - 0.08;
  const front = back - 0.95;
  const colour = scheme.main;
  const leg = darker(scheme.wood, 0.25);
  canvas.add(stage.shadow([x0, x1], [front, back]));
  for (const x of [x0 + 0.1, x1 - 0.16])
    canvas.add(stage.box({ x: [x, x + 0.06], y: [0, 0.14], z: [front + 0.08, front + 0.14] }, leg));
  canvas.add(stage.box({ x: [x0, x1], y: [0.3, 0.86], z: [back - 0.25, back] }, darker(colour, 0.05), 6));
  canvas.add(stage.box({ x: [x0, x1], y: [0.12, 0.34], z: [front, back - 0.2] }, darker(colour, 0.1), 4));
  const seats = x1 - x0 > 1.9 ? 3 : 2;
  const span = (x1 - x0 - 0.4) / seats;
  for (let seat = 0; seat < seats; seat++) {
    const at = x0 + 0.2 + span * seat;
    canvas.add(
      stage.box({ x: [at, at + span], y: [0.42, 0.84], z: [back - 0.4, back - 0.2] }, lighter(colour, 0.04), 6),
    );
    canvas.add(stage.box({ x: [at, at + span], y: [0.32, 0.48], z: [front + 0.02, back - 0.36] }, colour, 5));
  }
  const cushions = [scheme.accent, scheme.second, lighter(scheme.accent, 0.4)];
  canvas.add(
    cushion(scene, x0 + 0.48, 0.5, back - 0.5, 0.42, cushions[0] ?? colour),
    cushion(scene, x0 + 0.74, 0.49, back - 0.54, 0.36, cushions[1] ?? colour),
  );
  if (dice.chance(0.7)) canvas.add(cushion(scene, x1 - 0.5, 0.5, back - 0.5, 0.4, cushions[2] ?? colour));
  for (const at of [x0, x1 - 0.2])
    canvas.add(stage.box({ x: [at, at + 0.2], y: [0.12, 0.62], z: [front, back - 0.02] }, colour, 6));
}

/** A table with four legs or a drum foot; the books or bowl on it follow the dice. */
export function drawCoffeeTable({ canvas, stage, dice, scheme }: Scene, x: number, z: number): void {
  const top = 0.4;
  const [px, py] = stage.at([x, top, z]);
  const metre = stage.scale(z);
  const leg = darker(scheme.wood, 0.3);
  if (dice.chance(0.7)) {
    canvas.add(
      stage.disc([x, 0, z], 0.52, "#2a2320", 'fill-opacity="0.1"'),
      stage.disc([x, 0, z], 0.44, "#2a2320", 'fill-opacity="0.1"'),
    );
    for (const [dx, dz] of [
      [-0.3, 0.22],
      [0.3, 0.22],
      [-0.34, -0.2],
      [0.34, -0.2],
    ] as const) {
      const [[lx, ly], [fx, fy]] = [stage.at([x + dx * 0.8, top, z + dz]), stage.at([x + dx, 0, z + dz])];
      canvas.add(line(lx, ly, fx, fy, leg, metre * 0.04, 'stroke-linecap="round"'));
    }
    canvas.add(
      stage.disc([x, top - 0.05, z], 0.48, darker(scheme.wood, 0.2)),
      stage.disc([x, top, z], 0.48, lighter(scheme.wood, 0.08)),
    );
  } else {
    const [half, deep] = [0.48, 0.26];
    canvas.add(stage.shadow([x - half, x + half], [z - deep, z + deep], 0.08));
    canvas.add(stage.box({ x: [x - half, x + half], y: [0.08, top], z: [z - deep, z + deep] }, scheme.wood, 2));
  }
  const book = (at: number, colour: string, width: number) =>
    rect(px - metre * 0.3, py - metre * at, metre * width, metre * 0.04, colour, 'rx="3"');
  canvas.add(book(0.03, scheme.accent, 0.26), book(0.07, lighter(scheme.main, 0.3), 0.22));
  const [cx, cy] = [px + metre * 0.2, py - metre * 0.02];
  canvas.add(
    ellipse(cx, cy, metre * 0.1, metre * 0.03, darker("#f1ebdf", 0.2)),
    rect(cx - metre * 0.06, cy - metre * 0.11, metre * 0.12, metre * 0.11, "#f4efe5", `rx="${round(metre * 0.02)}"`),
  );
}

/** A lamp on a pole, or on a table when `y` is given. */
export function drawLamp(scene: Scene, x: number, z: number, tall: number, y = 0): void {
  const { canvas, stage, scheme, light } = scene;
  const [[px, foot], [, top]] = [stage.at([x, y, z]), stage.at([x, y + tall, z])];
  const metre = stage.scale(z);
  const shade = y > 0 ? 0.16 : 0.22;
  const drop = metre * shade * 1.25;
  const cloth = light.lamps ? "#fff0c9" : "#f6eedd";
  canvas.add(glow(scene, px, top + drop * 0.6, metre * 0.9));
  canvas.add(ellipse(px, foot, metre * shade * 0.7, metre * shade * 0.2, darker(scheme.wood, 0.35)));
  canvas.add(line(px, foot, px, top + drop * 0.5, darker(scheme.wood, 0.3), metre * (y > 0 ? 0.05 : 0.028)));
  canvas.add(
    polygon(
      [
        [px - metre * shade * 0.62, top],
        [px + metre * shade * 0.62, top],
        [px + metre * shade, top + drop],
        [px - metre * shade, top + drop],
      ],
      cloth,
    ),
  );
  canvas.add(
    polygon(
      [
        [px + metre * shade * 0.2, top],
        [px + metre * shade * 0.62, top],
        [px + metre * shade, top + drop],
        [px + metre * shade * 0.32, top + drop],
      ],
      darker(cloth, 0.07),
    ),
  );
}

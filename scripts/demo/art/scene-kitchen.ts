import type { Dice } from "../dice.ts";
import { ellipse, line, rect } from "./canvas.ts";
import { darker, lighter } from "./colours.ts";
import { drawPendant } from "./decor.ts";
import { plant } from "./plants.ts";
import { drawShell, finishLight, type Scene } from "./room.ts";
import { tileBackWall } from "./surfaces.ts";
import { openScene } from "./scene-living.ts";
import type { View } from "./skyline.ts";
import { drawChair, drawTable } from "./tables.ts";
import { drawWindow } from "./windows.ts";

const COUNTER = 0.9;

/** Doors and handles on the front of cabinets. */
function fronts(
  { canvas, stage }: Scene,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  z: number,
  colour: string,
  drawers: boolean,
): void {
  const count = Math.max(1, Math.round((x1 - x0) / 0.5));
  for (let door = 0; door < count; door++) {
    const [a, b] = [x0 + ((x1 - x0) * door) / count + 0.015, x0 + ((x1 - x0) * (door + 1)) / count - 0.015];
    const rows = drawers && door % 3 === 1 ? 3 : 1;
    for (let row = 0; row < rows; row++) {
      const [low, high] = [y0 + ((y1 - y0) * row) / rows + 0.012, y0 + ((y1 - y0) * (row + 1)) / rows - 0.012];
      canvas.add(
        stage.face(
          [
            [a, low, z],
            [b, low, z],
            [b, high, z],
            [a, high, z],
          ],
          lighter(colour, 0.06),
          `stroke="${darker(colour, 0.16)}" stroke-width="1.5"`,
        ),
      );
      const [hx0, hy] = stage.at([
        rows === 3 ? (a + b) / 2 - 0.07 : door % 2 ? a + 0.05 : b - 0.05,
        rows === 3 ? high - 0.05 : y0 > 1 ? low + 0.17 : high - 0.06,
        z,
      ]);
      canvas.add(
        rows === 3
          ? rect(hx0, hy, stage.scale(z) * 0.14, 4, "#5c554d", 'rx="2"')
          : rect(hx0, hy, 4, stage.scale(z) * 0.12, "#5c554d", 'rx="2"'),
      );
    }
  }
}

function drawStove({ canvas, stage }: Scene, x: number, front: number): void {
  const steel = "#d5d6d4";
  canvas.add(stage.box({ x: [x, x + 0.6], y: [0.02, COUNTER + 0.01], z: [front - 0.02, stage.depth - 0.02] }, steel));
  const face = (a: number, b: number, low: number, high: number, fill: string) =>
    canvas.add(
      stage.face(
        [
          [x + a, low, front - 0.02],
          [x + b, low, front - 0.02],
          [x + b, high, front - 0.02],
          [x + a, high, front - 0.02],
        ],
        fill,
      ),
    );
  face(0.05, 0.55, 0.22, 0.62, "#3b4046");
  face(0.1, 0.5, 0.28, 0.56, "#555c63");
  face(0.06, 0.54, 0.66, 0.69, "#9ea1a1");
  for (let knob = 0; knob < 4; knob++) {
    const [kx, ky] = stage.at([x + 0.12 + knob * 0.12, 0.8, front - 0.02]);
    canvas.add(ellipse(kx, ky, 6, 6, "#4b4f54"));
  }
  for (const [dx, dz] of [
    [0.16, 0.16],
    [0.44, 0.16],
    [0.16, 0.42],
    [0.44, 0.42],
  ] as const)
    canvas.add(stage.disc([x + dx, COUNTER + 0.012, front + dz], 0.09, "#4b4f54"));
  // A kettle on the back burner.
  const [px, py] = stage.at([x + 0.44, COUNTER + 0.02, front + 0.4]);
  const metre = stage.scale(front);
  canvas.add(
    ellipse(px, py - metre * 0.07, metre * 0.1, metre * 0.085, "#c8553d"),
    rect(px - metre * 0.02, py - metre * 0.18, metre * 0.04, metre * 0.04, "#3b3632", 'rx="3"'),
  );
}

function drawSink({ canvas, stage }: Scene, x: number, front: number): void {
  canvas.add(
    stage.face(
      [
        [x - 0.27, COUNTER + 0.002, front + 0.12],
        [x + 0.27, COUNTER + 0.002, front + 0.12],
        [x + 0.27, COUNTER + 0.002, front + 0.46],
        [x - 0.27, COUNTER + 0.002, front + 0.46],
      ],
      "#b9bdbd",
      'stroke="#e7e9e8" stroke-width="4" stroke-linejoin="round"',
    ),
  );
  const [px, py] = stage.at([x, COUNTER, front + 0.5]);
  const metre = stage.scale(front);
  canvas.add(
    `<path d="M${px} ${py}v${-metre * 0.24}q0 ${-metre * 0.09} ${metre * 0.09} ${-metre * 0.09}t${metre * 0.08} ${metre * 0.09}" fill="none" stroke="#9aa0a2" stroke-width="${metre * 0.03}" stroke-linecap="round"/>`,
  );
}

/** A row of cabinets on the back wall, and a table to eat at. */
export function drawKitchen(dice: Dice, view: View): string {
  const scene = openScene(dice, { width: [3.8, 4.6], depth: [3, 3.5] });
  const { canvas, stage, scheme } = scene;
  drawShell(scene, dice.chance(0.5) ? "tiles" : "boards");
  const { left, right, depth } = stage;
  const front = depth - 0.62;
  const cabinet = dice.pick([scheme.main, "#f3efe6", lighter(scheme.main, 0.45), scheme.wood, "#dfe3de"]);
  const worktop = dice.pick(["#e9e5dc", scheme.wood, "#6e6a66", "#f4f1ea"]);
  tileBackWall(scene, COUNTER, 1.55, dice.pick(["#f4f1ea", lighter(scheme.second, 0.5), lighter(scheme.main, 0.6)]));

  const fridgeAt = left + 0.08;
  const runAt = fridgeAt + 0.78;
  const runTo = right - 0.05;
  const sinkAt = (runAt + runTo) / 2 + 0.1;
  const stoveAt = runAt + 0.35;
  drawWindow(scene, { x: [sinkAt - 0.1, sinkAt + 0.95], y: [1.18, 2.05], panes: 2, view, curtains: false });
  canvas.add(
    stage.shadow([runAt, runTo], [front, depth], 0.07),
    stage.box({ x: [runAt, runTo], y: [0.1, COUNTER - 0.04], z: [front, depth - 0.02] }, cabinet),
  );
  canvas.add(
    stage.face(
      [
        [runAt, 0, front + 0.06],
        [runTo, 0, front + 0.06],
        [runTo, 0.1, front + 0.06],
        [runAt, 0.1, front + 0.06],
      ],
      darker(cabinet, 0.45),
    ),
  );
  fronts(scene, runAt, runTo, 0.1, COUNTER - 0.05, front, cabinet, true);
  canvas.add(stage.box({ x: [runAt, runTo], y: [COUNTER - 0.04, COUNTER], z: [front - 0.03, depth - 0.02] }, worktop));
  drawStove(scene, stoveAt, front);
  drawSink(scene, sinkAt + 0.42, front);
  const upper = (x0: number, x1: number, y0: number) => {
    if (x1 - x0 < 0.25) return;
    canvas.add(stage.box({ x: [x0, x1], y: [y0, 2.2], z: [depth - 0.34, depth - 0.02] }, cabinet));
    fronts(scene, x0, x1, y0, 2.2, depth - 0.34, cabinet, false);
  };
  upper(runAt, stoveAt, 1.5);
  upper(stoveAt, stoveAt + 0.6, 1.78);
  canvas.add(
    stage.box({ x: [stoveAt + 0.02, stoveAt + 0.58], y: [1.68, 1.78], z: [depth - 0.42, depth - 0.02] }, "#c9cbc9"),
  );
  upper(sinkAt + 1.12, runTo, 1.5);
  // Jars and a board on the worktop.
  const metre = stage.scale(depth - 0.2);
  for (let jar = 0; jar < 3; jar++) {
    const [jx, jy] = stage.at([runTo - 0.3 - jar * 0.14, COUNTER, depth - 0.2]);
    canvas.add(
      rect(
        jx,
        jy - metre * (0.2 - jar * 0.035),
        metre * 0.1,
        metre * (0.2 - jar * 0.035),
        lighter([scheme.accent, scheme.second, scheme.main][jar] ?? scheme.accent, 0.15),
        'rx="6"',
      ),
      rect(jx, jy - metre * (0.22 - jar * 0.035), metre * 0.1, metre * 0.03, scheme.wood, 'rx="3"'),
    );
  }
  canvas.add(
    stage.box(
      { x: [fridgeAt, fridgeAt + 0.72], y: [0.03, 1.8], z: [front - 0.06, depth - 0.02] },
      dice.pick(["#e8e9e7", "#cfd2d1", "#f3f0e8"]),
      2,
    ),
  );
  const [[f0x, fy], [f1x]] = [stage.at([fridgeAt, 0.7, front - 0.06]), stage.at([fridgeAt + 0.72, 0.7, front - 0.06])];
  canvas.add(
    line(f0x, fy, f1x, fy, "#a9adac", 3),
    rect(f1x - 22, fy - 110, 6, 90, "#9a9e9e", 'rx="3"'),
    rect(f1x - 22, fy + 20, 6, 60, "#9a9e9e", 'rx="3"'),
  );
  if (dice.chance(0.7)) canvas.add(plant(scene, sinkAt + 0.02, depth - 0.12, 0.34, COUNTER + 0.29));

  if (dice.chance(0.7)) {
    const x = (left + right) / 2 + dice.between(-0.2, 0.3);
    const z = depth - 2.15;
    drawChair(scene, x - 0.35, z + 0.55, scheme.accent, false);
    drawTable(scene, x, z, dice.between(1.1, 1.4));
    drawChair(scene, x + 0.4, z - 0.45, scheme.accent, true);
    drawPendant(scene, x, z, dice.between(0.45, 0.6));
  }
  finishLight(scene);
  return canvas.finish(dice.chance(0.5));
}

import type { Dice } from "../dice.ts";
import { rect, round } from "./canvas.ts";
import { darker, lighter } from "./colours.ts";
import { drawFrame, drawGallery, drawShelves } from "./decor.ts";
import { drawCoffeeTable, drawLamp, drawRug, drawSofa } from "./furniture.ts";
import { hangingPlant, plant } from "./plants.ts";
import { drawShell, drawSunOnFloor, finishLight, type Scene } from "./room.ts";
import { openScene } from "./scene-living.ts";
import type { View } from "./skyline.ts";
import { drawDesk } from "./tables.ts";
import { drawSideWindow, drawWindow } from "./windows.ts";

/** A made bed with its head at the back wall. */
function drawBed({ canvas, stage, dice, scheme }: Scene, x0: number, x1: number): void {
  const back = stage.depth - 0.04;
  const front = back - 2.1;
  const sheet = "#faf6ee";
  const duvet = dice.chance(0.5) ? lighter(scheme.main, 0.25) : lighter(scheme.second, 0.3);
  canvas.add(stage.shadow([x0, x1], [front, back], 0.11));
  canvas.add(
    stage.box(
      { x: [x0 - 0.05, x1 + 0.05], y: [0.1, dice.between(1, 1.25)], z: [back - 0.1, back] },
      dice.chance(0.5) ? scheme.wood : scheme.main,
      5,
    ),
  );
  canvas.add(stage.box({ x: [x0, x1], y: [0.02, 0.32], z: [front + 0.03, back - 0.1] }, darker(scheme.wood, 0.08), 2));
  canvas.add(stage.box({ x: [x0 + 0.02, x1 - 0.02], y: [0.3, 0.54], z: [front + 0.04, back - 0.1] }, sheet, 6));
  const pillow = (from: number, to: number, z: number, colour: string, rise: number) =>
    canvas.add(stage.box({ x: [from, to], y: [0.54, rise], z: [z, z + 0.2] }, colour, 8));
  const middle = (x0 + x1) / 2;
  const wide = x1 - x0 > 1.2;
  if (wide) {
    pillow(x0 + 0.08, middle - 0.03, back - 0.36, sheet, 0.88);
    pillow(middle + 0.03, x1 - 0.08, back - 0.36, sheet, 0.88);
    pillow(x0 + 0.2, middle - 0.08, back - 0.56, lighter(scheme.accent, 0.1), 0.8);
    if (dice.chance(0.6)) pillow(middle + 0.08, x1 - 0.2, back - 0.56, lighter(scheme.accent, 0.1), 0.8);
  } else {
    pillow(x0 + 0.12, x1 - 0.12, back - 0.36, sheet, 0.86);
    pillow(x0 + 0.25, x1 - 0.25, back - 0.56, lighter(scheme.accent, 0.1), 0.76);
  }
  canvas.add(stage.box({ x: [x0 - 0.03, x1 + 0.03], y: [0.24, 0.6], z: [front, back - 0.85] }, duvet, 7));
  canvas.add(
    stage.face(
      [
        [x0 + 0.03, 0.6, back - 1.05],
        [x1 - 0.03, 0.6, back - 1.05],
        [x1 - 0.03, 0.6, back - 0.75],
        [x0 + 0.03, 0.6, back - 0.75],
      ],
      sheet,
      `stroke="${sheet}" stroke-width="14" stroke-linejoin="round"`,
    ),
  );
  const blanket = scheme.accent;
  canvas.add(
    stage.face(
      [
        [x0 + 0.01, 0.605, front + 0.25],
        [x1 - 0.01, 0.605, front + 0.25],
        [x1 - 0.02, 0.605, front + 0.75],
        [x0 + 0.02, 0.605, front + 0.75],
      ],
      lighter(blanket, 0.12),
    ),
  );
  const [[, top]] = [stage.at([x0, 0.6, front])];
  // Two folds where the duvet falls at the foot.
  for (const share of [0.3, 0.68]) {
    const [fx, fy] = stage.at([x0 + (x1 - x0) * share, 0.28, front]);
    canvas.add(rect(fx, top + 8, 3, fy - top - 10, darker(duvet, 0.16), `rx="1.5" fill-opacity="${round(0.7)}"`));
  }
}

function drawNightstand(scene: Scene, x: number): void {
  const { canvas, stage, scheme } = scene;
  const [front, back] = [stage.depth - 0.45, stage.depth - 0.04];
  canvas.add(
    stage.shadow([x - 0.22, x + 0.22], [front, back], 0.07),
    stage.box({ x: [x - 0.22, x + 0.22], y: [0.06, 0.52], z: [front, back] }, scheme.wood, 1),
  );
  canvas.add(
    stage.face(
      [
        [x - 0.18, 0.3, front],
        [x + 0.18, 0.3, front],
        [x + 0.18, 0.48, front],
        [x - 0.18, 0.48, front],
      ],
      lighter(scheme.wood, 0.1),
    ),
  );
  drawLamp(scene, x, stage.depth - 0.25, 0.5, 0.52);
}

/** Bedroom. A small one has a narrow bed and a desk, as rented rooms have. */
export function drawBedroom(dice: Dice, view: View, small: boolean): string {
  const scene = openScene(dice, small ? { width: [3.5, 4], depth: [3.2, 3.6] } : { width: [4, 4.8], depth: [3.4, 4] });
  const { canvas, stage } = scene;
  drawShell(scene, "boards");
  const { left, right, depth } = stage;
  const bedWidth = small ? dice.between(0.95, 1.2) : dice.between(1.45, 1.65);
  const bedAt = small ? left + 0.55 : (left + right) / 2 - bedWidth / 2 + dice.between(-0.25, 0.25);
  const sideLight = !small && dice.chance(0.5);
  if (sideLight) {
    drawSideWindow(scene, depth - 2.3, depth - 0.9, 0.85, 2.15);
    drawGallery(scene, bedAt + bedWidth / 2, 1.78);
  } else {
    const wide = small ? 1.15 : dice.between(1.5, 1.9);
    const at = small ? right - wide - 0.35 : bedAt + bedWidth / 2 - wide / 2;
    drawWindow(scene, {
      x: [at, at + wide],
      y: [small ? 0.98 : 1.15, 2.2],
      panes: 2,
      view,
      curtains: dice.chance(0.8),
    });
    drawSunOnFloor(scene, at, at + wide);
    if (small) drawFrame(scene, bedAt + bedWidth / 2, 1.7, 0.5, 0.65);
  }
  drawRug(scene, [bedAt - 0.6, bedAt + bedWidth + 0.6], [depth - 2.6, depth - 1.1]);
  drawNightstand(scene, bedAt - 0.34);
  if (small) {
    drawDesk(scene, right - 1.35, right - 0.2);
    drawLamp(scene, right - 0.35, depth - 0.25, 0.42, 0.74);
  } else if (right - bedAt - bedWidth > 0.75) drawNightstand(scene, bedAt + bedWidth + 0.34);
  drawBed(scene, bedAt, bedAt + bedWidth);
  if (!small) canvas.add(plant(scene, right - 0.38, depth - 0.9, dice.between(0.9, 1.4)));
  else if (dice.chance(0.6)) canvas.add(hangingPlant(scene, right - 0.3, depth - 0.35));
  finishLight(scene);
  return canvas.finish(dice.chance(0.5));
}

/** One room to live and sleep in: bed on one side, a small sofa on the other. */
export function drawStudio(dice: Dice, view: View): string {
  const scene = openScene(dice, { width: [5.2, 5.8], depth: [3.6, 4.1] });
  const { canvas, stage } = scene;
  drawShell(scene, "boards");
  const { left, right, depth } = stage;
  const wide = dice.between(1.4, 1.8);
  const at = right - wide - 0.6;
  drawWindow(scene, { x: [at, at + wide], y: [0.95, 2.2], panes: 2, view, curtains: true });
  drawSunOnFloor(scene, at, at + wide);
  const bedAt = left + 0.75;
  drawGallery(scene, bedAt + 0.65, 1.75);
  drawRug(scene, [right - 2.4, right - 0.2], [depth - 2.5, depth - 0.9]);
  drawNightstand(scene, bedAt - 0.34);
  drawShelves(scene, bedAt + 1.5, bedAt + 2.1, dice.between(1.2, 1.6));
  drawSofa(scene, right - 2.1, right - 0.55);
  drawBed(scene, bedAt, bedAt + 1.35);
  canvas.add(plant(scene, right - 0.25, depth - 0.5, dice.between(0.9, 1.3)));
  drawCoffeeTable(scene, right - 1.3, depth - 1.85);
  finishLight(scene);
  return canvas.finish(dice.chance(0.5));
}

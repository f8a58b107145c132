import type { Dice } from "../dice.ts";
import { makeCanvas } from "./canvas.ts";
import { pickDaylight, pickScheme } from "./colours.ts";
import { drawGallery, drawPendant, drawShelves, drawSideboard } from "./decor.ts";
import { drawCoffeeTable, drawLamp, drawRug, drawSofa } from "./furniture.ts";
import { hangingPlant, plant } from "./plants.ts";
import { drawShell, drawSunOnFloor, finishLight, type Scene } from "./room.ts";
import type { View } from "./skyline.ts";
import { makeStage } from "./stage.ts";
import { drawChair, drawTable } from "./tables.ts";
import { drawWindow } from "./windows.ts";

/** An empty room with its own colours, light and point of view. */
export function openScene(
  dice: Dice,
  size: { width: readonly [number, number]; depth: readonly [number, number] },
): Scene {
  return {
    canvas: makeCanvas(),
    stage: makeStage({
      width: dice.between(...size.width),
      depth: dice.between(...size.depth),
      height: dice.between(2.5, 2.75),
      eye: dice.between(1.3, 1.5),
      aside: dice.between(-0.35, 0.35),
    }),
    dice,
    scheme: pickScheme(dice),
    light: pickDaylight(dice),
  };
}

/** Living room with the sofa under the window, or beside it. */
export function drawLiving(dice: Dice, view: View): string {
  const scene = openScene(dice, { width: [4.6, 5.6], depth: [3.5, 4.3] });
  const { canvas, stage } = scene;
  drawShell(scene, "boards");
  const { left, right, depth } = stage;
  const width = right - left;
  const wide = dice.between(1.7, 2.3);
  const beside = dice.chance(0.6);
  const windowAt = beside
    ? right - wide - dice.between(0.5, 0.75)
    : left + width / 2 - wide / 2 + dice.between(-0.2, 0.2);
  const low = beside && dice.chance(0.45) ? 0.25 : 0.92;
  const opening = {
    x: [windowAt, windowAt + wide] as const,
    y: [low, dice.between(2.1, 2.25)] as const,
    panes: dice.whole(2, 3),
    view,
    curtains: dice.chance(0.75),
  };
  drawWindow(scene, opening);
  drawSunOnFloor(scene, ...opening.x);

  const sofa = dice.between(1.75, 2.3);
  const sofaAt = beside ? left + dice.between(0.35, 0.5) : left + width / 2 - sofa / 2 + dice.between(-0.15, 0.15);
  if (beside) drawGallery(scene, Math.min(sofaAt + sofa / 2, windowAt - 0.75), 1.65);
  drawRug(scene, [sofaAt - 0.1, sofaAt + sofa + 0.3], [depth - 2.5, depth - 0.75]);
  if (beside && low > 0.5 && dice.chance(0.5)) drawSideboard(scene, windowAt + 0.15, windowAt + wide - 0.1);
  else if (!beside && dice.chance(0.6)) drawShelves(scene, right - 0.95, right - 0.1, dice.between(1.7, 2.1));
  drawSofa(scene, sofaAt, sofaAt + sofa);
  drawLamp(scene, beside ? sofaAt + sofa + 0.3 : sofaAt - 0.35, depth - 0.4, dice.between(1.5, 1.65));
  canvas.add(plant(scene, right - 0.35, depth - 0.75, dice.between(0.95, 1.5)));
  drawCoffeeTable(scene, sofaAt + sofa / 2 + 0.2, depth - 1.75);
  if (dice.chance(0.35)) canvas.add(hangingPlant(scene, windowAt + wide - 0.25, depth - 0.3));
  if (dice.chance(0.4)) canvas.add(plant(scene, left + 0.3, depth - 1.9, dice.between(0.8, 1.2)));
  finishLight(scene);
  return canvas.finish(dice.chance(0.5));
}

/** A corner to eat in, by the window. */
export function drawDining(dice: Dice, view: View): string {
  const scene = openScene(dice, { width: [4, 4.8], depth: [3.2, 3.8] });
  const { canvas, stage } = scene;
  drawShell(scene, "boards");
  const { left, right, depth } = stage;
  const middle = (left + right) / 2;
  const wide = dice.between(1.5, 2);
  const at = middle - wide / 2 + dice.between(-0.3, 0.3);
  drawWindow(scene, { x: [at, at + wide], y: [0.9, 2.2], panes: 2, view, curtains: dice.chance(0.5) });
  drawSunOnFloor(scene, at, at + wide);
  if (dice.chance(0.6)) drawShelves(scene, left + 0.1, left + 0.95, dice.between(1.1, 2));
  canvas.add(plant(scene, right - 0.4, depth - 0.5, dice.between(0.9, 1.5)));
  drawRug(scene, [middle - 1.3, middle + 1.3], [depth - 2.6, depth - 0.8]);
  const z = depth - 1.7;
  const seat = dice.pick([scene.scheme.main, scene.scheme.wood, scene.scheme.accent]);
  drawChair(scene, middle - 0.4, z + 0.62, seat, false);
  drawChair(scene, middle + 0.4, z + 0.62, seat, false);
  drawTable(scene, middle, z, dice.between(1.4, 1.7));
  drawChair(scene, middle - 0.45, z - 0.62, seat, true);
  drawChair(scene, middle + 0.45, z - 0.62, seat, true);
  drawPendant(scene, middle, z, dice.between(0.75, 0.9));
  finishLight(scene);
  return canvas.finish(dice.chance(0.5));
}

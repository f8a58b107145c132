import type { Dice } from "../dice.ts";
import { line, polygon, rect } from "./canvas.ts";
import { darker, lighter, mix } from "./colours.ts";
import { BRICKS, brickwork, drawDoor, drawPane, drawSteps } from "./facade.ts";
import { drawBicycle, drawHedge, drawTree, finishOutdoors, GROUND, openStreet } from "./street.ts";

/** A three- or four-storey brick walk-up with a stone doorway. */
export function drawWalkUp(dice: Dice): string {
  const street = openStreet(dice, true);
  const { canvas } = street;
  const colour = dice.pick(BRICKS);
  const brick = brickwork(canvas, colour, 0.8);
  const trim = dice.pick(["#e4dac6", "#d6c9b0", "#ece6da"]);
  const storeys = dice.pick([3, 3, 4]);
  const [left, right, foot] = [180, 1420, GROUND + 8];
  const rise = storeys === 3 ? 205 : 172;
  const top = foot - rise * storeys - 70;
  canvas.add(
    rect(left, top, right - left, foot - top, brick),
    rect(left - 14, top - 22, right - left + 28, 30, trim),
    rect(left - 14, top + 8, right - left + 28, 10, darker(trim, 0.2)),
  );
  canvas.add(rect(left, foot - 70, right - left, 70, darker(trim, 0.12)));
  const bays = 5;
  const span = (right - left) / bays;
  for (let storey = 0; storey < storeys; storey++) {
    const y = top + 56 + storey * rise;
    for (let bay = 0; bay < bays; bay++) {
      const x = left + span * bay;
      if (bay === 2 && storey === storeys - 1) continue;
      const wide = bay === 0 || bay === 4;
      drawPane(street, x + (wide ? 38 : span / 2 - 52), y + 16, wide ? span - 76 : 104, rise - 86, trim);
    }
    if (storey > 0) canvas.add(rect(left, y - 22, right - left, 8, darker(trim, 0.05)));
  }
  const door = left + span * 2;
  canvas.add(
    rect(door + 20, foot - 268, span - 40, 268, trim),
    rect(door + 6, foot - 290, span - 12, 26, lighter(trim, 0.3)),
  );
  drawDoor(
    street,
    door + span / 2 - 62,
    foot - 24,
    124,
    200,
    dice.pick(["#2f4a58", "#6b3a34", "#3f5f4a", "#3a3634"]),
    darker(trim, 0.1),
  );
  drawSteps(street, door + span / 2 - 96, foot - 26, 192, 3);
  canvas.add(
    polygon(
      [
        [door + 10, foot + 22],
        [door + span - 10, foot + 22],
        [door + span + 40, 1010],
        [door - 40, 1010],
      ],
      "#cfc7b9",
    ),
  );
  drawHedge(street, left + 30, door - 40, foot + 14, 58);
  drawHedge(street, door + span + 40, right - 30, foot + 14, 58);
  if (dice.chance(0.5)) drawBicycle(street, door + span + 60, 968);
  drawTree(street, dice.pick([100, 150]), 1000, dice.between(360, 430));
  if (dice.chance(0.6)) drawTree(street, 1500, 1000, dice.between(320, 400));
  finishOutdoors(street);
  return canvas.finish(dice.chance(0.5));
}

/** A post-war slab tower in a park, one storey of balconies after another. */
export function drawTower(dice: Dice): string {
  const street = openStreet(dice, true);
  const { canvas, light } = street;
  const wall = dice.pick(["#d9cdb8", "#c7a27e", "#b98b6d", "#e3ddd0", "#c9c6be"]);
  const panel = dice.pick([lighter(wall, 0.4), darker(wall, 0.12), "#8fa3a6", "#a9714f"]);
  const [left, right, foot, top] = [
    dice.between(330, 420),
    dice.between(1160, 1260),
    GROUND + 6,
    dice.between(70, 150),
  ];
  canvas.add(
    polygon(
      [
        [right, top + 26],
        [right + 110, top + 60],
        [right + 110, foot],
        [right, foot],
      ],
      darker(wall, 0.26),
    ),
  );
  canvas.add(
    rect(
      left,
      top,
      right - left,
      foot - top,
      canvas.linear([
        [0, lighter(wall, 0.1)],
        [1, darker(wall, 0.06)],
      ]),
    ),
  );
  canvas.add(
    rect((left + right) / 2 - 110, top - 44, 220, 46, darker(wall, 0.1)),
    rect(left - 6, top - 8, right - left + 12, 14, darker(wall, 0.16)),
  );
  const storeys = dice.whole(11, 15);
  const rise = (foot - 120 - top) / storeys;
  const columns = dice.pick([4, 5, 6]);
  const span = (right - left) / columns;
  for (let storey = 0; storey < storeys; storey++) {
    const y = top + 14 + storey * rise;
    for (let column = 0; column < columns; column++) {
      const x = left + span * column + span * 0.08;
      const w = span * 0.84;
      const lit = light.lamps && dice.chance(0.35);
      canvas.add(rect(x, y, w, rise * 0.8, darker(wall, 0.36)));
      canvas.add(
        rect(x + w * 0.06, y + rise * 0.08, w * 0.5, rise * 0.7, lit ? "#ffe3a8" : mix("#6d8793", light.sky[0], 0.35)),
        rect(x + w * 0.62, y + rise * 0.08, w * 0.3, rise * 0.5, mix("#5d7683", light.sky[0], 0.2)),
      );
      if (dice.chance(0.2))
        canvas.add(
          rect(
            x + w * 0.68,
            y + rise * 0.42,
            w * 0.14,
            rise * 0.3,
            dice.pick(["#7d9a6b", "#c8743e", "#d8a24a", "#53706a"]),
            'rx="3"',
          ),
        );
      canvas.add(
        rect(x - span * 0.03, y + rise * 0.5, w + span * 0.06, rise * 0.34, panel),
        rect(x - span * 0.03, y + rise * 0.48, w + span * 0.06, 4, lighter(panel, 0.35)),
        rect(x - span * 0.03, y + rise * 0.84, w + span * 0.06, 5, darker(wall, 0.3)),
      );
    }
  }
  const middle = (left + right) / 2;
  canvas.add(rect(left, foot - 104, right - left, 104, darker(wall, 0.14)));
  for (let x = left + 24; x < right - 40; x += 86)
    canvas.add(rect(x, foot - 92, 66, 86, light.lamps ? "#f3dcae" : "#8ba3ab"));
  canvas.add(
    rect(middle - 130, foot - 116, 260, 20, darker(wall, 0.4)),
    line(middle - 118, foot - 98, middle - 118, foot, darker(wall, 0.4), 8),
    line(middle + 118, foot - 98, middle + 118, foot, darker(wall, 0.4), 8),
  );
  canvas.add(
    polygon(
      [
        [middle - 80, foot],
        [middle + 80, foot],
        [middle + 150, 1010],
        [middle - 150, 1010],
      ],
      "#cfc7b9",
    ),
  );
  drawHedge(street, left - 40, middle - 170, foot + 16, 46);
  drawHedge(street, middle + 180, right + 90, foot + 16, 46);
  for (const [x, size] of [
    [120, 300],
    [270, 230],
    [1420, 290],
    [1540, 240],
  ] as const)
    drawTree(street, x + dice.between(-20, 20), 990, size * dice.between(0.85, 1.15));
  finishOutdoors(street);
  return canvas.finish(dice.chance(0.5));
}

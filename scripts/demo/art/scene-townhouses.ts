import type { Dice } from "../dice.ts";
import { ellipse, path, polygon, rect, round } from "./canvas.ts";
import { BRICKS, brickwork, DOORS, drawDoor, drawGable, drawPane, drawSteps, ROOFS, TRIMS } from "./facade.ts";
import { drawHedge, drawTree, finishOutdoors, GROUND, openStreet } from "./street.ts";

/** A row of newer townhouses. */
export function drawTownhouses(dice: Dice): string {
  const street = openStreet(dice, true);
  const { canvas } = street;
  const [one, other] = [brickwork(canvas, dice.pick(BRICKS)), dice.pick(["#d9d2c4", "#c9cec9", "#a9a49b", "#8f9aa0"])];
  const [trim, roof, foot] = [dice.pick(TRIMS), dice.pick(ROOFS), GROUND + 8];
  const width = 400;
  for (let house = 0; house < 4; house++) {
    const x = house * width;
    const eaves = 330 + (house % 2) * 26;
    const door = x + 62;
    canvas.add(rect(x, eaves, width, foot - eaves, one), rect(x + 190, eaves + 10, width - 205, 330, other));
    if (house % 2) drawGable(street, x + 190, width - 205, eaves + 10, 130, other, trim, roof);
    else canvas.add(rect(x - 4, eaves - 26, width + 8, 34, roof));
    drawPane(street, x + 222, eaves + 60, 134, 120, trim);
    drawPane(street, x + 222, eaves + 224, 134, 96, trim);
    drawPane(street, door, eaves + 70, 92, 130, trim);
    drawPane(street, x + 222, eaves + 392, 134, 140, trim);
    canvas.add(rect(door - 30, foot - 292, 164, 18, roof));
    drawDoor(street, door, foot - 46, 104, 204, dice.pick(DOORS), trim);
    drawSteps(street, door - 26, foot - 46, 156, 3);
    canvas.add(
      rect(x - 3, eaves, 6, foot - eaves, "#2a2320", 'fill-opacity="0.25"'),
      polygon(
        [
          [door - 20, foot + 16],
          [door + 124, foot + 16],
          [door + 150, 1010],
          [door - 46, 1010],
        ],
        "#cfc7b9",
      ),
    );
    drawHedge(street, x + 225, x + 370, foot + 16, 48);
  }
  for (const x of [410, 1210]) {
    canvas.add(ellipse(x, 1000, 44, 10, "#6f5b48"));
    drawTree(street, x, 1000, dice.between(240, 300));
  }
  canvas.add(path(`M0 ${round(foot)}h1600`, "none", 'stroke="#2a2320" stroke-opacity="0.2" stroke-width="6"'));
  finishOutdoors(street);
  return canvas.finish(dice.chance(0.5));
}

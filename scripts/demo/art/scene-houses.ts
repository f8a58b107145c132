import type { Dice } from "../dice.ts";
import { polygon, rect } from "./canvas.ts";
import { darker, lighter } from "./colours.ts";
import { BRICKS, brickwork, DOORS, drawDoor, drawGable, drawPane, drawSteps, ROOFS, TRIMS } from "./facade.ts";
import { drawBicycle, drawHedge, drawTree, finishOutdoors, GROUND, openStreet, type Outdoors } from "./street.ts";

/** Half of a bay-and-gable pair, as they stand by the thousand between the Don and Dufferin Street. */
function drawHalf(
  street: Outdoors,
  x: number,
  w: number,
  brick: string,
  trim: string,
  roof: string,
  flipped: boolean,
): void {
  const { canvas, dice } = street;
  const [eaves, foot] = [330, GROUND + 6];
  const bayWidth = w * 0.56;
  const bay = flipped ? x + w - bayWidth : x;
  const porch = flipped ? x : x + bayWidth;
  const porchWidth = w - bayWidth;
  const [outer, party] = flipped ? [x + w, x] : [x, x + w];
  const inward = flipped ? -1 : 1;
  canvas.add(
    polygon(
      [
        [outer - 10 * inward, eaves + 20],
        [outer + 20 * inward, eaves - 130],
        [party + inward, eaves - 130],
        [party + inward, eaves + 20],
      ],
      roof,
    ),
  );
  canvas.add(rect(x, eaves, w, foot - eaves, brick), rect(x, eaves, w, foot - eaves, "#2a2320", 'fill-opacity="0.1"'));
  canvas.add(rect(bay, eaves, bayWidth, foot - eaves, brick));
  drawGable(street, bay, bayWidth, eaves, 210, brick, trim, roof);
  drawPane(street, bay + bayWidth / 2 - 42, eaves - 80, 84, 110, trim, true);
  drawPane(street, bay + bayWidth * 0.14, eaves + 110, bayWidth * 0.32, 175, trim, true);
  drawPane(street, bay + bayWidth * 0.54, eaves + 110, bayWidth * 0.32, 175, trim, true);
  canvas.add(rect(bay - 8, eaves + 322, bayWidth + 16, 20, trim));
  drawPane(street, bay + bayWidth * 0.12, eaves + 385, bayWidth * 0.34, 150, trim);
  drawPane(street, bay + bayWidth * 0.54, eaves + 385, bayWidth * 0.34, 150, trim);
  drawPane(street, porch + porchWidth / 2 - 38, eaves + 110, 76, 165, trim, true);
  const doorWidth = Math.min(112, porchWidth * 0.52);
  canvas.add(rect(porch, eaves + 350, porchWidth, foot - eaves - 350, "#2a2320", 'fill-opacity="0.2"'));
  drawDoor(street, porch + porchWidth / 2 - doorWidth / 2, foot - 46, doorWidth, 186, dice.pick(DOORS), trim);
  for (const at of [porch + 14, porch + porchWidth - 28])
    canvas.add(rect(at, eaves + 372, 14, foot - eaves - 412, lighter(trim, 0.4)));
  const reach = outer + (bayWidth - 18) * inward;
  canvas.add(
    polygon(
      [
        [reach, eaves + 376],
        [reach + 32 * inward, eaves + 326],
        [party + inward, eaves + 326],
        [party + inward, eaves + 376],
      ],
      roof,
    ),
    rect(Math.min(reach, party), eaves + 372, Math.abs(party - reach), 14, lighter(trim, 0.3)),
  );
  drawSteps(street, porch + porchWidth / 2 - 82, foot - 46, 164, 3);
}

export function drawSemi(dice: Dice): string {
  const street = openStreet(dice, true);
  const { canvas } = street;
  const brick = brickwork(canvas, dice.pick(BRICKS));
  const [trim, roof] = [dice.pick(TRIMS), dice.pick(ROOFS)];
  canvas.add(rect(232, 160, 62, 120, darker(dice.pick(BRICKS), 0.1)), rect(224, 150, 78, 18, "#8f887b"));
  drawHalf(street, 225, 575, brick, trim, roof, false);
  drawHalf(street, 800, 575, brick, lighter(trim, dice.between(0, 0.4)), roof, true);
  drawHedge(street, 240, 470, GROUND + 22, 60);
  drawHedge(street, 1130, 1360, GROUND + 22, 60);
  canvas.add(
    polygon(
      [
        [635, GROUND + 16],
        [965, GROUND + 16],
        [1010, 1010],
        [590, 1010],
      ],
      "#cfc7b9",
    ),
  );
  drawTree(street, dice.pick([120, 1490]), 1000, dice.between(330, 400));
  if (dice.chance(0.6)) drawBicycle(street, 700, 968);
  finishOutdoors(street);
  return canvas.finish(dice.chance(0.5));
}

/** A brick bungalow or storey-and-a-half on its own lot. */
export function drawDetached(dice: Dice): string {
  const street = openStreet(dice, true);
  const { canvas } = street;
  const colour = dice.pick(BRICKS);
  const brick = brickwork(canvas, colour);
  const [trim, roof] = [dice.pick(TRIMS), dice.pick(ROOFS)];
  const tall = dice.chance(0.5);
  const [left, right, eaves, foot] = [290, 1310, tall ? 430 : 560, GROUND + 8];
  canvas.add(rect(1120, eaves - 260, 70, 200, darker(colour, 0.15)), rect(1110, eaves - 272, 90, 18, "#8f887b"));
  canvas.add(
    polygon(
      [
        [left - 50, eaves + 8],
        [left + 120, eaves - 210],
        [right - 120, eaves - 210],
        [right + 50, eaves + 8],
      ],
      canvas.linear([
        [0, lighter(roof, 0.12)],
        [1, roof],
      ]),
    ),
  );
  canvas.add(
    rect(left, eaves, right - left, foot - eaves, brick),
    rect(left, eaves, right - left, 26, "#2a2320", 'fill-opacity="0.2"'),
    rect(left - 50, eaves - 4, right - left + 100, 16, trim),
  );
  const bay = left + 70;
  canvas.add(rect(bay, eaves - 20, 400, foot - eaves + 20, brick));
  drawGable(street, bay, 400, eaves - 20, 200, brick, trim, roof);
  if (tall) drawPane(street, bay + 140, eaves - 90, 120, 120, trim);
  drawPane(street, bay + 60, foot - 300, 280, 190, trim);
  if (tall) drawPane(street, right - 285, eaves + 52, 190, 116, trim);
  drawPane(street, right - 285, foot - 280, 190, 160, trim);
  drawDoor(street, 795, foot - 40, 130, 220, dice.pick(DOORS), trim);
  canvas.add(
    polygon(
      [
        [740, foot - 296],
        [860, foot - 352],
        [980, foot - 296],
      ],
      roof,
    ),
    rect(740, foot - 300, 240, 14, trim),
    rect(752, foot - 290, 14, 250, lighter(trim, 0.4)),
    rect(954, foot - 290, 14, 250, lighter(trim, 0.4)),
  );
  drawSteps(street, 770, foot - 40, 180, 3);
  canvas.add(
    polygon(
      [
        [780, foot + 18],
        [940, foot + 18],
        [1010, 1010],
        [730, 1010],
      ],
      "#cfc7b9",
    ),
  );
  drawHedge(street, left + 40, 700, foot + 14, 62);
  drawHedge(street, 1010, right - 20, foot + 14, 54);
  drawTree(street, 130, 1000, dice.between(340, 420));
  if (dice.chance(0.5)) drawTree(street, 1480, 985, dice.between(260, 330));
  finishOutdoors(street);
  return canvas.finish(dice.chance(0.5));
}

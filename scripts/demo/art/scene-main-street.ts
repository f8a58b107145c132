import type { Dice } from "../dice.ts";
import { PICTURE, polygon, rect } from "./canvas.ts";
import { darker, lighter } from "./colours.ts";
import { BRICKS, brickwork, drawDoor, drawPane } from "./facade.ts";
import { drawBicycle, drawTree, finishOutdoors, GROUND, openStreet } from "./street.ts";

/** Flats over shops on a main street. No signs: a picture must not name anybody. */
export function drawMainStreet(dice: Dice): string {
  const street = openStreet(dice, false);
  const { canvas, light } = street;
  const foot = GROUND + 80;
  const width = PICTURE.width / 3;
  const awnings = ["#b5543c", "#3f6480", "#4d7a63", "#d09a45", "#6d5a7c"];
  for (let house = 0; house < 3; house++) {
    const x = house * width;
    const colour = dice.pick(BRICKS);
    const brick = dice.chance(0.75) ? brickwork(canvas, colour, 0.9) : lighter(colour, 0.5);
    const trim = dice.pick(["#e6ddca", "#d8ccb4", "#c9bda6"]);
    const top = 150 + dice.between(-50, 60);
    canvas.add(
      rect(x, top, width, foot - top, brick),
      rect(x - 4, top - 34, width + 8, 42, trim),
      rect(x - 4, top + 8, width + 8, 8, darker(trim, 0.25)),
    );
    for (let bracket = 0; bracket < 9; bracket++)
      canvas.add(rect(x + 20 + bracket * 60, top - 4, 22, 26, darker(trim, 0.1)));
    for (let column = 0; column < 3; column++) {
      const px = x + 46 + column * 160;
      drawPane(street, px, top + 70, 110, 190, trim, true);
      drawPane(street, px, top + 350, 110, 180, trim);
    }
    const shop = foot - 300;
    canvas.add(rect(x + 12, shop, width - 24, 300, darker(dice.pick(awnings), 0.35)));
    canvas.add(
      rect(
        x + 34,
        shop + 70,
        300,
        180,
        light.lamps
          ? canvas.linear([
              [0, "#ffe6ad"],
              [1, "#e9bd79"],
            ])
          : canvas.linear([
              [0, "#a9c0c6"],
              [1, "#6f8890"],
            ]),
      ),
    );
    canvas.add(
      polygon(
        [
          [x + 210, shop + 70],
          [x + 280, shop + 70],
          [x + 170, shop + 250],
          [x + 100, shop + 250],
        ],
        "#ffffff",
        'fill-opacity="0.2"',
      ),
    );
    drawDoor(street, x + 378, foot, 100, 214, dice.pick(["#2f4a58", "#8a3b34", "#3f5f4a", "#4a3f52"]), trim);
    const awning = dice.pick(awnings);
    for (let stripe = 0; stripe < 8; stripe++) {
      const [a, b] = [x + 20 + stripe * 41, x + 20 + (stripe + 1) * 41];
      canvas.add(
        polygon(
          [
            [a + 8 - stripe, shop + 14],
            [b + 7 - stripe, shop + 14],
            [b, shop + 92],
            [a, shop + 92],
          ],
          stripe % 2 ? "#f4efe4" : awning,
        ),
      );
    }
  }
  canvas.add(rect(0, foot - 6, PICTURE.width, 14, "#2a2320", 'fill-opacity="0.16"'));
  for (const x of [dice.between(60, 140), dice.between(1420, 1520)]) drawTree(street, x, 1066, dice.between(250, 310));
  drawBicycle(street, dice.whole(480, 620), 1034);
  finishOutdoors(street);
  return canvas.finish(dice.chance(0.5));
}

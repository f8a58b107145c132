import { line } from "./canvas.ts";
import { darker, lighter } from "./colours.ts";
import type { Scene } from "./room.ts";
import type { Spot } from "./stage.ts";

/** Walls and floor run towards the eye to this depth, beyond the edge of the picture. */
export const NEAR = -1.9;

/** Floorboards that run away from the eye. */
export function layBoards({ canvas, stage, dice, scheme }: Scene): void {
  const { left, right, depth, face } = stage;
  const width = dice.between(0.14, 0.22);
  let at = left;
  while (at < right) {
    const to = Math.min(at + width, right);
    // Each row of boards is cut at its own places, so that no seam runs across the room.
    let z = NEAR;
    while (z < depth) {
      const end = Math.min(z + dice.between(0.8, 1.8), depth);
      const tint = dice.between(-0.07, 0.07);
      const colour = tint < 0 ? darker(scheme.floor, -tint) : lighter(scheme.floor, tint);
      canvas.add(
        face(
          [
            [at, 0, z],
            [to, 0, z],
            [to, 0, end],
            [at, 0, end],
          ],
          colour,
          `stroke="${darker(scheme.floor, 0.18)}" stroke-width="1.2"`,
        ),
      );
      z = end;
    }
    at = to;
  }
}

/** Chequered floor tiles. */
export function layTiles({ canvas, stage, dice, scheme }: Scene): void {
  const { left, right, depth, face } = stage;
  const size = dice.pick([0.3, 0.42]);
  const [one, other] = dice.chance(0.5)
    ? ["#e9e6df", "#dcd8cf"]
    : [lighter(scheme.second, 0.55), lighter(scheme.second, 0.75)];
  let row = 0;
  for (let z = NEAR; z < depth; z += size, row++) {
    let column = row;
    for (let x = left; x < right; x += size, column++) {
      const [toX, toZ] = [Math.min(x + size, right), Math.min(z + size, depth)];
      canvas.add(
        face(
          [
            [x, 0, z],
            [toX, 0, z],
            [toX, 0, toZ],
            [x, 0, toZ],
          ],
          column % 2 ? one : other,
          'stroke="#c3bdb0" stroke-width="1.5"',
        ),
      );
    }
  }
}

/** A tiled band on the back wall, from y0 to y1 metres, in running bond. */
export function tileBackWall({ canvas, stage }: Scene, y0: number, y1: number, colour: string): void {
  const { left, right, depth, face, at } = stage;
  const [tileWidth, tileHeight] = [0.22, 0.11];
  canvas.add(
    face(
      [
        [left, y0, depth],
        [right, y0, depth],
        [right, y1, depth],
        [left, y1, depth],
      ],
      colour,
    ),
  );
  const joint = darker(colour, 0.12);
  let row = 0;
  for (let y = y0; y < y1 - 0.01; y += tileHeight, row++) {
    const [[x0, py], [x1]] = [at([left, y, depth]), at([right, y, depth])];
    canvas.add(line(x0, py, x1, py, joint, 1.4));
    for (let x = left + (row % 2 ? tileWidth / 2 : tileWidth); x < right; x += tileWidth) {
      const [[px, bottom], [, top]] = [at([x, y, depth]), at([x, Math.min(y + tileHeight, y1), depth])];
      canvas.add(line(px, bottom, px, top, joint, 1.4));
    }
  }
}

/** Tiles on a side wall, square, following the perspective. */
export function tileSideWall({ canvas, stage }: Scene, side: "left" | "right", y1: number, colour: string): void {
  const { depth, at, face } = stage;
  const x = side === "left" ? stage.left : stage.right;
  canvas.add(
    face(
      [
        [x, 0, NEAR],
        [x, 0, depth],
        [x, y1, depth],
        [x, y1, NEAR],
      ],
      darker(colour, 0.07),
    ),
  );
  const joint = darker(colour, 0.18);
  const seam = (from: Spot, to: Spot) => {
    const [[x0, y0], [x2, y2]] = [at(from), at(to)];
    canvas.add(line(x0, y0, x2, y2, joint, 1.4));
  };
  for (let y = 0; y <= y1; y += 0.2) seam([x, y, NEAR], [x, y, depth]);
  for (let z = depth; z > NEAR; z -= 0.2) seam([x, 0, z], [x, y1, z]);
}

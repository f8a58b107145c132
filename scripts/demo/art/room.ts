import type { Dice } from "../dice.ts";
import { PICTURE, rect, round, type Canvas } from "./canvas.ts";
import { darker, lighter, mix, type Daylight, type Scheme } from "./colours.ts";
import type { Stage } from "./stage.ts";
import { layBoards, layTiles, NEAR } from "./surfaces.ts";

/** Everything that drawing a room needs. */
export interface Scene {
  canvas: Canvas;
  stage: Stage;
  dice: Dice;
  scheme: Scheme;
  light: Daylight;
}

/** Ceiling, three walls with skirting, and a floor. */
export function drawShell(scene: Scene, floor: "boards" | "tiles"): void {
  const { canvas, stage, scheme } = scene;
  const { left, right, depth, height, face } = stage;
  const wall = scheme.wall;
  canvas.add(rect(0, 0, PICTURE.width, PICTURE.height, wall));
  canvas.add(
    face(
      [
        [left, height, NEAR],
        [right, height, NEAR],
        [right, height, depth],
        [left, height, depth],
      ],
      canvas.linear([
        [0, "#fbf8f2"],
        [1, darker("#f6f2ea", 0.05)],
      ]),
    ),
  );
  if (floor === "boards") layBoards(scene);
  else layTiles(scene);
  canvas.add(
    face(
      [
        [left, 0, depth],
        [right, 0, depth],
        [right, height, depth],
        [left, height, depth],
      ],
      canvas.linear([
        [0, lighter(scheme.feature, 0.2)],
        [1, darker(scheme.feature, 0.03)],
      ]),
    ),
  );
  canvas.add(
    face(
      [
        [left, 0, NEAR],
        [left, 0, depth],
        [left, height, depth],
        [left, height, NEAR],
      ],
      canvas.linear(
        [
          [0, darker(wall, 0.05)],
          [1, darker(wall, 0.12)],
        ],
        [0, 0],
        [1, 0],
      ),
    ),
  );
  canvas.add(
    face(
      [
        [right, 0, NEAR],
        [right, 0, depth],
        [right, height, depth],
        [right, height, NEAR],
      ],
      canvas.linear(
        [
          [0, darker(wall, 0.15)],
          [1, darker(wall, 0.06)],
        ],
        [0, 0],
        [1, 0],
      ),
    ),
  );
  const skirting = mix(wall, "#ffffff", 0.6);
  const strip = 0.1;
  canvas.add(
    face(
      [
        [left, 0, depth],
        [right, 0, depth],
        [right, strip, depth],
        [left, strip, depth],
      ],
      skirting,
    ),
    face(
      [
        [left, 0, NEAR],
        [left, 0, depth],
        [left, strip, depth],
        [left, strip, NEAR],
      ],
      darker(skirting, 0.08),
    ),
    face(
      [
        [right, 0, NEAR],
        [right, 0, depth],
        [right, strip, depth],
        [right, strip, NEAR],
      ],
      darker(skirting, 0.1),
    ),
  );
}

/** Patch of sun that a window on the back wall throws into the room, and the soft light around it. */
export function drawSunOnFloor({ canvas, stage, light }: Scene, x0: number, x1: number): void {
  const { depth, face } = stage;
  const lean = 0.5;
  const middle = (x0 + x1) / 2;
  const pane = (a: number, b: number, near: number, far: number) =>
    face(
      [
        [a + lean, 0, near],
        [b + lean, 0, near],
        [b, 0, far],
        [a, 0, far],
      ],
      light.sun,
      `fill-opacity="${round(light.beam * 10) / 10}"`,
    );
  canvas.add(pane(x0, middle - 0.05, depth - 2.3, depth - 0.5), pane(middle + 0.05, x1, depth - 2.3, depth - 0.5));
}

/** Warm light over everything and a little dusk in the corners, as a lens gives. */
export function finishLight({ canvas, light }: Scene): void {
  const { width, height } = PICTURE;
  canvas.add(
    rect(
      0,
      0,
      width,
      height,
      canvas.linear([
        [0, light.sun, 0.12],
        [1, "#3a2d28", 0.06],
      ]),
    ),
  );
  canvas.add(
    rect(
      -240,
      -180,
      width + 480,
      height + 360,
      canvas.radial([
        [0.62, "#2a2320", 0],
        [1, "#2a2320", 0.2],
      ]),
    ),
  );
}

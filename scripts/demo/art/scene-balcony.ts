import type { Dice } from "../dice.ts";
import { line, makeCanvas, PICTURE, polygon, rect } from "./canvas.ts";
import { darker, lighter, mix, pickDaylight, pickScheme } from "./colours.ts";
import { plant } from "./plants.ts";
import { finishLight, type Scene } from "./room.ts";
import { crown, drawView, lake } from "./skyline.ts";
import { makeStage } from "./stage.ts";

/** The neighbourhood from above: roofs among trees, larger as they come nearer. */
function drawTreetops({ canvas, dice, light }: Scene, horizon: number): void {
  const { width } = PICTURE;
  canvas.add(rect(0, horizon - 12, width, 600, mix(light.leaves, light.near, 0.25)));
  for (let row = 0; row < 6; row++) {
    const size = 34 + row * 17;
    const y = horizon + row * row * 11 + row * 22;
    const leaves = mix(light.leaves, light.near, 0.35 - row * 0.06);
    for (let x = -size * dice.next(); x < width + size; x += size * 1.05) {
      if (row > 0 && dice.chance(0.2)) {
        const roof = mix(dice.pick(["#8a5446", "#6a6462", "#7a6654"]), light.near, 0.4 - row * 0.06);
        canvas.add(
          rect(x - size * 0.6, y, size * 1.2, size * 0.8, lighter(roof, 0.3)),
          polygon(
            [
              [x - size * 0.8, y + 4],
              [x, y - size * 0.55],
              [x + size * 0.8, y + 4],
            ],
            roof,
          ),
        );
      } else canvas.add(crown(dice, x, y, size * dice.between(0.8, 1.15), leaves));
    }
  }
}

/** The view from a balcony: sky, city, trees, sometimes the lake; a railing, a chair and plants in front. */
export function drawBalcony(dice: Dice): string {
  const canvas = makeCanvas();
  const stage = makeStage({ width: 4.4, depth: 1.6, height: 2.6, eye: 1.5, aside: dice.between(-0.3, 0.3) });
  const scene: Scene = { canvas, stage, dice, scheme: pickScheme(dice), light: pickDaylight(dice) };
  const { left, right, depth } = stage;
  const horizon = 640;
  const { width } = PICTURE;
  canvas.add(
    drawView(
      canvas,
      dice,
      scene.light,
      { x: 0, y: -60, width, height: horizon + 90 },
      dice.chance(0.6) ? "downtown" : "towers",
    ),
  );
  if (dice.chance(0.45)) canvas.add(lake(canvas, { x: 0, y: horizon - 70, width, height: 60 }));
  drawTreetops(scene, horizon - 6);

  const slab = "#c9c3b8";
  canvas.add(
    stage.face(
      [
        [left - 3, 0, -1.6],
        [right + 3, 0, -1.6],
        [right + 3, 0, depth],
        [left - 3, 0, depth],
      ],
      canvas.linear([
        [0, lighter(slab, 0.25)],
        [1, darker(slab, 0.08)],
      ]),
    ),
  );
  const decking = mix(scene.scheme.wood, slab, 0.35);
  for (let z = -1.4; z < depth - 0.05; z += 0.17) {
    canvas.add(
      stage.face(
        [
          [left, 0, z],
          [right, 0, z],
          [right, 0, z + 0.155],
          [left, 0, z + 0.155],
        ],
        dice.chance(0.5) ? decking : lighter(decking, 0.07),
      ),
    );
  }
  const rail = dice.pick(["#4b5157", "#f1ede4", "#7c6a58"]);
  const [[x0, topY], [x1]] = [stage.at([left - 1, 1.08, depth]), stage.at([right + 1, 1.08, depth])];
  const foot = stage.at([0, 0.06, depth])[1];
  if (dice.chance(0.5)) {
    canvas.add(rect(x0, topY, x1 - x0, foot - topY, "#d5e4e6", 'fill-opacity="0.35"'));
    for (let x = x0; x < x1; x += 260) canvas.add(line(x, topY, x, foot, rail, 9));
  } else {
    for (let x = x0; x < x1; x += 34) canvas.add(line(x, topY, x, foot, rail, 6));
  }
  canvas.add(rect(x0, topY - 12, x1 - x0, 18, rail), rect(x0, foot - 6, x1 - x0, 12, rail));
  canvas.add(
    stage.face(
      [
        [left, 0, -1.6],
        [left, 0, depth + 0.1],
        [left, 3, depth + 0.1],
        [left, 3, -1.6],
      ],
      canvas.linear(
        [
          [0, "#b9a58c"],
          [1, "#a08d76"],
        ],
        [0, 0],
        [1, 0],
      ),
    ),
  );

  const seatX = right - 1.35;
  const colour = scene.scheme.accent;
  canvas.add(stage.shadow([seatX, seatX + 0.65], [0.55, 1.2], 0.08));
  for (const [dx, dz] of [
    [0.02, 1.12],
    [0.58, 1.12],
    [0.02, 0.58],
    [0.58, 0.58],
  ] as const)
    canvas.add(
      stage.box(
        { x: [seatX + dx, seatX + dx + 0.05], y: [0, 0.4], z: [dz, dz + 0.05] },
        darker(scene.scheme.wood, 0.2),
      ),
    );
  canvas.add(
    stage.box({ x: [seatX, seatX + 0.65], y: [0.4, 0.95], z: [1.12, 1.2] }, scene.scheme.wood, 3),
    stage.box({ x: [seatX, seatX + 0.65], y: [0.36, 0.46], z: [0.58, 1.18] }, colour, 4),
  );
  canvas.add(
    polygon(
      [
        stage.at([seatX + 0.12, 0.48, 1.08]),
        stage.at([seatX + 0.53, 0.48, 1.08]),
        stage.at([seatX + 0.55, 0.86, 1.1]),
        stage.at([seatX + 0.1, 0.86, 1.1]),
      ],
      lighter(colour, 0.3),
      `stroke="${lighter(colour, 0.3)}" stroke-width="16" stroke-linejoin="round"`,
    ),
  );
  canvas.add(
    stage.shadow([seatX - 0.62, seatX - 0.22], [0.75, 1.15], 0.07),
    stage.box({ x: [seatX - 0.45, seatX - 0.39], y: [0, 0.5], z: [0.92, 0.98] }, darker(scene.scheme.wood, 0.3)),
    stage.disc([seatX - 0.42, 0.5, 0.95], 0.24, darker(scene.scheme.wood, 0.12)),
    stage.disc([seatX - 0.42, 0.52, 0.95], 0.24, lighter(scene.scheme.wood, 0.1)),
  );
  const [cx, cy] = stage.at([seatX - 0.42, 0.52, 0.95]);
  canvas.add(rect(cx - 16, cy - 38, 32, 36, "#f7f3ea", 'rx="6"'));
  canvas.add(
    plant(scene, left + 0.55, depth - 0.25, dice.between(0.9, 1.25)),
    plant(scene, left + 1.05, depth - 0.3, dice.between(0.5, 0.7)),
  );
  if (dice.chance(0.6)) canvas.add(plant(scene, right - 0.25, depth - 0.35, dice.between(0.6, 0.9)));
  finishLight(scene);
  return canvas.finish(dice.chance(0.5));
}

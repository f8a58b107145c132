import type { Dice } from "../dice.ts";
import { ellipse, line, path, rect, round } from "./canvas.ts";
import { darker, lighter } from "./colours.ts";
import { plant } from "./plants.ts";
import { drawShell, finishLight, type Scene } from "./room.ts";
import { tileBackWall, tileSideWall } from "./surfaces.ts";
import { openScene } from "./scene-living.ts";

const WHITE = "#f6f4ee";

function drawVanity({ canvas, stage, dice, scheme }: Scene, x0: number, x1: number): void {
  const [front, back, top] = [stage.depth - 0.52, stage.depth - 0.03, 0.82];
  const metre = stage.scale(stage.depth);
  const [[left, mirrorTop], [right, mirrorFoot]] = [
    stage.at([x0 + 0.08, 1.95, stage.depth]),
    stage.at([x1 - 0.08, 1.15, stage.depth]),
  ];
  const glass = canvas.linear(
    [
      [0, "#dfeaec"],
      [0.5, "#c3d5d8"],
      [1, "#d7e4e4"],
    ],
    [0, 0],
    [1, 1],
  );
  if (dice.chance(0.5)) {
    const [cx, cy, r] = [
      (left + right) / 2,
      (mirrorTop + mirrorFoot) / 2,
      Math.min(right - left, mirrorFoot - mirrorTop) / 2,
    ];
    canvas.add(ellipse(cx, cy, r + 7, r + 7, darker(scheme.wood, 0.1)), ellipse(cx, cy, r, r, glass));
  } else {
    canvas.add(
      rect(
        left - 6,
        mirrorTop - 6,
        right - left + 12,
        mirrorFoot - mirrorTop + 12,
        darker(scheme.wood, 0.1),
        'rx="12"',
      ),
      rect(left, mirrorTop, right - left, mirrorFoot - mirrorTop, glass, 'rx="8"'),
    );
  }
  const [mx] = stage.at([(x0 + x1) / 2, 0, stage.depth]);
  canvas.add(
    ellipse(
      mx,
      mirrorTop - metre * 0.14,
      metre * 0.6,
      metre * 0.42,
      canvas.radial([
        [0, "#fff0c9", 0.55],
        [1, "#fff0c9", 0],
      ]),
    ),
    rect(
      mx - metre * 0.2,
      mirrorTop - metre * 0.16,
      metre * 0.4,
      metre * 0.07,
      "#fff6df",
      `rx="${round(metre * 0.035)}"`,
    ),
  );
  canvas.add(
    stage.shadow([x0, x1], [front, back], 0.07),
    stage.box({ x: [x0, x1], y: [0.12, top - 0.04], z: [front, back] }, scheme.main, 1),
  );
  const middle = (x0 + x1) / 2;
  for (const [a, b] of [
    [x0 + 0.03, middle - 0.01],
    [middle + 0.01, x1 - 0.03],
  ] as const) {
    canvas.add(
      stage.face(
        [
          [a, 0.16, front],
          [b, 0.16, front],
          [b, 0.72, front],
          [a, 0.72, front],
        ],
        lighter(scheme.main, 0.08),
      ),
    );
  }
  for (const dx of [-0.05, 0.05]) {
    const [hx, hy] = stage.at([middle + dx, 0.62, front]);
    canvas.add(ellipse(hx, hy, 5, 5, "#d9c9a3"));
  }
  canvas.add(stage.box({ x: [x0 - 0.02, x1 + 0.02], y: [top - 0.05, top], z: [front - 0.03, back] }, WHITE));
  canvas.add(
    stage.disc([middle, top + 0.005, front + 0.24], 0.17, "#dfe3e1"),
    stage.disc([middle, top + 0.005, front + 0.24], 0.13, "#cdd4d3"),
  );
  const [tx, ty] = stage.at([middle, top, back - 0.08]);
  canvas.add(
    path(
      `M${round(tx)} ${round(ty)}v${round(-metre * 0.14)}q0 ${round(-metre * 0.06)} ${round(metre * 0.06)} ${round(-metre * 0.05)}`,
      "none",
      `stroke="#a7abaa" stroke-width="${round(metre * 0.03)}" stroke-linecap="round"`,
    ),
  );
}

function drawToilet({ canvas, stage }: Scene, x: number): void {
  const back = stage.depth - 0.04;
  canvas.add(stage.shadow([x - 0.2, x + 0.2], [back - 0.6, back], 0.07));
  canvas.add(
    stage.box({ x: [x - 0.14, x + 0.14], y: [0, 0.34], z: [back - 0.55, back - 0.1] }, darker(WHITE, 0.05), 5),
  );
  canvas.add(
    stage.box({ x: [x - 0.21, x + 0.21], y: [0.4, 0.78], z: [back - 0.2, back] }, WHITE, 4),
    stage.disc([x, 0.4, back - 0.42], 0.22, darker(WHITE, 0.08)),
    stage.disc([x, 0.42, back - 0.42], 0.21, "#fdfcf8"),
  );
}

/** The tub along the left wall, under the tiles, with a curtain at its near end. */
function drawTub(scene: Scene, x1: number): void {
  const { canvas, stage, scheme } = scene;
  const { left, depth, at } = stage;
  const [front, back] = [depth - 1.75, depth - 0.02];
  canvas.add(
    stage.shadow([left, x1], [front, back], 0.08),
    stage.box({ x: [left, x1], y: [0, 0.56], z: [front, back] }, WHITE, 3),
  );
  canvas.add(
    stage.face(
      [
        [left + 0.08, 0.565, front + 0.1],
        [x1 - 0.08, 0.565, front + 0.1],
        [x1 - 0.08, 0.565, back - 0.1],
        [left + 0.08, 0.565, back - 0.1],
      ],
      "#d4dedd",
      'stroke="#d4dedd" stroke-width="22" stroke-linejoin="round"',
    ),
  );
  const [sx, sy] = at([left + 0.35, 2, depth]);
  const metre = stage.scale(depth);
  canvas.add(
    path(
      `M${round(sx)} ${round(sy + metre * 1.05)}v${round(-metre * 1.0)}q0 ${round(-metre * 0.1)} ${round(metre * 0.16)} ${round(-metre * 0.08)}`,
      "none",
      'stroke="#a7abaa" stroke-width="6"',
    ),
    ellipse(sx + metre * 0.18, sy, metre * 0.1, metre * 0.035, "#a7abaa"),
  );
  const cloth = lighter(scheme.accent, 0.55);
  const folds = 7;
  for (let fold = 0; fold < folds; fold++) {
    const [z0, z1] = [front + 0.03 + fold * 0.08, front + 0.03 + (fold + 1) * 0.08];
    canvas.add(
      stage.face(
        [
          [x1, 0.2, z0],
          [x1, 0.2, z1],
          [x1, 2.02, z1],
          [x1, 2.02, z0],
        ],
        fold % 2 ? cloth : darker(cloth, 0.09),
      ),
    );
  }
  const [[r0x, r0y], [r1x, r1y], [, ceiling]] = [
    at([x1, 2.05, front]),
    at([x1, 2.05, depth]),
    at([x1, stage.height, front]),
  ];
  canvas.add(
    line(r0x, r0y, r1x, r1y, "#9ea3a2", 7, 'stroke-linecap="round"'),
    line(r0x, r0y, r0x, ceiling, "#9ea3a2", 4),
  );
}

/** Bathroom with tub, vanity and mirror. */
export function drawBathroom(dice: Dice): string {
  const scene = openScene(dice, { width: [2.9, 3.3], depth: [2.3, 2.6] });
  const { canvas, stage, scheme } = scene;
  drawShell(scene, "tiles");
  const { left, right, depth } = stage;
  const tile = dice.pick(["#f1efe8", "#e1eae9", "#e9e6f0", lighter(scheme.main, 0.62), lighter(scheme.second, 0.5)]);
  const rise = dice.pick([1.25, 2.1]);
  tileSideWall(scene, "left", Math.max(rise, 2.1), tile);
  tileBackWall(scene, 0.1, rise, tile);
  drawVanity(scene, right - 1.15, right - 0.3);
  drawToilet(scene, right - 1.5);
  drawTub(scene, left + 0.75);
  const [tx, ty] = stage.at([right - 0.2, 1.35, depth - 0.02]);
  const metre = stage.scale(depth);
  canvas.add(
    rect(tx - metre * 0.09, ty, metre * 0.18, metre * 0.5, scheme.accent, 'rx="6"'),
    rect(tx - metre * 0.12, ty - 5, metre * 0.24, 6, "#9ea3a2", 'rx="3"'),
  );
  const mat = lighter(scheme.accent, 0.35);
  canvas.add(
    stage.face(
      [
        [left + 0.95, 0, depth - 1.7],
        [left + 1.55, 0, depth - 1.7],
        [left + 1.55, 0, depth - 0.9],
        [left + 0.95, 0, depth - 0.9],
      ],
      mat,
      `stroke="${mat}" stroke-width="18" stroke-linejoin="round"`,
    ),
  );
  canvas.add(plant(scene, right - 0.42, depth - 0.35, 0.32, 0.82));
  if (dice.chance(0.5)) canvas.add(plant(scene, right - 0.25, depth - 1, 0.8));
  finishLight(scene);
  return canvas.finish(dice.chance(0.5));
}

import { ellipse, line, path, rect, round } from "./canvas.ts";
import { darker, lighter, mix } from "./colours.ts";
import type { Scene } from "./room.ts";

function art({ canvas, dice, scheme }: Scene, x: number, y: number, width: number, height: number): void {
  const paper = "#f7f2e8";
  const clip = canvas.clip(rect(x, y, width, height, "#000000"));
  const colours = [scheme.accent, scheme.main, scheme.second, lighter(scheme.accent, 0.4)];
  const shapes: string[] = [rect(x, y, width, height, paper)];
  const kind = dice.whole(0, 3);
  if (kind === 0) {
    for (let hill = 0; hill < 3; hill++) {
      const base = y + height * (0.5 + hill * 0.16);
      const colour = mix(colours[hill] ?? paper, paper, 0.3 - hill * 0.1);
      shapes.push(
        path(
          `M${round(x)} ${round(base)}q${round(width * 0.25)} ${round(-height * dice.between(0.1, 0.3))} ${round(width * 0.5)} 0t${round(width * 0.5)} 0V${round(y + height)}H${round(x)}z`,
          colour,
        ),
      );
    }
    shapes.push(
      ellipse(x + width * dice.between(0.3, 0.7), y + height * 0.26, width * 0.11, width * 0.11, scheme.accent),
    );
  } else if (kind === 1) {
    for (let n = 0; n < 4; n++)
      shapes.push(
        ellipse(
          x + width * dice.between(0.25, 0.75),
          y + height * dice.between(0.25, 0.75),
          width * dice.between(0.12, 0.3),
          height * dice.between(0.1, 0.22),
          colours[n] ?? paper,
          'fill-opacity="0.85"',
        ),
      );
  } else if (kind === 2) {
    for (let n = 0; n < 4; n++)
      shapes.push(rect(x, y + (height / 4) * n, width, height / 4 - 2, mix(colours[n] ?? paper, paper, 0.25)));
  } else {
    const stem = x + width / 2;
    shapes.push(
      path(
        `M${round(stem)} ${round(y + height * 0.92)}Q${round(stem + width * 0.1)} ${round(y + height * 0.5)} ${round(stem)} ${round(y + height * 0.14)}`,
        "none",
        `stroke="${scheme.main}" stroke-width="4"`,
      ),
    );
    for (let n = 0; n < 6; n++)
      shapes.push(
        ellipse(
          stem + width * (n % 2 ? 0.16 : -0.15),
          y + height * (0.2 + n * 0.11),
          width * 0.14,
          height * 0.05,
          n % 3 ? scheme.main : scheme.accent,
        ),
      );
  }
  canvas.add(`<g ${clip}>${shapes.join("")}</g>`);
}

/** A framed picture on the back wall, centred at x and y, in metres. */
export function drawFrame(scene: Scene, x: number, y: number, width: number, height: number): void {
  const { canvas, stage, dice, scheme } = scene;
  const [px, py] = stage.at([x - width / 2, y + height / 2, stage.depth]);
  const metre = stage.scale(stage.depth);
  const [w, h, border] = [width * metre, height * metre, metre * 0.03];
  canvas.add(
    rect(px + 4, py + 6, w, h, "#2a2320", 'fill-opacity="0.14"'),
    rect(px, py, w, h, dice.pick([scheme.wood, "#3b3632", "#f8f5ee"])),
  );
  canvas.add(rect(px + border, py + border, w - 2 * border, h - 2 * border, "#fdfbf6"));
  const mat = border + w * 0.08;
  art(scene, px + mat, py + mat, w - 2 * mat, h - 2 * mat);
}

/** Frames in a group around a middle. */
export function drawGallery(scene: Scene, x: number, y: number): void {
  const layout = scene.dice.pick([
    [[0, 0, 0.9, 0.62]],
    [
      [-0.32, 0, 0.5, 0.7],
      [0.32, 0, 0.5, 0.7],
    ],
    [
      [-0.48, 0, 0.4, 0.54],
      [0, 0, 0.4, 0.54],
      [0.48, 0, 0.4, 0.54],
    ],
    [
      [-0.3, 0.02, 0.62, 0.78],
      [0.24, 0.22, 0.34, 0.38],
      [0.24, -0.2, 0.34, 0.34],
    ],
  ] as const);
  for (const [dx, dy, width, height] of layout) drawFrame(scene, x + dx, y + dy, width, height);
}

/** Open shelves with books and things, standing against the back wall. */
export function drawShelves({ canvas, stage, dice, scheme }: Scene, x0: number, x1: number, tall: number): void {
  const [front, back] = [stage.depth - 0.34, stage.depth - 0.03];
  canvas.add(
    stage.shadow([x0, x1], [front, back]),
    stage.box({ x: [x0, x1], y: [0, tall], z: [front, back] }, scheme.wood),
  );
  const rows = Math.round(tall / 0.36);
  const metre = stage.scale(front);
  for (let row = 0; row < rows; row++) {
    const [low, high] = [0.06 + (row * (tall - 0.08)) / rows, ((row + 1) * (tall - 0.08)) / rows + 0.02];
    const [[left, bottom], [right, top]] = [stage.at([x0 + 0.04, low, front]), stage.at([x1 - 0.04, high, front])];
    canvas.add(rect(left, top, right - left, bottom - top, darker(scheme.wood, 0.4)));
    let at = left + 3;
    const room = bottom - top;
    while (at < right - metre * 0.1) {
      if (dice.chance(0.2)) {
        const size = room * 0.32;
        canvas.add(
          ellipse(
            at + size,
            bottom - size * 0.8,
            size * 0.9,
            size * 0.8,
            dice.pick([scheme.accent, "#efe7d8", scheme.second]),
          ),
        );
        at += size * 2.4;
        continue;
      }
      const width = metre * dice.between(0.025, 0.055);
      const height = room * dice.between(0.55, 0.86);
      canvas.add(
        rect(
          at,
          bottom - height,
          width,
          height,
          mix(
            dice.pick([scheme.main, scheme.accent, scheme.second, "#e9e1d0", "#53626b", "#8d5a4a"]),
            "#f2ead9",
            dice.between(0, 0.3),
          ),
        ),
      );
      at += width + 1.2;
    }
  }
}

/** A low cabinet along the back wall with a few things on it. Returns the height of its top, in metres. */
export function drawSideboard({ canvas, stage, dice, scheme }: Scene, x0: number, x1: number): number {
  const [front, back, top] = [stage.depth - 0.45, stage.depth - 0.03, 0.68];
  for (const x of [x0 + 0.08, x1 - 0.12])
    canvas.add(
      stage.box({ x: [x, x + 0.04], y: [0, 0.18], z: [front + 0.04, front + 0.08] }, darker(scheme.wood, 0.35)),
    );
  canvas.add(
    stage.shadow([x0, x1], [front, back], 0.07),
    stage.box({ x: [x0, x1], y: [0.16, top], z: [front, back] }, scheme.wood),
  );
  const doors = Math.max(2, Math.round((x1 - x0) / 0.5));
  for (let door = 0; door < doors; door++) {
    const [a, b] = [x0 + ((x1 - x0) * door) / doors + 0.02, x0 + ((x1 - x0) * (door + 1)) / doors - 0.02];
    canvas.add(
      stage.face(
        [
          [a, 0.2, front],
          [b, 0.2, front],
          [b, top - 0.04, front],
          [a, top - 0.04, front],
        ],
        lighter(scheme.wood, 0.07),
      ),
    );
    const [kx, ky] = stage.at([door % 2 ? a + 0.06 : b - 0.06, 0.45, front]);
    canvas.add(ellipse(kx, ky, 5, 5, darker(scheme.wood, 0.45)));
  }
  if (dice.chance(0.6)) {
    const [vx, vy] = stage.at([x1 - 0.25, top, front + 0.15]);
    const metre = stage.scale(front);
    canvas.add(
      path(
        `M${round(vx - metre * 0.06)} ${round(vy)}q${round(-metre * 0.08)} ${round(-metre * 0.16)} ${round(metre * 0.03)} ${round(-metre * 0.28)}h${round(metre * 0.06)}q${round(metre * 0.11)} ${round(metre * 0.12)} ${round(metre * 0.03)} ${round(metre * 0.28)}z`,
        dice.pick([scheme.accent, "#efe7d8"]),
      ),
    );
  }
  return top;
}

/** A lamp that hangs from the ceiling. */
export function drawPendant({ canvas, stage, scheme, light }: Scene, x: number, z: number, drop: number): void {
  const [[px, top], [, y]] = [stage.at([x, stage.height, z]), stage.at([x, stage.height - drop, z])];
  const metre = stage.scale(z);
  const r = metre * 0.2;
  canvas.add(line(px, top, px, y, "#4a433d", 3));
  if (light.lamps)
    canvas.add(
      ellipse(
        px,
        y + r * 0.6,
        r * 3,
        r * 3,
        canvas.radial([
          [0, "#ffe7b0", 0.5],
          [1, "#ffe7b0", 0],
        ]),
      ),
    );
  canvas.add(
    path(`M${round(px - r)} ${round(y + r)}a${round(r)} ${round(r)} 0 0 1 ${round(2 * r)} 0z`, scheme.accent),
    ellipse(px, y + r, r, r * 0.2, darker(scheme.accent, 0.25)),
  );
  canvas.add(ellipse(px, y + r * 1.05, r * 0.35, r * 0.16, "#fff4d6"));
}

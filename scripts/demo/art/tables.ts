import { ellipse, line, path, rect, round } from "./canvas.ts";
import { darker, lighter } from "./colours.ts";
import type { Scene } from "./room.ts";

/** A dining table with its things, centred at x and z, metres. */
export function drawTable(
  { canvas, stage, dice, scheme }: Scene,
  x: number,
  z: number,
  width: number,
  top = 0.75,
): void {
  const [half, deep] = [width / 2, 0.42];
  const leg = darker(scheme.wood, 0.28);
  canvas.add(stage.shadow([x - half + 0.15, x + half - 0.15], [z - deep + 0.1, z + deep], 0.06));
  for (const [dx, dz] of [
    [-half + 0.08, deep - 0.1],
    [half - 0.14, deep - 0.1],
    [-half + 0.08, -deep + 0.05],
    [half - 0.14, -deep + 0.05],
  ] as const) {
    canvas.add(stage.box({ x: [x + dx, x + dx + 0.06], y: [0, top], z: [z + dz, z + dz + 0.06] }, leg));
  }
  canvas.add(stage.box({ x: [x - half, x + half], y: [top - 0.05, top], z: [z - deep, z + deep] }, scheme.wood, 1));
  const [px, py] = stage.at([x, top, z]);
  const metre = stage.scale(z);
  for (const dx of [-0.4, 0.4])
    canvas.add(
      ellipse(px + dx * metre, py + metre * 0.06, metre * 0.14, metre * 0.045, "#f4efe4"),
      ellipse(px + dx * metre, py + metre * 0.06, metre * 0.09, metre * 0.028, darker("#f4efe4", 0.06)),
    );
  // A vase with a few twigs.
  for (let twig = 0; twig < 5; twig++) {
    const [lean, tall] = [(twig - 2) * 0.09 * metre, metre * dice.between(0.28, 0.42)];
    canvas.add(
      path(
        `M${round(px)} ${round(py - metre * 0.1)}Q${round(px + lean * 0.4)} ${round(py - tall)} ${round(px + lean)} ${round(py - tall)}`,
        "none",
        'stroke="#6d8a62" stroke-width="3"',
      ),
    );
    canvas.add(ellipse(px + lean, py - tall, metre * 0.04, metre * 0.04, twig % 2 ? scheme.accent : "#7d9a6b"));
  }
  canvas.add(
    rect(
      px - metre * 0.05,
      py - metre * 0.17,
      metre * 0.1,
      metre * 0.18,
      lighter(scheme.second, 0.3),
      `rx="${round(metre * 0.03)}"`,
    ),
  );
}

/** A chair; `facingAway` shows its back to the eye. */
export function drawChair(
  { canvas, stage, scheme }: Scene,
  x: number,
  z: number,
  colour: string,
  facingAway: boolean,
): void {
  const leg = darker(scheme.wood, 0.3);
  const [half, deep] = [0.22, 0.22];
  canvas.add(stage.shadow([x - half, x + half], [z - deep, z + deep], 0.05));
  const back = () => {
    const bz = facingAway ? z - deep : z + deep - 0.04;
    canvas.add(
      stage.box(
        { x: [x - half, x + half], y: [0.56, 0.88], z: [bz, bz + 0.04] },
        facingAway ? colour : darker(colour, 0.08),
        2,
      ),
    );
    for (const dx of [-half + 0.03, half - 0.03]) {
      const [[ax, ay], [bx, by]] = [stage.at([x + dx, 0.44, bz]), stage.at([x + dx, 0.6, bz])];
      canvas.add(line(ax, ay, bx, by, leg, stage.scale(bz) * 0.035));
    }
  };
  if (!facingAway) back();
  for (const [dx, dz] of [
    [-half, deep - 0.05],
    [half - 0.04, deep - 0.05],
    [-half, -deep],
    [half - 0.04, -deep],
  ] as const) {
    canvas.add(stage.box({ x: [x + dx, x + dx + 0.04], y: [0, 0.44], z: [z + dz, z + dz + 0.04] }, leg));
  }
  canvas.add(stage.box({ x: [x - half, x + half], y: [0.43, 0.48], z: [z - deep, z + deep] }, colour, 2));
  if (facingAway) back();
}

/** A small desk against the back wall with a chair, a laptop and a lamp's place left free at its right. */
export function drawDesk(scene: Scene, x0: number, x1: number): void {
  const { canvas, stage, scheme } = scene;
  const [front, back, top] = [stage.depth - 0.6, stage.depth - 0.03, 0.74];
  canvas.add(stage.shadow([x0, x1], [front, back], 0.06));
  for (const x of [x0 + 0.03, x1 - 0.08])
    canvas.add(stage.box({ x: [x, x + 0.05], y: [0, top], z: [front + 0.02, front + 0.07] }, darker(scheme.wood, 0.3)));
  canvas.add(stage.box({ x: [x0, x1], y: [top - 0.05, top], z: [front, back] }, scheme.wood, 1));
  const [px, py] = stage.at([(x0 + x1) / 2 - 0.1, top, front + 0.3]);
  const metre = stage.scale(front);
  canvas.add(
    rect(px - metre * 0.18, py - metre * 0.25, metre * 0.36, metre * 0.24, "#4b5157", 'rx="5"'),
    rect(px - metre * 0.165, py - metre * 0.235, metre * 0.33, metre * 0.205, lighter(scheme.main, 0.45), 'rx="2"'),
  );
  canvas.add(rect(px - metre * 0.22, py - metre * 0.02, metre * 0.44, metre * 0.035, "#aeb3b6", 'rx="4"'));
  drawChair(scene, (x0 + x1) / 2 - 0.1, front - 0.25, scheme.accent, true);
}

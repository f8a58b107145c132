import { ellipse, line, path, rect, round } from "./canvas.ts";
import { darker, lighter } from "./colours.ts";
import type { Scene } from "./room.ts";
import { drawView, type View } from "./skyline.ts";

/** A window on the back wall, in metres. */
export interface Opening {
  x: readonly [number, number];
  y: readonly [number, number];
  panes: number;
  view: View;
  curtains: boolean;
}

function curtain(scene: Scene, x: number, width: number, top: number, bottom: number): void {
  const { canvas, scheme } = scene;
  const cloth = lighter(scheme.second, 0.35);
  const folds = 5;
  for (let fold = 0; fold < folds; fold++) {
    const at = x + (width / folds) * fold;
    const fill = canvas.linear(
      [
        [0, darker(cloth, 0.1)],
        [0.45, lighter(cloth, 0.25)],
        [1, darker(cloth, 0.08)],
      ],
      [0, 0],
      [1, 0],
    );
    canvas.add(rect(at, top, width / folds + 0.6, bottom - top - (fold % 2) * 5, fill));
  }
}

/** Window with frame, sill, glazing bars and the view. */
export function drawWindow(scene: Scene, { x: [x0, x1], y: [y0, y1], panes, view, curtains }: Opening): void {
  const { canvas, stage, dice, light } = scene;
  const [[left, bottom], [right, top]] = [stage.at([x0, y0, stage.depth]), stage.at([x1, y1, stage.depth])];
  const [width, height] = [right - left, bottom - top];
  const metre = stage.scale(stage.depth);
  const bar = metre * 0.045;
  const white = "#fbf9f4";
  const clip = canvas.clip(rect(left, top, width, height, "#000000"));
  canvas.add(rect(left - bar * 1.6, top - bar * 1.6, width + bar * 3.2, height + bar * 3.2, darker(white, 0.1)));
  canvas.add(rect(left - bar, top - bar, width + bar * 2, height + bar * 2, white));
  canvas.add(`<g ${clip}>${drawView(canvas, dice, light, { x: left, y: top, width, height }, view)}`);
  // A pale slant over the glass.
  canvas.add(
    path(
      `M${round(left + width * 0.12)} ${round(top)}h${round(width * 0.12)}l${round(-width * 0.2)} ${round(height)}h${round(-width * 0.12)}z`,
      "#ffffff",
      'fill-opacity="0.16"',
    ),
    "</g>",
  );
  for (let pane = 1; pane < panes; pane++)
    canvas.add(rect(left + (width * pane) / panes - bar / 2, top, bar, height, white));
  if (y0 > 0.5 && dice.chance(0.6)) canvas.add(rect(left, top + height * 0.36 - bar / 2, width, bar * 0.9, white));
  canvas.add(
    rect(left - bar * 2.4, bottom + bar * 0.6, width + bar * 4.8, bar * 1.3, white),
    rect(left - bar * 2.4, bottom + bar * 1.9, width + bar * 4.8, bar * 0.4, darker(white, 0.2)),
  );
  if (!curtains) return;
  const rail = top - metre * 0.17;
  const fall = stage.at([0, dice.pick([0.04, 0.04, y0 - 0.25]), stage.depth])[1];
  const cloth = metre * dice.between(0.28, 0.42);
  canvas.add(
    line(left - cloth, rail, right + cloth, rail, darker(scene.scheme.wood, 0.2), bar * 0.6, 'stroke-linecap="round"'),
  );
  curtain(scene, left - cloth * 0.85, cloth, rail, fall);
  curtain(scene, right - cloth * 0.15, cloth, rail, fall);
}

/** Window on the left wall: too slanted for a view, so it is mostly light. */
export function drawSideWindow(
  { canvas, stage, light, scheme }: Scene,
  z0: number,
  z1: number,
  y0: number,
  y1: number,
): void {
  const x = stage.left;
  const quad = (a: number, b: number, low: number, high: number, fill: string, extra = "") =>
    stage.face(
      [
        [x, low, a],
        [x, low, b],
        [x, high, b],
        [x, high, a],
      ],
      fill,
      extra,
    );
  canvas.add(quad(z0 - 0.07, z1 + 0.07, y0 - 0.07, y1 + 0.07, darker("#fbf9f4", 0.06)));
  const middle = (z0 + z1) / 2;
  for (const [a, b] of [
    [z0, middle - 0.03],
    [middle + 0.03, z1],
  ] as const) {
    canvas.add(
      quad(
        a,
        b,
        y0,
        y1,
        canvas.linear([
          [0, light.sky[0]],
          [0.75, light.sky[1]],
          [1, light.leaves],
        ]),
      ),
    );
    canvas.add(quad(a, b, y0, y0 + 0.24, light.leaves, 'fill-opacity="0.75"'));
  }
  const sheer = lighter(scheme.second, 0.6);
  canvas.add(
    quad(z0 - 0.3, z0 + 0.12, 0.08, y1 + 0.15, sheer, 'fill-opacity="0.9"'),
    quad(z1 - 0.1, z1 + 0.25, 0.08, y1 + 0.15, sheer, 'fill-opacity="0.9"'),
  );
  const [a, b] = [z0 - 0.5, z1 - 0.7];
  canvas.add(
    stage.face(
      [
        [x + 0.35, 0, a],
        [x + 0.35, 0, b],
        [x + 2.1, 0, b - 0.4],
        [x + 2.1, 0, a - 0.4],
      ],
      light.sun,
      `fill-opacity="${round(light.beam * 8) / 10}"`,
    ),
  );
}

/** Lamp glow: where a lamp burns, the wall around it warms. */
export function glow({ canvas, light }: Scene, x: number, y: number, radius: number): string {
  if (!light.lamps) return "";
  return ellipse(
    x,
    y,
    radius,
    radius,
    canvas.radial([
      [0, "#ffe7b0", 0.65],
      [0.5, "#ffe7b0", 0.2],
      [1, "#ffe7b0", 0],
    ]),
  );
}

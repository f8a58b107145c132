import { polygon, round } from "./canvas.ts";
import { darker, lighter } from "./colours.ts";

/** Metres: x to the right of the eye, y up from the floor, z away from the picture. */
export type Spot = readonly [x: number, y: number, z: number];
/** Metres, from … to in each direction. */
interface Extent {
  x: readonly [number, number];
  y: readonly [number, number];
  z: readonly [number, number];
}

/** A room seen straight on, in one-point perspective. */
export interface Stage {
  readonly depth: number;
  /** Metres from the eye to each side wall; left is negative. */
  readonly left: number;
  readonly right: number;
  readonly height: number;
  at: (spot: Spot) => readonly [number, number];
  /** Pixels that a metre takes at this depth. */
  scale: (z: number) => number;
  face: (spots: readonly Spot[], fill: string, extra?: string) => string;
  /** A box with its visible faces; `soft` rounds the corners by so many centimetres. */
  box: (extent: Extent, colour: string, soft?: number) => string;
  /** A horizontal disc, as table tops and round rugs are. */
  disc: (centre: Spot, radius: number, fill: string, extra?: string) => string;
  /** Shade on the floor around a footprint, softer outwards. */
  shadow: (x: readonly [number, number], z: readonly [number, number], strength?: number) => string;
}

export interface Room {
  width: number;
  depth: number;
  height: number;
  /** Height of the eye and how far it stands right of the middle. */
  eye: number;
  aside: number;
}

const MIDDLE = 800;
const HORIZON = 520;
/** Metres from the eye to the picture plane, and pixels per metre one metre from the eye. */
const EYE_DISTANCE = 2.6;
const FOCAL_LENGTH = 1600;

export function makeStage({ width, depth, height, eye, aside }: Room): Stage {
  const scale = (z: number) => FOCAL_LENGTH / (z + EYE_DISTANCE);
  const at = ([x, y, z]: Spot) => [MIDDLE + x * scale(z), HORIZON + (eye - y) * scale(z)] as const;
  const face = (spots: readonly Spot[], fill: string, extra = "") => polygon(spots.map(at), fill, extra);
  return {
    depth,
    height,
    left: -width / 2 - aside,
    right: width / 2 - aside,
    at,
    scale,
    face,
    box({ x: [x0, x1], y: [y0, y1], z: [z0, z1] }, colour, soft = 0) {
      // A stroke in the face's own colour with round joins is what rounds the corner.
      const inset = soft / 100;
      const [ax, bx, ay, by, az, bz] = [x0 + inset, x1 - inset, y0 + inset, y1 - inset, z0 + inset, z1 - inset];
      const rim = (fill: string, z: number) =>
        soft ? `stroke="${fill}" stroke-linejoin="round" stroke-width="${round(2 * inset * scale(z))}"` : "";
      const faces: string[] = [];
      const side = darker(colour, 0.14);
      if (bx < 0)
        faces.push(
          face(
            [
              [bx, ay, az],
              [bx, ay, bz],
              [bx, by, bz],
              [bx, by, az],
            ],
            side,
            rim(side, z1),
          ),
        );
      if (ax > 0)
        faces.push(
          face(
            [
              [ax, ay, az],
              [ax, ay, bz],
              [ax, by, bz],
              [ax, by, az],
            ],
            side,
            rim(side, z1),
          ),
        );
      const top = lighter(colour, 0.16);
      if (by < eye)
        faces.push(
          face(
            [
              [ax, by, az],
              [bx, by, az],
              [bx, by, bz],
              [ax, by, bz],
            ],
            top,
            rim(top, z1),
          ),
        );
      else if (ay > eye)
        faces.push(
          face(
            [
              [ax, ay, az],
              [bx, ay, az],
              [bx, ay, bz],
              [ax, ay, bz],
            ],
            darker(colour, 0.22),
            "",
          ),
        );
      faces.push(
        face(
          [
            [ax, ay, az],
            [bx, ay, az],
            [bx, by, az],
            [ax, by, az],
          ],
          colour,
          rim(colour, z0),
        ),
      );
      return faces.join("");
    },
    disc([x, y, z], radius, fill, extra = "") {
      const points = Array.from({ length: 36 }, (_, step) => {
        const angle = (step / 36) * 2 * Math.PI;
        return at([x + radius * Math.cos(angle), y, z + radius * Math.sin(angle)]);
      });
      return polygon(points, fill, extra);
    },
    shadow([x0, x1], [z0, z1], strength = 0.1) {
      return [0.16, 0.12, 0.08, 0.04]
        .map((spread) =>
          face(
            [
              [x0 - spread, 0, z0 - spread * 0.7],
              [x1 + spread, 0, z0 - spread * 0.7],
              [x1 + spread, 0, z1],
              [x0 - spread, 0, z1],
            ],
            "#2a2320",
            `fill-opacity="${round(strength * 60) / 100}"`,
          ),
        )
        .join("");
    },
  };
}

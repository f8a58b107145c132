/** Size of every picture, in pixels. */
export const PICTURE = { width: 1600, height: 1200 } as const;

type Stop = readonly [offset: number, colour: string, opacity?: number];

/** An SVG picture under construction: what is added later lies on top. */
export interface Canvas {
  add(...markup: string[]): void;
  /** Fill that runs between two points of the shape's own box (0…1). */
  linear(stops: readonly Stop[], from?: readonly [number, number], to?: readonly [number, number]): string;
  /** Fill that runs from the middle of the shape's box to its rim. */
  radial(stops: readonly Stop[]): string;
  /** Fill that repeats a tile of this size in pixels, as brickwork does. */
  pattern(width: number, height: number, tile: string): string;
  /** Attribute that clips an element to a shape. */
  clip(shape: string): string;
  /** @param mirrored turns the picture left to right */
  finish(mirrored?: boolean): string;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export function makeCanvas(): Canvas {
  const body: string[] = [];
  const definitions: string[] = [];
  const define = (make: (id: string) => string): string => {
    const id = `d${definitions.length}`;
    definitions.push(make(id));
    return `url(#${id})`;
  };
  const stopMarkup = (stops: readonly Stop[]) =>
    stops
      .map(
        ([offset, colour, opacity = 1]) =>
          `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
      )
      .join("");
  return {
    add: (...markup) => void body.push(...markup),
    linear: (stops, [x1, y1] = [0, 0], [x2, y2] = [0, 1]) =>
      define(
        (id) =>
          `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopMarkup(stops)}</linearGradient>`,
      ),
    radial: (stops) => define((id) => `<radialGradient id="${id}">${stopMarkup(stops)}</radialGradient>`),
    pattern: (width, height, tile) =>
      define(
        (id) =>
          `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${tile}</pattern>`,
      ),
    clip: (shape) => `clip-path="${define((id) => `<clipPath id="${id}">${shape}</clipPath>`)}"`,
    finish(mirrored = false) {
      const { width, height } = PICTURE;
      const turn = mirrored ? ` transform="translate(${width} 0) scale(-1 1)"` : "";
      return (
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
        `<defs>${definitions.join("")}</defs><g${turn}>${body.join("")}</g></svg>`
      );
    },
  };
}

/** Flat shapes, in pixels. `extra` holds further SVG attributes. */
export function rect(x: number, y: number, width: number, height: number, fill: string, extra = ""): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${extra}/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, extra = ""): string {
  return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}" ${extra}/>`;
}

export function polygon(points: readonly (readonly [number, number])[], fill: string, extra = ""): string {
  return `<polygon points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ")}" fill="${fill}" ${extra}/>`;
}

export function path(d: string, fill: string, extra = ""): string {
  return `<path d="${d}" fill="${fill}" ${extra}/>`;
}

export function line(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  colour: string,
  width: number,
  extra = "",
): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${colour}" stroke-width="${round(width)}" ${extra}/>`;
}

export interface Point {
  x: number;
  y: number;
}

/**
 * The SVG path of a smooth curve through points of rising x. Between two points it never leaves the range of their
 * values (Fritsch and Carlson's monotone cubic): a curve must not show numbers that nobody counted.
 */
export function curvePath(points: readonly Point[]): string {
  const slopes = points.slice(1).map((point, index) => slopeBetween(points[index] ?? point, point));
  const tangents = points.map((_, index) => {
    const [before, after] = [slopes[index - 1], slopes[index]];
    if (before === undefined || after === undefined) return before ?? after ?? 0;
    // The harmonic mean keeps the curve between its points; it is level at every turn.
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  return points
    .map((point, index) => {
      const previous = points[index - 1];
      if (!previous) return `M${pair(point)}`;
      const third = (point.x - previous.x) / 3;
      const leave = { x: previous.x + third, y: previous.y + third * (tangents[index - 1] ?? 0) };
      const arrive = { x: point.x - third, y: point.y - third * (tangents[index] ?? 0) };
      return `C${pair(leave)} ${pair(arrive)} ${pair(point)}`;
    })
    .join("");
}

const slopeBetween = (from: Point, to: Point) => (to.y - from.y) / (to.x - from.x || 1);
const round = (number: number) => Math.round(number * 100) / 100;
const pair = ({ x, y }: Point) => `${round(x)},${round(y)}`;

/** The top of an axis for values up to `highest`: a round number whose half is whole like what is counted. */
export function axisTop(highest: number): number {
  if (highest <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= highest) ?? 10;
  return step * power;
}

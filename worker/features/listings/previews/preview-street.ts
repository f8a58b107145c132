// Illustration of a street in the site's colours, for listings without a photo.

const TOWERS = [
  [18, 236, 74, 300],
  [104, 176, 62, 360],
  [178, 268, 86, 270],
  [352, 214, 70, 330],
  [434, 150, 60, 390],
  [506, 250, 84, 290],
] as const;

const HOUSES = [
  { x: 24, width: 176, eaves: 400, ridge: 300, wall: "#0f5a6d" },
  { x: 204, width: 176, eaves: 376, ridge: 268, wall: "#0a4454" },
  { x: 384, width: 176, eaves: 400, ridge: 300, wall: "#0f5a6d" },
] as const;
const GROUND = 566;

const windowsOf = (x: number, y: number, width: number, rows: number) =>
  Array.from({ length: rows * 3 }, (_, nth) => {
    const step = (width - 20) / 3;
    const left = x + 10 + (nth % 3) * step + step / 2 - 6;
    return `<rect x="${left.toFixed(1)}" y="${y + 18 + Math.floor(nth / 3) * 34}" width="12" height="17" rx="2"/>`;
  }).join("");

const towers = TOWERS.map(
  ([x, y, width, height]) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/>`,
).join("");
const towerWindows = TOWERS.map(([x, y, width]) => windowsOf(x, y, width, 5)).join("");

const pane = (x: number, y: number, width: number, height: number) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="#faf6ef"/>` +
  `<path d="M${x + width / 2} ${y}v${height}M${x} ${y + height / 2}h${width}" stroke="#dcedf0" stroke-width="4"/>`;

const houses = HOUSES.map(({ x, width, eaves, ridge, wall }) => {
  const middle = x + width / 2;
  return (
    `<path d="M${x + 10} ${eaves}v${GROUND - eaves}h${width - 20}v-${GROUND - eaves}L${middle} ${ridge + 12}z" fill="${wall}"/>` +
    `<path d="M${x - 4} ${eaves + 6} ${middle} ${ridge}l${width / 2 + 4} ${eaves + 6 - ridge}" fill="none" stroke="#231e19" stroke-opacity=".82" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<circle cx="${middle}" cy="${eaves - 22}" r="17" fill="#faf6ef"/>` +
    pane(x + 32, eaves + 26, 44, 48) +
    pane(x + width - 76, eaves + 26, 44, 48) +
    `<rect x="${x + 34}" y="${GROUND - 76}" width="42" height="76" rx="4" fill="#fbefd7"/><circle cx="${x + 68}" cy="${GROUND - 36}" r="3.5" fill="#744700"/>` +
    pane(x + width - 82, GROUND - 70, 54, 46)
  );
}).join("");

/** For a box of 584 x 630. */
export const STREET_SVG =
  '<rect width="584" height="630" fill="#dcedf0"/><circle cx="300" cy="150" r="74" fill="#fffdfa" fill-opacity=".75"/>' +
  `<g fill="#b9d9df">${towers}<path d="M300 70l5 96 9 8v16l-8 6 6 340h-24l6-340-8-6v-16l9-8z"/></g>` +
  `<g fill="#dcedf0" fill-opacity=".7">${towerWindows}</g>${houses}` +
  `<rect y="${GROUND}" width="584" height="64" fill="#f1ebe0"/><path d="M0 ${GROUND}h584" stroke="#8a8072" stroke-width="4"/>`;

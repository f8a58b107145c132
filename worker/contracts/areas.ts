// A separate module, so that pages can load these names without the address parser.

/** Areas of listings: the municipalities of the GTA and the former municipalities of Toronto. */
export const AREAS = [
  "North York",
  "East York",
  "Scarborough",
  "Etobicoke",
  "York",
  "Mississauga",
  "Brampton",
  "Vaughan",
  "Markham",
  "Richmond Hill",
  "Thornhill",
  "Woodbridge",
  "Concord",
  "Pickering",
  "Ajax",
  "Whitby",
  "Oshawa",
  "Oakville",
  "Burlington",
  "Milton",
  "Aurora",
  "Newmarket",
  "Caledon",
  "Halton Hills",
  "King City",
  "Stouffville",
  "Toronto",
] as const;
export type Area = (typeof AREAS)[number];
/** The name of the City of Toronto and the names of its former municipalities. */
export const TORONTO_DISTRICTS: readonly string[] = [
  "Toronto",
  "North York",
  "East York",
  "Scarborough",
  "Etobicoke",
  "York",
];

/** Returns whether a municipality is in the City of Toronto, where the market benchmarks were measured. */
export function isInToronto(municipality: string): boolean {
  return TORONTO_DISTRICTS.includes(municipality);
}

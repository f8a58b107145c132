// Apart from how addresses are read: pages load these names, and not that.

/** Where listings can be: municipalities of the GTA and the former ones of Toronto. */
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
/** The City by its own name and by those of its former municipalities. */
export const TORONTO_DISTRICTS: readonly string[] = [
  "Toronto",
  "North York",
  "East York",
  "Scarborough",
  "Etobicoke",
  "York",
];

/** Whether a municipality lies in the City of Toronto, for which the market benchmarks were measured. */
export function isInToronto(municipality: string): boolean {
  return TORONTO_DISTRICTS.includes(municipality);
}

// What the plain ground names, so that a place on it can be recognized. Places are written as in map-ground.ts, each
// before its name.

/** What a name stands for: an area of the city or beside it, a quarter in it, a station, or water. */
export type NameKind = "area" | "quarter" | "station" | "water";

/**
 * The former municipalities (middles of their boundaries) and, outside of the city's limits, the municipalities that
 * border it, where they do. City of Toronto, Open Government Licence – Toronto (2026-08).
 */
const AREAS = `
5224,6851 York|5696,7519 North York|6630,7006 East York|7631,7780 Scarborough|4451,6720 Etobicoke|6150,6530 Old Toronto|
3600,6200 Mississauga|4700,8150 Vaughan|6700,8450 Markham|9000,8300 Pickering`;

/** Middles of some of the City's 158 neighbourhoods, by the part of their name that people use. Same source and licence. */
const QUARTERS = `
5960,6716 Annex|6339,6677 Cabbagetown|6395,6600 Regent Park|6028,6536 Chinatown|5870,6343 Liberty Village|
5607,6367 Parkdale|5697,6475 Little Portugal|5570,6461 Roncesvalles|5337,6576 High Park|5286,6679 Junction|
5816,6592 Little Italy|5745,6769 Wychwood|6204,6828 Rosedale|5857,6945 Forest Hill|6339,7038 Leaside|
6487,6720 Riverdale|7004,6710 The Beaches|6701,6840 Danforth|6500,7077 Thorncliffe Park|6674,7159 Flemingdon Park|
6503,7377 Don Mills|5939,7172 Lawrence Park|5724,7712 Willowdale|6229,7764 Bayview Village|5258,7387 Downsview|
4780,7649 Black Creek|4843,7027 Weston|4525,6463 Islington|4942,6141 Mimico|4896,6006 New Toronto|4667,5924 Long Branch|
4510,7215 Rexdale|7014,7486 Wexford|7357,7593 Dorset Park|7343,7887 Agincourt|7693,8056 Malvern|7250,8207 Milliken|
8050,7488 Guildwood|8233,7675 West Hill|7349,6947 Birchcliffe`;

/** Stations at the end of a line, and where one changes between lines. From the TTC's GTFS, same licence (2026-07). */
const STATIONS = `
5845,7805 Finch|4721,7940 Vaughan Metropolitan Centre|4642,6375 Kipling|7356,7326 Kennedy|6536,7754 Don Mills|
5142,6880 Mount Dennis|3985,7299 Humber College|6194,6457 Union|6140,6708 Bloor-Yonge|6012,6684 St. George|
5951,6684 Spadina|6012,7060 Eglinton|5637,6995 Cedarvale|5895,7613 Sheppard-Yonge|5091,7640 Finch West`;

const WATER = `6400,5800 Lake Ontario`;

interface Name {
  kind: NameKind;
  name: string;
  /** Longitude, latitude. */
  at: [number, number];
}

const decode = (kind: NameKind, text: string) =>
  text.split("|").map((row): Name => {
    const [, east = "0", north = "0", name = ""] = /^\s*(\d+),(\d+) (.+)$/.exec(row) ?? [];
    return { kind, name, at: [-80 + Number(east) / 10_000, 43 + Number(north) / 10_000] };
  });

export const NAMES: readonly Name[] = [
  ...decode("area", AREAS),
  ...decode("quarter", QUARTERS),
  ...decode("station", STATIONS),
  ...decode("water", WATER),
];

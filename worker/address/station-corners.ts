import { namesOfStreet, streetParts } from "../contracts/street-words.ts";
import { STATIONS, type Station } from "./place-data.ts";

/**
 * Stations at a corner of each street, by name. A station that is not named after its crossing street is followed by
 * that street. The list omits stations more than 300 m from their corner (Kennedy, Kipling, Victoria Park), and Dundas
 * West, because Dundas and Bloor Street cross twice. The list was checked against the City's houses on both streets.
 */
const AT_CORNERS: Readonly<Record<string, string>> = {
  yonge:
    "King, Queen, TMU: dundas, College, Wellesley, Bloor-Yonge: bloor, St. Clair, Davisville, Eglinton, Lawrence, York Mills, Sheppard-Yonge: sheppard, North York Centre: park home, Finch",
  university: "St. Andrew: king, Osgoode: queen, St. Patrick: dundas, Queen's Park: college",
  allen: "Cedarvale: eglinton, Glencairn, Lawrence West: lawrence, Wilson, Sheppard West: sheppard",
  bloor:
    "Islington, Royal York, Old Mill, Jane, Runnymede, High Park, Keele, Lansdowne, Dufferin, Ossington, Christie, Bathurst, Spadina, St. George, Bay, Sherbourne, Castle Frank",
  danforth: "Broadview, Chester, Pape, Donlands, Greenwood, Coxwell, Woodbine, Main Street: main",
  sheppard: "Bayview, Bessarion, Leslie, Don Mills",
  spadina: "Dupont",
  keele: "Finch West: finch",
  "st clair": "Warden",
  eglinton:
    "Keelesdale: keele, Caledonia, Fairbank: dufferin, Oakwood, Forest Hill: bathurst, Chaplin, Avenue, Mount Pleasant, Leaside: bayview, Laird, Sunnybrook Park: leslie, Don Valley: don mills, Wynford, Sloane, O'Connor: victoria park, Pharmacy, Hakimi Lebovic, Golden Mile: warden, Birchmount, Ionview",
  finch:
    "Sentinel, Tobermory, Driftwood, Jane and Finch: jane, Norfinch Oakdale: norfinch, Signet Arrow: signet, Emery: weston, Milvan Rumike: milvan, Duncanwoods, Pearldale, Rowntree Mills: islington, Mount Olive: kipling, Stevenson, Albion, Martin Grove, Westmore",
};

const plain = (name: string) => name.toLowerCase().replace(/[.']/g, "");

const CORNERS = Object.entries(AT_CORNERS).flatMap(([street, stations]) =>
  stations.split(", ").flatMap((entry) => {
    const [name = "", crossing = plain(name)] = entry.split(": ");
    const station = STATIONS.find((other) => other.name === name);
    return station === undefined ? [] : [{ station, streets: [street, crossing] }];
  }),
);

/** Returns the stations on a street, each at one of its corners. */
export function stationsOn(street: string): Station[] {
  const names = namesOfStreet(street);
  return CORNERS.filter(({ streets }) => streets.some((name) => names.includes(name))).map(({ station }) => station);
}

/** Returns the station at the corner of two streets; null if there is none. */
export function stationAt(first: string, second: string): Station | null {
  const others = stationsOn(second);
  const areOne = streetParts(first).name === streetParts(second).name;
  return areOne ? null : (stationsOn(first).find((station) => others.includes(station)) ?? null);
}

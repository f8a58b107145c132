import type { ImportedDataset } from "../contracts/places.ts";
import { type Coordinates, metresBetween } from "../platform/grid.ts";
import { SUBWAY_LINES, type SubwayLine } from "../contracts/search.ts";

/** Convenience stores and marketplaces are separate from supermarkets, because only supermarkets count as groceries. */
export type NearbyKind = "school" | "daycare" | "supermarket" | "convenience" | "marketplace" | "medical" | "park";

type Dataset = Pick<ImportedDataset, "name" | "version" | "loaded"> & { importedAt: Date };

/**
 * Version of the tables and rules in this code. Change the version with every change to the tables or rules that
 * changes facts about a location.
 */
const SHIPPED_DAY = "2026-11-22";
/** The open data from which facts about locations are derived. */
export interface PlaceData {
  /** The newest day and a digest of all versions, "2026-11-21-3f9a0c2e". Facts with another version are out of date. */
  version: string;
  /**
   * Returns whether a kind of data was imported. Without the data, it is unknown whether anything of that kind is
   * nearby.
   */
  has(name: string): boolean;
}

/**
 * Returns {@link PlaceData} of imported data sets. @param reruns number of times that moderators marked all facts as
 * out of date
 */
export async function placeDataOf(imported: readonly Dataset[], reruns = "0"): Promise<PlaceData> {
  const versions = imported.map(({ name, version }) => `${name} ${version}`).toSorted();
  const text = [`shipped ${SHIPPED_DAY}`, `stations ${STATIONS_VERSION}`, `reruns ${reruns}`, ...versions].join("\n");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  // The demo's seeding script runs this in Node, whose Uint8Array does not have toHex yet.
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const days = imported.map(({ importedAt }) => importedAt.toISOString().slice(0, 10));
  const newest = [SHIPPED_DAY, ...days].toSorted().at(-1) ?? SHIPPED_DAY;
  const loaded = new Set(imported.flatMap(({ name, loaded: rows }) => (rows > 0 ? [name] : [])));
  return { version: `${newest}-${hex.slice(0, 8)}`, has: (name) => loaded.has(name) };
}

/** Attribution of the locations of postal areas. */
export const FSA_SOURCE = "City of Toronto";

/**
 * Latitude, longitude and spread of each residential FSA in Toronto, computed from the addresses in the City's lists of
 * rental buildings, schools and daycares (2026). M5K, M5L, M5W, M5X, M7A and M7Y (offices, Queen's Park and email
 * centres) are missing, because no listed address is in them.
 */
const CENTROIDS: Readonly<Record<string, readonly [number, number, number]>> = {
  M1B: [43.80573, -79.20515, 3134],
  M1C: [43.78764, -79.15901, 2215],
  M1E: [43.76654, -79.19204, 2507],
  M1G: [43.76803, -79.21776, 1753],
  M1H: [43.76663, -79.23797, 1512],
  M1J: [43.7437, -79.22958, 1491],
  M1K: [43.72946, -79.26554, 1911],
  M1L: [43.71178, -79.28963, 2050],
  M1M: [43.72683, -79.23181, 2038],
  M1N: [43.6899, -79.26785, 1960],
  M1P: [43.75982, -79.27407, 1984],
  M1R: [43.7453, -79.30592, 2089],
  M1S: [43.79324, -79.26795, 2120],
  M1T: [43.7817, -79.30293, 1600],
  M1V: [43.81445, -79.28597, 1759],
  M1W: [43.80095, -79.32205, 1549],
  M1X: [43.82609, -79.23422, 890],
  M2H: [43.79909, -79.35945, 1728],
  M2J: [43.78011, -79.34424, 1558],
  M2K: [43.77706, -79.3845, 1713],
  M2L: [43.75485, -79.38035, 1574],
  M2M: [43.79217, -79.41263, 1740],
  M2N: [43.7671, -79.40839, 1753],
  M2P: [43.7507, -79.40053, 866],
  M2R: [43.77908, -79.44514, 1420],
  M3A: [43.75644, -79.3271, 1684],
  M3B: [43.74783, -79.35132, 1415],
  M3C: [43.7269, -79.33909, 1808],
  M3H: [43.74783, -79.44266, 2008],
  M3J: [43.75847, -79.49504, 1457],
  M3K: [43.73302, -79.46789, 1635],
  M3L: [43.72867, -79.51225, 1587],
  M3M: [43.73098, -79.49382, 1495],
  M3N: [43.75869, -79.51759, 1572],
  M4A: [43.72636, -79.3108, 1219],
  M4B: [43.70689, -79.30359, 836],
  M4C: [43.69108, -79.30815, 1570],
  M4E: [43.67675, -79.29358, 1061],
  M4G: [43.70746, -79.36801, 1252],
  M4H: [43.70367, -79.34438, 358],
  M4J: [43.68584, -79.3384, 1179],
  M4K: [43.68254, -79.35311, 1168],
  M4L: [43.67138, -79.31415, 1088],
  M4M: [43.66327, -79.33997, 860],
  M4N: [43.7255, -79.39694, 1243],
  M4P: [43.7107, -79.39266, 697],
  M4R: [43.71249, -79.40396, 1165],
  M4S: [43.7022, -79.38974, 807],
  M4T: [43.68823, -79.39028, 562],
  M4V: [43.68737, -79.4013, 910],
  M4W: [43.67633, -79.37943, 1111],
  M4X: [43.66768, -79.37258, 414],
  M4Y: [43.66642, -79.38045, 486],
  M5A: [43.65696, -79.36698, 993],
  M5B: [43.65781, -79.37767, 472],
  M5C: [43.65115, -79.37648, 201],
  M5E: [43.64681, -79.37295, 228],
  M5G: [43.65597, -79.38516, 513],
  M5H: [43.65156, -79.38388, 208],
  M5J: [43.63446, -79.37856, 2085],
  M5M: [43.73353, -79.41824, 1372],
  M5N: [43.70654, -79.42147, 1322],
  M5P: [43.69264, -79.41486, 1180],
  M5R: [43.67191, -79.40429, 1038],
  M5S: [43.6647, -79.39982, 930],
  M5T: [43.65399, -79.39615, 668],
  M5V: [43.64219, -79.39578, 842],
  M6A: [43.72549, -79.43943, 1585],
  M6B: [43.70818, -79.44124, 1363],
  M6C: [43.68727, -79.42638, 1430],
  M6E: [43.69006, -79.44724, 1335],
  M6G: [43.66698, -79.42031, 1507],
  M6H: [43.66287, -79.43594, 1349],
  M6J: [43.64815, -79.41906, 853],
  M6K: [43.63862, -79.43341, 914],
  M6L: [43.71318, -79.48482, 1365],
  M6M: [43.6939, -79.48285, 1575],
  M6N: [43.67663, -79.48226, 1989],
  M6P: [43.6586, -79.46305, 976],
  M6R: [43.64604, -79.44917, 897],
  M6S: [43.65397, -79.48495, 1719],
  M8V: [43.60735, -79.49887, 1914],
  M8W: [43.59651, -79.5371, 1656],
  M8X: [43.65002, -79.50383, 1234],
  M8Y: [43.63628, -79.49312, 1290],
  M8Z: [43.62988, -79.51644, 1217],
  M9A: [43.66137, -79.52496, 2249],
  M9B: [43.65071, -79.55402, 2072],
  M9C: [43.64323, -79.57309, 1923],
  M9L: [43.75241, -79.56572, 822],
  M9M: [43.74269, -79.54292, 1741],
  M9N: [43.7041, -79.51642, 1182],
  M9P: [43.69213, -79.53151, 1597],
  M9R: [43.68727, -79.55779, 1472],
  M9V: [43.74246, -79.58593, 1605],
  M9W: [43.72076, -79.56477, 1649],
};

/**
 * Returns the middle of a Toronto FSA ("M4C"), estimated from known addresses, with the radius that contains 90 % of
 * them. Null for other FSAs.
 */
export function fsaCentroid(fsa: string): (Coordinates & { spreadMetres: number }) | null {
  const found = Object.hasOwn(CENTROIDS, fsa) ? CENTROIDS[fsa] : undefined;
  return found === undefined ? null : { latitude: found[0], longitude: found[1], spreadMetres: found[2] };
}

/** A subway or light rail station, at the centre of its platforms. */
export interface Station extends Coordinates {
  id: string;
  name: string;
  lines: readonly SubwayLine[];
}

/** Attribution of stations. */
export const STATIONS_SOURCE = "City of Toronto (TTC)";

/** Month of the TTC's GTFS schedule (Open Government Licence – Toronto) that lists these stations. */
const STATIONS_VERSION = "2026-07";

/** Each row has an id, a name, lines, a latitude and a longitude. */
const ROWS: readonly (readonly [string, string, string, number, number])[] = [
  ["bloor-yonge", "Bloor-Yonge", "1 2", 43.670785, -79.386013],
  ["cedarvale", "Cedarvale", "1 5", 43.699478, -79.43625],
  ["college", "College", "1", 43.660799, -79.382888],
  ["davisville", "Davisville", "1", 43.697648, -79.39709],
  ["downsview-park", "Downsview Park", "1", 43.753311, -79.478693],
  ["dupont", "Dupont", "1", 43.674349, -79.40689],
  ["eglinton", "Eglinton", "1 5", 43.706017, -79.398808],
  ["finch", "Finch", "1", 43.780497, -79.415492],
  ["finch-west", "Finch West", "1 6", 43.764049, -79.490932],
  ["glencairn", "Glencairn", "1", 43.708598, -79.440541],
  ["highway-407", "Highway 407", "1", 43.783359, -79.523454],
  ["king", "King", "1", 43.649049, -79.377888],
  ["lawrence", "Lawrence", "1", 43.725948, -79.40239],
  ["lawrence-west", "Lawrence West", "1", 43.715266, -79.443915],
  ["museum", "Museum", "1", 43.666599, -79.393189],
  ["north-york-centre", "North York Centre", "1", 43.767947, -79.412542],
  ["osgoode", "Osgoode", "1", 43.651099, -79.386688],
  ["pioneer-village", "Pioneer Village", "1", 43.776746, -79.509353],
  ["queen", "Queen", "1", 43.652749, -79.379388],
  ["queen-s-park", "Queen's Park", "1", 43.659899, -79.390489],
  ["rosedale", "Rosedale", "1", 43.676649, -79.388339],
  ["sheppard-west", "Sheppard West", "1", 43.749675, -79.462387],
  ["sheppard-yonge", "Sheppard-Yonge", "1 4", 43.761285, -79.410517],
  ["spadina", "Spadina", "1 2", 43.668374, -79.404889],
  ["st-andrew", "St. Andrew", "1", 43.647649, -79.384788],
  ["st-clair", "St. Clair", "1", 43.688049, -79.393289],
  ["st-clair-west", "St. Clair West", "1", 43.684548, -79.41564],
  ["st-george", "St. George", "1 2", 43.668399, -79.398814],
  ["st-patrick", "St. Patrick", "1", 43.654649, -79.388188],
  ["summerhill", "Summerhill", "1", 43.682699, -79.390989],
  ["tmu", "TMU", "1", 43.656549, -79.380988],
  ["union", "Union", "1", 43.645699, -79.380588],
  ["vaughan-metropolitan-centre", "Vaughan Metropolitan Centre", "1", 43.794021, -79.527906],
  ["wellesley", "Wellesley", "1", 43.665549, -79.383638],
  ["wilson", "Wilson", "1", 43.734448, -79.450042],
  ["york-mills", "York Mills", "1", 43.743848, -79.406091],
  ["york-university", "York University", "1", 43.774097, -79.499888],
  ["yorkdale", "Yorkdale", "1", 43.724598, -79.447492],
  ["bathurst", "Bathurst", "2", 43.665799, -79.41144],
  ["bay", "Bay", "2", 43.669999, -79.390939],
  ["broadview", "Broadview", "2", 43.676699, -79.358838],
  ["castle-frank", "Castle Frank", "2", 43.673799, -79.368938],
  ["chester", "Chester", "2", 43.678296, -79.352519],
  ["christie", "Christie", "2", 43.664299, -79.41814],
  ["coxwell", "Coxwell", "2", 43.684399, -79.322836],
  ["donlands", "Donlands", "2", 43.681049, -79.338337],
  ["dufferin", "Dufferin", "2", 43.660699, -79.43479],
  ["dundas-west", "Dundas West", "2", 43.657299, -79.451941],
  ["greenwood", "Greenwood", "2", 43.682699, -79.330837],
  ["high-park", "High Park", "2", 43.653699, -79.467841],
  ["islington", "Islington", "2", 43.645398, -79.524144],
  ["jane", "Jane", "2", 43.649949, -79.483742],
  ["keele", "Keele", "2", 43.655499, -79.459541],
  ["kennedy", "Kennedy", "2 5", 43.732554, -79.264366],
  ["kipling", "Kipling", "2", 43.63752, -79.535793],
  ["lansdowne", "Lansdowne", "2", 43.65928, -79.442467],
  ["main-street", "Main Street", "2", 43.689099, -79.301536],
  ["old-mill", "Old Mill", "2", 43.649748, -79.494142],
  ["ossington", "Ossington", "2", 43.662199, -79.42699],
  ["pape", "Pape", "2", 43.679799, -79.344937],
  ["royal-york", "Royal York", "2", 43.648448, -79.509593],
  ["runnymede", "Runnymede", "2", 43.651899, -79.475842],
  ["sherbourne", "Sherbourne", "2", 43.672139, -79.376167],
  ["victoria-park", "Victoria Park", "2", 43.694899, -79.288685],
  ["warden", "Warden", "2", 43.711549, -79.278935],
  ["woodbine", "Woodbine", "2", 43.686499, -79.313136],
  ["bayview", "Bayview", "4", 43.766911, -79.386717],
  ["bessarion", "Bessarion", "4", 43.769249, -79.376328],
  ["don-mills", "Don Mills", "4", 43.775397, -79.346386],
  ["leslie", "Leslie", "4", 43.771298, -79.36589],
  ["aga-khan-park-museum", "Aga Khan Park & Museum", "5", 43.722419, -79.332692],
  ["avenue", "Avenue", "5", 43.704813, -79.408895],
  ["birchmount", "Birchmount", "5", 43.730181, -79.277054],
  ["caledonia", "Caledonia", "5", 43.692348, -79.465389],
  ["chaplin", "Chaplin", "5", 43.702961, -79.417404],
  ["don-valley", "Don Valley", "5", 43.720012, -79.339178],
  ["fairbank", "Fairbank", "5", 43.695767, -79.449443],
  ["forest-hill", "Forest Hill", "5", 43.701199, -79.425302],
  ["golden-mile", "Golden Mile", "5", 43.727866, -79.287626],
  ["hakimi-lebovic", "Hakimi Lebovic", "5", 43.726997, -79.291555],
  ["ionview", "Ionview", "5", 43.731312, -79.272093],
  ["keelesdale", "Keelesdale", "5", 43.690513, -79.474676],
  ["laird", "Laird", "5", 43.713269, -79.365031],
  ["leaside", "Leaside", "5", 43.710876, -79.376689],
  ["mount-dennis", "Mount Dennis", "5", 43.688025, -79.485789],
  ["mount-pleasant", "Mount Pleasant", "5", 43.708585, -79.390435],
  ["o-connor", "O'Connor", "5", 43.724826, -79.301785],
  ["oakwood", "Oakwood", "5", 43.697485, -79.442958],
  ["pharmacy", "Pharmacy", "5", 43.725841, -79.296742],
  ["sloane", "Sloane", "5", 43.72592, -79.31268],
  ["sunnybrook-park", "Sunnybrook Park", "5", 43.717309, -79.349134],
  ["wynford", "Wynford", "5", 43.724083, -79.32666],
  ["albion", "Albion", "6", 43.741171, -79.589183],
  ["driftwood", "Driftwood", "6", 43.758068, -79.513354],
  ["duncanwoods", "Duncanwoods", "6", 43.748827, -79.557553],
  ["emery", "Emery", "6", 43.752081, -79.542392],
  ["humber-college", "Humber College", "6", 43.729898, -79.60153],
  ["jane-and-finch", "Jane and Finch", "6", 43.757248, -79.517713],
  ["martin-grove", "Martin Grove", "6", 43.736739, -79.591918],
  ["milvan-rumike", "Milvan Rumike", "6", 43.749971, -79.552309],
  ["mount-olive", "Mount Olive", "6", 43.743302, -79.581782],
  ["norfinch-oakdale", "Norfinch Oakdale", "6", 43.755943, -79.524252],
  ["pearldale", "Pearldale", "6", 43.747743, -79.562497],
  ["rowntree-mills", "Rowntree Mills", "6", 43.746311, -79.568579],
  ["sentinel", "Sentinel", "6", 43.761081, -79.500039],
  ["signet-arrow", "Signet Arrow", "6", 43.753293, -79.536226],
  ["stevenson", "Stevenson", "6", 43.743219, -79.586949],
  ["tobermory", "Tobermory", "6", 43.759332, -79.507918],
  ["westmore", "Westmore", "6", 43.73475, -79.600709],
];

/** All stations of lines 1, 2, 4, 5 and 6. */
export const STATIONS: readonly Station[] = ROWS.map(([id, name, lines, latitude, longitude]) => ({
  id,
  name,
  lines: SUBWAY_LINES.filter((line) => lines.split(" ").includes(line)),
  latitude,
  longitude,
}));

/** Returns the nearest station and its straight-line distance in metres. */
export function closestStation(place: Coordinates): { station: Station; metres: number } {
  return STATIONS.map((station) => ({ station, metres: metresBetween(place, station) })).reduce((a, b) =>
    b.metres < a.metres ? b : a,
  );
}

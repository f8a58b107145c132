import { FSA_SOURCE } from "../../../worker/features/places/fsa-centroids.ts";
import type { ListingPlace } from "../../../worker/features/places/places.table.ts";

/** Files of the City that houses are known from, as the site names them beside a place. */
const REGISTER = "City of Toronto (RentSafeTO)";
const SCHOOLS = "City of Toronto (schools)";
const CHILD_CARE = "City of Toronto (child care centres)";

type House = readonly [
  street: string,
  latitude: number,
  longitude: number,
  sources: readonly string[],
  neighbourhood: string,
  municipality: string,
];

/** Houses in the City's files. Source: City of Toronto, Open Government Licence – Toronto. */
const HOUSES: readonly House[] = [
  ["55 Isabella St", 43.667778, -79.383099, [REGISTER], "Church-Wellesley", "Old Toronto"],
  ["105 Isabella St", 43.66846, -79.37996, [REGISTER], "Church-Wellesley", "Old Toronto"],
  ["50 Gloucester St", 43.667323, -79.383099, [REGISTER], "Church-Wellesley", "Old Toronto"],
  ["260 Wellesley St E", 43.668059, -79.371752, [REGISTER], "North St.James Town", "Old Toronto"],
  ["7 Heath St E", 43.689892, -79.393929, [REGISTER], "Rosedale-Moore Park", "Old Toronto"],
  ["55 Erskine Ave", 43.711288, -79.396748, [REGISTER], "North Toronto", "Old Toronto"],
  ["200 Redpath Ave", 43.710284, -79.394007, [REGISTER], "North Toronto", "Old Toronto"],
  ["200 Balliol St", 43.699209, -79.390082, [REGISTER], "South Eglinton-Davisville", "Old Toronto"],
  ["470 Roncesvalles Ave", 43.65302, -79.451922, [REGISTER], "High Park-Swansea", "Old Toronto"],
  ["57 Spencer Ave", 43.636137, -79.429522, [REGISTER], "South Parkdale", "Old Toronto"],
  ["145 Jameson Ave", 43.63695, -79.435608, [REGISTER], "South Parkdale", "Old Toronto"],
  ["35 Spencer Ave", 43.635362, -79.429351, [REGISTER], "South Parkdale", "Old Toronto"],
  ["795 St Clair Ave W", 43.68049, -79.430205, [REGISTER], "Wychwood", "Old Toronto"],
  ["1095 St Clair Ave W", 43.678247, -79.440459, [REGISTER], "Corso Italia-Davenport", "Old Toronto"],
  ["2269 Queen St E", 43.671244, -79.293265, [REGISTER], "The Beaches", "Old Toronto"],
  ["1430 Gerrard St E", 43.672477, -79.322298, [REGISTER], "Greenwood-Coxwell", "Old Toronto"],
  ["569 Broadview Ave", 43.672463, -79.355053, [REGISTER], "North Riverdale", "Old Toronto"],
  ["125 Cosburn Ave", 43.689502, -79.34702, [REGISTER], "Danforth East York", "East York"],
  ["225 Cosburn Ave", 43.690358, -79.342963, [REGISTER], "Danforth East York", "East York"],
  ["75 Thorncliffe Park Dr", 43.705285, -79.341449, [REGISTER], "Thorncliffe Park", "East York"],
  ["35 Greenfield Ave", 43.763393, -79.410156, [REGISTER], "Yonge-Doris", "North York"],
  ["100 Graydon Hall Dr", 43.765422, -79.344333, [REGISTER], "Fenside-Parkwoods", "North York"],
  ["45 Grenoble Dr", 43.71603, -79.330924, [REGISTER], "Flemingdon Park", "North York"],
  ["130 Parkway Forest Dr", 43.774618, -79.343572, [REGISTER], "Henry Farm", "North York"],
  ["21 Neptune Dr", 43.731057, -79.433781, [REGISTER], "Englemount-Lawrence", "North York"],
  ["560 Oakwood Ave", 43.693347, -79.441487, [REGISTER], "Oakwood Village", "York"],
  ["641 Vaughan Rd", 43.693227, -79.441787, [REGISTER], "Oakwood Village", "York"],
  ["50 Clearview Hts", 43.693049, -79.480939, [REGISTER], "Beechborough-Greenbrook", "York"],
  ["30 Trudelle St", 43.740117, -79.242929, [REGISTER], "Eglinton East", "Scarborough"],
  ["30 Gilder Dr", 43.737137, -79.256528, [REGISTER], "Eglinton East", "Scarborough"],
  ["2515 Lake Shore Blvd W", 43.611532, -79.489465, [REGISTER], "Humber Bay Shores", "Etobicoke"],
  ["25 Mabelle Ave", 43.645583, -79.526506, [REGISTER], "Etobicoke City Centre", "Etobicoke"],
  ["169 Berry Rd", 43.637115, -79.487408, [REGISTER], "Stonegate-Queensway", "Etobicoke"],
  ["53 Widdicombe Hill Blvd", 43.678303, -79.552419, [REGISTER], "Willowridge-Martingrove-Richview", "Etobicoke"],
];

/** Places between two houses in the City's files. Source: the same. */
const BETWEEN_HOUSES: readonly House[] = [
  ["397 Huron St", 43.666290153846155, -79.40078615384616, [CHILD_CARE, REGISTER], "University", "Old Toronto"],
  ["41 Madison Ave", 43.66928623076923, -79.403185, [REGISTER], "Annex", "Old Toronto"],
  ["231 Sackville St", 43.660213, -79.36273094736842, [REGISTER, CHILD_CARE], "Regent Park", "Old Toronto"],
  ["132 Howland Ave", 43.669817, -79.410567, [SCHOOLS], "Annex", "Old Toronto"],
  ["39 Walmer Rd", 43.6693256, -79.405722, [REGISTER, CHILD_CARE], "Annex", "Old Toronto"],
  ["89 Margueretta St", 43.65305, -79.437844, [CHILD_CARE], "Dufferin Grove", "Old Toronto"],
  ["738 Ossington Ave", 43.662118, -79.42592450000001, [CHILD_CARE], "Dovercourt Village", "Old Toronto"],
  ["326 Clinton St", 43.66261277777778, -79.41717944444444, [REGISTER], "Palmerston-Little Italy", "Old Toronto"],
  [
    "131 High Park Ave",
    43.658089000000004,
    -79.46677349999999,
    [REGISTER, CHILD_CARE],
    "High Park North",
    "Old Toronto",
  ],
  [
    "312 Runnymede Rd",
    43.65323030769231,
    -79.47744573076923,
    [CHILD_CARE],
    "Runnymede-Bloor West Village",
    "Old Toronto",
  ],
  ["51 Winona Dr", 43.67614977777778, -79.43045955555556, [REGISTER, SCHOOLS], "Wychwood", "Old Toronto"],
  [
    "421 Coxwell Ave",
    43.67732566666666,
    -79.32062933333334,
    [CHILD_CARE, REGISTER],
    "Woodbine Corridor",
    "Old Toronto",
  ],
  ["86 Main St", 43.68145709090909, -79.2994590909091, [CHILD_CARE], "East End-Danforth", "Old Toronto"],
  ["920 O'Connor Dr", 43.70791766666667, -79.31156766666666, [REGISTER], "O'Connor-Parkview", "East York"],
  ["97 Barrington Ave", 43.6921362, -79.3017258, [CHILD_CARE], "Taylor-Massey", "East York"],
  ["55 Parkwoods Village Dr", 43.75993566666667, -79.32035900000001, [REGISTER], "Fenside-Parkwoods", "North York"],
  ["266 Finch Ave W", 43.77506194117647, -79.43913705882352, [SCHOOLS, REGISTER], "Newtonbrook West", "North York"],
  ["77 Driftwood Ave", 43.753061714285714, -79.51250742857144, [REGISTER], "Glenfield-Jane Heights", "North York"],
  ["2505 Eglinton Ave W", 43.691033000000004, -79.46992266666666, [REGISTER], "Keelesdale-Eglinton West", "York"],
  ["232 Northcliffe Blvd", 43.68321706896552, -79.4432483448276, [CHILD_CARE, REGISTER], "Oakwood Village", "York"],
  ["455 Marlee Ave", 43.707926, -79.442961, [REGISTER], "Yorkdale-Glen Park", "North York"],
  ["2675 Kingston Rd", 43.716273, -79.241669, [SCHOOLS], "Cliffcrest", "Scarborough"],
  ["110 Galloway Rd", 43.758162999999996, -79.194117, [CHILD_CARE, SCHOOLS], "West Hill", "Scarborough"],
  ["35 Glen Everest Rd", 43.700614, -79.252244, [REGISTER], "Birchcliffe-Cliffside", "Scarborough"],
  [
    "1060 Pharmacy Ave",
    43.74062974603174,
    -79.30432769841269,
    [CHILD_CARE, SCHOOLS],
    "Wexford/Maryvale",
    "Scarborough",
  ],
  ["74 Anglesey Blvd", 43.66511119230769, -79.528713, [REGISTER, CHILD_CARE], "Edenbridge-Humber Valley", "Etobicoke"],
  [
    "379 The West Mall",
    43.64225357894737,
    -79.5650635263158,
    [REGISTER, CHILD_CARE],
    "Etobicoke West Mall",
    "Etobicoke",
  ],
];

/** Of these no more than the postal area is known. */
const IN_POSTAL_AREAS = ["212 Ontario St", "245 Lansdowne Ave", "615 McCowan Rd"];

/** Where a demo unit is, and how that is known. */
type DemoPlace = Pick<ListingPlace, "method" | "confidence" | "source" | "municipality"> & {
  /** Null, as the neighbourhood is, where no more than the postal area is known. */
  at: { latitude: number; longitude: number } | null;
  neighbourhood: string | null;
};

const houses = (rows: readonly House[], how: Pick<ListingPlace, "method" | "confidence">) =>
  rows.map(([street, latitude, longitude, sources, neighbourhood, municipality]): [string, DemoPlace] => [
    street,
    { ...how, source: sources.join("; "), at: { latitude, longitude }, neighbourhood, municipality },
  ]);

/**
 * Where the demo units are by the first segment of their address: what the site's own look-up answers with the City's
 * data imported. A unit that is not here is not found.
 */
export const DEMO_PLACES: ReadonlyMap<string, DemoPlace> = new Map([
  ...houses(HOUSES, { method: "table", confidence: "high" }),
  ...houses(BETWEEN_HOUSES, { method: "interpolated", confidence: "medium" }),
  ...IN_POSTAL_AREAS.map((street): [string, DemoPlace] => [
    street,
    { method: "fsa", confidence: "low", source: FSA_SOURCE, at: null, neighbourhood: null, municipality: null },
  ]),
]);

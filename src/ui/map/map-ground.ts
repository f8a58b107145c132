// Names on the plain ground, as `east,north name`. The unit of the coordinates is described below.

/**
 * Kind of a name. `area` is a municipality, `quarter` a neighbourhood, `station` a terminal or interchange, and `stop`
 * any other station.
 */
export type NameKind = "area" | "quarter" | "station" | "stop" | "water";

/**
 * Former municipalities, at the centres of their boundaries, and neighbouring municipalities, where they meet the city.
 * City of Toronto, Open Government Licence – Toronto (2026-08).
 */
const AREAS = `
5224,6851 York|5696,7519 North York|6630,7006 East York|7631,7780 Scarborough|4451,6720 Etobicoke|6150,6530 Old Toronto|
3600,6200 Mississauga|4700,8150 Vaughan|6700,8450 Markham|9000,8300 Pickering`;

/** Centres of some of the City's 158 neighbourhoods, under their common names. Same source and licence. */
const QUARTERS = `
5960,6716 Annex|6339,6677 Cabbagetown|6395,6600 Regent Park|6028,6536 Chinatown|5870,6343 Liberty Village|
5607,6367 Parkdale|5697,6475 Little Portugal|5570,6461 Roncesvalles|5337,6576 High Park|5286,6679 Junction|
5816,6592 Little Italy|5745,6769 Wychwood|6204,6828 Rosedale|5857,6945 Forest Hill|6339,7038 Leaside|
6487,6720 Riverdale|7004,6710 The Beaches|6701,6840 Danforth|6500,7077 Thorncliffe Park|6674,7159 Flemingdon Park|
6503,7377 Don Mills|5939,7172 Lawrence Park|5724,7712 Willowdale|6229,7764 Bayview Village|5258,7387 Downsview|
4780,7649 Black Creek|4843,7027 Weston|4525,6463 Islington|4942,6141 Mimico|4896,6006 New Toronto|4667,5924 Long Branch|
4510,7215 Rexdale|7014,7486 Wexford|7357,7593 Dorset Park|7343,7887 Agincourt|7693,8056 Malvern|7250,8207 Milliken|
8050,7488 Guildwood|8233,7675 West Hill|7349,6947 Birchcliffe`;

/** Terminals and interchange stations. From the TTC's GTFS, same licence (2026-07). */
const STATIONS = `
5845,7805 Finch|4721,7940 Vaughan Metropolitan Centre|4642,6375 Kipling|7356,7326 Kennedy|6536,7754 Don Mills|
5142,6880 Mount Dennis|3985,7299 Humber College|6194,6457 Union|6140,6708 Bloor-Yonge|6012,6684 St. George|
5951,6684 Spadina|6012,7060 Eglinton|5637,6995 Cedarvale|5895,7613 Sheppard-Yonge|5091,7640 Finch West`;

/** All other stations. Same source and licence. */
const STOPS = `
6171,6608 College|6029,6976 Davisville|5213,7533 Downsview Park|5931,6743 Dupont|5595,7086 Glencairn|
4765,7834 Highway 407|6221,6490 King|5976,7259 Lawrence|5561,7153 Lawrence West|6068,6666 Museum|
5875,7679 North York Centre|6133,6511 Osgoode|4906,7767 Pioneer Village|6206,6527 Queen|6095,6599 Queen's Park|
6117,6766 Rosedale|5376,7497 Sheppard West|6152,6476 St. Andrew|6067,6880 St. Clair|5844,6845 St. Clair West|
6118,6546 St. Patrick|6090,6827 Summerhill|6190,6565 TMU|6164,6655 Wellesley|5500,7344 Wilson|5939,7438 York Mills|
5001,7741 York University|5525,7246 Yorkdale|5886,6658 Bathurst|6091,6700 Bay|6412,6767 Broadview|
6311,6738 Castle Frank|6475,6783 Chester|5819,6643 Christie|6772,6844 Coxwell|6617,6810 Donlands|5652,6607 Dufferin|
5481,6573 Dundas West|6692,6827 Greenwood|5322,6537 High Park|4759,6454 Islington|5163,6499 Jane|5405,6555 Keele|
5575,6593 Lansdowne|6985,6891 Main Street|5059,6497 Old Mill|5730,6622 Ossington|6551,6798 Pape|4904,6484 Royal York|
5242,6519 Runnymede|6238,6721 Sherbourne|7113,6949 Victoria Park|7211,7115 Warden|6869,6865 Woodbine|6133,7669 Bayview|
6237,7692 Bessarion|6341,7713 Leslie|6673,7224 Aga Khan Park & Museum|5911,7048 Avenue|7229,7302 Birchmount|
5346,6923 Caledonia|5826,7030 Chaplin|6608,7200 Don Valley|5506,6958 Fairbank|5747,7012 Forest Hill|
7124,7279 Golden Mile|7084,7270 Hakimi Lebovic|7279,7313 Ionview|5253,6905 Keelesdale|6350,7133 Laird|
6233,7109 Leaside|6096,7086 Mount Pleasant|6982,7248 O'Connor|5570,6975 Oakwood|7033,7258 Pharmacy|6873,7259 Sloane|
6509,7173 Sunnybrook Park|6733,7241 Wynford|4108,7412 Albion|4866,7581 Driftwood|4424,7488 Duncanwoods|4576,7521 Emery|
4823,7572 Jane and Finch|4081,7367 Martin Grove|4477,7500 Milvan Rumike|4182,7433 Mount Olive|
4757,7559 Norfinch Oakdale|4375,7477 Pearldale|4314,7463 Rowntree Mills|5000,7611 Sentinel|4638,7533 Signet Arrow|
4131,7432 Stevenson|4921,7593 Tobermory|3993,7347 Westmore`;

const WATER = `6400,5800 Lake Ontario`;

interface Name {
  kind: NameKind;
  name: string;
  /** Longitude and latitude. */
  at: [number, number];
}

const decodeNames = (kind: NameKind, text: string) =>
  text.split("|").map((row): Name => {
    const [, east = "0", north = "0", name = ""] = /^\s*(\d+),(\d+) (.+)$/.exec(row) ?? [];
    return { kind, name, at: [-80 + Number(east) / 10_000, 43 + Number(north) / 10_000] };
  });

export const NAMES: readonly Name[] = [
  ...decodeNames("area", AREAS),
  ...decodeNames("quarter", QUARTERS),
  ...decodeNames("station", STATIONS),
  ...decodeNames("stop", STOPS),
  ...decodeNames("water", WATER),
];

// Shapes of the plain ground. Coordinates are `east,north` in ten-thousandths of a degree from 80° W and 43° N,
// separated by spaces.

/**
 * Outline of Toronto, accurate to about 100 m, from the former municipality boundaries: City of Toronto, Open
 * Government Licence – Toronto (2026-08).
 */
const CITY = `
3610,7500 3720,7330 4110,6650 3910,6460 3930,6450 4030,6430 4080,6450 4110,6430 4150,6370 4150,6290 4250,6250
4360,6280 4320,6140 4360,6130 4330,6090 4440,6030 4460,5960 4510,5950 4500,5910 4540,5890 4520,5870 4550,5850
4570,5810 4630,5880 4700,5880 4720,5900 4810,5910 4850,5890 4840,5910 4870,5910 4890,5890 4880,5880 4830,5880
4910,5870 4890,5940 5000,5950 5030,6010 5070,6020 5140,6100 5120,6130 5150,6180 5180,6190 5210,6170 5200,6140
5170,6150 5160,6130 5190,6130 5210,6120 5250,6180 5220,6180 5230,6190 5180,6220 5220,6220 5250,6190 5270,6220
5310,6230 5280,6250 5260,6230 5240,6230 5210,6220 5240,6240 5250,6290 5320,6340 5400,6370 5520,6360 5680,6300
5800,6300 5820,6280 5780,6290 5780,6280 5830,6260 5850,6270 5810,6270 5830,6280 5840,6270 5900,6280 5910,6330
5950,6330 5980,6310 6030,6340 5950,6280 6060,6200 6080,6140 6110,6120 6180,6120 6240,6140 6390,6230 6450,6300
6500,6290 6510,6310 6470,6340 6530,6330 6590,6390 6650,6400 6630,6400 6720,6480 6750,6460 6710,6440 6720,6410
6690,6390 6710,6370 6730,6400 6750,6400 6740,6410 6760,6450 6780,6450 6770,6380 6740,6360 6730,6320 6700,6330
6650,6320 6650,6300 6710,6310 6690,6260 6770,6330 6740,6290 6760,6300 6760,6260 6730,6270 6760,6260 6760,6230
6670,6220 6690,6260 6650,6250 6650,6270 6600,6290 6630,6250 6620,6220 6590,6250 6570,6230 6600,6210 6590,6200
6570,6220 6550,6220 6560,6130 6580,6180 6620,6190 6630,6210 6640,6190 6680,6200 6730,6190 6710,6220 6750,6220
6730,6180 6760,6170 6790,6330 6770,6350 6800,6490 6830,6570 6870,6580 6820,6610 6870,6620 6880,6570 6900,6570
6900,6580 6930,6580 6920,6560 6890,6560 6920,6540 6920,6560 6950,6570 6950,6600 6920,6600 6940,6630 7200,6710
7120,6900 7200,6710 7220,6720 7440,6950 7600,7030 7620,7030 7600,7040 7620,7050 7610,7020 7640,7010 7630,7030
7660,7070 7670,7050 7710,7050 7720,7070 7700,7060 7670,7080 7680,7100 7700,7100 7680,7090 7710,7080 7720,7090
7730,7120 7700,7110 7710,7130 7730,7120 7720,7080 7740,7070 7730,7130 7760,7180 7930,7340 7980,7360 8110,7470
8240,7540 8470,7590 8730,7820 8800,7910 8850,7950 8790,7950 8800,7960 8760,7970 8750,8000 8690,8020 8650,8010
8660,8070 8590,8080 8570,8110 8540,8100 8480,8140 8300,8550 6180,8060 3610,7500`;

/**
 * Lake Ontario, drawn by hand and accurate to about a kilometre. Near the city, the city's outline covers it and forms
 * the shore.
 */
const LAKE = `
8700,7950 7300,7100 6000,6700 5000,6300 4560,5900 4480,5870 4150,5500 3700,5000 3250,4500 2950,3850 2150,3300 1950,3000
2150,2800 3000,2350 4500,2000 5900,1900 7300,2100 8700,2500 9300,2650 12800,3400 18100,3700 24000,2600 30200,2700
34900,4700 38000,5500 37000,8400 36700,11300 35200,12200 32200,11700 31300,9400 26500,9500 23000,9900 18300,9550
17100,9400 13300,8900 11700,8650 10600,8500 9800,8200 9100,8080 8850,7930 8700,7950`;

/**
 * Rail lines with their theme colours, drawn straight from station to station. From the TTC's GTFS, same licence
 * (2026-07).
 */
const LINES: readonly [colour: string, places: string][] = [
  [
    "ttc-1",
    `
5845,7805 5875,7679 5895,7613 5939,7438 5976,7259 6012,7060 6029,6976 6067,6880 6090,6827 6117,6766 6140,6708
6164,6655 6171,6608 6190,6565 6206,6527 6221,6490 6194,6457 6152,6476 6133,6511 6118,6546 6095,6599 6068,6666
6012,6684 5951,6684 5931,6743 5844,6845 5637,6995 5595,7086 5561,7153 5525,7246 5500,7344 5376,7497 5213,7533
5091,7640 5001,7741 4906,7767 4765,7834 4721,7940`,
  ],
  [
    "ttc-2",
    `
4642,6375 4759,6454 4904,6484 5059,6497 5163,6499 5242,6519 5322,6537 5405,6555 5481,6573 5575,6593 5652,6607
5730,6622 5819,6643 5886,6658 5951,6684 6012,6684 6091,6700 6140,6708 6238,6721 6311,6738 6412,6767 6475,6783
6551,6798 6617,6810 6692,6827 6772,6844 6869,6865 6985,6891 7113,6949 7211,7115 7356,7326`,
  ],
  [
    "ttc-4",
    `
5895,7613 6133,7669 6237,7692 6341,7713 6536,7754`,
  ],
  [
    "ttc-5",
    `
5142,6880 5253,6905 5346,6923 5506,6958 5570,6975 5637,6995 5747,7012 5826,7030 5911,7048 6012,7060 6096,7086
6233,7109 6350,7133 6509,7173 6608,7200 6673,7224 6733,7241 6873,7259 6982,7248 7033,7258 7084,7270 7124,7279
7229,7302 7279,7313 7356,7326`,
  ],
  [
    "ttc-6",
    `
5091,7640 5000,7611 4921,7593 4866,7581 4823,7572 4757,7559 4638,7533 4576,7521 4477,7500 4424,7488 4375,7477
4314,7463 4182,7433 4131,7432 4108,7412 4081,7367 3993,7347 3985,7299`,
  ],
];

const decode = (text: string): [number, number][] =>
  text
    .trim()
    .split(/\s+/)
    .map((place) => {
      const [east = 0, north = 0] = place.split(",").map(Number);
      return [-80 + east / 10_000, 43 + north / 10_000];
    });

/** Coordinates are longitude, latitude. */
export const GROUND = {
  city: decode(CITY),
  lake: decode(LAKE),
  lines: LINES.map(([colour, places]) => ({ colour, places: decode(places) })),
};

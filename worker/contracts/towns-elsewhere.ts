import { streetWords } from "./street-words.ts";

/** Towns outside the Greater Toronto Area that ads name: cities of Canada, towns of Ontario, cities across the lake. */
const ELSEWHERE =
  "Hamilton, Ancaster, Stoney Creek, Waterdown, Bradford, Bradford West Gwillimbury, Barrie, Brantford, Cambridge, Guelph, " +
  "Innisfil, Kingston, Kitchener, London, Niagara Falls, Niagara-on-the-Lake, Orangeville, Ottawa, Peterborough, " +
  "St. Catharines, St Catharines, Waterloo, Windsor, Sudbury, Thunder Bay, Sault Ste Marie, Sault Ste. Marie, Sarnia, " +
  "Belleville, Cornwall, North Bay, Timmins, Welland, Grimsby, Thorold, Fort Erie, Port Colborne, Orillia, " +
  "Collingwood, Wasaga Beach, Alliston, Angus, Cobourg, Port Hope, Lindsay, Kawartha Lakes, Woodstock, Stratford, " +
  "St. Thomas, St Thomas, Chatham, Leamington, Owen Sound, Brockville, Pembroke, Kanata, Nepean, Orleans, Gloucester, " +
  "Vancouver, Burnaby, Surrey, Richmond, Coquitlam, New Westminster, Langley, Maple Ridge, Victoria, Saanich, Kelowna, Nanaimo, Abbotsford, Kamloops, Calgary, Edmonton, " +
  "Red Deer, Airdrie, Sherwood Park, St. Albert, Spruce Grove, Okotoks, Lethbridge, Medicine Hat, Fort McMurray, Grande Prairie, Saskatoon, Regina, Moose Jaw, Winnipeg, Brandon, " +
  "Montreal, Montréal, Laval, Longueuil, Brossard, Gatineau, Québec, Quebec City, Sherbrooke, Trois-Rivières, Halifax, " +
  "Dartmouth, Lower Sackville, Moncton, Fredericton, Saint John, St. John's, St John's, Charlottetown, Whitehorse, Yellowknife, Iqaluit, " +
  "Buffalo, Niagara Falls NY, Rochester, Detroit, New York City, Chicago, Boston, Los Angeles, Miami, Seattle, Houston, Dallas, San Francisco";

const inWords = (name: string) => streetWords(name).join(" ");
const TOWNS: ReadonlySet<string> = new Set(ELSEWHERE.split(", ").map(inWords));
/** Those that streets of Toronto are called after which cross its main streets. */
const STREETS: ReadonlySet<string> = new Set(
  "brandon cambridge gloucester kingston pembroke richmond victoria".split(" "),
);

/** Whether a name is that of a town outside the GTA. */
export function isTownElsewhere(name: string): boolean {
  return TOWNS.has(inWords(name));
}

/** Whether a town's name in lower case is as likely that of a street, where another street stands beside it. */
export function isTownOrStreet(name: string): boolean {
  return STREETS.has(name);
}

/** Towns outside the Greater Toronto Area that ads name: cities of Canada, towns of Ontario, cities across the lake. */
const ELSEWHERE =
  "Hamilton, Ancaster, Stoney Creek, Waterdown, Bradford, Bradford West Gwillimbury, Barrie, Brantford, Cambridge, Guelph, " +
  "Innisfil, Kingston, Kitchener, London, Niagara Falls, Niagara-on-the-Lake, Orangeville, Ottawa, Peterborough, " +
  "St. Catharines, St Catharines, Waterloo, Windsor, Sudbury, Thunder Bay, Sault Ste Marie, Sault Ste. Marie, Sarnia, " +
  "Belleville, Cornwall, North Bay, Timmins, Welland, Grimsby, Thorold, Fort Erie, Port Colborne, Orillia, " +
  "Collingwood, Wasaga Beach, Alliston, Angus, Cobourg, Port Hope, Lindsay, Kawartha Lakes, Woodstock, Stratford, " +
  "St. Thomas, St Thomas, Chatham, Leamington, Owen Sound, Brockville, Pembroke, Kanata, Nepean, Orleans, Gloucester, " +
  "Vancouver, Burnaby, Surrey, Richmond, Coquitlam, Victoria, Kelowna, Nanaimo, Abbotsford, Kamloops, Calgary, Edmonton, " +
  "Red Deer, Lethbridge, Medicine Hat, Fort McMurray, Grande Prairie, Saskatoon, Regina, Moose Jaw, Winnipeg, Brandon, " +
  "Montreal, Montréal, Laval, Longueuil, Brossard, Gatineau, Québec, Quebec City, Sherbrooke, Trois-Rivières, Halifax, " +
  "Dartmouth, Moncton, Fredericton, Saint John, St. John's, St John's, Charlottetown, Whitehorse, Yellowknife, Iqaluit, " +
  "Buffalo, Niagara Falls NY, Rochester, Detroit, New York City, Chicago, Boston, Los Angeles, Miami, Seattle";

const TOWNS: ReadonlySet<string> = new Set(ELSEWHERE.toLowerCase().split(", "));

/** Whether a name in lower case is that of a town outside the GTA. */
export function isTownElsewhere(name: string): boolean {
  return TOWNS.has(name);
}

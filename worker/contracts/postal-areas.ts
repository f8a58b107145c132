/**
 * Municipality of each postal area around Toronto, by the beginning of its first half (Canada Post). Rural areas that lie in
 * several municipalities of the GTA have their region; L0A, L0G and L0N reach beyond it and are not told.
 */
const MUNICIPALITIES: Readonly<Record<string, string>> = {
  Toronto: "M",
  Ajax: "L1S L1T L1Z",
  Aurora: "L4G",
  Brampton: "L6P L6R L6S L6T L6V L6W L6X L6Y L6Z L7A",
  Burlington: "L7L L7M L7N L7P L7R L7S L7T",
  Caledon: "L7C L7E L7K",
  Clarington: "L1B L1C L1E",
  "Durham Region": "L0B L0C",
  "East Gwillimbury": "L9N",
  Georgina: "L4P",
  "Halton Hills": "L7G L7J",
  "Halton Region": "L0P",
  "King City": "L7B",
  Markham: "L3P L3R L3S L6B L6C L6E L6G",
  Milton: "L9E L9T",
  Mississauga: "L4T L4V L4W L4X L4Y L4Z L5",
  Newmarket: "L3X L3Y",
  Oakville: "L6H L6J L6K L6L L6M",
  Oshawa: "L1G L1H L1J L1K L1L",
  Pickering: "L1V L1W L1X L1Y",
  "Richmond Hill": "L4B L4C L4E L4S",
  Scugog: "L9L",
  Stouffville: "L4A",
  Thornhill: "L3T L4J",
  Uxbridge: "L9P",
  Vaughan: "L3L L4H L4K L4L L6A",
  Whitby: "L1M L1N L1P L1R",
  "York Region": "L0E L0H L0J",
};
const MUNICIPALITY_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(MUNICIPALITIES).flatMap(([name, areas]) => areas.split(" ").map((area) => [area, name] as const)),
);
/** They lie in the GTA and beyond it. */
const MIXED: ReadonlySet<string> = new Set(["L0A", "L0G", "L0N"]);

/**
 * Where the first half of a postal code in capitals is: a municipality of the GTA, "" where that cannot be told, null
 * outside the GTA (K, N, P and other provinces; of L those of Hamilton, Niagara, Barrie).
 */
export function municipalityOfPostalArea(fsa: string): string | null {
  if (MIXED.has(fsa)) return "";
  return (
    MUNICIPALITY_OF.get(fsa) ?? MUNICIPALITY_OF.get(fsa.slice(0, 2)) ?? MUNICIPALITY_OF.get(fsa.slice(0, 1)) ?? null
  );
}

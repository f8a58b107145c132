import { foldText, sentencesOf } from "../../../contracts/folded-text.ts";

// Finds descriptions of a home outside the GTA, regardless of its address, such as "London Transit pass included" with
// "675 Richmond St, Toronto". Towns where the landlord lives, works or comes from do not count.

const TOWN =
  "(?:hamilton|barrie|kingston|london|guelph|kitchener|waterloo|cambridge|ottawa|kanata|gatineau|montreal|vancouver|calgary|edmonton|winnipeg|halifax|collingwood|wasaga beach|blue mountain|niagara falls|niagara-on-the-lake|st\\.? catharines|welland|peterborough|windsor|brantford|sudbury|orillia|orangeville|belleville|cobourg|innisfil|alliston|muskoka|thunder bay|sarnia|buffalo|detroit)(?! (?:st|street|rd|road|ave|avenue|av|dr|drive|cres|crescent|blvd|terrace|place|park|line|go|university|and|&)\\b)";
const HOME =
  "(?:apartment|apt|condo|house|home|unit|villa|resort|cottage|property|suite|bed ?room|bdrm|studio|basement|rental|for rent|for lease|located|situated)";

/** Patterns for texts that describe a home in another town. */
const ELSEWHERE = [
  new RegExp(
    `\\b${HOME}(?: is| available| located){0,2} in (?:the )?(?:heart of |beautiful |downtown |central |quiet |north |south |east |west ){0,2}${TOWN}\\b`,
  ),
  new RegExp(
    `^[^a-z0-9]{0,3}in (?:downtown |central |beautiful )?${TOWN}(?:'s|s)? (?:north|south|east|west|old|downtown)\\b`,
  ),
  new RegExp(`\\b${TOWN} (?:transit|city transit|utilities)\\b`),
  new RegExp(`\\b${TOWN},? (?:ontario|on(?=[ ,]{1,2}[a-z]\\d[a-z]\\b|$))`),
];
/** Matches words about other homes, people and journeys. Names of towns after these words do not count. */
const OF_ELSE =
  /\b(?:own|owns|owned|other|another|bought|sold|selling|mov(?:e|ed|ing)|relocat\w{1,5}|my (?:house|home|condo|place|parents)|our (?:house|home|cottage)|similar|instead|than|liv(?:e|es|ing)|stud\w{1,4}|from|to|towards|born|based|work\w{0,4}|job|office)\b/;

/** Maximum number of characters of a text that are searched: as many as the form accepts. */
const SEARCHED_LENGTH = 12_000;

/** Returns the words of a text that place the home outside the GTA, or null. */
export function otherTownIn(text: string | null | undefined): string | null {
  const folded = foldText((text ?? "").slice(0, SEARCHED_LENGTH));
  for (const { start, text: sentence } of sentencesOf(folded.text)) {
    const found = ELSEWHERE.map((rule) => rule.exec(sentence)).find((match) => match !== null);
    if (found && !OF_ELSE.test(sentence.slice(0, found.index)))
      return folded.original(start + found.index, start + found.index + found[0].length).trim();
  }
  return null;
}

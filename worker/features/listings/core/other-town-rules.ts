import { foldText, sentencesOf } from "../../../contracts/folded-text.ts";

// That the words of an ad say it is in a town outside the GTA, whatever its address says: "London Transit pass included"
// beside "675 Richmond St, Toronto". Where the landlord is, works or comes from is not meant.

const TOWN =
  "(?:hamilton|barrie|kingston|london|guelph|kitchener|waterloo|cambridge|ottawa|kanata|gatineau|montreal|vancouver|calgary|edmonton|winnipeg|halifax|collingwood|wasaga beach|blue mountain|niagara falls|niagara-on-the-lake|st\\.? catharines|welland|peterborough|windsor|brantford|sudbury|orillia|orangeville|belleville|cobourg|innisfil|alliston|muskoka|thunder bay|sarnia|buffalo|detroit)(?! (?:st|street|rd|road|ave|avenue|av|dr|drive|cres|crescent|blvd|terrace|place|park|line|go|university|and|&)\\b)";
const HOME =
  "(?:apartment|apt|condo|house|home|unit|villa|resort|cottage|property|suite|bed ?room|bdrm|studio|basement|rental|for rent|for lease|located|situated)";

/** An ad that is of a home in another town. */
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
/** Words of other homes than the one that is let, and of ways there. */
const OF_ELSE =
  /\b(?:own|owns|owned|other|another|bought|sold|selling|mov(?:e|ed|ing)|relocat\w{1,5}|my (?:house|home|condo|place|parents)|our (?:house|home|cottage)|similar|instead|than|liv(?:e|es|ing)|stud\w{1,4}|from|to|towards|born|based|work\w{0,4}|job|office)\b/;

/** Characters of a text that are looked at; the form takes no more. */
const LOOKED_AT = 12_000;

/** The words by which a text says that its home is outside the GTA; null where it does not. */
export function saidElsewhere(text: string | null | undefined): string | null {
  const folded = foldText((text ?? "").slice(0, LOOKED_AT));
  for (const { start, text: sentence } of sentencesOf(folded.text)) {
    const found = ELSEWHERE.map((rule) => rule.exec(sentence)).find((match) => match !== null);
    if (found && !OF_ELSE.test(sentence.slice(0, found.index)))
      return folded.original(start + found.index, start + found.index + found[0].length).trim();
  }
  return null;
}

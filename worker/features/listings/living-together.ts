import type { Span } from "../../contracts/signal-rules.ts";

// An owner at the same stove, told from three things that may stand anywhere in a text: whose home it is, that its owner
// lives in it, and that the kitchen or bathroom is for more than one.

const ROOM =
  "(?:kitchens?|kitchenette|kitch[ei]?n|kitche|kichen|bath(?:room)?s?|bath ?rm|bthrm|wash ?rooms?|washrm|wash ?rms?|toilets?|showers?|wc|stove|fridge|cooking|cook|powder room)";
const OWNER = "(?:home ?owners?|owners?|landlords?|landlad(?:y|ies)|land lady|hosts?)";
const HOME =
  "(?:house|home|condo|apartment|apt|flat|townhouse|town ?home|bungalow|semi|place|loft|duplex|victorian|unit|household)";
const KIN =
  "(?:wife|husband|hubby|partner|spouse|girlfriend|boyfriend|gf|bf|mother|mom|mum|father|dad|parents|son|daughter|kids?|children|teenagers?|sister|brother|family|grand(?:ma|mother|pa|father|son|kids)|daughters|sons|twins|baby|toddler)";
const MINE =
  "(?:my|our|his|her|their|(?:the |an? )?(?:owner|landlord|landlady|widow|retiree|homeowner|nurse|teacher|family|couple)'?s?'?)";

/** Whose home it is: somebody's who lets a part of it. */
const OWNED = new RegExp(
  `\\b(?:in|of|with|at|share|shar(?:e|es|ing)) ${MINE} (?:own |big |small |quiet |lovely |[a-z0-9-]{1,12} ){0,3}?${HOME}\\b|` +
    `\\b(?:i|we) (?:also )?own\\b|\\b(?:i|we)(?:'ve| have)? (?:just |recently )?bought (?:this|the|a|my|our)\\b|\\b(?:i'?m|i am|we'?re|we are|as|me|us),? \\(?(?:the |also |an? |both )?(?:the )?${OWNER}\\b|\\((?:the )?${OWNER}\\b|\\bby (?:the )?${OWNER}\\b|` +
    `\\b(?:live[ -]?in|resident) ${OWNER}\\b|\\b${OWNER}(?: [a-z(),&-]{1,10}){0,4}? (?:lives?|living|resides?|stays?|occup(?:y|ies|ied)|here|in(?= |$))|\\b${OWNER}[ -]occupied\\b|\\bwith (?:the |an? )?${OWNER}\\b|\\bw(?:it)?\\/? ?(?:the )?${OWNER}\\b|\\b${OWNER} (?:is )?on(?: the)?[ -](?:premises|site|property)\\b|\\bmy kitchen\\b|` +
    `\\b(?:lodgers?|boarders?|homestay|host family|room and board|paying guest)\\b|\\bfamily (?:home|house|townhouse|of (?:three|four|five|six|[3-6]))\\b|\\b(?:condo|house|place|unit|home) (?:is|that is) (?:mine|ours)\\b|\\bmortgage\\b|` +
    `\\b(?:rent(?:s|ing)?(?: out)?|offer(?:s|ing)?|let(?:s|ting)?(?: out)?|giv(?:e|es|ing))(?: out)? (?:an?|one|my|our|the|1|her|his) (?:[a-z0-9-]{1,10} ){0,3}?(?:bed)?room\\b|\\b(?:spare|guest|extra|box) (?:bed)?room\\b|\\b(?:grandma|grandmother|grandpa|widow(?:er)?|retired (?:couple|teacher|nurse|lady|man|woman)|couple|family|lady|senior)\\b.{0,40}\\b(?:rent(?:s|ing)?|offer(?:s|ing)?|ha(?:s|ve)|live[sd]?|seeks?|with a)\\b`,
);
/** That its owner lives in it, or the family does. */
const LIVED_IN = new RegExp(
  `\\b(?:i|we|she|he|they)(?:'m|'re| am| are|'ll| will)? (?:also |all |both )?(?:liv(?:e|es|ing)|occup(?:y|ies)|stay|sleep|keep|cook|eat|paint|share|split|work (?:nights|from home|in|days)|wfh|game|go(?:es)? to bed|use|travel|have (?:two|three|2|3|a) (?:kids|children|cats?|dogs?|son|daughter))\\b|` +
    `\\b(?:with|w\\/?|and|n|&|between|as|for|by|among|of) (?:me|us|them|her|him|myself)\\b|\\b(?:me|you|us) and (?:me|you|i)\\b|\\b(?:my|our) (?:own )?(?:[a-z]{3,9} )?${KIN}\\b|\\b${OWNER}(?: [a-z(),&-]{1,10}){0,4}? (?:lives?|living|resides?|stays?|occup(?:y|ies|ied)|here|in(?= the|$|,)|cooks?|uses?)\\b|\\b(?:live[ -]?in|resident) ${OWNER}\\b|\\b${OWNER}[ -]occupied\\b|` +
    `\\b(?:two|three|four|five|2|3|4|5|all|both) of us\\b|\\b(?:two|three|four) humans\\b|\\b(?:lodgers?|boarders?|homestay|host family)\\b|\\bfamily of (?:three|four|five|six|[3-6])\\b|\\b(?:our|my|the family|host) (?:table|kitchen|bath\\w{0,4}|wash ?room|stove|fridge)\\b|\\bwith (?:the |an? |one of the )?${OWNER}\\b|\\bplus me\\b|\\bown (?:& |and |n )live\\b|\\b${OWNER} (?:is )?on(?: the)?[ -](?:premises|site|property)\\b|\\blive alone\\b|\\bshar(?:e|ed|ing) (?:it )?with me\\b|\\bjoin us\\b|\\bin owner'?s\\b`,
);
const SHARED = `(?:shar(?:e|es|ed|ing)|split|common|joint(?:ly)?|together|same|both|access|privileges?|use[sd]?|using|usage|between|for all|all of us|of us|everybody|everyone|mine|ours?|my|welcome|along with|alongside|as (?:me|us|them|her|him))`;
/** A kitchen or bathroom that is for more than one, in a sentence. */
const SHARED_ROOM = new RegExp(
  `\\b(?:one|1|single|only)(?: (?:full|big|small|the|main))? ${ROOM}\\b|\\b${SHARED}\\b[^.]{0,60}?\\b${ROOM}\\b|\\b${ROOM}\\b[^.]{0,60}?\\b${SHARED}\\b|\\b${ROOM} (?:time|from|till|after|before) `,
  "g",
);
/** What says that nothing is shared, or with others than the owner. */
const APART = new RegExp(
  `\\b(?:separate|private|own|second)(?: (?:full|small|little|new|modern|complete|entrance|door|bath|bathroom|washroom|shower|room|fridge|,|and|&)|,){0,4} (?:kitchens?|kitchenette|kitch[ei]?n)\\b|\\bnot (?:be )?shar|\\b(?:no|nothing|never|without|don'?t|won'?t|nobody)(?: [a-z]{1,8}){0,2} shar|\\b(?:entire|whole) (?:basement|unit|apartment|main floor|upper|house|condo|place|townhouse)\\b(?! is shared)|\\bself[ -]contain(?:ed)?\\b|\\b(?:1|one|two|three|2|3) ?(?:-|\\+1 )?(?:bed|br|bdrm?|bedroom)s?\\b[^.\\n]{0,20}\\b(?:basement|bsmt|apartment|apt|unit|suite)\\b(?! (?:to share|share))`,
);
const TENANTS =
  /\b(?:i'?m|i am|we are|we'?re) (?:also )?(?:a |the |both |all )?(?:other )?(?:current )?(?:sub)?tenants?\b|\ball tenants\b|\btenants? as well\b|\bmy (?:landlord|roommates?)\b|\bour landlord\b|\bname on (?:the )?lease\b|\b(?:landlords?|owners?) (?:(?:is|are|does|do|doesn'?t|don'?t|who|has|lives?|the|bakery|downstairs|but) ){0,6}(?:not (?:live|living|in the|on)|lives? (?:elsewhere|in (?:another|a different|vaughan|markham)|off|away|next door|upstairs|downstairs)|never (?:here|comes?|there)|(?:stays?|lives?) in (?:the )?basement|elsewhere|off[ -]?site)\b|\b(?:don'?t|doesn'?t|do not|does not|not) (?:live|living|reside) (?:here|there|in (?:it|the (?:house|home|building)))\b|\bno ?(?:body of |one of )?(?:the )?(?:owner|landlord|landlady)s?\b|\b(?:both|all|each) (?:of us )?on the lease\b|\breplacement (?:tenant|roommate)\b|\b(?:take|taking) over\b|\b(?:sublet|subletting|sublease)\b|\b(?:with|between|by|among|for) (?:the )?(?:\d|two|three|four|five|other|another|one other|1 other)(?: other)? (?:tenants?|renters?|students|girls(?! and (?:me|my|our))|guys|roommates|housemates|people tenants|boys)\b(?!(?:,? and| &| plus) (?:me|us|the (?:owner|landlord)))|\bshar(?:e|ed|ing) (?:only )?with (?:one|another|1|two|2|three|3|other|four|4) (?:other )?(?:girls?|boys?|students?|guys?|tenants?|persons?|people|roommates?|lad(?:y|ies)|m[ae]n|wom[ae]n)\b(?!,? ?(?:\(|and (?:me|us)))|\bstudent (?:house|rental)\b|\brooming house\b|\b(?:roommates?|housemates?|flatmates?) (?:moving|moved|left|leaving|is leaving)\b/;

/** Where a kitchen or bathroom is shared with an owner who lives there. Takes time that grows with the text and no faster. */
export function livingTogether(text: string, sentences: readonly { start: number; text: string }[]): Span[] {
  if (!OWNED.test(text) || !LIVED_IN.test(text) || APART.test(text) || TENANTS.test(text)) return [];
  return sentences.flatMap((sentence) =>
    [...sentence.text.matchAll(SHARED_ROOM)].map(({ 0: { length }, index }) => ({
      start: sentence.start + index,
      end: sentence.start + index + length,
    })),
  );
}

import { matchSpans, type SignalRule, type Span } from "../../../contracts/signal-rules.ts";
import { type Sentence, toTextSpans } from "./sentences.ts";

// Homes shared with their owner, found by three facts anywhere in a text: a room is let, it is someone's own or family
// home, and its kitchen or bathroom is shared.

const ROOM =
  "(?:kitchens?|kitchenette|kitch[ei]?n|kitche|kichen|bath(?:room)?s?|bath ?rm|bthrm|wash ?rooms?|washrm|wash ?rms?|toilets?|showers?|wc|stove|fridge|cook(?:ing|s)?|powder room|pantry|cupboards?|oven|microwave|bathtub|tub)";
const OWNER = "(?:home ?owners?|ll(?= lives?| in| on)|owners?|landlords?|landlad(?:y|ies)|land lady|hosts?)";
const HOME = "(?:house|home|condo|townhouse|town ?home|bungalow|semi|loft|duplex|victorian|household)";
const KIN =
  "(?:wife|husband|hubby|partner|spouse|girlfriend|boyfriend|gf|bf|mother|mom|mum|father|dad|parents|son|daughter|kids?|children|teenagers?|sister|brother|family|grand(?:ma|mother|pa|father|son|kids)|daughters|sons|twins|baby|toddler|nonn[ao]|nana|granny|aunt(?:y|ie)?|uncle|in[ -]laws|cousin)";
const MINE =
  "(?:my|our|his|her|their|(?:the |an? )?(?:owner|landlord|landlady|widow|retiree|homeowner|nurse|teacher|family|couple)'?s?'?)";

/** The home belongs to someone who lets part of it. */
const OWNED = new RegExp(
  `\\b(?:i|we)(?:'ve| have) (?:also )?(?:lived|been) (?:here|in (?:it|this|the))\\b|\\b(?:it'?s|in|at|share|of) my (?:own )?place\\b|\\b${OWNER} (?:is|=) (?:me|us)\\b|\\b(?:me|we|us|i),? \\(?(?:the |also the )?${OWNER}\\b|\\b${OWNER}'s (?:own )?(?:bed ?room|room|kitchen|home|house|place|floor|bath\\w{0,4}|wash ?room|son|daughter|family|mother|parents)\\b|\\bby (?:an? )?(?:lady|male|female|woman|man)? ?home ?owner\\b|\\bwe are an? (?:[a-z]{3,10} )?(?:couple|pair|family)\\b|\\bown(?:s|ed)? (?:this|the|my|our) (?:own )?${HOME}\\b|\\bmy (?:\\d|one|two|three) ?(?:bed|bedroom|br)\\b|\\b(?:my|our) ${KIN}(?:'s|s'|s)? (?:house|home|place|condo)\\b|\\b(?:cook|kitchen|bath\\w{0,4}|room) (?:in [a-z]{3,8} kitchen )?with (?:aunt(?:y|ie)|uncle|grandma|nonna)\\b|\\b(?:nice|old|elderly|retired|single) (?:old )?(?:man|lady|woman|gentleman) (?:haha|here|with|who|has)\\b|` +
    `\\b${MINE} (?:[a-z0-9-]{1,12} ){0,3}?${HOME}\\b|` +
    `\\b(?:i|we) (?:also )?own\\b|\\b(?:i|we)(?:'ve| have)? (?:just |recently )?bought (?:this|the|a|my|our)\\b|\\b(?:i'?m|i am|we'?re|we are|as|me|us),? \\(?(?:the |also |an? |both )?(?:the )?${OWNER}\\b|\\((?:the )?${OWNER}\\b|\\bby (?:the )?${OWNER}\\b|` +
    `\\b(?:live[ -]?in|resident) ${OWNER}\\b|\\b${OWNER}(?: [a-z(),&-]{1,10}){0,4}? (?:lives?|living|resides?|stays?|occup(?:y|ies|ied)|here|in(?= |$))|\\b${OWNER}[ -]occupied\\b|\\bwith (?:the |an? )?${OWNER}\\b|\\bw(?:it)?\\/? ?(?:the )?${OWNER}\\b|\\b${OWNER} (?:is )?on(?: the)?[ -](?:premises|site|property)\\b|\\bmy kitchen\\b|\\b(?:the |retired |quiet |friendly |female |elderly |young )${OWNER} (?:is|uses?|cooks?|and (?:i|his|her|their|the))\\b|\\b(?:same|share[sd]?)(?: [a-z]{1,9}){0,3} (?:as|with) (?:the |an? |your )?${OWNER}\\b|` +
    `\\b(?:lodgers?|boarders?|homestay|host family|room and board|paying guest)\\b|\\bfamily (?:home|house|townhouse|of (?:three|four|five|six|[3-6]))\\b|\\b(?:condo|house|place|unit|home) (?:is|that is) (?:mine|ours)\\b|\\bmortgage\\b|` +
    `\\b(?:rent(?:s|ing)?(?: out)?|offer(?:s|ing)?|let(?:s|ting)?(?: out)?|giv(?:e|es|ing))(?: out)? (?:an?|one|my|our|the|1|her|his) (?:[a-z0-9-]{1,10} ){0,3}?(?:bed)?room\\b|\\b(?:spare|guest|box) (?:bed)?room\\b|\\b(?:grandma|grandmother|grandpa|widow(?:er)?|retired (?:couple|teacher|nurse|lady|man|woman)|couple|family|lady|senior)\\b.{0,40}\\b(?:rent(?:s|ing)?|offer(?:s|ing)?|ha(?:s|ve)|live[sd]?|seeks?|with a)\\b`,
);
/** The advertiser's own family, which a tenant in search of a roommate does not have there. */
const FAMILY = new RegExp(
  `\\b(?:with|wit|w\\/?|by|and|as|n|&|between) ?(?:my|our|the|his|her|one of (?:my|our|the))(?: own)?(?: [a-z]{3,9})? ${KIN}\\b|\\bwith (?:a )?family\\b|\\b(?:my|our) (?:own )?(?:[a-z]{3,9} )?${KIN}(?: and (?:i|me)| also| too|,? (?:\\(?\\d|who)| lives?| uses?| cooks?| sleeps?)|\\bfamily (?:lives|of)\\b|\\b(?:family|household)'s (?:kitchen|bath\\w{0,4}|table)\\b`,
);
/** The advertiser lives in the home. */
const LIVED_IN = new RegExp(
  `\\b(?:i|we|she|he|they)(?:'m|'re| am| are|'ll| will)? (?:also |all |both )?(?:liv(?:e|es|ing)|occup(?:y|ies)|stay|sleep|keep|cook|eat|paint|share|split|work (?:nights|from home|in|days)|wfh|game|go(?:es)? to bed|use|travel|have (?:two|three|2|3|a) (?:kids|children|cats?|dogs?|son|daughter))\\b|` +
    `\\b(?:with|w\\/?|and|n|&|between|as|for|by|among|of) (?:me|us|them|her|him|myself)\\b|\\b(?:me|you|us) and (?:me|you|i)\\b|\\b(?:my|our) (?:own )?(?:[a-z]{3,9} )?${KIN}\\b|\\b${OWNER}(?: [a-z(),&-]{1,10}){0,4}? (?:lives?|living|resides?|stays?|occup(?:y|ies|ied)|here|in(?= the|$|,)|cooks?|uses?)\\b|\\b(?:live[ -]?in|resident) ${OWNER}\\b|\\b${OWNER}[ -]occupied\\b|` +
    `\\b(?:two|three|four|five|2|3|4|5|all|both) of us\\b|\\b(?:two|three|four) humans\\b|\\b(?:lodgers?|boarders?|homestay|host family)\\b|\\bfamily of (?:three|four|five|six|[3-6])\\b|\\b(?:our|my|the family|host) (?:table|kitchen|bath\\w{0,4}|wash ?room|stove|fridge)\\b|\\bwith (?:the |an? |one of the )?${OWNER}\\b|\\bplus me\\b|\\b(?:next|other|second|master|primary) (?:bed)?room is (?:mine|ours|my)\\b|\\bmine\\b[^.]{0,30}\\byours\\b|\\byours\\b[^.]{0,30}\\bmine\\b|\\b(?:find|see|meet|hear|join) me (?!at\\b|on\\b|by\\b)[a-z]|\\bmyself\\b|\\b(?:cats?|dogs?|partner) of mine\\b|\\b(?:my|our) (?:[a-z]{3,9} )?(?:cats?|dogs?)\\b|\\b(?:next room|other (?:bed)?room|down the hall|same floor)\\b|\\bown (?:& |and |n )live\\b|\\b${OWNER} (?:is )?on(?: the)?[ -](?:premises|site|property)\\b|\\blive alone\\b|\\bshar(?:e|ed|ing) (?:it )?with me\\b|\\bjoin us\\b|\\bin owner'?s\\b`,
);
/** Words that tenants in search of a roommate use too. */
const ROOMMATE =
  /\b(?:room ?mates?|house ?mates?|flat ?mates?)\b|\bmy (?:apartment|apt)\b|\b\d ?(?:bed|br|bdrm|bedroom) apartment\b|\bapartment\b.{0,40}\b(?:with me|we share)\b/;
const OTHER =
  "(?:laundry|washer|dryer|yard|backyard|garden|driveway|entrance|entry|parking|garage|deck|patio|wifi|internet|hydro|utilities|bills?)";
const SHARED = `(?:(?<!${OTHER}(?: room)?(?: is| are|:)?(?: only)? )shar(?:e|es|ed|ing)(?! (?:the |our |an? |only )?${OTHER})|alternat(?:e|es|ing)|take turns|taking turns|turns|in turn|overlap\\w{0,4}|split(?:ting)?(?! (?:bed|plan|level|layout|ac\\b|a\\/c|unit|entry|system|stor))|common|joint(?:ly)?|together|same|both|access|privileges?|use[sd]?(?! (?:as|book))|using|usage|between|for all|all of us|of us|everybody|everyone|mine|ours?|my|welcome|along with|alongside|as (?:me|us|them|her|him))`;
/** A shared kitchen or bathroom, within a sentence. */
const SHARED_ROOM = new RegExp(
  `\\beverything(?: else)?(?: is)? (?:shared|common|in common)\\b|\\b(?:one|1|single|only)(?: (?:full|big|small|the|main))? ${ROOM}\\b[^.]{0,30}?\\b(?:for|between|among|humans|people|persons|adults|household|plus)\\b|\\b(?:around|have|share|split|only|the|same) (?:the )?one (?:[a-z]{3,6} )?${ROOM}\\b|` +
    `\\b${SHARED}\\b[^.]{0,60}?\\b${ROOM}\\b|\\b${ROOM}\\b[^.]{0,60}?\\b(?!(?:access|both|my|welcome|using|usage)\\b)${SHARED}\\b|\\b${ROOM} (?:time|from|till|after|before) |` +
    `\\b(?:shar(?:e|es|ed|ing)|eat|join us for|run of|use of|access to)(?: (?:the|our|my|all|of|with|us|common|same|whole|entire|rest|in|for)){0,4} (?:meals?|breakfasts?|dinners?|everything|facilities|areas?|spaces?|living (?:room|space)|table|house|home|condo|bungalow|townhouse)\\b|` +
    `\\b(?:breakfast|dinner|supper|meals?)\\b[^.]{0,30}\\b(?:with us|with me|at our|at the family|our table|together)\\b`,
  "g",
);
/** A room is let, or a home within the advertiser's. */
const ROOM_LET =
  /\b(?:rms?\b(?! (?:lock|temp))|bdr|bed[ -]?sit\w{0,4}|attic|accom{1,2}odation|part of (?:my|our|the) (?:house|home)|(?:upstairs|third|second|top|upper|main|lower) (?:floor|level) of (?:my|our)|(?:basement|upstairs) (?:of|in) (?:my|our)|(?:share|sharing) (?:my|our|an?|the) (?:[a-z0-9]{1,9} ){0,2}(?:home|house|condo|apartment|place|townhouse)|shared (?:home|house|living)|house ?shar(?:e|ing)|co-?living|space in (?:my|our)|move in with (?:me|us)|student(?:s)? welcome in our|room and board|living with (?:me|us)|live with (?:me|us|our family|a family|the owner|the family)|(?:of|in) my (?:house|home|condo|townhouse|place|bungalow))\b|\b(?<!\b(?:living|dining|family|laundry|rec|powder|great|storage|sun|mud|bath|wash|common|media|each|every|bike|guest(?! room (?:for|to) (?:rent|let))|party|exercise|games|locker|utility|furnace|prayer|meeting|dressing|drawing|tv|play|lounge|any|mail|show|bed|class|rest|court|white|head) ?)room\b(?! (?:sizes?|dimensions|for (?:storage|bikes|a (?:desk|table|sofa|bbq|garden|king|queen)|all|everything|your)))|\b(?:bed ?(?:room|rm)|bdrm|master|lodgers?|boarders?|roommate|housemate|flatmate|homestay|bachelor|bed (?:in|for)|shared accom\w{3,9}|chambre|habitacion|den for rent|sofa)\b(?! (?:apartment|apt|basement|bsmt|condo|house|unit|suite|home|townhouse|bungalow|duplex|upper|main))/;
/** Nothing is shared, or not with the owner. */
const APART = new RegExp(
  `\\b(?:to yourself|yours alone|(?:all|just|only) for you|exclusive(?:ly)? (?:use|yours)|for your (?:exclusive|own|sole) use)\\b(?!.{0,40}\\b(?:evenings?|nights?|mornings?|days?|when|while|during|week\\w{0,4}|most|apart|except|but|other than|besides)\\b)|\\b(?:separate|private|own|second)(?: (?:full|small|little|new|modern|complete|entrance|door|bath|bathroom|washroom|shower|room|fridge|,|and|&)|,){0,4} (?:kitchens?|kitchenette|kitch[ei]?n)\\b(?!.{0,20}\\b(?:shar|common|together|joint))|\\bnot (?:be )?shar|\\b(?:no|nothing|never|without|don'?t|won'?t|nobody)(?: [a-z]{1,8}){0,2} shar|\\b(?:entire|whole) (?:basement|unit|apartment|main floor|upper|house|condo|place|townhouse)\\b(?! is shared)|\\bself[ -]contain(?:ed)?\\b|\\bkitchens? of (?:theirs|their own|her own|his own)\\b|\\b(?:we|they|owners?|landlord|family) (?:have|has) (?:our|their|his|her|its) own (?:${ROOM})`,
);
const TENANTS =
  /\b(?:i'?m|i am|we are|we'?re) (?:also )?(?:a |the |both |all )?(?:other )?(?:current )?(?:sub)?tenants?\b|\ball tenants\b|\btenants? as well\b|\bmy (?:landlord|roommates?)\b|\bour landlord\b|\bname on (?:the )?lease\b|\b(?:landlords?|owners?) (?:(?:is|are|does|do|doesn'?t|don'?t|who|has|lives?|the|bakery|downstairs|but) ){0,6}(?:not (?:live|living|in the|on)|lives? (?:elsewhere|in (?:another|a different|vaughan|markham)|off|away|next door|upstairs|downstairs)|never (?:here|comes?|there)|(?:stays?|lives?) in (?:the )?basement|elsewhere|off[ -]?site)\b|\b(?:don'?t|doesn'?t|do not|does not|not) (?:live|living|reside) (?:here|there|in (?:it|the (?:house|home|building)))\b|\b(?:landlords?|owners?|landlady),? \(?(?:who )?(?:(?:is|are) )?(?:lives?|living|resides?|stays?|based|located) (?:out |over |up )?(?:in|near|at) (?!the\b|this\b|my\b|our\b|same\b|house\b|home\b|here\b|her\b|his\b|one\b|it\b|unit\b|and\b|with\b|a room|next|other|second|master|main|first|second|lower|upper|upstairs|basement)[a-z]{3,}|\bno ?(?:body of |one of )?(?:the )?(?:owner|landlord|landlady)s?\b|\b(?:both|all|each) (?:of us )?on the lease\b|\breplacement (?:tenant|roommate)\b|\b(?:take|taking) over\b|\b(?:sublet|subletting|sublease)\b|\b(?:\d|two|three|four|five|six) tenants\b(?!,? (?:plus|and|&) )|(?:\b(?:with|between|by|among|for)|\bw\/) ?(?:the )?(?:\d|two|three|four|five|other|another|one other|1 other)(?: other)? (?:tenants?|renters?|students|girls(?! and (?:me|my|our))|guys|roommates|housemates|people tenants|boys)\b(?!(?:,? and| &| plus) (?:me|us|the (?:owner|landlord)))|\bshar(?:e|ed|ing) (?:only )?with (?:one|another|1|two|2|three|3|other|four|4) (?:other )?(?:girls?|boys?|students?|guys?|tenants?|persons?|people|roommates?|lad(?:y|ies)|m[ae]n|wom[ae]n)\b(?!,? ?(?:\(|(?:and|plus|&|\+|as well as) (?:me|us|my|our|the|owner|landlord)))|\b(?:i|landlord|owner|we) (?:come|comes|visit|visits|check|checks|drop|drops|stop|stops)(?: (?:by|in|over|there|only|just|about))? (?:once|twice|every|each|weekly|on|to (?:check|collect))\b|\b(?:house|building|floor) of \d{1,2} rooms\b|\bstudent (?:house|rental)\b|\b(?:with|between|by|among|w\/) ?(?:the )?(?:\d|one|two|three|four|five|other|another|several|some)(?: (?:other|quiet|nice|female|male|young|working|clean|more|friendly)){0,2} (?:occupants?|people|persons?|ppl|others|professionals?|workers?|residents?|members?)\b(?!,? ?(?:\(|-|:|who|me\b|my\b|our\b|us\b|including|in (?:my|our|the) family|(?:and|plus|&) (?:me|i|us|my|our)))|\b(?:licensed (?:rooming|lodging|multi)|multi[ -]?tenant|rooming house|co-?op house)\b|\brooming house\b|\b(?:roommates?|housemates?|flatmates?) (?:moving|moved|left|leaving|is leaving)\b/;

/** Owners on another floor only share a kitchen if the text says so. */
const ANOTHER_FLOOR =
  /\b(?:we|i|owners?|landlords?|landlady|family)(?:'re| are| is)?(?: [a-z]{2,10}){0,2}? (?:lives?|living|stays?|resides?|occup(?:y|ies)|are|is)?(?: [a-z]{2,6})? ?(?:upstairs|downstairs|above|below|next door|on top|(?:on |in )?(?:main|upper|top|lower|first|second|2nd|ground)(?: (?:floor|level))? (?:and|&) (?:main|upper|top|second|2nd|lower)|(?:on |in )?the (?:(?:main|upper|top|other|lower|first|second) (?:floor|level|unit)|basement))\b/;
const WITH_OWNER =
  /\b(?:with|wit|w\/?|by|between|among|as|for) ?(?:all of |both |the |an? )?(?:us|me|owners?|home ?owners?|landlords?|landlady|my|our|family)\b|\b(?:my|our|owner'?s?|landlady'?s|landlord'?s) (?:[a-z]{3,8} )?(?:kitchen|bath\w{0,4}|wash ?room|stove)\b|\bwe (?:all |both )?share\b/;

/** The owner or their family lives in the same rooms. */
const AT_HOME = new RegExp(
  `\\b${OWNER} \\((?:me|us)\\b|\\b${OWNER}(?: \\([^)\\n]{1,20}\\))? in the (?:house|home|condo)\\b|\\bi own (?:the|this|a|my) (?:[a-z0-9]{1,5} )?${HOME}\\b|\\b(?:live[ -]?in|resident) ${OWNER}\\b|\\b${OWNER}[ -]occupied (?!triplex|duplex|fourplex|six ?plex|building|property)|\\b(?:homestay|host (?:family|mother|mom|parents|father)|lodgers?|boarders?|room and board|live with (?:us|me|our family|a family|the (?:owner|family))|living with (?:us|me|the (?:owner|family)))\\b|\\b${OWNER} (?:also )?(?:lives?|living|stays?) (?:in(?! (?:the )?(?:basement|upstairs|another|a different|vaughan|markham|main|upper|top))|here|there|with|alone)\\b|\\b(?:i|we) (?:also )?live (?:here|alone|in (?:the|this|my|our) (?:house|home|condo|other|master|next))\\b|\\b(?:i|we)(?:'ve| have) lived here\\b|\\b${OWNER} (?:is|=) (?:me|us)\\b|\\bown (?:this|the) (?:house|condo|townhouse|home|bungalow)\\b|\\b(?:living|share[ds]?|sharing|house) with (?:me|us|the),? \\(?(?:the )?${OWNER}\\b`,
);
/** The advertiser owns the home, and lives in part of it. */
const OWNS =
  /\b(?:i|we|who) (?:also |both )?own (?:it|this|the|my|our|here)\b|\b(?:i|we) (?:just |recently )?bought (?:it|this|the|my|our)\b|\b(?:i'?m|i am|we'?re|we are|as|me|by)(?: [a-z]{3,10})?,? \(?(?:the |an? )?(?:home ?owners?|owners?|landlord|landlady)\b|\b(?:my|our) (?:own )?(?:[a-z0-9-]{1,10} ){0,2}(?:house|condo|townhouse|bungalow|semi|home)\b|\b(?:home ?owner|landlady|widow|retiree)\b/;
const DWELLS =
  /\b(?:i|we)(?:'m|'re| am| are|'ll| also| both| all| still)* (?:live|living|sleep|stay|staying|reside|cook|eat|work from home|wfh|use|occupy|keep|have) (?:in (?:it|here|the (?:den|house|home|condo|place|flat|same|other|second|master|living|basement|attic|back|front|next))|here|there|alone|too|the (?:other|second|master|main|next|front|back) (?:bed)?rooms?|upstairs with|with my)\b|\bhave the other (?:bed)?room\b|\band (?:live|sleep|stay) (?:here|in (?:it|the|here))\b|\b(?:two|three|four|both|all) of us (?:live|here|in)\b|\bliv(?:e|es|ing) (?:by (?:myself|herself|himself)|alone)\b/;
/** A kitchen or bathroom without an owner, or a meal. */
const SPOKEN_OF = new RegExp(
  `(?<!\\b(?:own|private|separate|ensuite|en-suite|attached|no|your|near|new|second|renovated)(?: (?:full|small|big|attached|[1-4]pc|[1-4]-piece|entrance|and|&|,)){0,2} )\\b(?:${ROOM}|(?:home[ -]cooked )?(?:meals?|dinners?|suppers?|breakfasts?)|common (?:areas?|spaces?|use)|everything (?:else )?(?:except|but|is shared|is common))\\b`,
  "g",
);
/** Explicit sharing, whatever else the tenant has alone. */
const OURS = new RegExp(
  `\\bshared with the (?:couple|family|owners?|people) who owns?\\b|\\b(?:cook(?:ing)?|use|using|share[ds]?|sharing)\\b[^.]{0,20}\\b(?:${OWNER}|host|family)(?:'?s|')? (?:own )?${ROOM}\\b|\\b${ROOM}(?: (?:is|are))?(?: (?:common|shared|joint))? (?:to|for|by|between|among) (?:(?:both|all|the (?:two|three|four|five)) of us|us all|us both)\\b|\\b(?:use|uses|using|share|shares|cook (?:in|on|at)|welcome to|free to use) (?:ours|mine|our (?:own )?${ROOM}|my (?:own )?${ROOM}|(?:the )?(?:host|${OWNER}|family)'s ${ROOM}|their (?:own )?${ROOM}(?= (?:too|also|as well|upstairs|with)))\\b|\\b(?:same|only|one|single)(?: [a-z]{2,9}){0,2} ${ROOM}(?: [a-z,]{2,9}){0,9}? ?\\b(?:as|that|which|we|i),? (?:(?:the|my|our|we|i|and|all|owners?|also|wife|family|kids|parents) ?,? ?){0,4}(?:use|cook|share|have|do|am|wife|family|kids|owners?)\\b|\\b${ROOM} (?:is |are )?for (?:us|me|our family|the family|all of us|both of us|everyone)\\b(?! to)|\\bcook where we\\b|\\b${ROOM} is (?:the )?(?:one|only) (?:thing|room|space|part) (?:that )?we (?:all )?(?:use|share)\\b|\\b(?:bump|run) into (?:me|us)\\b[^.]{0,40}\\bin the ${ROOM}|\\b(?:our|my) ${ROOM}(?: is| are)? (?:open|free|available|yours|shared|at your)\\b`,
  "g",
);
const NOT_SHARED =
  /\b(?:not (?:be )?shar\w{0,3}|nothing (?:is |else )?shared|no shar\w{0,3}|never shar\w{0,3}|(?:i'?m|i am|we are|we'?re) (?:also )?(?:a |the |all )?(?:current )?(?:sub)?tenants?|my (?:landlord|roommates?)|tenants only|all tenants|(?:no|without) (?:the )?(?:owner|landlord))\b/;

/** Someone who may be the owner, if a room is let, a kitchen is shared and no other tenants are mentioned. */
const SOMEBODY =
  /\b(?:home ?owners?|owners?|landlords?|landlad(?:y|ies)|hosts?|famil(?:y|ies)|widow(?:er)?|grand(?:ma|mother|pa|parents)|granny|nonn[ao]|aunt(?:y|ie)?|retired|senior (?:lady|man|couple|woman)|elderly|old(?:er)? (?:man|lady|couple|woman)|our (?:kids|children|daughters?|sons?|home|house)|my (?:kids|children|daughters?|sons?|mom|mother|dad|father|parents|sister|brother|husband|wife|partner|home|house|condo))\b/;
/** A whole home, if no room of it is let. */
const WHOLE =
  /\b(?:[1-5] ?\+? ?1? ?(?:bed|bdrm|br|bedroom|bedrooms) (?:apartment|apt|house|home|unit|main|upper|lower|basement|bsmt|condo|townhouse|townhome|duplex|suite)|one bedroom (?:plus|with|,)|entire|main floor|upper (?:unit|level|apartment|duplex)|lower (?:unit|level)|(?:basement|bsmt|garden|private|in-?law) (?:apartment|apt|suite|unit)|coach house|triplex|fourplex|walk[ -]?up|[2-5] bedrooms? house|licensed rooming|rooming house|residence|charity)\b/;
const A_ROOM =
  /\b(?:(?:bed)?rooms? (?:for|to|4|4rent|2) ?(?:rent|let)|(?:bed)?room (?:is )?(?:available|avail)|(?:furnished|private|spare|single|extra|empty|cheap|sunny|small|big|bright|quiet|nice|clean|large|cozy|attic|basement|upstairs|second|other|front|back) (?:bed)?room|lodgers?|boarders?|homestay|rent(?:s|ing)?(?: out)? (?:an?|one|my|our|the|her|his) (?:[a-z]{2,9} ){0,3}(?:bed)?room|(?:bed)?room (?:in|with|near|at|w\/)|live with|living with)\b/;
/** An apartment without a statement of ownership: most people who let a room in one are tenants. */
const RENTED_FLAT = /\b(?:my|our|we have|we've got) (?:[a-z0-9-]{1,10} ){0,4}(?:apartment|apt|flat)\b/;
const OWNED_FLAT =
  /\b(?:own|owns|owners?|mine|landlad(?:y|ies)|landlords?|bought|mortgage|condo|house|home ?owner|townhouse)\b/;
const isHome = (text: string, isSure: boolean) =>
  (!ANOTHER_FLOOR.test(text) || WITH_OWNER.test(text)) &&
  (OWNED.test(text) ||
    FAMILY.test(text) ||
    (!ROOMMATE.test(text) && (LIVED_IN.test(text) || (isSure && SOMEBODY.test(text)))));

const ROOMS = `(?<!\\b(?:own|private|separate|ensuite|full) )${ROOM}(?:(?:,| and|,? &| \\/|\\/)? ?(?:the )?(?:${ROOM}|living ?room|laundry|dining room|common areas?)){0,3}`;
const THE_OWNER = `(?:all of |both |only )?(?:the |an? |your |my |one )?(?:[a-z]{3,8} )?${OWNER}`;
/** Explicit statements that count whatever else is said. */
const WITH_THE_OWNER = new RegExp(
  `\\b(?:share[ds]?|sharing|common|joint|use) (?:the |an? |one |same |my |our )*${ROOMS} (?:with|w\\/?|along with) ?${THE_OWNER}|` +
    `\\b${ROOMS}(?: (?:is|are|will be|to be))? (?:shared|sharing|common|joint)(?: only)? (?:with|w\\/?|by|between you and) ?${THE_OWNER}|` +
    `\\b${OWNER}\\b[^.]{0,40}? (?:shares?|uses?) (?:the |same |one |a )*${ROOM}(?:[^.]{0,20}? with (?:you|the tenants?|renters?))`,
  "g",
);
/** The same in the first person, which counts if ownership is stated elsewhere. */
const WITH_ME = new RegExp(
  `\\b(?:share[ds]?|sharing|common|joint) (?:the |an? |one |same |my |our )*${ROOMS} (?:with|w\\/?) ?(?:me|us|myself)\\b|\\b${ROOMS}[^.]{0,25}? in common with (?:me|us|myself|my ${KIN}|our family)\\b|\\b${ROOMS}(?: (?:is|are|will be))? (?:shared|sharing|common|joint)(?: only)? (?:with|by|between you and) (?:me|us|myself|my ${KIN})\\b`,
  "g",
);

/** Finds a kitchen or bathroom shared with an owner who lives there. Linear in the length of the text. */
export function findSharedRooms(text: string, sentences: readonly Sentence[]): Span[] {
  const spansOf = (words: RegExp) =>
    sentences.flatMap((sentence) => toTextSpans(sentence, matchSpans(sentence.text, words)));
  if (NOT_SHARED.test(text)) return [];
  if (!ROOM_LET.test(text))
    return APART.test(text) || TENANTS.test(text)
      ? []
      : [...spansOf(WITH_THE_OWNER), ...(OWNED.test(text) || FAMILY.test(text) ? spansOf(WITH_ME) : [])];
  if (RENTED_FLAT.test(text) && !OWNED_FLAT.test(text)) return [];
  // Tenants also say 'all of us', but not 'ours'.
  const isTheirs = TENANTS.test(text);
  const ours = [
    ...spansOf(OURS).filter(({ start, end }) => !isTheirs || !/ us\b/.test(text.slice(start, end))),
    ...spansOf(WITH_THE_OWNER),
  ];
  if (ours.length > 0 || APART.test(text) || isTheirs) return ours;
  if (WHOLE.test(text) && !A_ROOM.test(text)) return [];
  const shared = spansOf(SHARED_ROOM);
  const isSure = shared.some(({ start, end }) => /shar|common|joint|same|together|one /.test(text.slice(start, end)));
  const isAtHome = (AT_HOME.test(text) || (OWNS.test(text) && DWELLS.test(text))) && !ANOTHER_FLOOR.test(text);
  return [...(isHome(text, isSure) ? shared : []), ...(isAtHome ? spansOf(SPOKEN_OF) : [])];
}

/** Sharing in other languages. */
const IN_OTHER_LANGUAGES: SignalRule[] = [
  {
    find: /(?:厨|卫|浴|洗手间).{0,10}(?:共用|共享|合用|公用)|(?:共用|共享|合用|公用).{0,6}(?:厨|卫|浴|洗手间)/,
    inText: /房东(?:自住|同住|也?住|夫妇|夫妻|一家|一起|太太|阿姨)|(?:与|和|跟)房东/,
    notInText: /独立厨|不与房东|房东不住/,
    isPlain: true,
  },
  {
    find: /\b(?:cuisine|salle de bains?|toilettes?|cozinha|banheiro|casa de banho|cocina|bano)\b.{0,40}\b(?:partag\w{1,4}|commun\w{0,2}|compartid[oa]s?|compartilhad[oa]s?|partilhad[oa]s?|acces|uso)\b|\b(?:partag\w{1,4}|acces a|derecho a|uso de|comparte)\b.{0,20}\b(?:cuisine|salle de bain|cocina|bano|cozinha)\b/,
    inText:
      /\b(?:chez (?:moi|nous|l'habitant)|dans (?:ma|notre) maison|proprietaires?|en mi (?:casa|apartamento)|duen[oa]s?|(?:minha|nossa) casa|don[oa] da casa|proprietari[oa]s?|con (?:la|nuestra) familia|com a familia|avec nous)\b/,
    notInText: /\b(?:colocataires?|inquilin[oa]s?|locataires?|no vive|n'habite pas)\b/,
  },
  {
    find: /(?:厨房|厨卫|厨|卫生间|洗手间|浴室|卫浴).{0,8}(?:与|和|跟|同)(?:房东|屋主|我们|我).{0,6}(?:共用|共享|合用|一起用)|(?:与|和|跟|同)(?:房东|屋主).{0,6}(?:共用|共享|合用).{0,8}(?:厨|卫|浴|洗手间)/,
    unless: /不(?:需|用|与|和)|无需|独立/,
    isPlain: true,
  },
  {
    find: /\b(?:cuisine|salle de bains?|toilettes?)\b.{0,50}\b(?:partagee?s?|communes?|en commun)\b.{0,25}\b(?:avec (?:moi|nous|le proprietaire|la proprietaire|les proprietaires)|proprietaires?)\b|\bpartage\w{0,3}\b.{0,40}\b(?:cuisine|salle de bains?)\b.{0,30}\bavec (?:moi|nous|l[ea]s? proprietaires?)\b|\bcompart(?:imos|ir|es|o|ida)\b.{0,20}\b(?:cocina|bano)\b|\b(?:cocina|bano)s?\b.{0,30}\bcompartid[oa]s?\b.{0,20}\b(?:conmigo|con (?:el|la|los) duen|con nosotros|con (?:el|la) propietari)/,
  },
];

/** Rules on homes to which the Act and the Code may not apply, by note code. */
export const OWNER_RULES = { shares_with_owner: IN_OTHER_LANGUAGES };

import type { SignalRule } from "../../../contracts/signal-rules.ts";
import { FAR, PLACES } from "./absent-landlord.ts";

// Rules for landlords who cannot show the home. All repetitions are bounded.

const NOW =
  "(?:(?:will be|going to be|have to be|currently|now|right now|presently|still|both|all|temporarily|already|just|actually|permanently|recently|since|working|living|based|staying|stationed|posted|stuck|located|residing|traveling|travelling|backpacking|visiting family|visiting|on holidays?|on vacation|resident|away|here|over|on (?:exchange|contract|assignment|sabbatical|business|vacation|duty|deployment|leave|a (?:contract|mission|trip))|for (?:work|business|family|now)|at present|,) ?){0,4}";
const WE = "\\b(?:i|we|me and my (?:wife|husband|family)|my (?:wife|husband) and i)";
const THEY = "\\b(?:owners?|landlords?|landlady|(?:my|our|his|her) (?:husband|wife|job|work))";
const WENT =
  "(?:moved|relocated|(?:been |was |were |got |is |are )?(?:transferred|reassigned|relocated|posted|deployed|assigned|sent|called)(?: [a-z]{1,9}){0,4}|came back(?: to us)?|went|returned|gone)";

/** Away only for a weekend, back already, or not gone yet. */
const SHORTLY =
  /\b(?:if (?:i'm|i am)|(?:not|never) (?:one of|like) (?:the|those)|weekends?|must leave|used to be|any other day|except|back (?:on|by|next|this|in (?:a|two|2|3) )|used to|until (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b/;
/** Someone else shows the home. */
export const HELP =
  /(?<!\b(?:no|not|without|any|an?|use an|have an?|their|its|airbnb(?:'s)?|delivery|shipping|courier|booking|trusted|verified|authori[sz]ed) )\b(?:superintendent|super|caretaker|property manager|building manager|manager|management|brokerage|leasing office|concierge|agent|realtor|friend|sister|brother|neighbou?r|cousin|uncle|aunt|mom|mother|dad|son|daughter|roommate|(?:current|outgoing|present|downstairs|upstairs) (?:tenants?|people|couple))(?: [a-z]{1,10}){0,3} (?:shows?|(?:who )?(?:will|can) meet (?:you|u)|(?:is|are|will be) (?:showing|doing|handling)|(?:will|can|would) show|do(?:es)? (?:the |all )?(?:showings|viewings)|handles? (?:the |all )?(?:showings|viewings)|meets? you|lets you in)\b|\b(?:office|team|staff|manager|agent|realtor|we) (?:does|do|handles?|gives?|arranges?|will do) (?:the |all |your )?(?:showings|viewings)\b|\b(?:see|view|visit|look)(?: (?:it|the|place|unit|apartment|any|on|[a-z]{3,6}day|time|inside|around)){0,4} with (?:my|our|the) (?:[a-z]{3,8} )?(?:cousin|brother|sister|friend|agent|realtor|super|superintendent|caretaker|tenants?|neighbou?r|mother|father|son|daughter|uncle|aunt)\b|\bopen for (?:viewings?|showings?) (?:daily|weekdays|weekends|every|any|mon|sat|sun)|\b(?:landlord|owner|super|superintendent|caretaker)(?: [a-z.]{1,10}){0,3} (?:is|lives) (?:in|at) the building\b|\bwe (?:also )?(?:manage|look after) (?:the|this|it|his|her)\b|\b(?:managed|shown) (?:locally|by (?:a|an|our|my|the) )|\b(?:ask|call|see|contact) (?:the |our )?(?:super|superintendent|caretaker|concierge) (?:to|for|at)\b.{0,20}\b(?:view|show|key|see)|\b(?:i|we)(?:'ll| will| can)? (?:gladly |happily |usually |always |only )?(?:show (?:it|you|the (?:place|unit|apartment|room|house))|do (?:the )?(?:showings|viewings)) (?:on|any|every|in person|myself|after (?:work|\d)|evenings|weekends|weekdays|before (?:i|we) (?:leave|go|fly|move))|\b(?:i|we)(?:'m| am| are|'re)? (?:leav(?:e|ing)|fly(?:ing)?|depart(?:ing)?) (?:on |in |at )?(?:the )?(?:end of )?(?:jan|feb|mar|apr|may|june|july|aug|sept?|oct|nov|dec)[a-z]{0,6} ?\d{1,2}.{0,20}\bcome\b|\b(?:i|we)(?:'m|'re| am| are) (?:usually |mostly |always )?home (?:most|any|every|all|in the|after|on|evenings)\b|\b(?:one of us|someone|somebody) is (?:always |usually |still )?(?:here|there|home|around)\b|\bi(?:'m| am) (?:still )?here (?:until|till)\b|\b(?:can|will|to) show (?:it|you|the [a-z]{4,9}) (?:any|every|daily|evenings|weekends|on)\b|\b(?:swing|drop|stop) by (?:and|any|after|for|on)\b|\bcome .{0,30}\bbefore (?:that|then|(?:i|we) (?:leave|go|fly))|\b(?:notice (?:for|required for) (?:all )?showings?|showings? (?:with|require) .{0,12}notice)\b/;

const NOT_ABROAD =
  "(?!(?:the|a|an|this|that|my|our|your|unit|toronto|gta|scarborough|etobicoke|north|east|west|downtown|midtown|mississauga|brampton|vaughan|markham|richmond|oakville|burlington|milton|ajax|pickering|whitby|oshawa|york|thornhill|between|need|search|process|good|great|town|person|contact|charge|talks|school|college|university|class|work|bed|lease|use|excellent|transition|possession|it|there|here|room|apartment|bigger)\\b)";
const SOMEBODY = /\b(?:i|we|i'm|im|owners?|landlord|husband|wife|my|our)\b/;

/** Words typical of a home without personal viewings. */
const REMOTE =
  /\b(?:can'?t|cannot|can not|no ?one|nobody|not able|unable|video|virtual|facetime|zoom|photos|pictures|courier|mail|lock ?box|send|deposit|transfer|by email|drive[ -]by|from outside|remotely|online|trust)\b/;

const AWAY: SignalRule[] = [
  {
    // 'Landlord in Jamaica', 'she is back with us in Spain', 'our office in London, where we are based'
    find: new RegExp(
      `(?:${THEY}|\\b(?:back |home )?with (?:me|us)|\\b(?:my|our) (?:agent|office|account officer))(?: (?:is |are |lives? |stays? |now |currently |presently |based |back |here |over ){0,4})?(?: ?in) (?:the )?(?:[a-z]{1,12},? )?${PLACES}(?![a-z'])`,
    ),
    unless: new RegExp(
      `${SHORTLY.source}|\\b(?:born|raised|degree|trained|trip|manage[sd]?|agent (?:will )?shows?|office does)\\b`,
    ),
  },
  {
    find: /\b(?:can'?t|cannot|can not|not able|unable|not possible|impossible|no way)(?: for me| for us)?(?: to)? (?:leave|get off|get away|get time|take time|be off|come|travel|fly|be present|attend)(?: [a-z']{1,10}){0,5} (?:for|to do|to give|just for) (?:the |a |any |your )?(?:visits?|viewings?|showings?|inspection|tour)\b|\bno (?:office|agent|one|body|representative)(?: [a-z]{1,8}){0,2} in (?:toronto|canada|the (?:city|country|gta))\b/,
    unless: SHORTLY,
  },
  {
    find: new RegExp(
      `${WE}(?:'m|'re| am| are|m| was| were|'ve| have| had| live| lives| work| works| stay| reside| travel)? ?${NOW}(?:${WENT} )?${FAR}\\b`,
    ),
    unless: SHORTLY,
  },
  {
    find: new RegExp(
      `${WE}(?:'m|'re| am| are|m| live| lives| work| works| stay| reside)? ?${NOW}out of (?:the )?(?:town|city)\\b`,
    ),
    unless: SHORTLY,
  },
  {
    find: new RegExp(
      `${THEY},?(?: (?:mr|mrs|ms|dr|rev|pastor|who)\\.?)?(?: [a-z]{2,12})? ?(?:is |are |lives? |moved |now |currently |resides? |works? |has |have |had |been ){0,3}${NOW}(?:${WENT} )?(?:in |to )?${FAR}\\b`,
    ),
    unless: SHORTLY,
  },
  {
    find: new RegExp(
      `(?:${WE}|im)(?:'m|'re|'ve| am| are|m| have| live| lives| work| study| reside| stay| was| were)? ?${NOW}(?:${WENT} )?(?:back )?(?:in|to|at|from) (?:[a-z'.]{1,12},? ){0,3}${PLACES}(?![a-z])`,
    ),
    needs:
      /\b(?:am|are|'m|'re|im|live|living|moved|based|working|work|study|reside|relocated|transferred|reassigned|posted|been|was|stationed|exchange|stuck|staying)\b/,
    unless: new RegExp(
      `${SHORTLY.source}|\\b(?:from|born|raised|grew up|visited|moving)\\b (?:in |to |back )?|\\bget along\\b`,
    ),
  },
  {
    find: new RegExp(
      `${THEY},?(?: (?:mr|mrs|ms|dr|rev|pastor)\\.?)?(?: [a-z]{2,12})? (?:is|are|lives?|has|have|had|was|were|moved|works?|relocated|now|resides?|,) ?${NOW}(?:${WENT} )?(?:back )?(?:in|to) (?:[a-z'.]{1,12} ){0,2}${PLACES}(?![a-z])`,
    ),
    unless: SHORTLY,
  },
  { find: new RegExp(`\\bi am the owner, (?:but )?(?:based|living|residing|located) in ${PLACES}`) },
  { find: /\b(?:currently|presently|now) (?:abroad|overseas|out of (?:the )?(?:country|province))\b/, unless: SHORTLY },
  {
    find: /\b(?:i|we|owner|landlord) (?:don'?t|dont|do not|doesn'?t|does not|no longer|am not|are not|is not|won'?t be|will not be) (?:live |living |reside |stay |be )?in (?:the |this )?(?:city|province|country|canada|toronto|ontario|town|gta)\b/,
  },
  {
    find: /\b(?:won'?t|will not|wont) (?:be )?(?:in toronto|in canada|back in|be back|return|come back|coming back|returning|coming to toronto)\b|(?<!\b(?:residents|tenants|people|many|clients|some) )\brent(?:ing|ed)?(?: it)? (?:from|based on|by|off) (?:the )?(?:photos?|pictures?|pics|video)\b|\bnot returning\b|\bdoes not have time to come\b|\b(?:can'?t|can ?not|cannot|unable to) (?:travel|fly|come|get) (?:back )?(?:to )?(?:canada|toronto|ontario|back)\b|\btravel(?:l?ing)? to canada\b.{0,30}\b(?:only|twice|once|rarely)\b/,
  },
  {
    find: /\b(?:on|for) (?:a |my |our )?(?:missions?(?:ary)?(?: work| trip)?|deployment|peace ?keeping)\b(?! (?:street|st|road|rd|ave|hill|district))|\bmissionar(?:y|ies)\b(?! (?:church|baptist|alliance|society|school|sisters|fathers|of))|\b(?:oil rig|peace ?keep(?:er|ing)|deployed (?:to|in|over))\b/,
  },
  {
    find: /\b(?:i|we|im|owner|landlord|himself|herself|therefore|so) ?(?:am |are |is |'m |m )?(?:can'?t|cant|cannot|can not|unable to|not able to|not available (?:for (?:a |any )?(?:viewings?|showings?)|to)|won'?t be able to|couldn'?t|will not be able to|won'?t|will not be)(?: be there| come)? (?:to )?(?:personally |physically )?(?:show|meet|be there|open (?:the|it)|coming to (?:open|show))\b/,
    unless:
      /\bshow (?:it )?(?:on )?(?:mon|tue|wed|thu|fri|sat|sun)|\b(?:before|until|on|during|after) (?:\d|noon|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekends?|weekdays)\b|\bbefore you\b/,
  },
  {
    find: /\b(?:cannot|can'?t|cant|can not|unable to|not able to) (?:be able to )?(?:personally )?(?:show|meet)(?: it| you| the (?:place|unit|apartment|room|house|home|condo))?(?: to you)?(?: myself| himself| herself| in person| personally)?(?=$|,| because| since| so| right| at the| for (?:now|the)| but| as )/,
  },
  {
    find: /\b(?:no ?body|no[ -]?one)(?: (?:is|here|there|in|the|city|toronto|available|left|around|who|that|can|could|will|would|to|be|able)){0,8} (?:show|open|meet|let you in)\b/,
    unless: /\b(?:never|before you|unless)\b/,
  },
  {
    find: /(?:^ ?|\b(?:i|we|owner|landlord|they|she|he)(?:'ve| have| has)?(?: just| already| now)? (?:had to )?)(?:go|went|gone|move|moved|return|returned|flew|relocated) back (?:home|(?:to|with|for) )/,
    unless: /\b(?:back to (?:me|you|back)|home from|market)\b/,
  },
  {
    find: new RegExp(
      `\\b(?:i|we)(?:'m|'re| am| are)? ?(?:currently|presently|right now|now|at the moment|temporarily|stuck|still|based|stationed|away)(?: (?:living|staying|working|based|away|studying))? (?:in|at) ${NOT_ABROAD}[a-z]{3,}`,
    ),
    unless: /\bshow\b|\b(?:can|come|come by|viewings?) (?:show|see|see it|any)\b|\bsee it\b/,
  },
  {
    find: /\b(?:cruise ship|on a ship|at sea|in the (?:army|navy|military|armed forces|air force)|with the army|serving (?:with|in|overseas)|on deployment|oil (?:rig|field)|on sabbatical|study(?:ing)? abroad|on a pilgrimage|working remotely from)\b/,
    needs: SOMEBODY,
  },
  {
    find: /\b(?:live|living|based|am|are) (?:about |over |like |almost )?(?:\d{1,4}\+?|two|three|four|five|six|seven|eight|several|many) ?(?:hours?|hrs?|hr|h|km|kms)(?: drive)? (?:away|from|out)\b/,
    needs: /\b(?:can'?t|cannot|won'?t|not|no|unable)\b/,
  },
  {
    find: /\b(?:no ?one|no ?body|noone)(?: [a-z']{1,10}){0,6} (?:to|can|could|will|who|would|may) (?:show|open|meet|let you|let people)\b/,
    unless: /\b(?:never|before you|unless|after|bother|opens? the)\b/,
  },
  {
    find: /(?:\b(?:i|we|owner|landlord)(?:'m|'re| am| are| is)?|^) ?not (?:currently |physically |presently |now )?(?:around|in|near) (?:toronto|canada|ontario|the (?:city|country|province|gta|area))\b/,
    isPlain: true,
  },
  {
    find: /\bleft (?:toronto|canada|ontario|the (?:city|country|province)) (?:for|to|because|last|in|and|with)\b/,
  },
  {
    find: /\baway (?:on|for) (?:business|work|a? ?contract|assignment|family|medical|treatment|studies|school|the (?:season|winter|year)|(?:two|three|four|six|\d{1,2}) (?:months|weeks|years))\b/,
    needs: SOMEBODY,
    unless: SHORTLY,
  },
  {
    find: /\b(?:never|not|rarely|hardly ever) (?:around|there|here|available|home|in town|in the city) to (?:show|open|meet|let)\b|\bwon'?t (?:come|be coming|travel|drive) (?:down |over )?(?:for|to do) (?:showings?|viewings?)\b/,
    isPlain: true,
  },
  {
    find: new RegExp(
      `\\b(?:i|we|owner|landlord|who|she|he|they)(?: have| has| had|'ve)?(?: just| already| recently| since| now)? (?:moved|relocated|transferred|been transferred|took a job|got a job|accepted a job|found work|emigrated|immigrated)(?: back| away| over)? (?:to|in|at) ${NOT_ABROAD}[a-z]{4,}`,
    ),
    inText: REMOTE,
  },
  {
    find: new RegExp(
      `${THEY}(?: is| are|,)? ?(?:based|living|lives?|resides?|residing|located|works?|working) (?:full time |now |currently )?(?:in|from) ${NOT_ABROAD}[a-z]{4,}`,
    ),
    inText: REMOTE,
  },
  {
    find: /\b(?:until|till|before|when) (?:i|we)(?:'m|'re| am| are)? ?(?:get|come|return|be|fly)? ?(?:back|return|home) (?:to canada|to toronto|from|in (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|fall|winter|the))\b/,
  },
  {
    find: /\b(?:out[ -]of[ -](?:town|province|country)|overseas|remote|absentee|non[ -]?resident) (?:owner|landlord|landlady)\b|\b(?:owner|landlord) (?:is |are )?(?:not local|not in (?:town|canada|the country|toronto)|remote)\b|\b(?:fly[ -]in|work) camp\b|\bsnowbirds?\b.{0,40}\b(?:florida|arizona|south|mexico)\b/,
  },
  {
    find: new RegExp(
      `\\b(?:transfer(?:red|ed)?|relocat(?:ed|ion)|posted|posting|stationed|deployed|(?:re)?assigned|assignment|seconded|secondment|sent|moved|retired|emigrated|left|gone|settled|stuck|based|living|live|residing|reside|working|work|studying|studies|staying|stay|serving|teaching|volunteering|volunteer work|fly|flew|flown|went|returned|travel(?:l?ing)|touring|visiting|writing to you from|writing from|dig|mission|residency|internship|sabbatical|contract|position|job|treatment|rotation|project|taken me|took me|takes me|brought me|conference|training|university|school|tour|duty)(?: (?!from\\b|in\\b|to\\b|at\\b|shows?\\b)[a-z'-]{1,14}){0,5} (?:to|in|at|into|near|for|off|through|around|across|out of|down to|over to|out to|back to) (?:the )?(?:(?:north|south|northern|southern|rural|downtown|fort|new|war-torn) )?(?:[a-z]{1,12},? )?${PLACES}(?![a-z'])`,
    ),
    needs: SOMEBODY,
    unless: new RegExp(
      `${SHORTLY.source}|\\b(?:tenants?|roommate|previous|students?|neighbou?rs?|(?:my|our) (?:parents|mom|mother|dad|father|son|daughter|brother|sister)) (?:[a-z]{1,8} )?(?:(?:is|are|has|have|was) )?(?:just )?(?:moved|moving|live|lives|living|relocated|left|got|transferred)|\\b(?:moving|moved|came|come|coming|relocated|arrived) (?:here )?(?:from|here|to (?:toronto|canada))\\b|\\b(?:i'm|i am|we're|we are) (?:moving|leaving|going) |\\b(?:in|at|to) (?:the )?(?:downtown )?toronto\\b|\\bbuses|\\bexpress to\\b`,
    ),
  },
  {
    find: new RegExp(
      `\\b(?:i'm|im|i am|we're|we are) (?!from\\b)(?:(?!from\\b|like\\b|of\\b|not\\b|moving\\b|leaving\\b|going\\b|near\\b|in\\b)[a-z'-]{1,14} ){0,6}(?:in|at) (?:the )?${PLACES}(?![a-z'])`,
    ),
    unless: new RegExp(`${SHORTLY.source}|\\b(?:born|raised|looking|little|famil(?:y|ies)|based company)\\b`),
  },
  {
    // Without an 'I': 'Posted to another base till 2027', 'currently out of province'.
    find: new RegExp(
      `(?:^ ?|\\b(?:as|since|because|but|and|so|sorry|unfortunately|though|while),? )(?:(?:i|we)(?:'m|'re|'ve| am| are| have| was| were)? |am |im )?(?:(?:been|got|was|currently|presently|now|right now|temporarily|still|recently|just) ){0,2}(?:posted|deployed|stationed|transferred|reassigned|relocated|(?:live|living|staying|residing|located|travelling|traveling|visiting|studying|working|based|stuck|away)?) ?(?:to|in|at|on|with|off)? ?(?:${FAR}|${PLACES}|(?:a |the |another )?(?:base|mission|un|nato|navy|army|red cross)(?: [a-z]{1,12}){0,2} in )(?![a-z'])(?! (?:area|buses|express|style|rd|road|st|street|ave))`,
    ),
    needs:
      /\b(?:posted|deployed|stationed|transferred|reassigned|relocated|currently|presently|now|temporarily|still|stuck|away|living|staying|residing|located|travelling|traveling|visiting|studying|working|based|am|i'm|im|we're|been)\b/,
    unless: new RegExp(`${SHORTLY.source}|\\b(?:from|moving|tenants?)\\b`),
  },
  {
    // Jobs with findAbsences of months.
    find: /\b(?:(?:drilling|oil|gas|production) (?:platforms?(?! (?:bed|shoe))|rigs?|fields?|sands)|off ?shore(?! (?:breeze|drive|blvd))|marine engineer|merchant (?:navy|marine)|sea(?:man|farer)|cargo ship|research (?:vessel|station)|peace ?corps|humanitarian|missionary|doctors without borders|medecins sans frontieres|red cross|unicef|united nations|(?:with|for) the un(?=$|[ ,.])|peace ?keep\w{1,5}|(?:church|medical|aid|relief|charity|religious|business|un) mission|field ?work in|on tour with|touring with|on rotation)\b/,
    needs: /\b(?:i|i'm|im|am|we|we're|my|owner|landlord|husband|wife|presently|currently)\b/,
    inText:
      /\b(?:can'?t|cannot|can not|won'?t|not able|unable|away|left|currently|presently|now|deployed|far|vacant|empty|signal|phone|mission|until|till|send|deposit|keys?|mail|email|not (?:there|here|around|home))\b/,
    unless:
      /\b(?:near|across|beside|next to|office|building|walk|minutes|retired from|volunteer(?:ed)? at the local)\b/,
  },
  {
    find: /\b(?:can'?t|cant|cannot|can not|unable to|not able to|won'?t|wont|will not|not going to) (?:be )?(?:able to )?(?:be )?(?:there|present|around|on[ -]?site|here)(?: in person| personally| myself)? (?:for|to|at|during) (?:the |a |any |your )?(?:viewings?|showings?|visits?|tours?|show|meet|open|let)\b|\b(?:can'?t|cant|cannot|can not|unable to|not able to|won'?t) (?:meet you|show you (?:around|round|in)|show u|show anyone|show (?:it |this )?in person|do (?:a |an |any )?(?:walk[ -]?through|in[ -]person|personal (?:viewing|showing)))/,
    unless:
      /\b(?:before|until|on|during|after|this) (?:\d|noon|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekends?|weekdays|week)\b|\bbefore you\b/,
  },
  {
    find: /\b(?:not|never|rarely|hardly|seldom|barely)(?: ever)?(?: (?:physically|currently|presently|personally|even|really|actually|often|much))? (?:present |living |located |back )?(?:in (?:canada|toronto|ontario|the (?:city|country|province|gta)|town)|at home in) ?(?:right now|at (?:the|this) (?:moment|time)|now|these days|rn\b|atm\b|for now|currently|anymore|any more|to (?:show|meet|open|let)|so|and can'?t|$)/,
    needs: SOMEBODY,
    isPlain: true,
  },
  {
    find: /\b(?:spend(?:ing)?|passing) (?:the |our |my |most of the |this )?(?:winters?|summers?|year|season|months?)(?: months?)? (?:in|down|out of|abroad|overseas|away|at sea)\b|\bdon'?t know when (?:i |we )?(?:(?:will|'ll|can|am|are|be) ){0,2}(?:be |come |get |coming |going )?(?:back|return|home)\b|\b(?:see|look|view|peek)(?: it| in| inside)? (?:by|through|thru|in|from|at) (?:the )?windows?\b|\b(?:had|have|having) to leave (?:toronto|canada|the (?:city|country|gta)|quickly|urgently|suddenly|on short notice)\b|\b(?:not sure|no idea|unsure|unknown) when (?:i'm|i am|we're|we are|i'll be|i will be|i|we)(?: (?:get|come|be|will|am|are)){0,3} (?:back|home|return)\b|\b(?:no ?one|no ?body) (?:is )?local\b|\b(?:can'?t|couldn'?t|cannot|won'?t|unable to|not able to) be in (?:the city|town|toronto|canada)\b|\bwriting (?:to you |this )?from (?!the (?:unit|building)|my phone)[a-z]{4,}|\b(?:mine site|mining camp|logging camp|bush camp|remote (?:site|camp|community))\b|\bretired to (?:the )?(?:country|cottage|south)\b|\b(?:away|gone) (?:with|because of|due to) (?:my )?(?:work|job|the military|the army|family (?:emergency|matter|illness))\b|\b(?:as|since|because) (?:i|we)(?:'m| am|'re| are) (?:so |too |very )?far(?: away)?\b|\bfar (?:away )?from (?:toronto|canada|home|the (?:city|apartment|unit|house|property)) (?:right now|at the moment|now|so|and|until|these days)\b/,
    needs: SOMEBODY,
    isPlain: true,
  },
  {
    // 'Presently not in the country', 'rarely in town', 'currently deployed, back in 2027'
    find: /\b(?:presently|currently|physically|now|at present) not (?:around|here|there|in (?:the )?(?:canada|toronto|ontario|country|city|province|gta|area|town))\b|\b(?:rarely|seldom|hardly(?: ever)?|never) in (?:town|canada|toronto|ontario|the (?:city|country|province|gta))(?! (?!so\b|and (?:can'?t|cannot|no)\b)[a-z0-9])|\b(?:currently|presently|i'?m|am|we'?re|still) (?:deployed|posted|stationed|abroad|overseas)(?! (?!and\b|until\b|till\b|with\b|on\b)[a-z0-9])/,
    isPlain: true,
    unless: SHORTLY,
  },
  {
    find: /\bsight[ -]unseen\b(?! (?:ok|is|offers))|\bdrive by the (?:house|home|property|building|apartment|place)\b/,
  },
  {
    find: /\b(?:(?:pls|please|can|could|may|only|just|to|and|kindly|must) (?:only )?drive[ -]by|drive[ -]by (?:only|viewings?(?: only)?))\b(?! (?:traffic|shoot))|\b(?:view|see|look at)(?: the| it| this)?(?: house| home| property| building)?(?: from)?(?: the)? (?:exterior|outside) only\b|\bexterior (?:viewings?|view) only\b|\blook (?:at it )?from (?:the )?outside\b|\bpeek (?:in|through) the windows?\b/,
  },
  {
    find: /\b(?:i|we) (?:live|am|are) (?:too |very |so )?far (?:away )?(?:so|and|from (?:toronto|the (?:unit|place|house)))/,
  },
  {
    find: /\bsince (?:i|we) (?:have )?(?:left|moved out of|moved away from) (?:canada|toronto|the country)\b|\bleft (?:canada|the country) (?:for|last|in|already)\b/,
  },
  {
    find: /(?:房东|屋主|本人|我|我们|人).{0,6}(?:在|去了?|回)(?:了)?(?:国外|海外|中国|国内|外地|外省|美国|香港)|(?:不方便|无法|不能)(?:带)?看房/,
  },
  {
    find: /\ba l'etranger\b|\b(?:ne (?:peux|pouvons|peut) pas|impossible de) (?:vous )?faire visiter\b|\bfuera del pais\b|\ben el (?:extranjero|exterior)\b|\bno puedo (?:mostrar|ensenar)\b/,
  },
].map((rule) => ({ ...rule, notInText: HELP }));

/** The home cannot be viewed before it is let, whoever is there. */
const NO_VIEWING: SignalRule[] = [
  {
    find: /\b(?:viewings?|showings?|visits?|tours?) (?:is |are |will )?not (?:be )?(?:possible|available|allowed|offered)\b|\bno (?:in[ -]person |accompanied |physical |personal )?(?:viewings?|showings?|visits)(?: in person)?(?: possible| available| due to)?(?=,|$| due| because| at th| for now| until)|\b(?:can'?t|cannot|can not|won'?t) (?:do|have|offer|give|allow) (?:any )?(?:viewings?|showings?)\b|\bno time (?:left )?for (?:a )?(?:viewings?|showings?)\b|\b(?:virtual|video|online|zoom|facetime)(?: tours?| viewings?| showings?)? only\b|\b(?:see|view) (?:the )?(?:room|it|inside|apartment|unit|place) (?:only )?(?:when you (?:come|move)|on moving day)\b|\bsee inside only\b/,
    isPlain: true,
  },
  {
    find: /\bno (?:appointments?|visits?|viewings?|showings?|tours?|inspections?) (?:is |are |will be |can be )?(?:offered|given|arranged|made|first)\b|\b(?:we|i) (?:do not|don'?t|dont|no longer) (?:do|offer|give|allow|have|accept|arrange) (?:any )?(?:visits?|viewings?|showings?|tours|inspections?|appointments?)\b|\b(?:decide|choose|judge|apply|commit|go) (?:it |only |just )?(?:on|by|from|off) (?:the )?(?:photos?|pictures?|pics|video)\b|\b(?:photos?|pictures?|pics|video) (?:only|instead of (?:an? )?(?:viewing|visit|showing|tour)s?)\b|\bnot (?:doing|giving|offering|taking) (?:any )?(?:viewings?|showings?|visits?|tours?|appointments?)\b(?! (?:before|until|till|on|after|during|this|in))/,
    unless: /\b(?:before|until|till|after|during|on (?:week|mon|tue|wed|thu|fri|sat|sun|holi)|this week|send|agent)\b/,
    isPlain: true,
  },
  { find: /\brent(?:ed)? (?:it )?(?:by|through|via|on) (?:the )?(?:airbnb|booking\.com|vrbo)\b|\bthrough airbnb\b/ },
];

/** Rules on absent landlords by note code. */
export const AWAY_RULES = { landlord_away: AWAY, no_viewing: NO_VIEWING };

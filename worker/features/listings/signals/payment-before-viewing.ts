import { AMOUNT, E_TRANSFER, PAY, RENT } from "./payment-patterns.ts";
import type { Span } from "../../../contracts/signal-rules.ts";
import { toTextSpans, type Sentence, type Sign, spansIn, weigh } from "./weighted-signs.ts";

// Weighted signs of payment before a viewing, in any wording: a demand for money and its context.

const COUNTED =
  "(?:(?:an? )?(?:hundred|thousand|fifty|twenty|thirty|forty|sixty|seventy|eighty|ninety)(?! (?:minutes|steps|seconds|percent of|units|years))|\\d{2,4}(?! ?(?:sq|ft|min|m\\b|km|units?|floors?|years?|yrs|days?|people|am|pm|:|th\\b|st\\b|bed|br\\b|[a-z]+ (?:st|street|ave|avenue|rd|road)\\b)))";
const SUM = `(?:(?:one|two|1|2|first|a) weeks?'?s?(?: rent)?|(?:credit|background) (?:report|check)|screening|(?:the|full|whole) month(?:'?s rent)?(?! to month)|premier mois|depot|acompte|loyer|caution|deposits?|down ?payments?|advance|token|caution|payments?|money|funds|(?<!or )cash|fees?|charges?|membership|retainer|commitment|(?:booking|holding|token) (?:amount|money)|amount|half(?=,| now| first| and)|bail|guarantee|good faith|hold(?= and|$|,)|gift cards?|e-?transfers?|certified cheques?|bank drafts?|money orders?|(?:your|the|full|january|february|march|april|may|june|july|august|september|october|november|december) rent|(?:credit |debit |your )card|${RENT}|(?:the |one |a )?last months?'?s?(?: rent)?|(?:one|two|three|1|2|3) months?|first (?:rent|payment)|\\d{1,2} ?(?:%|percent)|no \\$|\\$|${AMOUNT})(?![a-z0-9])`;
const ASKED = `(?:${PAY}|payez|versez|envoyez|verser|pays|pay(?:able|ment)|send(?:s|ing)?|sent|put(?:s|ting)?|giv(?:e|es|ing)|leave|leaves|drop|make|makes|place|submit|provide|forward|bring|need|needs|require[sd]?|ask(?:s|ing)?|want|wants|collect|charges?|costs?|take|deposit|${E_TRANSFER}|transfer|wire|remit|buy|mail|courier|hand|slip|show (?:me )?(?:you have )?|cash ?app|load|top up|fund|cover|chip in|against|with (?:only |just )?an?|is(?= (?:an? )?\\$? ?\\d{1,5}\\$? (?:dollars? )?(?:deposit|fee|charge))|due)`;
/** A demand for money, or a cost. */
const DEMAND = new RegExp(
  `(?<![a-z])${ASKED}(?: (?!monthly|every|each|no\\b|nothing|month to)[^ ,]{1,14}){0,7}? ${SUM}|(?<![a-z])(?:after|without|until|once|upon|before|as soon as|on receipt of)(?: (?:the|your|a|an|my|we|i|you|get|have|receive|receipt|receiving|confirmation|is|of|making|paying|sending|first)){0,4} ${SUM}|${AMOUNT}(?: [a-z]{1,9}){0,2}(?: per| an?| each|/) ?(?:adult|person|applicant|head)s?\\b|(?:fees?|charges?)(?: [a-z]{1,10}){0,4} (?:payable|due|paid)\\b|${SUM}(?:,? (?!rent\\b|per month|monthly)[a-z]{1,12}){0,3} (?:is |are |must be |has to be |to be )?(?:asked|given|handed|required|needed|due|${PAY}|sent|received|first|ahead|before|holds?|reserves?|secures?|gets|lets|by e|for (?:the|a|each|every|your) (?:call|tour|visit|viewing|showing|video|list|slot|key|code))(?![a-z])|(?<![a-z])(?:pays?|send|gives?|e-?transfer|interac|put down|deposit|tips?|slip|hand|mail|wire|transfer|wants?|needs?|charges?|asks?|takes?|leaves?|collects?|costs?|cover|bring|demands?)(?: (?:me|us|him|her|them|over|just|only|the [a-z]{4,10}|my [a-z]{4,10})){0,2} ${COUNTED}(?![a-z0-9])|(?<!(?:rent|\\d|under|over|from|was|is|only|at|to|month|monthly|just)[ :=]{0,2})${AMOUNT},? (?:cash |only |please |pls |non-?refundable |refundable |each |one[ -]time |flat |in cash |by e-?transfer |interac )?(?:from you|by|keeps?|holds?|gets|covers|reserves|secures|saves|buys|lets|opens|unlocks|puts|(?:for (?!rent|the (?:unit|apartment|room|month)|parking|a (?:studio|room|one|1|2|bed))[a-z]{2,}|to (?!\\$?\\d)[a-z]{2,})|at (?:the )?(?:door|viewing|showing|booking)|before|please|pls|first|then|per (?:person|head|visit|viewing|tour|group|adult|name)|and (?:you|i|we|it)|you can|cash|refund\\w{0,4})(?![a-z])|\\b(?:not|nothing is|never) (?:for )?free\\b|\\bno (?:\\$|money|cash|deposit|payment|fee)(?: down)?,? ?(?:=|-|means?|then)? ?no\\b|\\b(?:once|when|as soon as|after|until|till) (?:the |your |my )?(?:rent|deposit|transfer|payment|money|funds?|cash|amount|it)(?: [a-z]{2,9}){0,2}? (?:shows?|arrives?|lands?|clears?|hits?|is in|comes in|(?:is|are|has been|have been) (?:in|received|paid|sent|there|cleared|confirmed))|\\b(?:booking|holding|token) (?:amount|money)\\b|(?<![a-z])(?:emt|interac|e-? ?transfer)(?: (?:me|us|just|only)){0,2} ${COUNTED}|(?<![a-z])${E_TRANSFER} (?:for|the) (?:january|february|march|april|may|june|july|august|september|october|november|december|rent|first)|\\b(?:rent|deposit|payment|money|transfer|funds)(?: (?:has|have|is|was|had|been|got)){0,3} (?:arriv(?:ed|es)|com(?:es?|ing) in|cleared|clears|landed|lands|confirmed|received)(?![a-z])|(?<![a-z])pay (?:at|by|with|through|via|in) (?:any |an? |the )?(?:bitcoin|btc|crypto|western union|money ?gram|gift|steam|apple|google)|(?<![\\d$,.])\\d{3,4} (?:first|down|now|up ?front)(?= (?:and|then|please|pls|to|via|by)|,|$)|\\bdeposits? to (?:take|see|view|hold|get|pull|keep|unlock|book|reserve|access)\\b|\\bmoney by sending\\b|\\bscratch (?:and|it|off|the)\\b|\\btrust is the\\b|\\bwho(?:ever)? (?:pays|sends|puts|deposits|transfers)\\b|\\bcan be yours\\b.{0,20}\\bif\\b|\\bfunds are\\b|\\bhold your (?:funds|money|deposit)`,
  "g",
);

const SIGNS: readonly Sign[] = [
  // A viewing in return.
  {
    words:
      /\b(?:view(?:ing)?s?|showings?|showed|show (?:you|u|it|to|them|anyone|people)|see|tour(?:s|ing)?|visit(?:s|ing|ors?)?|inspect\w{0,4}|walk(?:[ -]| you )?(?:through|thru)|appointment|check it out|look (?:at|inside|around|for)|(?:to|for|only|you|u|around|people|guests|visitors|inside|let you) look(?:ing)?|look (?:around|it over)|receive (?:guests|visitors)|walks? (?:you|u) (?:round|through|around)|come inside|go up|lets? (?:in|you|people)|give out the location|unit number|(?:the )?location|schedule|book you in|drive by|let (?:you|u|him|her|them|people|anyone) (?:in|up|inside|upstairs)|u(?:p)?stairs to see|come (?:over|up|by|around|round|in(?= )|and)|before (?:i|we|he|she) (?:come|comes|open|opens|meet|drive)|clear my|pick (?:a|you|your)? ?(?:time|day)|(?:pre-arrival |in )person|inside pictures|(?:you|u) come|time to come|(?:exact |full )?address(?! (?:is|:))|lock ?box|spare key|open(?:s)? (?:the )?door|go in(?:side)?|meets?|open up)\b/,
    here: 2,
    near: 1,
  },
  {
    // Keys may also mean moving in.
    words: /\b(?:keys?|code)\b/,
    here: 1,
    near: 0,
  },
  // Payment comes first.
  {
    words:
      /\b(?:now|today|tonight|right away|immediately|asap|within (?:the|an) hour|up ?front|(?<!months )in advance|beforehand|ahead|advance|early|in order to|(?<!the )first(?!,? (?:and|&|come|floor|month|of|\+|\/|rent|last|or|available|approved|time))|prior|before|b4|without|for free|not free|no \$|only (?:after|once|when|people|those|if)|must before|pre-?paid|customary)\b/,
    here: 2,
    near: 0,
  },
  {
    words:
      /\b(?:only|until|unless|otherwise|or (?:he|she|they|i) won'?t|won'?t open|if you (?:don'?t|do not) want to (?:lose|miss)|to be on|on the (?:paid )?list|applies)\b/,
    here: 1,
    near: 0,
  },
  // The viewing follows.
  {
    words:
      /\b(?:then|after(?:wards?| that| this| which)|(?:when|once|after|as soon as|soon as) (?:you|u|i|we|it|he|she|they|the|your|that|this|confirmed|paid|received|done|in|sent|cleared|payment|deposit|money|funds)\b(?! (?:sign|approve|agree))|so (?:that )?(?:i|we|my)|and (?:i|we)(?:'ll| will)|later|next week|tomorrow|finished when|and (?:he|she|they|the agent|(?:my|our|the) (?:agent|super|brother|cousin|friend|sister|assistant|concierge|caretaker|tenant)) (?:will|walks?|lets?|shows?|meets?|brings?|drives?|comes?|gives?|opens?)|(?:see|view|visit) it (?:when|tomorrow)|pass and)\b/,
    here: 1,
    near: 1,
  },
  // A hold on a home not yet seen.
  {
    words:
      /\b(?:holds?|holding|reserves?|reserv(?:ed|ing|ation)|secures?|locks? (?:it|your|the|in)|book(?:s|ing)? (?:it|the|your|a|this)|(?:on|to) (?:the |my |our )?(?:viewing |waiting )?list|make list|queue|in line|off the market|ad down|take it down|stop showing|guarantees?|priority|slots?|spot|yours|if you want (?:it|this)|takes it|gets it|name on it|keeps your|kept for|lose it|eight families|families coming|pull (?:the|it)|out of the (?:running|ads)|for you until)\b/,
    here: 1,
    near: 1,
  },
  // A refund.
  {
    words:
      /\b(?:refund\w{0,5}|(?:get|got|give|gives|given|send|sent)(?: (?:it|you|u|right|the|money|your|everything|all)){0,3} back|i return|returned|goes (?:to|toward|towards|against|on) (?:your|the)|deduct\w{0,3}|minus it|credited|adjusted|buys? (?:it|them) back|part of (?:your|the) first|applied to|comes? off|off your (?:rent|first)|cash back|credited|take it off|minus|in your pocket|not to your liking|(?:not|dont|don't|didn't) (?:like|love|want|happy))\b/,
    here: 1,
    near: 1,
  },
  // Reasons: no-shows, unserious people.
  {
    words:
      /\b(?:no[ -]?shows?|not (?:showing|coming|turning)(?: up)?|weed(?:ing)? out|filter\w{0,3}|dreamers|disturb\w{0,5}|security reasons|safety|privacy|time ?wast\w{2,4}|wast(?:e|es|ing)|serious\w{0,4}|bail|flak(?:e|y)|commit\w{0,5}|strangers?|prove|proof|screenshot|so i know|don'?t (?:come|show)|dont (?:come|show)|tired of|too many|so many|many (?:people|messages|inquiries)|lots? of (?:people|interest|messages)|legit|trust\w{0,3}|my (?:lost )?time|tire kickers?|not running|ghost\w{0,3}|good faith|honest|whoever|first (?:person|one|to))\b/,
    here: 1,
    near: 1,
  },
  // No viewings.
  {
    words:
      /\b(?:(?:no ?body|no ?one|cannot|can'?t|cant|can not|not able|unable)(?: [a-z]{1,10}){0,3} (?:enter|go in|inside|see|view|visit|show|open|meet)|no (?:viewings?|showings?|inspections?)|you don'?t need to see|video call|not (?:registered|ready|finished) yet|still (?:inside|living|under)|sight unseen|(?:see|check) (?:it|the \w{3,9}|\w{2,3} out)(?: \w{1,9})? when (?:you|u) (?:come|move|arrive|land)|you can enter|contactless|no need to (?:meet|visit|see|view)|photos (?:alone|only)|allow visitors?|don'?t ask (?:me )?(?:for|to)|peek|from (?:the )?outside|cant show|can'?t show|fly(?:ing)? in|till (?:you|u) (?:land|arrive)|no way for)\b/,
    here: 2,
    near: 1,
  },
  // The keys are sent instead.
  {
    words:
      /\b(?:keys?|fobs?|access cards?)\b.{0,40}\b(?:mail(?:ed)?|post(?:ed)?|ship(?:ped)?|courier(?:ed)?|sent|send|fedex|dhl|ups|deliver\w{0,3}|parcel|flower ?pot|mat)\b|\b(?:mail|post|ship|courier|drop|send|brings?|under)\b.{0,20}\b(?:keys?|fobs?|access cards?)\b/,
    here: 0,
    near: 1,
  },
  // A fee for viewings.
  {
    words:
      /\b(?:gate|guests?|visitors?|registration|viewing|showing|tour|visit|unlock|access|elevator|concierge|video|call|membership|caution|inspection|screening|travel|gas|per (?:person|head|visit|viewing)|a head|each (?:person|visitor|viewing))\b[^,]{0,24}\b(?:fee|charge|pass|deposit|cost|\d{1,3})\b|\b(?:fee|charge|deposit|\d{2,3} ?\$?|\$ ?\d{1,3})[^,]{0,16}\b(?:for|per|each|a) (?:the |your |every |each |a )?(?:call|head|visit|visitor|viewing|showing|tour|guest|trip)\b/,
    here: 1,
    near: 0,
  },
  // Payment after signing, as is lawful, or every month.
  {
    words:
      /\b(?:(?:at|on|upon|with|after|when|once|until|till|you|we|who|before|then|and|a|the)(?: (?:the|a|lease|you|we|u|both|have))? ?sign(?:ed|ing|s|ature)?|(?:lease|agreement) (?:is )?sign(?:ing|ed)|after (?:the |an? )?(?:agreement|lease|contract)|signed lease|standard lease|never before|(?:[3-9]|1[0-2]|three|four|five|six|ten|twelve) months?'? (?:rent )?in advance|(?:make|do|write|have) (?:an? |the |our |ontario |standard )*lease|upon acceptance|after (?:both|all|we|you) (?:of us |sides |parties )?(?:say|agree|decide|like|shake)|(?:on|at|upon) move[ -]?in|move[ -]in (?:day|date|fee)|after (?:the |a |your |you |we |they )?(?:have |are |both )?(?:viewing|showing|tour|visit(?:ed)?|see|seen|saw|meet|met|approv\w{1,3})|once (?:you|we|they|both)(?:'ve| have| are)? (?:signed|sign)|once (?:you|we)(?:'ve| have)? (?:seen|viewed|met|visited|like|decide)|if (?:you|u) (?:like|love|want) it|(?:at|after|with) (?:the|your) (?:showing|viewing)|free (?:tour|viewing)|key deposit|elevator|\d{1,5}\$? off\b(?! your)|months? free|free months?|incentive|promo\w{0,6}|bonus|discounts?|half (?:price|on month)|regular rent|move[ -]in special|before (?:you|any ?one|any ?body) (?:pays?|gives?|sends?)|rent (?:is|can be|may be|must be|to be) paid)\b/,
    here: -3,
    near: 0,
  },
  {
    // Other costs of tenants.
    words:
      /\b(?:monthly|each month|every month|first of (?:the|each|every)|on the (?:first|1st) of|post-?dated|fobs?|parking|pets?|damage|cleaning|quarterly|weekly|within your first|(?<!bad |the )hydro(?! (?:must|has to|needs))|utilit\w{1,3})\b/,
    here: -2,
    near: 0,
  },
  {
    // Untraceable payments.
    words:
      /\b(?:bitcoin|btc|crypto|usdt|gift ?cards?|steam|itunes|apple (?:gift )?card|google play|western union|money ?gram|zelle|cash ?app|wire|swift|money order)\b/,
    here: 1,
    near: 0,
  },
  // A viewing comes first.
  {
    words:
      /\b(?:(?<!(?:then|and|so|to) (?:you |u )?)(?:come|can)(?: (?:and|to))? (?:see|look|view|visit)(?: it)? (?:first|then|before|any|until|tonight|today|sat|sun|mon|tue|wed|thu|fri)|(?:you )?look first|(?:see|view|visit|tour|look at)(?: it| the [a-z]{4,9})? first|before you (?:pay|give|sign|decide)|(?:current|outgoing|present) tenants? (?:can |will )?shows?|no (?:money|deposit|payment) (?:before|until|till)|(?:shows?|viewings?|showings?) (?:daily|any ?time|every|mon|tues?|wed|thurs?|fri|sat|sun))/,
    here: -3,
    near: -2,
  },
];

/** Money without a plain demand: an amount that is not the rent, a mentioned deposit, someone who paid. */
const MONEY_NAMED = new RegExp(
  `(?<!\\b(?:rent|under|over|from|was|now|only|parking|locker|laundry|internet|hydro|extra|about|of|save|asking|month|monthly|worth|to|lease)[ :=]{0,2}(?:is |for |at |extra |only )?)${AMOUNT}(?![\\d,]*\\d)(?!,? ?(?:a night|per night|gift card|\\/|per month|a month|monthly|month|pm|mo\\b|all|incl|plus|\\+|utilit|rent|off|total|for (?:parking|rent|the (?:unit|room|apartment))|value|worth|gift|rebate|bonus|discount|limit|deductible))|(?<![a-z])(?:(?<!no )(?:deposits?|down ?payments?|pre-?paid|pre-?pay|(?<!(?:rent|utilities|hydro|bills?) (?:is |are |can be |to be |must be |gets |will be )?)paid|(?<!landlord |owner |tenant |any ?one |we |any ?body )pays|prepayment|instal?lment|retainer|token|commitment|security|donation|(?:booking|holding|reservation|viewing|showing|tour|visitor|screening|registration|appointment|reserve) (?:fee|charge|cost|money|deposit)|(?:two|2|three|3|four|4) weeks'? rent|half (?:of )?(?:the |a )?(?:rent|month)|(?:the )?transfer|e-?transfer|(?:his|her|my|the|their|for) (?:gas|fuel|uber|taxi|trip|bus fare|travel)|gas money|(?<!no |any |your |save |key |complete )money(?! order)|payments?|fees?|charges?|cash|funds|bucks|dollars|loonies|(?:two|three|four|five|six|seven|eight|nine) hundred|hundred|(?:first|1st) (?:and|&|\\+|n) last|(?:first|one|last|1|half) months?(?:'?s)?(?: rent)?|in advance|up ?front|pay(?! ?(?:stubs?|slips?|hydro|utilit|your own))|buy|purchase|invest\\w{0,4}|(?:bank|my|his|her|our) account|(?:rent|deposit|money|cash|payment|funds) (?:in|into|on) (?:my|the|his|her|our)|money talks|${COUNTED} (?:with me|down|by|on|to (?:be|see|get|my)|for (?:each|every|the|a)|plus|in (?:cash|my|his)|cash|first)|even ${COUNTED}|plus ${COUNTED}|wants? ${COUNTED}|\\(${COUNTED}\\)))(?![a-z0-9])`,
  "g",
);
/** Least weight at which mentioned money counts as a demand. */
const ENOUGH_ALONE = 4;

/** Least weight at which a demand counts as payment before a viewing. */
const ENOUGH = 3;

/** Reduction of that weight if nobody is there or keys come without a person. */
const FROM_AFAR = 3;

/**
 * Finds demands for payment before a viewing by signs in a sentence and its neighbours. Linear in the length of the
 * text.
 * @param isFromAfar whether the text says that nobody can show the home
 */
export function findPaymentsBeforeViewing(sentences: readonly Sentence[], isFromAfar: boolean): Span[] {
  const weightOf = weigh(sentences, SIGNS);
  return sentences.flatMap((sentence, at) => {
    const asked = [...sentence.text.matchAll(DEMAND)].length > 0;
    const spans = spansIn(sentence.text, asked ? DEMAND : MONEY_NAMED);
    if (spans.length === 0) return [];
    const enough = asked ? ENOUGH - (isFromAfar ? FROM_AFAR : 0) : ENOUGH_ALONE;
    return weightOf(at) < enough ? [] : toTextSpans(sentence, spans);
  });
}

import type { Span } from "../../../contracts/signal-rules.ts";
import { toTextSpans, type Sentence, type Sign, spansIn, weigh } from "./weighted-signs.ts";

// Weighted signs of keys without a handover: they are sent or hidden in exchange for money.

const KEY =
  "(?:(?<!mail ?box |parcel |locker |laundry |bike |gym |low |off |in |the )key(?! (?:deposit|feature|location|money|point|pad|fob deposit|to the city)s?)|(?:the|a|spare|house|apartment|unit|front door|my|your|one) key(?! (?:deposit|feature|location|money|point)s?)|keys(?! deposit)|key ?sets?|keyset|fobs?(?! deposit)|access (?:card|code)s?|door codes?|entry codes?|cles|llaves)";
const KEYS = new RegExp(`\\b${KEY}\\b`, "g");

const SIGNS: readonly Sign[] = [
  // A carrier delivers them.
  {
    words:
      /\b(?:(?:in|by|via|through|thru|with|per|using|to|into) (?:the |an? |registered |express |regular |canada |priority |inter-?city )*(?:mail|post|courier|parcel|package|envelope|fedex|fed ex|dhl|ups|usps|purolator|canpar|uber(?: (?:package|connect))?|taxi|bus parcel|lyft|messenger|delivery|colissimo|chronopost|freight|shipping|logistics)|(?:mails?|mailed|mailing|couriers?|couriered|shipp?(?:s|ed|ing)?|fedex(?:ed)?|posts?|posted|dispatch(?:ed|es)?|forward(?:ed|s)?) (?:(?:you|u|out|off|over|to|the|your|my|both|it|them|two|a|sets? of|house|apartment|unit) ){0,4}(?:keys?|fobs?|it|them)\b|(?:parcel|shipping|courier|delivery|logistics|escrow|moving) (?:firm|company|service|agency|agent|guy|man|office)|(?:courier|fedex|dhl|purolator|mailman|postman|driver|uber)(?: [a-z]{2,8}){0,3} (?:brings?|delivers?|drops?|hands?|gives?|has|carries)|(?:keys?|fobs?|it|them|set)(?: [a-z]{2,12}){0,6} (?:mailed|couriered|shipped|posted|dispatched|fedexed|delivered|sent)\b|to your (?:door|doorstep|present|current|home|house|address|mailing|hotel|place)|(?:at|on) your (?:door|doorstep)|tracking(?: number)?|overnight)\b/,
    here: 2,
    near: 1,
  },
  // They are left somewhere.
  {
    words:
      /\b(?:lock ?box|key ?box|key ?safe|smart ?lock|key ?pad|combination|combo|(?:under|behind|inside|beneath) (?:the |a |my )?(?:[a-z]{3,10} )?(?:mat|pot|planter|rock|brick|bbq|box|mailbox|meter|step|stairs?|bench|gnome|tire|panel)|mailbox|taped|hidden|hiding|tucked|waiting for you|(?:left|leave|put|placed|drop(?:ped)?) (?:it |them |the [a-z]{3,5} )?(?:in|at|with|under|behind)|locker|variety store|convenience|where (?:the|it|they|my|your) (?:[a-z]{2,8} ){0,2}(?:is|are|lies?)|with (?:the |my |our )?(?:concierge|doorman|security|neighbou?r|front desk)|envelope with your name|text (?:you |u )?(?:the |a |where)|send (?:you |u )?the code)\b/,
    here: 2,
    near: 1,
  },
  // After a payment.
  {
    words:
      /(?<![a-z])(?:(?:after|once|when|upon|until|as soon as|soon as|on receipt of|right after)\b.{0,40}(?:rent|payment|deposit|money|funds|transfer|month|paid|pays?|amount|fee|\$|received|cleared|cash)|(?:rent|payment|deposit|money|funds|transfer|month|amount)(?: [a-z]{2,9}){0,3} (?:received|confirmed|cleared|arriv\w{1,3}|in|through|sent|comes?|done|lands?|shows?)|(?:send|pay|e-? ?transfer|interac|emt|wire|deposit)(?: (?:me|us|the|your|a|an|first|1st|only|by|in|on|to|\$)){0,4} ?(?:\$ ?\d|\d{2,5}|first|1st|month|rent|deposit|half)|paid|payment|western union|money ?gram|bitcoin|gift cards?)(?![a-z])/,
    here: 2,
    near: 2,
  },
  // Nobody hands them over.
  {
    words:
      /\b(?:contactless|self[ -]check[ -]?in|let yourself in|walk in|go in(?:side)?|move in (?:alone|by yourself|yourself|same day|right away)|no need to meet|without meeting|nobody (?:will|has to|needs)|same day|next day|not (?:here|there|around|in (?:toronto|town|canada))|with me in|abroad|overseas|finally see|see it then|then you (?:can )?(?:see|look))\b/,
    here: 1,
    near: 1,
  },
  // Someone is present, another key is meant, or the lease comes first.
  {
    words:
      /\b(?:in person|hand(?:ed|s|ing)? (?:you |over |u )?(?:the |your )?keys?|keys? (?:are |is )?(?:handed|given|exchanged?)|hand ?over|exchange|agents?|realtors?|brokers?|(?:at|on|upon|after|when|once) (?:we |you |both |lease |the lease )*(?:sign(?:ing|ed)?|possession)|(?<!e-)sign(?:ing)? (?:the )?lease|walk[ -]?through|viewings?|showings?|show(?:s|ing)? (?:you|it|u|the)|meet (?:you|u|me|up|at|there)|laundry|amazon|parcels? (?:room|lockers?|are|delivered|stored)|mail ?room|mailbox keys?|keys? (?:to|for) (?:the |your )?(?:mail|gate|locker|garage|laundry|bike|gym|storage|parking|shed|backyard)|packages? (?:room|delivered|are)|deposit for|refundable key|per (?:key|fob)|replacement|extra|each|\d (?:keys?|fobs?)|key (?:and|&|\/) (?:damage|fob deposit)|deadbolt|keyless|intercom)\b/,
    here: -3,
    near: -1,
  },
];

/** Least weight of a finding. */
const ENOUGH = 4;

/** Finds statements that keys come without a person. Linear in the length of the text. */
export function findUnattendedKeys(sentences: readonly Sentence[]): Span[] {
  const weightOf = weigh(sentences, SIGNS);
  return sentences.flatMap((sentence, at) => {
    const spans = spansIn(sentence.text, KEYS);
    return spans.length === 0 || weightOf(at) < ENOUGH ? [] : toTextSpans(sentence, spans);
  });
}

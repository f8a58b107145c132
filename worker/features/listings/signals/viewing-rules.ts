import {
  PAY,
  AMOUNT,
  E_TRANSFER,
  RENT,
  MONEY,
  VIEWING,
  THE,
  BOOK,
  AFTERWARDS,
  SEND,
  HOLD,
} from "./payment-patterns.ts";
import { PAID_VIEWINGS } from "./paid-viewing-rules.ts";
import type { SignalRule } from "../../../contracts/signal-rules.ts";
import { NEGATION } from "./negation.ts";

// Payment for a home before a viewing. All repetitions are bounded, so that matching is linear in the length of the text.

const SUM = `(?:deposits?|down ?payment|token(?: amount| money)?|advance|booking (?:amount|fee|money)|holding (?:amount|fee|money)|payment|fee|last months?'?s?(?: rent)?|\\d{1,2} ?(?:%|percent)|${RENT}|${AMOUNT})`;
const HOME = "(?:it|this|room|bed|place|unit|apartment|apt|spot|suite|studio|condo|house|home|basement|key|lease|slot)";
/** Payments that do not reserve a home: last month's rent with the lease, an elevator, someone else's stay. */
const USUAL =
  /\b(?:elevator|moving|approved|approval|parking|locker|secured? (?:building|entry|entrance|parking|access))\b|^(?!.*\b(?:online|today|tonight|now|e-?transfer|interac|paypal|credit card|link|arriv\w{1,4}|fly|abroad|overseas|remain\w{1,3}|rest|balance|beforehand|up ?front)\b).*\b(?:last months?|last month'?s|lmr|first (?:and|&|\+|\/) last|lease)\b/;
const NOT_SEEN_YET = new RegExp(`${AFTERWARDS.source}|${USUAL.source}`);
/** What follows the payment. */
const SHOWN =
  "(?:address|location|view(?:ing)?|visit|tour|see|show(?:ing)?|appointment|set (?:up )?a time|meet|open the door|slot|walk[ -]?through)";

/** Payments that reserve a home. */
const HOLDING: SignalRule[] = [
  {
    find: new RegExp(
      `(?<![a-z0-9])${SUM}(?: [a-z0-9$,%-]{1,14}){0,7}[ ,]+(?:holds?|keeps?|reserves?|blocks?|books?|locks?|guarantees?|saves?|blocked|reserved|gets you)(?: (?:it|this|the|your|you|a|in|to|my|for|u)\\b|$)`,
    ),
    unless: NOT_SEEN_YET,
    needs:
      /\b(?:for you|until|till|to the top|list|send|pay|paid|transfer|e-?transfer|online|now|today|only|reserves|holds|keeps|first|blocked|reserved)\b/,
  },
  {
    find: new RegExp(
      `\\b(?:hold(?:ing)?|reserv(?:e|ing)|keep(?:ing)?|block(?:ing)?|book(?:ing)?|secur(?:e|ing)) (?:the |a |your |this |my |you a )?${HOME}(?: [a-z]{1,8}){0,2} (?:costs?|requires?|needs?|against|with|takes?|is)(?: [a-z]{1,10}){0,4} ${SUM}(?![a-z])`,
    ),
    unless: NOT_SEEN_YET,
  },
  {
    find: new RegExp(
      `(?<![a-z])${SEND}(?: [a-z0-9$,-]{1,12}){0,5} (?:and|then|so) (?:i|we)(?:'ll| will)? (?:cancel|stop|take (?:it |the ad |this )?(?:down|off)|remove|delete|mark|close|pull)\\b`,
    ),
    unless: AFTERWARDS,
  },
  {
    // A refund for those who do not like a home that they paid for without seeing it.
    find: /\b(?:refund(?:ed|able|s)?|returned|money back|give (?:you )?(?:it |the money |your money )?back|get (?:it|your money) back)\b.{0,40}\b(?:if|when|in case) (?:you|u) (?:don'?t|do not|dont|did not|didn'?t|are not|aren'?t) (?:like|want|take|happy|satisfied|interested|rent)\b|\bif (?:you|u) (?:don'?t|do not|dont|are not|aren'?t) (?:like|want|take|happy|satisfied)\b.{0,50}\b(?:refund\w{0,4}|money back|give (?:you )?(?:it |the money |your money )?back|returned)\b/,
  },
  {
    find: /\bno (?!pets?|smok|kids|children|part|couples?)[a-z]{3,12},? ?(?:=|-|means )? ?no (?:viewing|showing|visit|view|tour|keys?|address|appointment)s?\b/,
    inText: /\$|\b(?:pay|paid|deposit|money|fee|transfer|usdt)\b/,
    isPlain: true,
  },
  {
    find: new RegExp(
      `\\b(?:slot|viewing|showing|appointment|tour|visit|booking|spot)s?\\b(?: [a-z]{1,8}){0,3} (?:confirmed|booked|reserved|given|scheduled|valid|guaranteed|arranged|set)\\b(?: [a-z]{1,8}){0,2} (?:once|after|when|upon|with|against|by)\\b.{0,25}(?<![a-z0-9])(?:paid|pay|payment|deposit|transfer|${AMOUNT})(?![a-z])`,
    ),
    unless: AFTERWARDS,
  },
  {
    find: new RegExp(
      `(?<![a-z0-9])(?:${SEND}|deposit|payment)\\b.{0,80}\\b(?:then|after that|after which|afterwards|once (?:i|we) (?:get|got|have|receive|see)|when (?:i|we) (?:get|receive|see)) .{0,40}\\b${SHOWN}\\b`,
    ),
    needs: /\b(?:deposit|payment|money|fee|transfer|e-?transfer|first month|\d{2,4}|\$)/,
    unless: AFTERWARDS,
  },
  {
    find: new RegExp(
      `\\b(?:after|once|when|as soon as|until) (?:i|we|you|u|the|your)(?: [a-z$0-9]{1,10}){0,4} (?:money|payment|deposit|e-?transfer|funds)(?: [a-z]{1,10}){0,4},? .{0,40}\\b(?:open|${SHOWN})\\b`,
    ),
    unless: AFTERWARDS,
  },
  {
    find: new RegExp(
      `(?<![a-z0-9])(?:${SUM}|${SEND}|money|paid)(?![a-z]).{0,60}\\b(?:before|b4|prior to) (?:i|we|you|u|your|the|giving|sending|getting) ?(?:can |will )?(?:give|send|share|release|tell|get|land|landing|arrive|arrival|arriving|fly|come|coming|flight|meet|meeting|address)\\b`,
    ),
    unless: /\b(?:after|once|when) (?:[a-z']{1,12} ){0,3}(?:seen|viewed|viewing|showing|signed|signing)\b/,
  },
  {
    find: /\b(?:screenshots?|proof|confirmation|receipt|photo|picture|pic|copy) of (?:the |your |an? )?(?:payment|(?:bank |e-?|e )?transfer|deposit|interac)\b/,
    unless: /\b(?:we|i)(?:'ll| will)? (?:give|provide|issue)\b|\breceipt (?:is )?given\b/,
  },
  {
    find: /\b(?:half|part|some) (?:of it )?(?:now|first|today|up ?front)\b.{0,40}\b(?:half|rest|balance|remaining|remainder|other)\b|\b(?:rest|balance|remaining|remainder|other half)\b.{0,20}\b(?:on|upon|when|after|once|at)\b.{0,12}\b(?:arriv\w{1,3}|move[ -]?in|moving|get (?:the )?keys?|receive|pick ?up|come|land)\b/,
    inText: new RegExp(`\\b(?:deposit|send|pay|paid|transfer|e-?transfer)\\b`),
    unless: AFTERWARDS,
  },
  {
    find: /\b(?:priority|preference|first dibs|dibs)\b.{0,20}\b(?:to|for|goes|given)\b.{0,30}\b(?:pays?|deposits?|sends?|money|transfer)\b/,
    unless: AFTERWARDS,
  },
  {
    find: /\b(?:yours|reserved for you|off the market|rented to you) (?:once|when|as soon as|if|after)\b.{0,12}\b(?:you|u|the|i|your)\b.{0,30}\b(?:sends?|pay|paid|transfer|deposit|money|received?|payment)\b/,
    unless: AFTERWARDS,
  },
  {
    find: /\b(?:pay(?:ment)?|rent|deposit|first month|money|reserve|book)\b.{0,40}\b(?:through|via|with|on|by|to) (?:the )?(?:airbnb|booking\.com|escrow|trusted (?:agent|company|third party)|payment link|secure link|link)\b/,
    unless: AFTERWARDS,
  },
];

/** Payments before a viewing. */
export const BEFORE_A_VIEWING: SignalRule[] = [
  ...HOLDING,
  ...PAID_VIEWINGS,
  {
    find: new RegExp(
      `(?<![a-z0-9])${MONEY}(?![a-z]).{0,60}\\b(?:before|b4|prior to|ahead of|in advance of) ${THE}(?:${BOOK} )?${THE}${VIEWING}\\b`,
    ),
    unless:
      /\bnot (?:required|needed|necessary|asked|taken|due|expected|collected)\b|\bnothing (?:is )?(?:due|to pay|paid)\b/,
  },
  {
    find: new RegExp(
      `\\b(?:before|b4|prior to) ${THE}(?:${BOOK} )?${THE}${VIEWING}\\b.{0,60}(?<![a-z0-9])(?<!${NEGATION})${MONEY}(?![a-z])`,
    ),
  },
  {
    find: new RegExp(
      `\\b(?:after|once|upon) (?:the |your )?(?:wallet|payment|deposit|transfer) (?:confirmation|is confirmed|clears?)\\b.{0,30}\\b${VIEWING}\\b`,
    ),
  },
  {
    find: new RegExp(
      `(?<![a-z0-9])${MONEY}(?![a-z]).{0,40}\\bto (?:book|arrange|schedule|reserve|secure|confirm|get|unlock|be put on|go on|join) ${THE}(?:viewing|showing|tour|slot|appointment|waiting|visit)`,
    ),
    unless: AFTERWARDS,
  },
  {
    find: new RegExp(
      `\\b(?:viewings?|showings?|tours?) (?:requires?|costs?|needs?|is|are|only for)\\b.{0,25}(?<![a-z0-9])(?:deposits?|payments?|${AMOUNT})(?![a-z])|\\bonly (?:show|do (?:viewings|showings)|give (?:tours|the address))\\b.{0,40}\\b(?:deposits?|paid|payment|pay)\\b`,
    ),
    unless: /\bno (?:cost|charge|fee)\b|\bfree\b/,
  },
  {
    find: new RegExp(
      `(?<![a-z0-9])${SEND}(?: (?:me|us|over|in|the|a|an|of|for|by|via))*(?: (?:${AMOUNT}|${RENT}|deposit))(?: [a-z-]{1,12}){0,4} (?:and|then) (?:it'?s|it is|its|the (?:room|place|unit|apartment|keys?) (?:is|are)|you(?:'ve)? got|you get) (?:all )?(?:yours?|it|the)\\b`,
    ),
    unless: AFTERWARDS,
  },
  {
    find: new RegExp(
      `\\b(?:to|for) (?:book|arrange|schedule|reserve|secure|confirm|get|unlock) ${THE}(?:viewing|showing|tour|slot|spot|appointment|time|visit)\\b.{0,40}(?<![a-z0-9])${MONEY}(?![a-z])`,
    ),
  },
  {
    // 'No viewing without deposit', 'viewing only after payment', 'pay first, view later'
    find: new RegExp(
      `\\b(?:viewings?|showings?|see|view|visit|tours?)\\b.{0,25}\\b(?:without|only (?:after|with|once|when)|unless|until|till|after)(?: (?!\\d)[a-z']{1,10}){0,4} (?:deposit|payment|${PAY}|money|funds|${E_TRANSFER}|${AMOUNT})(?![a-z])`,
    ),
    unless: AFTERWARDS,
    isPlain: true,
  },
  {
    find: new RegExp(
      `\\b(?:pay|payment|deposit|money) (?:is )?first,? (?:and |then )?(?:view|see|visit|viewing|showing)|\\bthen (?:you |u )?(?:can |may )?(?:come )?(?:view|see|visit)\\b`,
    ),
    needs: new RegExp(`(?<![a-z0-9])(?:deposit|payment|${PAY}|money|${E_TRANSFER}|${AMOUNT})(?![a-z])`),
    unless: AFTERWARDS,
  },
  {
    find: new RegExp(
      `(?<![a-z0-9])${SEND}(?:(?: |,)[^ ,]{1,14}){0,9}[ ,](?:to|so (?:i|we)(?: can)?|and (?:i|we)(?:'ll| will)?|if (?:you|u) want (?:me|us|to)|i(?:'ll| will)|we(?:'ll| will))(?: [a-z]{1,6})? ${HOLD}\\b`,
    ),
    needs: new RegExp(`(?<![a-z0-9])(?:deposits?|payments?|money|funds|rent|${RENT}|${AMOUNT}|\\d{1,2} ?%)(?![a-z])`),
    unless:
      /\b(?:after|once|when|upon) .{0,20}\b(?:viewing|lease|signing|signed|seen|visit)|\b(?:need|deposit)(?: is| are)?(?: required| needed| due)? to (?:hold|reserve|secure)|\b(?:come|stop|drop) by\b|\bhold (?:an?|the) (?:application|open)/,
  },
  {
    find: new RegExp(
      `\\b(?:need|want|require|ask(?:ing)? for)\\b.{0,20}(?<![a-z0-9])(?:${AMOUNT}|${RENT})(?:.{0,40})(?<![a-z0-9])(?:by|via|through|with|in)? ?${E_TRANSFER}.{0,25}\\b(?:hold|reserve|secure|take it off)\\b|\\bto (?:${HOLD})\\b.{0,50}\\b(?:i|we) (?:need|require|ask|want|take|collect|charge|expect)\\b.{0,30}(?<![a-z0-9])(?:${RENT}|${AMOUNT}|deposit)`,
    ),
    unless: AFTERWARDS,
  },
  {
    find: new RegExp(`(?<![a-z0-9])${E_TRANSFER}(?![a-z]).{0,40}\\b(?:to |)(?:hold|reserve|secure|guarantee)s?\\b`),
    unless:
      /\b(?:after|once|when|upon) .{0,20}\b(?:viewing|lease|signing|signed|seen)|\b(?:secure|hold)(?:ly| harmless)/,
  },
  {
    find: new RegExp(
      `(?<![a-z0-9])(?:${AMOUNT}|${RENT})(?:[ ,][^ ,]{1,14}){0,9} (?:up ?front|beforehand|in advance|now|today|first|right away)(?:[ ,][^ ,]{1,12}){0,4} (?:secures|reserves|holds|guarantees|gets)\\b`,
    ),
    unless: AFTERWARDS,
  },
  {
    // 'Whoever sends first has the room', 'the first person who sends $500 gets it'
    find: /\b(?:who ?ever|first (?:person|one|tenant|applicant|family)(?: (?:who|that|to))?|anyone (?:who|that)|the one who)(?: (?:e-?|e )?(?:send|transfer|pay|deposit)(?:s|ing)?| to (?:send|pay|deposit|e-?transfer))\b.{0,40}\b(?:gets?|has|have|takes?|wins?|secures?|is yours?|room|place|keys?|unit|apartment|it)\b/,
    unless: AFTERWARDS,
  },
  {
    find: /\b(?:reservations?|bookings?) (?:is |are |will be )?(?:only )?confirmed (?:on|upon|by|with|after|once)\b.{0,30}\b(?:receipt|payment|deposit|transfer|month|money)/,
  },
  {
    find: new RegExp(
      `\\bto (?:reserve|book|secure) (?:it |this |the (?:room|place|unit|apartment) )?(?:is |it is |it's |you (?:pay|send|need to (?:pay|send))|pay|send|just )`,
    ),
    needs: new RegExp(`(?<![a-z0-9])(?:${RENT}|${AMOUNT}|deposit|first month)(?![a-z])`),
    unless: AFTERWARDS,
  },
  {
    find: new RegExp(
      `(?<![a-z0-9])(?:${SEND})\\b.{0,60}\\b(?:right away|today|now|immediately)\\b.{0,80}\\b(?:then|after (?:that|this|which)|afterwards) (?:we|i|you|u)(?:'ll| will| can)?(?: then)? (?:${BOOK}|show|see|view|visit|come|meet)\\b`,
    ),
    needs: new RegExp(`(?<![a-z0-9])(?:${RENT}|${AMOUNT}|deposit|money)(?![a-z])`),
  },
  {
    find: /\b(?:after (?:that|this|payment)|once (?:paid|received|(?:your |the )?(?:payment|deposit|transfer|money) (?:is |has been |was )?(?:received|in|sent|clear\w{0,3}|arriv\w{0,3})|(?:i|we) (?:get|receive|have) (?:it|the (?:money|payment|deposit|transfer)))) (?:we|i|you)(?:'ll| will| can)? (?:[a-z]{1,8} ){0,3}(?:viewing|showing|tour|see|view|visit|show)\b/,
    inText: new RegExp(`(?<![a-z0-9])(?:deposit|payment|paid|payed|money|fee|${E_TRANSFER}|${AMOUNT})(?![a-z])`),
  },
  {
    find: /\b(?:viewing|showing|tour|unlock|self[ -]tour|lockbox)(?: [a-z]{1,8})? (?:deposits?|fees?|payments?|charges?)\b/,
  },
  {
    find: /\b(?:send|transfer|wire)(?: me| us| over)?(?: an?| the| your| some)?(?: [^ ]{1,12}){0,3} (?:deposit|payment|money|funds|rent)\b.{0,30}\b(?:hold|reserve|secure)\b/,
    unless: /\b(?:after|once|when|upon) .{0,20}\b(?:viewing|signing|signed|seen)/,
  },
  {
    find: /\bif (?:the )?ad is (?:still )?up,? (?:just )?send (?:the )?money\b|\bsend (?:the )?money (?:now|first|today)\b/,
  },
  {
    find: /先(?:付|交|转|打|给).{0,12}(?:定金|订金|押金|房租|租金|钱)|(?:定金|订金).{0,8}(?:留房|保留|预留|锁房)|看房前.{0,10}(?:付|交|转).{0,6}(?:定金|订金|押金)/,
  },
  {
    find: /\bpour (?:reserver|bloquer|visiter|garder)\b.{0,50}\b(?:mois|caution|depot|acompte|virement|mandat|paiement)\b|\b(?:acompte|caution|depot|virement|paiement)\b.{0,40}\bavant (?:la |toute |de )?(?:visite|visiter)\b|\bpara (?:reservar|apartar)\b.{0,40}\b(?:deposito|mes|pago|transferencia)\b|\b(?:deposito|pago)\b.{0,30}\bantes de (?:ver|visitar|la visita)\b/,
  },
];

/** Demands for immediate payment, which count as payment before a viewing if nobody can show the home. */
export const MONEY_FROM_AFAR: readonly SignalRule[] = [
  {
    find: new RegExp(
      `(?<![a-z0-9])(?:send(?:s|ing)?|pay|wire|mail|e?-?transfer|interac|forward|remit|deposit|make (?:the |a |your )?(?:payment|deposit|transfer)|payment|proof of payment|need)(?: (?!monthly|every|each)[^ ]{1,14}){0,5} (?:of |the |for )?(?:${RENT}|${AMOUNT}|deposit|\\d{1,2} ?%|payment|money|(?:the|your|my|jan|feb|mar|apr|may|june|july|aug|sept?|oct|nov|dec) rent)(?![a-z])`,
    ),
    unless:
      /\b(?:nothing|nobody pays|no money)\b|\b(?:after|once|when|upon|until) (?:[a-z']{1,12} ){0,3}(?:seen|saw|viewed|viewings?|showings?|visit(?:ed)?|sign(?:ed|s|ing)?|arriv\w{0,4})\b|\bkey deposit|\bafter (?:the |an? )?(?:agreement|lease)\b|\beach month|\bmonthly\b/,
  },
  { find: new RegExp(`(?<![a-z0-9])${RENT} (?:by|via|through|with) (?:an? )?${E_TRANSFER}`) },
  {
    find: new RegExp(
      `(?<![a-z0-9])(?:rent|deposit|money|payment|${RENT}|${AMOUNT})(?: (?:rent|and|deposit|also|first|last|,)){0,3} (?:is|are|has|have|must|should|to|will|needs?)(?: (?:to|be|is|has|all)){0,3} (?:paid|sent|transferred|wired|deposited|forwarded)\\b`,
    ),
    unless:
      /\b(?:monthly|each month|every month|first of|1st of|after (?:[a-z']{1,12} ){0,3}(?:seen|viewing|signing|signed)|nothing|cheques?)\b/,
  },
  { find: /\bdeposits? (?:secures?|reserves?|holds?)\b/, unless: AFTERWARDS },
  { find: new RegExp(`\\bsend (?:me |us )?(?:the |an? |your )?${E_TRANSFER}(?![a-z])`), unless: AFTERWARDS },
  {
    find: /\b(?:how soon|when|as soon as) (?:can |will |do )?(?:you|u) (?:can |will )?(?:make|send|pay|do) (?:the |a |your )?(?:deposit|payment|transfer)\b/,
  },
];

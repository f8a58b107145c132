import { AFTERWARDS, AMOUNT, E_TRANSFER, PAY, RENT, THE } from "./payment-patterns.ts";
import type { SignalRule } from "../../../contracts/signal-rules.ts";

// Payment as a condition for viewings and addresses; keys and codes have their own rules. All repetitions are bounded.

const PAID = `(?:deposits?|depo|payments?|${PAY}|fees?|charges?|money|funds|commitment|token|advance(?: payment)?|bank draft|money order|rent (?=is|has|paid|sent|received)|${E_TRANSFER}|${RENT}|last months?'?s?(?: rent)?|${AMOUNT})(?![a-z])`;
const SHOWN =
  "(?:view(?:ings?|ed)?|show(?:ings?|n)?|see(?:ing)?|tour(?:s|ed|ing)?|visit(?:s|ing)?|inspect(?:ions?|ing)?|appointments?|walk[ -]?through|(?:full |exact )?address|(?:unit|house|apartment|door) number|tell (?:you|u) where|location|come (?:by|over|and (?:see|look))|(?:look|peek) (?:at|inside|around)|slots?|open (?:the )?door|check(?:ing)? (?:it|the (?:place|unit|room|apartment)) out|check out the (?:place|unit|room|apartment)|walk[ -]?thru|get inside|access to the (?:unit|apartment|home|room|house)|let (?:you|u|people|anyone) (?:in|inside|look|see)|meet(?:ing)?(?= (?:you|up|people|anyone|with|applicants)))";
const HAS = "(?: (?:[a-z']{1,12}|\\$?[\\d,]{1,6})){0,6}?";
/** Payment after a viewing or an approval: 'You see it, and after you pay', 'address on request'. */
const IN_ORDER = new RegExp(
  `${AFTERWARDS.source}|\\b(?:and|then) (?:only )?(?:after|once) (?:that )?(?:you|we)\\b|\\bif (?:you|u) (?:like|love|want|take) (?:it|the|this)\\b(?!.{0,60}\\brefund)|\\b(?:late|monthly|rent) payments?\\b|\\b(?:pick|choose|select|accept)(?:ed)? (?:you|someone|somebody|an? tenant|the tenant)\\b|\\b(?:see|view|visit|tour) (?:it |the (?:place|unit|apartment|room) )?(?:first|before)\\b|\\b(?:on|at|before|by|for|until|upon|after) (?:the )?(?:day of )?(?:move[ -]?in|moving in|possession)\\b`,
);
/** Demands by anyone. */
const ASKS =
  "(?:ask(?:ing)?|take|taking|need|collect(?:ing)?|charge|charging|require[sd]?|requiring|want|send|must|pay|please|pls|have to|introduced|now|only)";

/** Viewings in exchange for money. */
export const PAID_VIEWINGS: readonly SignalRule[] = [
  {
    // 'Address given after deposit', 'viewings only for those who paid', 'the code as soon as the $75 is in'
    find: new RegExp(
      `\\b${SHOWN}\\b.{0,40}\\b(?:once|after(?! (?:that|this|which)\\b)|as soon as|soon as|when|upon|until|unless|following|against|subject to|provided|(?:people|those|applicants|anyone|renters|tenants) (?:who|that)(?: have| has)?)${HAS} ${PAID}`,
    ),
    unless: IN_ORDER,
  },
  {
    // 'Once the deposit is in we book your showing'
    find: new RegExp(
      `\\b(?:once|after|as soon as|soon as|when|upon|following)${HAS} ${PAID}(?:,? (?:[a-z']{1,12}|\\$?[\\d,]{1,6})){0,9}?,? ${SHOWN}\\b`,
    ),
    unless: IN_ORDER,
  },
  {
    find: new RegExp(
      `\\bto (?:be considered for|qualify for|get|have|go|come|see|view|tour|visit|join|be (?:put |placed )?on) ${THE}(?:[a-z]{1,10} ){0,3}?(?:view(?:ing)?s?|showings?|tours?|see|visit|it|inside|unit|place|apartment|room|list|keys?|address)\\b.{0,20}\\b(?:must|need to|needs? to|have to|has to|should|please|pls|just|kindly|we (?:ask|charge|collect|require)|i (?:ask|charge|collect|require))\\b.{0,20}(?<![a-z0-9])${PAID}`,
    ),
    unless: IN_ORDER,
  },
  {
    find: new RegExp(
      `(?<![a-z0-9])(?:deposits?|payments?|fees?|transfer|${AMOUNT})(?: (?:of|is|[a-z]{1,10}|${AMOUNT})){0,3}? (?:lets?|allows?|entitles?|gives?|gets?|confirms?|guarantees?|secures?|books?|reserves?) (?:you |u )?(?:to |an? |the |your |for )?(?:see|view|viewings?|tours?|visit|showings?|slots?|appointments?|access|address|first (?:in line|spot|look))\\b`,
    ),
    unless: AFTERWARDS,
  },
  {
    find: new RegExp(
      `(?<![a-z0-9])${PAID}.{0,60}\\b(?:viewings?|showings?|tours?|visits?) (?:to follow|follows?|later|afterwards?|second|comes? (?:after|later|next))\\b`,
    ),
    unless: AFTERWARDS,
  },
  {
    // 'Send a $500 deposit and I will arrange a viewing'
    find: new RegExp(
      `\\b(?:send|pay|put|make|e-?transfer|interac|transfer|wire|deposit|leave)(?: (?!no\\b|monthly)[a-z0-9$,-]{1,12}){0,5}?[ ,]${PAID}(?:,? [a-z$0-9-]{1,12}){0,4}?,? (?:and|then|so(?: that)?) (?:i|we|you|u|my [a-z]{1,10})(?:'ll| will| can| could)?(?: then)? (?:(?:arrange|book|schedule|give|send|set up|confirm|share|get|have|do|come|able to|be able to|text|tell|meet|offer)(?: you| u| up)?(?: (?:the|a|an|your|for))? ){0,2}${SHOWN}\\b`,
    ),
    unless: IN_ORDER,
  },
  {
    // 'Deposit now, see it when you land', 'you pay half and see the place the next day'
    find: new RegExp(
      `(?<![a-z0-9])${PAID}(?: (?!no\\b)[a-z]{1,10}){0,3}?(?: (?:now|first|today|half))?,? (?:and |then |and then )?(?:you |u )?(?:can )?(?:see|view|visit|tour|look at) (?:it|the (?:place|unit|apartment|room|house))(?: [a-z]{1,8}){0,2}? (?:when|later|after(?:wards)?|next|on|upon|once)\\b`,
    ),
    unless: IN_ORDER,
  },
  {
    // 'A deposit holds it until you can come': after a viewing there would be no need to wait.
    find: /\b(?:hold|keep|reserve|save|secure|lock|off the market)(?:s|ing)?\b.{0,40}\b(?:until|till|til) (?:you|u) (?:(?:can|will|are able to|get to|get a chance to) )?(?:see|come|view|visit|arrive|land|get here|make it|fly)\b|\b(?:see|view|visit) it (?:when|once) (?:you|u) (?:land|arrive|come)\b/,
    needs: new RegExp(`(?<![a-z0-9])${PAID}`),
  },
  {
    find: /\bno need (?:to|for)(?: an?)? (?:visit|view(?:ing)?|see|come|showing|inspect)\b|\b(?:stop|cancel|end)(?: (?:the|all|my|other|any|more|further)){0,3} (?:showing|showings|viewings|applicants|others|people)\b|\b(?:take|remove|pull|bring)(?:ing)? (?:it|this|the (?:ad|listing|post|place|unit)) (?:down|off)\b/,
    needs: new RegExp(`(?<![a-z0-9])${PAID}|\\bsend (?:me |us )?\\d`),
    unless: AFTERWARDS,
  },
  { find: /\bescrow\b/, needs: new RegExp(`(?<![a-z0-9])${PAID}`) },
  {
    find: new RegExp(
      `(?<![a-z0-9.,])${AMOUNT}(?: (?:non-?refundable|refundable|fee|charge|deposit|is|required|each|per person|cash)){0,3} to (?:view|see|tour|visit)\\b(?! (?:please|pls|call|text|contact|email|message))`,
    ),
  },
  {
    find: new RegExp(
      `(?<![a-z0-9])${PAID}.{0,30}\\b(?:with|per|for) (?:each|every|your|the|an?) (?:viewing|showing|tour|visit)(?: request| appointment| slot|$|,)|\\b(?:person|one|applicant|who ?ever|anyone|tenant)(?: who| that)? (?:pays?|sends?|transfers?|puts?|deposits?)(?: [a-z]{1,8}){0,4} first(?: will)? (?:gets?|has|wins?|takes?|secures?)\\b|\\b(?:need|want|require)s?\\b.{0,25}(?<![a-z0-9])(?:${RENT}|${AMOUNT}|deposit)(?![a-z]).{0,20}\\b(?:today|tonight|right away|right now|by tomorrow|immediately)\\b|\\b(?:reserve|book|hold|secure)\\b.{0,60}(?<![a-z0-9])${PAID}.{0,60}\\b(?:(?:on|upon) (?:landing|arrival)|when (?:you|u) (?:land|arrive))\\b`,
    ),
    unless: AFTERWARDS,
  },
  {
    // 'Put down $300 to be first in line', 'interac me $250 and it's off the market'
    find: new RegExp(
      `\\b(?:put(?: down)?|pay|send|drop|leave|interac|transfer|deposit)(?: [a-z]{1,8}){0,3}? ${AMOUNT}(?: [a-z']{1,10}){0,4}? (?:first in line|off the market|reserved for you|top of (?:the|my) list|(?:jump|skip) the (?:line|queue))\\b`,
    ),
    unless: AFTERWARDS,
  },
  {
    // A refund for those who do not like a home that they paid for without seeing it.
    find: /\bif (?:(?:you|u|your|its|it is|it's) )?(?:(?:are|r|re|is) )?(?:not|don'?t|dont|didn'?t|do not|did not|un) ?(?:be )?(?:happy|satisfied|like|liked|interested|pleased|to your liking|what you)\b.{0,50}\b(?:refund\w{0,4}|money back|give back|get (?:it|the deposit|your deposit) back|returned?)\b|\b(?:refund(?:ed|able|s)?|returned|money back|deposit back)\b.{0,40}\b(?:if|when|in case) (?:(?:you|u|your|it|its) )?(?:(?:are|r|re|is) )?(?:not|don'?t|dont|didn'?t|do not|did not|un) ?(?:happy|satisfied|like|liked|interested|pleased|to your liking)\b|\bif (?:you|u) (?:don'?t|dont|do not|didn'?t) like it(?: [a-z]{1,8}){0,4} (?:you |u )?(?:get|got) (?:it|your|the|all)(?: [a-z]{1,8})? back\b/,
    unless: /\b(?:lease|credit|approved|key) (?:deposit|check)\b/,
  },
  {
    find: /\b(?:get|gets|have|receive|give|hand|returned|refunded)(?: (?:it|that|this|the|your|you|u|money|cash|deposit|fully)){0,3} (?:back )?(?:at|when|on|right) (?:at )?(?:the )?(?:door|viewing|showing|(?:you|u) (?:show up|come|arrive))\b/,
    inText: new RegExp(`(?<![a-z0-9])(?:deposit|fee|pay|send|${AMOUNT})(?![a-z])`),
    unless: /\bkeys?\b/,
  },
  {
    // A viewing after a paid check.
    find: /\b(?:after|once|when) (?:you|u|that|it is|the check is)(?: have|'ve|'s)? ?(?:pass(?:ed)?|register(?:ed)?|complete[ds]?|qualif(?:y|ied)|done)\b.{0,50}\b(?:viewing|showing|tour|see it|see the)/,
    inText: new RegExp(
      `(?<![a-z0-9])${AMOUNT} (?:per|each|a|an) (?:person|adult|applicant)|\\b(?:fee|charge) (?:of )?${AMOUNT}|(?<![a-z0-9])${AMOUNT} fee`,
    ),
    unless: AFTERWARDS,
  },
  {
    find: /\b(?:returned|refund\w{0,4}|money back|back)\b.{0,20}\bif (?:you|u) change (?:your|ur) mind\b/,
    inText: /\b(?:viewings?|showings?|see|hold|reserve)\b/,
  },
  {
    find: new RegExp(
      `\\b(?:give|send|share|provide|text|email)(?: you| u)? (?:the |my |our |an? )?(?:bank )?account(?: (?:details?|info|information|number))? (?:for|to (?:pay|send|deposit|transfer|make)|where)\\b`,
    ),
    unless: AFTERWARDS,
  },
  {
    // 'Send $150 first, so that I know you are serious'
    find: new RegExp(
      `\\b(?:send|pay|transfer|deposit|interac|e-?transfer|forward)(?: (?:me|us|just|only|a|the)){0,3} ${AMOUNT}(?: (?:deposit|by|via|e-?transfer|interac)){0,3} (?:first|so (?:that )?(?:i|we)|to (?:show|prove|access|unlock|get|see|view)|as (?:a )?(?:proof|commitment|sign))\\b`,
    ),
    unless: IN_ORDER,
  },
  {
    find: /\b(?:show|prove|proof|know|sure|sign)(?: that| me| us)? (?:that )?(?:you|u|ur|your|you're)(?:'re| are| r)? ?(?:an? )?(?:serious|committed|genuine|commitment|seriousness)\b|\b(?:view|see|visit|tour) (?:it |the (?:place|unit|apartment|room|house) )?(?:on your own|by yourself|alone)\b|\bself[ -]?(?:viewing|tour|guided)\b/,
    needs: new RegExp(`(?<![a-z0-9])${PAID}|\\b(?:send|deposit) \\d`),
    unless: IN_ORDER,
  },
  {
    find: new RegExp(
      `\\bif (?:you|u) (?:can )?(?:deposit|pay|send|transfer|e-?transfer)(?: [a-z$0-9]{1,8}){0,4} (?:today|now|tonight|first)\\b.{0,20}\\b(?:i|we)(?:'ll| will)? (?:cancel|stop|hold|keep|give|reserve|turn|take)\\b|\\bbefore (?:i|we) (?:travel|come|drive|fly|go)(?: [a-z]{1,10}){0,6} (?:need|require|ask|want|must|send|pay)\\b.{0,30}(?<![a-z0-9])${PAID}|\\bcharge(?:s|d)? (?:you )?\\$? ?\\d{1,3}\\$? (?:to|for) (?:see|view|visit|an? (?:viewing|showing|tour|visit)|each|every)\\b`,
    ),
    unless: IN_ORDER,
  },
  {
    find: new RegExp(
      `\\b(?:reserve|book|hold|secure|block|lock)(?: (?:it|this|yours?|now|today|online|one|in|the [a-z]{3,10}|your [a-z]{3,10})){0,3} (?:with|by (?:paying|sending)|for|against|upon|after|once) (?:only |just |a |an |as little as ){0,2}(?:${AMOUNT}|${RENT}|deposit|(?:small |token |refundable )?(?:deposit|payment))(?![a-z])`,
    ),
    unless: new RegExp(`${IN_ORDER.source}|\\b(?:parking|locker|elevator|moving|lease|last month|airbnb guests)\\b`),
  },
  {
    find: new RegExp(
      `\\b(?:can'?t|cannot|can not|not|no|never|won'?t)\\b.{0,20}\\b(?:see|view|visit|viewings?|showings?|tours?)\\b.{0,25}\\b(?:before (?:you )?(?:pay|paying|sending|making|the deposit|a deposit|deposit)|w\\/o|without)\\b`,
    ),
    needs: new RegExp(`(?<![a-z0-9])${PAID}`),
    unless: AFTERWARDS,
    isPlain: true,
  },
  {
    find: /\bwho(?:ever)? (?:transfers?|pays?|sends?|deposits?)(?: [a-z]{1,10}){0,2} first\b|\b(?:wait ?list|waiting list|inspection|priority) (?:fee|charge|payment|deposit)\b|\b(?:today|now) and (?:tomorrow|then|after) (?:i|we|you)(?:'ll| will| can)? (?:meet|see|view|show|come)\b|\b(?:paid|pay|payment|deposit)\b.{0,30}\b(?:through|via|on|by) (?:the |a )?(?:booking|holiday|vacation|escrow) (?:site|platform|website|system|service)\b/,
    inText: new RegExp(`(?<![a-z0-9])(?:${PAID}|send)(?![a-z])`),
    unless: AFTERWARDS,
  },
  {
    // Money in one sentence and the viewing in the next: 'Then we set a time', 'step 2: your visit'.
    find: new RegExp(
      `^ ?(?:- ?)?(?:and |only )?(?:then|after that|after this|afterwards?|next|second(?:ly)?|once (?:that is |that's |it is |it's |this is )?(?:done|received|paid|in|cleared)|when (?:that|it) (?:is|has) [a-z]{2,10}|(?:step )?(?:2|two|3|three)[.):-]?)\\b.{0,50}\\b${SHOWN}\\b`,
    ),
    inText: new RegExp(
      `\\b(?:send|pay|transfer|deposit|e-?transfer|put|make|interac|wire)(?: (?!no\\b|nothing\\b)[a-z0-9$,-]{1,12}){0,5}?[ ,]${PAID}`,
    ),
    unless: IN_ORDER,
  },
  {
    // Reservations from abroad, and for whoever pays.
    find: new RegExp(
      `\\b(?:reserv(?:e|es|ed|ing)|book(?:s|ed|ing)?|hold|secur(?:e|es|ing)|guarantee[sd]?|keep)\\b.{0,80}\\b(?:from (?:abroad|overseas|your (?:home )?country|back home|anywhere)|before (?:you )?(?:arriv|fly|land|com)[a-z]{0,3})|\\bif (?:you|u) (?:want|need|wish|would like)(?: (?:me|us|it|this|that|the [a-z]{3,9}|to|be)){0,5} (?:keep|kept|hold|held|reserve[d]?|save[d]?|block(?:ed)?)\\b`,
    ),
    needs: new RegExp(`(?<![a-z0-9])${PAID}`),
    unless: AFTERWARDS,
  },
  {
    find: new RegExp(
      `\\b(?:showings?|viewings?|tours?|visits?|appointments?)\\b.{0,30}\\b(?:for|by|to|after|once|following)\\b.{0,20}\\b(?:pre-?approved|pre-?screened|screened|registered|verified|completed?|processed)\\b|\\b(?:application|screening|registration|credit check)s?\\b.{0,40}\\b(?:before|prior to|precedes?|comes? before)\\b.{0,25}\\b(?:showings?|viewings?|tours?|visits?|see|view)\\b|\\b(?:we|i) (?:only )?(?:show|book (?:showings|viewings)) .{0,25}\\b(?:after|once)\\b.{0,25}\\b(?:application|screening|check)`,
    ),
    inText: new RegExp(
      `(?<![a-z0-9])${AMOUNT}(?: (?:non-?refundable|refundable|application|processing|screening|admin)){0,3} (?:fees?|charges?|per (?:person|adult|applicant)|each|for (?:the |each |your )?(?:application|credit|screening|check))|\\b(?:fee|charge|costs?) (?:is |of |= ?)?${AMOUNT}`,
    ),
    unless: /\b(?:no|free|without)\b/,
  },
  {
    find: /付(?:完|了|过)?(?:定金|订金|押金|款|钱).{0,10}(?:看房|再看|留房|地址)|(?:看房|留房|预留|保留|预订|预定).{0,12}(?:需|要|先|请).{0,6}(?:定金|订金|押金|付款|转账|付)|(?:转|付|交).{0,10}(?:可以?|就|才能?)(?:留|保留|预留|锁|看房)/,
    unless: /不收|无需|不需要|不用|没有定金|先看房|看房后/,
    isPlain: true,
  },
  {
    find: /\b(?:visites?|adresse|rendez-vous)\b.{0,40}\b(?:apres|des) (?:le |un |la |votre |reception (?:du |de la )?)?(?:paiement|depot|virement|reception|acompte|caution)\b|\b(?:payer|verser|virement|envoyer|envoyez|versez|versement|depot|caution|acompte|premier mois)\b.{0,60}\b(?:avant (?:de |la |toute |une )?(?:visiter|visite|voir)|pour (?:la )?(?:visite|visiter|reserver|bloquer|garder|retenir))\b|\b(?:se )?(?:aparta|reserva|separa|apartar|reservar|separar)\b.{0,30}\b(?:con|deposito|mes|pago)\b|\b(?:deposito|pago|mes|transferencia)\b.{0,40}\b(?:para|antes de) (?:apartar|reservar|separar|ver|visitar|la visita)\b|\b(?:ver|visita|visitar|direccion)\b.{0,40}\bdespues (?:del?|de) (?:deposito|pago|transferencia|pagar)\b/,
  },
  {
    // No-shows as a reason for payment.
    find: /\b(?:no[ -]?shows?|(?:don'?t|dont|doesn'?t|not|never|didn'?t|without) (?:even )?(?:show(?:ing)?(?: up)?|turn(?:ing)? up|com(?:e|ing))|wast(?:e|ed|es|ing) (?:of )?(?:my |our |everyone'?s )?time|time[ -]?wast\w{2,4}|tire kickers|filter|weed out)\b/,
    needs: new RegExp(`(?<![a-z0-9])${PAID}.{0,120}\\b${ASKS}\\b|\\b${ASKS}\\b.{0,120}(?<![a-z0-9])${PAID}`),
    unless: IN_ORDER,
  },
  {
    find: new RegExp(
      `(?<![a-z0-9])(?:${AMOUNT}|deposits?|payment|fee)(?:,? (?:is |are |fully |100% |totally |completely |which is |\\(){0,3})?refund(?:able|ed)\\b|\\brefundable (?:[a-z]{3,11} )?(?:${AMOUNT}|deposits?|payment|fee)(?![a-z])`,
    ),
    needs: new RegExp(
      `\\b(?:viewings?|showings?|tours?|visits?|appointments?|slots?|to (?:see|view|book|hold|reserve))\\b`,
    ),
    unless: new RegExp(`${IN_ORDER.source}|\\b(?:keys?|fobs?|elevator|remote|pets?)\\b`),
  },
  {
    find: new RegExp(
      `\\bfirst (?:deposit|payment|paid|e-?transfer|to (?:pay|deposit|e-?transfer|send)|with (?:the |a )?(?:deposit|money|payment|cash))\\b.{0,25}\\b(?:gets?|wins?|takes?|first served|secures?|basis|has|in)\\b|\\b(?:in|by) (?:the )?order of (?:payments?|deposits?)\\b|\\b(?:given|allocated|assigned|goes?|rented|reserved|handed) (?:only )?(?:to|for) (?:the )?(?:those|people|person|one|who ?ever|anyone|students|tenants?|first)(?: one| person)?(?: who| that)?(?: has| have)? (?:pays?|paid|deposits?|deposited|sends?|sent|transfers?|transferred)\\b`,
    ),
    unless: IN_ORDER,
  },
  {
    find: /(?:付|交|转|收|需|先).{0,6}(?:定金|订金)|(?:定金|订金).{0,3}(?:\$|\d)|\$ ?\d{2,5}.{0,3}(?:定金|订金)|(?:留房|预留|保留|订房).{0,8}(?:定金|订金)/,
    unless: /不收|无需|不需要|不用|没有定金|无定金|签约|签合同|看房后|看完房/,
    isPlain: true,
  },
  {
    find: /\b(?:sooner|faster|quicker) (?:you|u|the) (?:[a-z]{1,10} ){0,3}(?:pay|send|deposit|transfer|money|payment)\b/,
  },
];

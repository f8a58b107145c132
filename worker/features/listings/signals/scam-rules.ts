import { AFTERWARDS } from "./payment-patterns.ts";
import type { SignalRule } from "../../../contracts/signal-rules.ts";
import { BEFORE_A_VIEWING } from "./viewing-rules.ts";

// All repetitions are bounded, so that matching is linear in the length of the text.

const PAYS =
  /\b(?:pay(?:able|ing|ment|ments|s)?|paid|payed|accept(?:ed|s|ing)?|deposits?|send|sent|transfer|take|receive|discount|preferred|only|welcome|wire|funds|money|first month|rent|holds?|reserves?|secures?|(?:in|with) (?:bitcoin|btc|crypto|usdt|ethereum))\b/;

/** Payments that cannot be recovered. */
const UNTRACEABLE: SignalRule[] = [
  {
    find: /\bwestern[ -]?union\b|\bmoney[ -]?gram\b|\bmtcn\b|\bmandat cash\b|\bpcs (?:coupons?|mastercard|recharge)\b|\b(?:neosurf|transcash|paysafe(?:card)?)\b/,
    // A shop nearby, in a sentence without a demand.
    unless:
      /^(?!.*\b(?:pay|paid|payments?|payable|send|sent|deposits?|rent|by|via|through)\b).*\b(?:near|above|over|upstairs|office|beside|next to|across from|steps|minutes?|mins?|walk|blocks?|close to|opposite|around the corner|downstairs|plaza)\b/,
  },
  {
    find: /\bwire[ -]transfers?\b|\bbank[ -]wires?\b|\bswift (?:wire|transfer|payment)\b|\b(?:by|via|through) (?:a )?(?:wire|swift) (?:to|from|only|payment)\b|\b(?:international|overseas) (?:bank )?transfers?\b|\bwir(?:e|ing)(?: (?!shelv|basket|rack)[^ ]{1,10}){0,4} (?:money|funds|deposit|rent|payment|months?|last|rest|balance|difference|remainder|remaining)\b|\brevolut\b/,
  },
  {
    find: /\b(?:itunes|steam|google play|apple|amazon|vanilla|razer|ebay|walmart|xbox|sephora|visa|prepaid|gift)[ -](?:(?:gift|visa|play) )?(?:cards?|codes?|vouchers?)\b|\bgiftcards?\b|\bscratch (?:and|the|it|off).{0,20}\b(?:code|picture|photo|send)\b/,
    needs: /\b(?:pay(?:ed|s|ing|ments?|able)?|paid|deposits?|sends?|sent|buy|purchase|rent|fees?|scratch|codes?)\b/,
    unless:
      /\b(?:receive|get an?|bonus|win|free|referral|refer|promo\w{0,8}|offer|incentive|gives?|welcome|from us|we give|laundry|reload\w{0,6}|credit cards?)\b/,
  },
  {
    find: /\b(?:bitcoins?|btc|crypto(?:s|currency|currencies)?|usdt|usdc|ethereum|tether|stablecoins?|eth(?= (?:or|and|payment|accepted|only|wallet)|,|\/))\b(?! (?:(?:atms?|machines?)(?= (?:near|in|across|beside|next|downstairs|at|on)\b)|cafe|shops?|stores?|punk|bros?|miners?|mining|club|themed|bar))(?!-punk)/,
    needs: PAYS,
    unless: /\b(?:mines|mining|miner|works? (?:in|for|at)|job in|startup|company)\b/,
  },
  { find: /\b(?:zelle|venmo|cash ?app|hawala|hundi)\b/ },
  {
    find: /\bpay ?pal\b.{0,20}\b(?:friends?|family|f ?(?:&|and|n|\/) ?f|gift)\b|\b(?:friends?|family) (?:and|&|n) (?:friends?|family)\b.{0,12}\bpay ?pal\b/,
  },
  {
    find: /\b(?:send|mail|courier|ship|put|post|stuff)(?:ing)?(?: (?:me|us|the|your|a|some))?(?: [a-z0-9$,]{1,10}){0,3} cash (?:in|by|via|through|with|inside)(?: an?| the)? (?:mail|envelope|courier|post|parcel)\b|\bcash(?: in an? envelope)?,? (?:handed |given |sent |goes )?(?:by|via|through|to|with) (?:the |our |my |an? )?(?:mail|courier|post|messenger|driver)\b/,
  },
  { find: /比特币|加密货币|虚拟币|泰达币|西联|速汇金|礼品卡|电汇/ },
];

const CARRIER =
  "(?:e?mail|post|courier|couriers|fedex|fed ex|ups|dhl|usps|purolator|canada ?post|canpar|parcel|express post|xpresspost|colissimo|registered mail|mailman)";
const KEY = "(?:keys?|fobs?|key ?fobs?|key set|set of keys|access cards?)";
/** The tenant's own mailbox, or keys lent for a showing. */
const POST_BOX =
  /\bkeys? (?:to|for|of) (?:the |your |a )?(?:mail|post|parcel)|\b(?:mail ?box|post ?box|superbox|canada post box|parcel (?:box|locker)) keys?\b|\b(?:mail|post|parcel) ?(?:box|room|locker|shelf)\b.{0,30}\bkeys?\b|\bsuperbox\b|\byou get a key to\b/;
const PAID =
  "(?:pay(?:s|ment|ed|ing)?|rent (?:shows|is in|arrives|lands|clears)|paid|fee|deposit|transfer|money|e-?transfer|received|receipt|\\$ ?\\d{2,5})";

const KEYS: SignalRule[] = [
  {
    // With other things: 'the keys and the papers shall be sent to your doorstep by DHL'
    find: new RegExp(
      `\\b${KEY}\\b.{0,60}\\b(?:sent|send|deliver(?:ed|y)?|ship(?:ped|ping)?|forward(?:ed)?|dispatch(?:ed)?|reach(?:es)?|come|arrive|get|bring|drop(?:ped)?)\\b.{0,40}\\b(?:${CARRIER}|overnight|doorstep|tracked|within \\d{1,2} (?:hours|days)|to your (?:door|address|home|place|hotel))\\b|\\b(?:deliver|bring|drop|hand)(?:s|ed|ing)? (?:the |your |both )?${KEY} (?:to|at) your (?:home|door|house|address|current|hotel|place|doorstep)\\b|\\b(?:courier|fedex|dhl|ups|purolator|canada post|parcel|post)\\b(?: [a-z]{1,10}){0,4} (?:brings?|delivers?|hands?|drops?|gives?)\\b.{0,30}\\b${KEY}\\b`,
    ),
    unless: new RegExp(`${POST_BOX.source}|\\b(?:laundry|room service|lockers?|parcels? (?:are|is))\\b`),
  },
  {
    // A key to be found alone: 'I text you a code for the key safe and you move in', 'where the spare key is'
    find: new RegExp(
      `\\b(?:text|tell|send|give|message|whatsapp|email|let)(?: (?:you|u|ya|over|know))?(?: (?:you|u|a|the|my|where|which|what|under|know|exact|spot|of|is)){1,6} (?:code|combination|combo|pin|[a-z]{3,9} key|key|lock ?box)\\b.{0,40}\\b(?:key safe|key ?box|lock ?box|smart ?lock|move in|hidden|hiding|is|under|look at it|by yourself|on your own|whenever)\\b`,
    ),
    needs: new RegExp(
      `(?<![a-z0-9])${PAID}(?![a-z])|\\b(?:don'?t (?:have to|need to) meet|no need to meet|paperwork|papers|signed)\\b`,
    ),
    unless: /\b(?:agents?|realtors?|brokers?|in person|after (?:the |a )?(?:viewing|showing))\b/,
  },
  {
    find: new RegExp(
      `\\b(?:mail|courier|ship|send|fedex|dhl|ups|post|purolator|express)(?:ed|s|ing|ping)? (?:(?:you|u|over|out|the|your|both|house|apartment|unit|two|sets? of|a|it|by) ){0,4}${KEY}\\b`,
    ),
    unless: /\b(?:mail|post) keys?\b|\bsend (?:the |your )?keys? back\b/,
  },
  {
    find: new RegExp(
      `\\b${KEY}\\b(?: [a-z']{1,12}){0,7} (?:mailed|couriered|shipped|posted|fedexed|express(?:ed)?)\\b`,
    ),
  },
  {
    find: new RegExp(
      `\\b${KEY}\\b,?(?: [a-z0-9',]{1,14}){0,9} (?:by|via|through|thru|with|in|per|using) (?:an? |the )?${CARRIER}\\b`,
    ),
    unless: POST_BOX,
  },
  {
    find: new RegExp(
      `\\b(?:a |the )?(?:courier|fedex|dhl|ups|mailman|postman|purolator)(?: [a-z]{1,10}){0,2} (?:brings?|delivers?|drops?|hands?|will bring|will deliver|with)(?: [a-z]{1,8}){0,3} ${KEY}\\b`,
    ),
  },
  {
    find: new RegExp(
      `\\b${KEY}\\b.{0,30}\\b(?:arrives?|comes?|delivered|deliver) (?:to (?:you|your \\w{1,10}) )?(?:by|via|with|through) (?:an? )?${CARRIER}\\b`,
    ),
  },
  {
    // The place of the key or the code of its box, after payment.
    find: /\b(?:code|combination|combo|pin|passcode)\b.{0,40}\b(?:lock ?box|key ?box|smart ?lock|door|key ?pad|entry|key)\b|\b(?:lock ?box|key ?box|smart ?lock|door|key ?pad)\b.{0,12}\b(?:code|combination|combo|pin)\b|\bkeys? (?:is |are |will be |waiting )?(?:left |hidden )?(?:under|inside|in|at|behind) (?:the |a )?(?:[a-z]{1,10} )?(?:mat|pot|lock ?box|rock|mailbox|planter|bbq)\b|\bunder which .{0,25}\bkeys?\b|\b(?:leave|put|place|hide|stash) (?:you )?(?:the |a |your )?(?:spare )?keys? (?:for you )?(?:in|under|at|with|behind|inside)\b|\b(?:numbers?|digits) (?:for|of|to) (?:the |a )?(?:lock ?box|key ?box|door|key ?pad)\b/,
    needs: new RegExp(
      `(?<![a-z0-9])${PAID}(?![a-z])|\\b(?:send|text|tell|give|get|receive)s?\\b|\\b(?:rent|deposit|transfer) (?:shows|is in|arrives|lands|clears)\\b`,
    ),
    inText: new RegExp(
      `(?:${PAID})[^\\n]{0,150}(?:lock ?box|key ?box|smart ?lock|\\bcode\\b|\\bcombination\\b|\\bkeys?\\b)|(?:lock ?box|key ?box|smart ?lock|\\bcode\\b|\\bkeys?\\b)[^\\n]{0,60}\\b(?:after|once|when|upon|as soon as)\\b[^\\n]{0,30}(?:${PAID})`,
    ),
    unless:
      /\b(?:agents?|realtors?|brokers?|in person|handed|key deposit|walk through|signing|when we sign|laundry|garage|intercom)\b/,
  },
  {
    find: new RegExp(
      `\\b${KEY}\\b.{0,30}\\b(?:reach(?:es)? (?:you|u)|get to (?:you|u)|(?:at|to) your (?:door|doorstep|address|home address|mail ?box)|delivered to (?:you|u|your)|(?:sent|arrive|come) (?:to (?:you|u) )?(?:in|within) \\d{1,2} (?:hours|days|business days))\\b`,
    ),
    unless: POST_BOX,
  },
  {
    // A firm that holds the keys and the money until the tenant is satisfied.
    find: /\b(?:parcel|shipping|delivery|courier|logistics|escrow) (?:company|companies|service|agency|agent|firm|man|guy)\b.{0,60}\bkeys?\b|\bkeys?\b.{0,60}\b(?:parcel|shipping|delivery|courier|logistics|escrow) (?:company|service|agency|agent|firm)\b/,
  },
  { find: /(?:钥匙|门卡).{0,8}(?:快递|邮寄|寄)|(?:快递|邮寄|寄).{0,6}(?:钥匙|门卡)/ },
  {
    find: /\bcles?\b.{0,40}\b(?:poste|courrier|colissimo|colis|envoye\w{0,2}|expedie\w{0,2})\b|\b(?:envoi|envoie|envoyer)\b.{0,20}\bcles\b|\bllaves?\b.{0,30}\b(?:correo|mensajeria|envio|enviare|enviadas)\b/,
  },
];

const TRANSFER: SignalRule[] = [
  { find: /(?<![a-z0-9])(?:e|email|interac)[ ._*-]{0,3}(?:money[ -])?transfer(?:s|red|ring)?(?![a-z])/ },
  { find: /(?<![a-z0-9])e-?(?:trf|xfer|trans)(?:s|er)?\b/ },
  { find: /\binterac\b(?! ?(?:debit|machine|terminal|flash|tap))/ },
  // EMT can also be a profession.
  {
    find: /\bemt (?:deposits?|payments?|transfers?|only|to)\b|\b(?:by|via|through|send|pay|with|accept|or|and|,)(?: an?)? emts?\b/,
  },
  { find: /\bvirements? interac\b|电子转账/ },
];

const OTHERS =
  "(?:people|ppl|persons?|applicants?|others?|families|family|inquiries|msgs|messages|replies|students?|interested|potential tenants?)";
const COUNT =
  "(?:\\d{1,3}\\+?|many|several|two|three|four|five|six|seven|eight|nine|ten|dozens of|lots of|so many|a lot of)";

/** Urgency about money or competitors. */
const PRESSURE: SignalRule[] = [
  {
    find: new RegExp(
      `\\b${COUNT} (?:other )?${OTHERS} (?:(?:are|is|have|has|already|just|also|in|today|coming|want) ){0,4}(?:asked|messaged|texted|applied|waiting|the queue|line|queue|interested|coming|lined up|approved|almost approved|this|an hour|since|looking)\\b`,
    ),
  },
  {
    find: /\b(?:someone|somebody) else (?:is |was )?(?:\w{1,8} )?(?:coming|comming|ready|about|going|wants?|interested)\b.{0,20}\bpay\b|\b(?:next (?:one |person |applicant )?(?:in line|on (?:the|my) list)|go(?:es)? to (?:the )?next)\b/,
  },
  {
    find: /\b(?:first (?:person|one|to|come)|who ?ever|the one)\b.{0,25}\b(?:send|sends|pays?|money|deposit|etransfers?|e-transfers?|complete money)\b/,
    unless: AFTERWARDS,
  },
  {
    find: /\b(?:closes?|ends?|expires?) (?:tonight|today|at midnight)\b|\b(?:do not|don'?t|dont) (?:wait|sleep on|hesitate to (?:pay|send)|miss out)\b|\bif you (?:hesitate|wait|delay|don'?t pay)\b|\bdecide (?:today|now|fast|quick)|\bbe quick\b|\b(?:hurry up|act (?:fast|now|quick(?:ly)?)|don'?t think (?:too )?long)\b|\bonly (?:one|two|1|2) (?:units?|rooms?|spots?|left)\b.{0,30}\b(?:left|price|pay)\b|\bwill go (?:today|tonight|fast)\b|\b(?:pay|send|deposit|payment|transfer)\b.{0,30}\b(?:today|tonight|right away|asap|immediately|right now)\b|\b(?:available|money|rent) today (?:\(?yes|or)|\bready to pay (?:now|today)\b|\bonly \d (?:units?|rooms?|spots?) left\b|\bwaited too long\b|\bwe move fast\b|\bwon'?t last (?:the day|until tonight)\b|\bpay (?:now|tonight|tonite)\b|\bto pay (?:tonight|tonite|today)\b/,
    unless: AFTERWARDS,
  },
  { find: /\b(?:not|non)[ -]negotiable\b.{0,20}\bin cash\b/ },
  { find: /今天.{0,4}(?:决定|定下|付|转)|很多人.{0,6}(?:要|问|看|抢)|手慢无/ },
];

/** Documents that enable identity theft, and personal details demanded for the address. */
const PAPERS: SignalRule[] = [
  {
    find: /\b(?:for|to (?:get|receive|see)) the (?:full )?(?:address|location)\b.{0,40}\b(?:text|send|message|whatsapp) (?:me |us )?your (?:full )?(?:name|age|work|job|occupation)\b/,
  },
  {
    find: /\bselfie (?:of you )?(?:with|holding)\b.{0,20}\b(?:ids?|passport|licen[cs]e|card)\b|\bmother'?s? maiden name\b|\b(?:log ?in|password|access) (?:to|for|of|in) (?:to )?(?:your )?(?:online )?bank\w{0,3}\b|\byour (?:online )?banking (?:log ?in|password|details)\b|\b(?:with|including|your|need|give|provide|and|,) ?(?:your )?(?:sin|social insurance)(?: number| no| #| card)?(?![a-z0-9]| (?!and\b|plus\b)[a-z0-9])/,
    unless: /\bnot (?:necessary|needed|required)\b|\bnever\b|\bno (?:sin|social)\b|\bat (?:the )?signing\b/,
  },
  {
    find: /\b(?:send|sent|upload|email|e-mail|text|submit|photos?|pictures?|pics?|copy|copies|scans?|front and back)\b.{0,50}\b(?:passports?|sin(?: card| number| #)?|driver'?s? licen[cs]es?|driving licen[cs]es?|health cards?)\b|\b(?:passports?|sin (?:card|number)|driver'?s? licen[cs]es?)\b.{0,40}\b(?:sent|uploaded|emailed|before (?:the |any |a )?(?:viewing|showing))\b/,
    unless:
      /\bnot (?:necessary|needed|required)\b|\b(?:i'?ll|i will|i can|we can|we'll) send\b|\bat (?:the )?signing\b|\bbring\b/,
  },
];

/** Rules on signs of scams by note code. */
export const SCAM_RULES = {
  pay_before_viewing: BEFORE_A_VIEWING,
  untraceable_payment: UNTRACEABLE,
  keys_by_mail: KEYS,
  pressure: PRESSURE,
  asks_papers: PAPERS,
  e_transfer: TRANSFER,
};

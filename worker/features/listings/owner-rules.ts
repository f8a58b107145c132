import type { SignalRule } from "./scam-signals.ts";

// Whether the owner shares the kitchen or the bathroom with the tenant. Every repetition is bounded.

const ROOM = "(?:kitchens?|kitchenette|bath(?:room)?s?|wash ?rooms?|toilets?|showers?|wc|cook(?:ing)?(?: area)?)";
const OWNER =
  "(?:(?:the |your |an? |my |us |me |one |only the |only |elderly |friendly |live[ -]?in )?(?:owners?|home ?owners?|landlords?|landlady|land lady)(?:'s)?(?: (?:family|couple))?)";
const US =
  "(?:us|me|myself|(?:my|our)(?: [a-z]{1,10})? (?:family|husband|wife|partner|girlfriend|boyfriend|gf|bf|mother|mom|father|dad|parents|son|daughter|kids?|children|teenager|sister|brother)|(?:the |our |a )?family(?! (?:of|members of) (?:tenants|students)|room| doctor)|the couple who owns?)";
const SHARE = "(?:shar(?:e|es|ed|ing)|common|joint|use[ds]?|using|access|same)";
/** 'Owner lives upstairs with his own kitchen' */
const APART =
  /\b(?:not shared?|isn'?t shared?|no shar(?:ing|ed)|nothing (?:is )?shared|without sharing|don'?t share|do not share|won'?t share|never share|(?:fully|totally|completely|all) separate|own (?:kitchens?|bath(?:room)?|wash ?room)|separate (?:kitchens?|bath\w{0,6}|wash ?rooms?|everything|living)|(?:his|her|their|its) own (?:kitchen|bath)|our own (?:kitchen|bath|everything)|nobody (?:is )?shar|not (?:be )?sharing|other (?:tenants?|renters?|students?|roommates?)(?: only)?$)\b/;
/** A tenant who looks for another. */
const TENANTS =
  "\\b(?:i'?m|i am|we are|we'?re) (?:also )?(?:a |the |both |all )?(?:other )?(?:current )?tenants?\\b|\\ball tenants\\b|\\btenants? as well\\b|\\bmy landlord\\b|\\bname on (?:the )?lease\\b|\\b(?:landlords?|owners?) (?:(?:is|are|does|do|doesn'?t|don'?t|who) )?(?:not (?:live|in the|on)|live here|lives? (?:elsewhere|in (?:another|a different|the basement|basement)|off)|never (?:here|comes?|there)|stays? in (?:the )?basement)\\b|\\bno (?:body of )?(?:owner|landlord)s?\\b|\\b(?:roommate|room mate|flatmate|flat mate|housemate) (?:needed|wanted)\\b|\\breplacement (?:tenant|roommate)\\b|\\b(?:take|taking) over\\b";
const OWNS =
  "\\b(?:owners?|homeowners?|landlord|landlady|own (?:the|this|a|my)|my (?:own )?(?:house|home|condo|townhouse|place|apartment|bungalow)|our (?:house|home|condo|townhouse|place|family|bungalow)|(?:in|with) (?:the )?family|family home|family (?:townhouse|house)|lodger|homestay|host family|ma maison|notre maison|mi casa|spare (?:room|bedroom)|empty[ -]?nest\\w{0,3}|owner[ -]occupied|live[ -]?in (?:owner|landlord)|i live (?:here|alone|in the)|we (?:also )?live here|living with us|host|i bought|mortgage)\\b";

const SHARED: SignalRule[] = [
  {
    find: new RegExp(`\\b${SHARE}\\b.{0,60}\\b${ROOM}\\b.{0,40}\\b(?:with|w\\/?|along with|&) ?(?:the )?${OWNER}\\b`),
    unless: APART,
  },
  {
    find: new RegExp(
      `\\b${ROOM}\\b.{0,50}\\b(?:${SHARE})\\b.{0,25}\\b(?:with|w\\/?|by|between you and) ?(?:the )?${OWNER}\\b`,
    ),
    unless: APART,
  },
  {
    find: new RegExp(
      `\\b(?:${OWNER}|we|i)(?: (?:also|will|would|lives? (?:here|in the (?:home|house|unit|condo)),?|and|who|family))* (?:shares?|uses?) (?:the |one |a |same |this ){0,2}(?:same )?(?:${ROOM}(?:,? and |\\/| & )?){1,2} (?:with (?:you|the tenants?|renters?))`,
    ),
    unless: APART,
  },
  { find: new RegExp(`\\b${SHARE}\\b.{0,40}\\bowner'?s (?:${ROOM})`), unless: APART },
  {
    find: new RegExp(
      `\\bhouse (?:is )?shared with the (?:couple|family|owners?|people) who owns?\\b|\\b(?:same|one) ${ROOM} (?:with|as) (?:us |the )?${OWNER}`,
    ),
    unless: APART,
  },
  {
    find: new RegExp(
      `\\b(?:${SHARE})\\b.{0,60}\\b${ROOM}\\b.{0,50}(?:\\b(?:with|along with|together with|w)\\b|\\bw\\/) ?${US}\\b|\\b${ROOM}\\b.{0,60}\\b${SHARE}\\b.{0,30}(?:\\b(?:with|along with|by|among|for all of|between(?: you and)?|w)\\b|\\bw\\/) ?${US}\\b|\\b${SHARE} with ${US}\\b.{0,40}\\b${ROOM}\\b|\\b${ROOM} (?:with|along with) ${US}\\b`,
    ),
    unless: APART,
    inText: new RegExp(OWNS),
    notInText: new RegExp(TENANTS),
  },
  {
    find: new RegExp(
      `\\b(?:${SHARE}|have|cook in|along with)(?: of| to)?(?: [a-z]{1,8}){0,2} (?:our|my|the family|the family's)(?: [a-z]{1,12}){0,2} ${ROOM}\\b|\\bwe(?:'ll|'d| will| would| all| both)? (?:be )?(?:share|sharing|use) (?:the |one |a |an |same |only |single |big |large ){0,3}${ROOM}\\b|\\b${ROOM} (?:is |are )?(?:common|shared) (?:for|by|between|among) (?:all of us|us all|all|everyone in the (?:house|family))\\b`,
    ),
    unless: APART,
    inText: new RegExp(OWNS),
    notInText: new RegExp(TENANTS),
  },
  {
    find: new RegExp(
      `\\b(?:${SHARE}|live|living|stay)\\b(?: (?:the|my|our|a|an|whole|entire|rest|of|full|this|in)){0,4} ?(?:house|home|apartment|condo|townhouse|place|unit|space|facilities|amenities|everything|floor)?(?: [a-z]{1,10}){0,2} with (?:the |an? |your |one )?(?:${OWNER}|${US})\\b`,
    ),
    unless: APART,
    inText: new RegExp(
      `\\b(?:shar(?:e|ed|ing)|common|one|same|use|both) (?:[a-z]{1,10} ){0,3}${ROOM}|${ROOM} (?:[a-z]{1,10} ){0,3}(?:shar(?:e|ed|ing)|common|for (?:all|everybody|everyone|both))`,
    ),
    notInText: new RegExp(
      `${TENANTS}|\\bown (?:kitchen|bath\\w{0,4}|kitchenette)|\\b(?:private|separate|full) kitchen\\b`,
    ),
  },
  {
    // The words alone, where the owner lives in the home.
    find: new RegExp(
      `\\b(?:share[ds]?|sharing|common|same|use of|one|both)(?: [a-z]{1,10}){0,3}:? (?:[a-z]{1,10},? ){0,2}${ROOM}\\b|\\b${ROOM}(?: (?:is|are|and|,|[a-z]{3,9})){0,3} (?:shared?|common|for (?:all|everybody|everyone|both))\\b|\\bkitchen (?:privileges?|use|access)\\b`,
    ),
    unless: APART,
    inText: new RegExp(
      "\\b(?:owner[ -]occupied|live[ -]?in (?:owner|landlord|landlady)|(?:owner|landlord|landlady|home ?owner) (?:also )?lives? (?:here|on[ -]?site|in (?:the )?(?:same|home|unit|condo|house(?! next))|with)|i live (?:here|alone in|in (?:my|the) (?:house|home|condo))|we (?:also )?live here|family of (?:three|four|five|3|4|5),? (?:and )?(?:we )?liv\\w{1,3}|\\band live here|living with us|live with us|lodger wanted|family seeks lodger)\\b",
    ),
    notInText: new RegExp(
      `${TENANTS}|\\b(?:own|private|separate) (?:kitchen|bath|wash)|\\b(?:other|two|2|three|3) (?:tenants?|renters?|students|girls|guys|roommates)\\b`,
    ),
  },
  {
    // A room in the owner's home, and its kitchen or bathroom spoken of, as nobody's own.
    find: new RegExp(`\\b${ROOM}\\b`),
    unless: /\b(?:ensuite|en-suite|own|private|near|renovated)\b/,
    inText: [
      /\b(?:rooms? (?:for rent|available|to rent|avail|in (?:my|our|a|the|owner|family))|(?:private|furnished|master|spare|single|one|a|bright|sunny|quiet|nice|clean|big|large|small) (?:bed)?room|lodger|boarder|homestay|chambre|habitacion)\b/,
      /\b(?:in|of) (?:my|our|the owner'?s?|owner'?s) (?:own |family |[a-z0-9]{1,10} ){0,3}(?:house|home|condo|apartment|townhouse|town ?home|bungalow|apt|flat|semi|place)\b|\b(?:i|we) own (?:the|this|a|my)\b|\bi(?:'m| am) (?:the )?(?:owner|landlord|landlady|home ?owner)\b|\bowner (?:lives|living|occupied)\b|\b(?:live|living) with (?:us|me|the owner|a family|our family|owner|landlord|landlady)\b|\bfamily home\b/,
      /\b(?:share[ds]?|sharing|common|together|same|along with|with (?:us|me|owner|landlord|landlady|my|our)|privileges|both of us|all of us|everybody|you can use|you may use|use (?:of )?(?:the|our|my))\b/,
    ],
    notInText: new RegExp(
      `${TENANTS}|\\bown (?:kitchen|bath\\w{0,4}|wash ?room|kitchenette|entrance)|\\b(?:private|separate) (?:kitchen|bath\\w{0,4}|wash ?room|entrance)|\\b(?:with|by|and|for|between|other) (?:\\d|two|three|four|other|another|one other)? ?(?:tenants?|renters?|students|girls|guys|roommates|housemates)\\b|\\bnot (?:be )?shar|\\b(?:no|without|never) shar`,
    ),
  },
  {
    find: /(?:厨房|厨卫|厨|卫生间|洗手间|浴室|卫浴).{0,8}(?:与|和|跟|同)(?:房东|屋主|我们|我).{0,6}(?:共用|共享|合用|一起用)|(?:与|和|跟|同)(?:房东|屋主).{0,6}(?:共用|共享|合用).{0,8}(?:厨|卫|浴|洗手间)/,
    unless: /不(?:需|用|与|和)|无需|独立/,
    isPlain: true,
  },
  {
    find: /\b(?:cuisine|salle de bains?|toilettes?)\b.{0,50}\b(?:partagee?s?|communes?|en commun)\b.{0,25}\b(?:avec (?:moi|nous|le proprietaire|la proprietaire|les proprietaires)|proprietaires?)\b|\bpartage\w{0,3}\b.{0,40}\b(?:cuisine|salle de bains?)\b.{0,30}\bavec (?:moi|nous|l[ea]s? proprietaires?)\b|\b(?:cocina|bano)s?\b.{0,30}\bcompartid[oa]s?\b.{0,20}\b(?:conmigo|con (?:el|la|los) duen|con nosotros|con (?:el|la) propietari)/,
  },
];

/** Where the Act and the Code may not apply, by the code of its note. */
export const OWNER_RULES = { shares_with_owner: SHARED };

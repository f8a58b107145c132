import type { SignalRule } from "./scam-signals.ts";

// Whether the owner shares the kitchen or the bathroom with the tenant. Every repetition is bounded.

const ROOM =
  "(?:kitchens?|kitchenette|kitch[ei]?n|kitche|kichen|bath(?:room)?s?|bath ?rm|bthrm|wash ?rooms?|wash ?rms?|toilets?|showers?|wc|stove|cook(?:ing)?(?: area)?)";
const OWNER =
  "(?:(?:the |your |an? |my |us |me |one |only the |only |elderly |friendly |live[ -]?in )?(?:owners?|home ?owners?|landlords?|landlady|land lady)(?:'s)?(?: (?:family|couple))?)";
const WITH = "(?:\\b(?:with|wit|along ?with|alongside|together with|between you and|by|among)\\b|\\bw\\/|&) ?";
const US =
  "(?:us|me|myself|(?:the |all |both )?(?:two|three|four|five|2|3|4|5|both|all) of us|(?:my|our)(?: [a-z]{1,10}){0,2} (?:family|husband|wife|partner|girlfriend|boyfriend|gf|bf|mother|mom|father|dad|parents|son|daughter|kids?|children|teenager|sister|brother)|(?:the |our |a )?family(?! (?:of|members of) (?:tenants|students)|room| doctor)|the couple who owns?)";
const SHARE = "(?:shar(?:e|es|ed|ing)|split(?:ting)?|common|joint|use[ds]?|using|access|same|between)";
/** 'Owner lives upstairs with his own kitchen' */
const APART =
  /\b(?:share[ds]?|sharing|common|only|just) (?:the |only |just |is |a )?(?:laundry|washer|yard|backyard|garden|driveway|entrance|entry|front door|parking|garage|deck|patio|hallway|wifi|internet|utilities|hydro|bills?)(?: (?:room|area|shared|is|are|and|&|with|yard|backyard|garden|driveway|entrance|wifi|costs?)){0,4} (?:with|w\/|by)\b|\b(?:laundry|yard|backyard|garden|driveway|entrance|parking|garage)(?: room)? (?:is |are )?(?:only |all that is )?shared with (?:the )?(?:owners?|landlord|landlady|us)\b(?<!(?:and|&) (?:laundry|yard|backyard|garden|driveway|entrance|parking|garage)(?: room)? (?:is |are )?shared with (?:the )?(?:owners?|landlord|landlady|us))|\bno (?:kitchen|bath\w{0,4}|wash ?room)(?:,? (?:or|nor|and) (?:kitchen|bath\w{0,4}|wash ?room))? (?:is |are )?shared|(?:was|were|used to be) shared|(?:won'?t|will not|zero|never|not|nothing|neither|no one|nobody|avoid)(?: [a-z']{1,10}){0,3} shar(?:e|ed|ing)\b|\b(?:not shared?|isn'?t shared?|no shar(?:ing|ed)|nothing (?:is )?shared|without sharing|don'?t share|do not share|won'?t share|never share|(?:fully|totally|completely|all) separate|own kitchens?|separate (?:kitchens?|everything|living)|our own (?:kitchen|bath|everything)|nobody (?:is )?shar|not (?:be )?sharing|other (?:tenants?|renters?|students?|roommates?)(?: only)?$)\b|^(?!.*\bkit?ch).*\b(?:own|separate|private) (?:bath|wash)/;
/** A tenant who looks for another. */
const TENANTS =
  "\\b(?:licensed (?:rooming|lodging|multi)|multi[ -]?tenant|rooming house|co-?op house)\\b|\\b(?:with|between|by|among|w\\/) ?(?:the )?(?:\\d|one|two|three|four|five|other|another|several|some)(?: (?:other|quiet|nice|female|male|young|working|clean|more|friendly)){0,2} (?:occupants?|people|persons?|ppl|others|professionals?|workers?|residents?|members?)\\b(?!,? ?(?:\\(|-|:|who|me\\b|my\\b|our\\b|us\\b|including|in (?:my|our|the) family|(?:and|plus|&) (?:me|i|us|my|our)))|\\b(?:i'?m|i am|we are|we'?re) (?:also )?(?:a |the |both |all )?(?:other )?(?:current )?tenants?\\b|\\ball tenants\\b|\\btenants? as well\\b|\\bmy landlord\\b|\\bname on (?:the )?lease\\b|\\b(?:landlords?|owners?) (?:(?:is|are|does|do|doesn'?t|don'?t|who) )?(?:not (?:live|in the|on)|lives? (?:elsewhere|in (?:another|a different|the basement|basement)|off)|never (?:here|comes?|there)|stays? in (?:the )?basement)\\b|\\b(?:don'?t|doesn'?t|do not|does not|not) (?:live|living|reside) (?:here|there|in (?:it|the (?:house|home|building)))\\b|\\bno ?(?:body of |one of )?(?:the )?(?:owner|landlord)s?\\b|\\b(?:roommate|room mate|flatmate|flat mate|housemate) (?:needed|wanted)\\b|\\b(?:both|all|each) (?:of us )?on the lease\\b|\\b(?:other|for) (?:roomers|students on)\\b|\\breplacement (?:tenant|roommate)\\b|\\b(?:take|taking) over\\b";
const OWNS =
  "\\b(?:i own|we own|owners?|homeowners?|landlord|landlady|own (?:the|this|a|my)|my (?:own )?(?:house|home|condo|townhouse|bungalow)|our (?:house|home|condo|townhouse|place|family|bungalow)|(?:in|with) (?:the )?family|family home|family (?:townhouse|house)|lodger|homestay|host family|ma maison|notre maison|mi casa|spare (?:room|bedroom)|empty[ -]?nest\\w{0,3}|owner[ -]occupied|live[ -]?in (?:owner|landlord)|i live (?:here|alone|in the)|we (?:also )?live here|living with us|host|i bought|we bought|my (?:wife|husband|spouse) and i|our (?:two |three |2 |3 |young |little )?kids|mortgage|join us|our (?:only )?(?:lodger|boarder|guest)|(?:rent|renting|let|letting)(?: out)? (?:one|a|my|our|1|the (?:second|other|spare|extra|third|upstairs|front|back|basement)) (?:[a-z]{1,10} ){0,2}(?:bed)?rooms?|(?:with|have|got) a (?:big |large )?house|owner|du[eñn]n?[oa]s?)\\b";

const AN_OWNER = "(?:owner|landlord|landlady|land lady|home ?owner)s?";
/** Who owns the home lives in the same part of it. */
const LIVES_THERE = new RegExp(
  `\\b(?:same floor (?:as|with) (?:the )?${AN_OWNER}|${AN_OWNER} (?:also )?(?:cooks?|eats?)|(?:room|bedroom|space|lodging) in (?:the |an? )?${AN_OWNER}'?s?'? (?:own )?(?:home|house|condo|apartment|place|unit)|hosts? (?:family )?(?:also )?(?:lives?|stays?)|${AN_OWNER} \\((?:me|us)\\)|owner[ -]occupied|live[ -]?in ${AN_OWNER}|owner in residence|(?:room ?mate|housemate|flatmate) (?:to|of|with|for) (?:the )?${AN_OWNER})\\b|` +
    `\\b${AN_OWNER}(?: family)?(?: \\([^)\\n]{1,40}\\))? (?:who )?(?:also )?(?:(?:lives?|living|resides?|stays?|is|are) (?:also |alone |full[ -]time )?(?:here|there|in(?=$|,|\\.| and| or)|on[ -]?(?:the )?(?:site|premises|property)|in (?:the )?(?:same|home|unit|condo|house(?! next))|with)|(?:here|on[ -]?(?:the )?(?:site|premises|property)(?! (?:office|week))))\\b|` +
    `\\b${AN_OWNER} (?:also )?uses? the\\b|\\b(?:home|house|condo|apartment|place) of (?:the |an? |my )?(?:[a-z]{3,10} )?${AN_OWNER}\\b|\\bwho owns? (?:the|this|it)\\b|\\bme,? \\(?(?:the )?${AN_OWNER}\\b|\\b(?:we|i)(?:'m| am|'re| are)?,? \\(?(?:also )?(?:the )?${AN_OWNER}\\b(?! (?:of (?:this|the|a) (?:building|plaza)|not|and (?:do not|don't)))|` +
    `\\bshar(?:e|ed|ing) (?:the |a |my |our )?(?:house|home|condo|apartment|place|townhouse) with (?:the |an? )?(?:${AN_OWNER}|us|me)\\b|` +
    `\\b(?:i|we) (?:also )?live (?:here|alone in|in (?:it|(?:my|the|this|one|another) (?:[a-z]{3,8} )?(?:house|home|condo|master|bedroom|room|unit|apartment|townhouse|bungalow)))\\b(?! (?:next|across|behind|beside))|\\b(?:i|we) (?:also )?live (?:here|in) (?:too|also|as well)\\b|\\b(?:i|we) occupy\\b|\\bmy (?:wife|husband|partner|mom|mother|daughter|son) and i (?:live|occupy|sleep|stay|have|are)\\b|\\bfamily of (?:three|four|five|six|[3-6])\\b|` +
    `\\band live here\\b|\\bliving with (?:us|me|an?|the)\\b|\\blive with (?:us|me|the (?:owner|landlady|landlord|family))\\b|\\b(?:lodgers?|boarders?|homestay|host family|room and board|room & board|chez l'habitant)\\b|\\b(?:meals?|dinner|supper|eat|cook) (?:with|together with) (?:us|the family|our family|me)\\b|\\bpart of (?:the|our) family\\b|\\bfamily seeks lodger\\b|\\bour (?:only )?(?:lodger|boarder)\\b|\\bfamily lives here\\b`,
);

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
      `\\b(?:${SHARE}|have|cook in|along with)(?: of| to)?(?: [a-z]{1,8}){0,2} (?:our|my|the family|the family's)(?: [a-z]{1,12}){0,2} ${ROOM}\\b|\\bwe(?:'ll|'d| will| would| all| both)? (?:be )?(?:share|sharing|use|split) (?:the |one |a |an |same |only |single |big |large |[\\d.]{1,3} ){0,3}${ROOM}\\b|\\b${ROOM} (?:is |are )?(?:common|shared) (?:for|by|between|among) (?:all of us|us all|all|everyone in the (?:house|family))\\b`,
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
      `\\b(?:share[ds]?|sharing|common|same|use of|can use|may use|access to|both|joint)(?: [a-z]{1,10}){0,4}:? (?:[a-z]{1,10},? ){0,2}${ROOM}\\b|\\b(?:one|single|1) ${ROOM}(?:,? and (?:one )?${ROOM})? (?:for|between|among|only)\\b|\\b${ROOM}(?: [a-z']{2,10},?){0,5}? (?:shared?|sharing|common|together|open to you|incl(?:uded)?|for (?:all|everybody|everyone|both|us))\\b|\\bkitchen (?:privileges?|use|access|time|ok)\\b|\\bshare everything\\b|\\b(?:use of|access to|run of|share|sharing) (?:the )?(?:whole |entire |rest of (?:the )?)(?:house|home|place)\\b|\\b(?:common )?(?:areas?|spaces?|facilities) (?:are )?shared\\b|\\bshared facilities\\b|\\bshare (?:the )?(?:common )?(?:areas|spaces|facilities)\\b|\\buses? the ${ROOM} (?:too|also|as well)\\b`,
    ),
    unless: APART,
    inText: LIVES_THERE,
    notInText: new RegExp(
      `${TENANTS}|\\b(?:own|private|separate) kit?ch|^(?![^]*\\bkit?ch)[^]*\\b(?:own|private|separate) (?:bath|wash)|\\b(?:other|two|2|three|3) (?:tenants?|renters?|students|girls(?! (?:and|are) (?:our|my))|guys|roommates)\\b`,
    ),
  },
  {
    // A room in the owner's home, and its kitchen or bathroom spoken of, as nobody's own.
    find: new RegExp(`\\b${ROOM}\\b`),
    unless: /\b(?:ensuite|en-suite|own|private|near|renovated)\b/,
    inText: [
      /\b(?:rooms? (?:for rent|available|to rent|avail|in (?:my|our|a|the|owner|family))|(?:private|furnished|master|spare|single|one|a|bright|sunny|quiet|nice|clean|big|large|small) (?:bed)?room|lodger|boarder|homestay|chambre|habitacion|(?:offers?|offering|letting|renting)(?: out)? (?:an?|one|my|the|1|our)? ?(?:[a-z]{3,9} )?(?:bed)?room|bedroom in (?:my|our|his|her)|room in (?:his|her))\b/,
      /\b(?:in|of) (?:my|our|his|her|the owner'?s?|owner'?s|(?:the )?landlord'?s|(?:the )?landlady'?s) (?:own |family |[a-z0-9]{1,10} ){0,3}(?:house|home|condo|townhouse|town ?home|bungalow|semi)\b|\b(?:i|we) own (?:the|this|a|my)\b|\bi(?:'m| am) (?:the )?(?:owner|landlord|landlady|home ?owner)\b|\bowner (?:lives|living|occupied)\b|\b(?:live|living) with (?:us|me|the owner|a family|our family|owner|landlord|landlady)\b|\bfamily home\b/,
      /\b(?:share[ds]?|sharing|common|together|same|along with|with (?:us|me|owner|landlord|landlady|my|our)|privileges|to share|use of|both of us|all of us|everybody|you can use|you may use|use (?:of )?(?:the|our|my))\b/,
    ],
    notInText: new RegExp(
      `${TENANTS}|\\bown (?:kitchen|bath\\w{0,4}|wash ?room|kitchenette|entrance)|\\b(?:private|separate) (?:kitchen|bath\\w{0,4}|wash ?room|entrance)|\\b(?:with|by|and|for|between|other) (?:\\d|two|three|four|other|another|one other)? ?(?:tenants?|renters?|students|girls|guys|roommates|housemates)\\b|\\bnot (?:be )?shar|\\b(?:no|without|never) shar`,
    ),
  },
  {
    // 'Kitchen with our family', 'the bath is between you and me', by somebody who owns the home.
    find: new RegExp(
      `\\b${ROOM}\\b(?:'s)?(?: (?!own\\b|private\\b|separate\\b|for your\\b)[a-z]{1,12},?){0,5}?,? ${WITH}(?:(?:one|1|an?|the) (?:other )?(?:person|people|adult)s? ?(?:\\(|, ?|- ?)(?:me|us|the owner|i am)|${OWNER}|${US})\\b`,
    ),
    unless: APART,
    inText: new RegExp(OWNS),
    notInText: new RegExp(TENANTS),
  },
  {
    // Somebody's family at the same stove: a tenant's says that it is one.
    find: new RegExp(
      `\\b${ROOM}\\b(?:'s)?(?: (?!own\\b|private\\b|separate\\b|for your\\b)[a-z]{1,12},?){0,5}? ${WITH}(?:my|our)(?: own)? (?:family|kids|children|son|daughter|parents|mother|father|teenager)\\b|\\bshar(?:e|ed|ing)\\b.{0,30}\\b${ROOM}.{0,20} ${WITH}(?:my|our) (?:family|kids|children|son|daughter|parents|mother|father|teenager|(?:wife|husband|partner) and (?:i|me))\\b|\\bcommon ${ROOM}(?: and ${ROOM})? ${WITH}${OWNER}|\\b(?:with|w) (?:me|myself)(?:,| and| n| &) ?(?:my )?(?:wife|husband|hubby|kids?|family|son|daughter|mom|mother|children|partner|gf|bf)\\b.{0,40}\\b${ROOM}|\\bshar(?:e|ed|ing)\\b.{0,30}\\b${ROOM}.{0,20} ${WITH}(?:me|myself)(?:,| and| n| &) ?(?:my )?(?:wife|husband|hubby|kids?|family|son|daughter|mom|mother|children|partner|gf|bf)\\b`,
    ),
    unless: APART,
    notInText: new RegExp(TENANTS),
  },
  {
    find: new RegExp(
      `\\b(?:cook(?:ing)?|use|using|used|share[ds]?|sharing|access to|welcome (?:in|to))\\b.{0,25}\\b(?:(?:the )?${AN_OWNER}'?s?'? (?:own )?${ROOM}|(?:my|our) (?:[a-z]{1,10} )?kitchen)\\b`,
    ),
    unless: APART,
    notInText: new RegExp(TENANTS),
  },
  {
    find: new RegExp(
      `\\b${AN_OWNER}\\b(?! (?:lives? )?(?:elsewhere|upstairs|next door|nearby|off)).{0,60}\\b${ROOM}\\b.{0,25}\\b(?:shared?|sharing|common) (?:with|by) (?:her|him|them|his|both)\\b|\\bshar(?:e|ed|ing) (?:the |an? |one )?${ROOM} with (?:one|1|another|an?|just one) (?:other )?(?:person|adult|man|woman|lady|gentleman)s?,? (?:\\()?(?:the |me|who is the |your )(?:${AN_OWNER}\\b)?|\\bno (?:separate |own |private |second )?${ROOM}.{0,20}\\b(?:use|share|using) (?:ours|mine)\\b|\\b(?:1|one|same) ${ROOM} for (?:all|the family|everybody|everyone|family)\\b.{0,25}\\b(?:family|tenants?|you|us)\\b`,
    ),
    unless: APART,
    notInText: new RegExp(TENANTS),
  },
  {
    // 'The kitchen my wife and I use', 'you and I would share a bathroom', 'we (owners) share the kitchen'
    find: new RegExp(
      `\\b${ROOM} (?:that |which |where )?(?:my (?:wife|husband|partner|family|son|daughter|mother) and (?:i|me)|we|i|our family|the family)(?: (?:also|all|both))? (?:use|cook|share|have|eat)\\b|\\b(?:you and (?:i|me|us|we)|we all|all of us|both of us|us all)(?: [a-z']{1,8}){0,2} (?:shar(?:e|ing)|use|split)(?: [a-z]{1,8}){0,3} ${ROOM}\\b|\\b(?:one|single|only|same) ${ROOM} (?:is )?(?:between|for|among) (?:us|the (?:two|three|four) of us|all of us|both|me and you|you and me|everybody|everyone)\\b|\\b(?:we|i),? ?\\(?(?:the )?(?:home ?)?owners?\\b.{0,30}\\bshare (?:the |a |one )?${ROOM}\\b|\\bshare[ds]? (?:our|my)(?: [a-z]{1,10})? ${ROOM}\\b|\\b(?:cook|eat|prepare (?:meals|food)) (?:in|with) (?:our|my|us)\\b|\\b(?:welcome|free) to (?:use|cook (?:in|on)) (?:the |our |my )(?:${ROOM}|stove|fridge)\\b`,
    ),
    unless: APART,
    inText: new RegExp(OWNS),
    notInText: new RegExp(TENANTS),
  },
  {
    find: new RegExp(
      `\\b${ROOM}(?: (?:is|are|and|[a-z]{4,9})){0,3} (?:same|one|1|common|shared|single) (?:for|by|between|among) (?:all|every|us|whole|entire|the family)`,
    ),
    unless: APART,
    inText: new RegExp(`\\b${AN_OWNER}(?: [a-z&]{1,9}){0,4} liv(?:e|es|ing)\\b|\\b(?:our|my) (?:home|house|family)\\b`),
    notInText: new RegExp(TENANTS),
  },
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

/** Where the Act and the Code may not apply, by the code of its note. */
export const OWNER_RULES = { shares_with_owner: SHARED };

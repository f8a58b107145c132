import type { TextRule } from "../../../contracts/phrase-rules.ts";

// Phrases for terms that Ontario's Residential Tenancies Act, 2006, does not allow, for phrase-matcher.ts.

export const LAW_LISTS = {
  deposit: "deposit|deposits|depo|depos",
  // Purposes for which a landlord may not take a deposit, such as damage.
  harm: `
    damage damages security pet pets cleaning furniture furnishing furnishings appliance appliances breakage utility
    utilities hydro caution`,
  // Parts of a building whose names share a word with "security deposit".
  guard: `
    guard guards camera cameras system desk building entry entrance service door gate alarm staff personnel patrol`,
  months: "#3-12|three|four|five|six|seven|eight|nine|ten|eleven|twelve",
  month: "month|months|month's|months'|mths|mos",
  early: "up_front|upfront|in_advance|advance|prepaid|pre_paid|before|beforehand|at_once",
  fee: "fee|fees|charge|charges|surcharge|surcharges",
  // Services that a landlord may not charge for.
  service: `
    application applications viewing showing tour unlock activation admin administration administrative processing
    paperwork paper_work documentation document holding screening credit_check credit_report background_check
    reference_check reservation registration sign_up signing lease agreement contract renewal pet pets cleaning move_in
    move_out move late late_payment key finder's finders agency agent agent's broker brokers brokerage realtor
    commission onboarding wear_and_tear painting no_show gate caution guest visitor visitors membership inspection
    travel video visit access waiting_list wait_list waitlist booking coordination verification account_opening`,
  cheque: "cheque|cheques|chq|chqs|chq's|chequs|cheks|cheque's",
  animal: "pet|pets|animal|animals|dog|dogs|cat|cats",
  against: "security|damage|damages",
  plus: ", | and | & | + | n | plus | with",
  supplier: `
    condo building management corporation concierge elevator party_room alectra hydro enbridge metergy provident wyse rogers
    bell gym locker`,
  paper: `
    admin administration lease_paperwork lease_prep lease_preparation lease_drafting credit_check credit_report application
    applications background_check screening paperwork processing`,
  // Things that are refused together with animals: 'no smoking or pets'.
  banned: "smoking|smokers|smoker|smoke|kids|kid|children|child|parties|party|drugs|vaping|weed|cannabis",
  // Nouns that turn a refusal into something else when they follow a word for animals: 'no pet fee'.
  matter: `
    deposit fee fees rent charge surcharge restriction restrictions problem issue limit breed odour odor hair smell have has
    were lived living currently under over left policies`,
  cannot: "can't|cannot|can_not|don't|dont|do_not|does_not|doesn't|won't|unable_to|not_able_to|not",
  allowed: "allowed|permitted|accepted|welcome|ok|okay|considered|suitable|possible|accommodated",
} as const;

/** Phrases for options from which a tenant may choose, which are not demands. */
const VOLUNTARY = [
  "optional|discount|if_you|instead|offer",
  "@deposit|@early is|are? welcome",
  "you|tenant|tenants may|can ..2 pay|offer|prepay|provide|give|use",
];
const FIRST_AND_LAST = ["first|1_st @month? rent? and|&|+|,? the? last", "last month|month's", "lmr"];
const KEYS = [
  "key|keys|fob|fobs|remote|remotes|opener|openers|transponder|transponders|pass|passes|elevator|lock|locks",
  "access|parking card|cards",
];
const NO_DEPOSIT = [
  "no|without|zero @harm|holding|reservation|key|large|hidden? ,? @harm|reservation? or|and? @harm? @deposit",
  "never|don't|dont|not|doesn't ask|charge|take|require|want|collect|need ,,7 @deposit",
  "illegal|unlawful ..5 @deposit",
  "@deposit ..3 is|are? not required|needed|necessary|asked|taken|charged|collected",
  "@deposit :|is|are? none|waived|n_a|zero",
  "beware|scammer|scammers|scam|never_pay|never_send|refuse|anyone_asks|asks",
];

/** Rules for deposits other than the last month's rent (Residential Tenancies Act, ss. 105 and 106). */
const DEPOSITS: TextRule[] = [
  {
    // A deposit with a purpose.
    isPlain: true,
    find: [
      "@harm|fridge|holding|reservation|good_faith|non_refundable|nonrefundable ..1 @deposit",
      "@deposit of? $? #? is|are? required|needed|refundable? for|against ..2 @harm",
      "@animal ..3 with|w ..2 @deposit",
    ],
    without: [...NO_DEPOSIT, "last @month? rent? as|serves_as|is|used_as a|the|your? security|damage @deposit"],
  },
  {
    // 'First, last and security', '$500 security required'
    isPlain: true,
    find: [
      "first|1_st @month? rent? @plus? the? last|lmr @month? rent? @plus? ,|and|the|a|an|refundable? $? #? @month? of|for? @against",
      "first|1_st|last|lmr|rent|@month|#100+ @plus ,|the|a|an|one|refundable? refundable? $? #100+? $|@month? of|for? @against",
      "plus|and|with|+|&|require|requires|required|need|pay|also a|an|one? $? #100+|@month rent? for|as|of? a? security|damage|damages",
      "$ #100+ security is|are? required|needed|mandatory|deposit",
      "$ #100+ for damage|damages",
      "security of|is|:? $ #",
    ],
    without: [
      ...NO_DEPOSIT,
      "security|damage @guard",
      "concierge|gym|monthly|24",
      "no|not|without ..2 security|damage",
    ],
  },
  {
    // Months of rent in advance.
    isPlain: true,
    find: [
      "@months @month of? rent|rental? payments|payment? as|in? a? @deposit|@early",
      "@deposit|receipt|payment of @months @month",
      "prepaid|prepay|advance|upfront|up_front rent? of|for? @months @month",
      "first @months @month rent? and|&|+|plus|@early",
      "pay|require|requires|required|need the? full|whole|entire|half|one|1|a? half? a? year|year's of? rent? @early",
      "one|1|full|whole|half a? year|year's|years of? rent? @early",
    ],
    without: [...VOLUNTARY, ...NO_DEPOSIT, "before|notice"],
  },
  {
    // Two months are the first and the last month's rent, unless the text says otherwise.
    find: ["2|two @month of? rent? @deposit", "@deposit of 2|two @month"],
    without: [...VOLUNTARY, ...FIRST_AND_LAST],
  },
  {
    find: ["@deposit of? $? #? is|are? required|needed|due? to hold|reserve|secure the|your|this|it|a|an|unit"],
    without: [...FIRST_AND_LAST, "send", "viewing list", "before you"],
  },
  {
    // A refundable deposit is not a rent deposit.
    find: [
      "refundable|returnable $? #? $? @deposit",
      "@deposit of? $? #? ,|(? is|are|fully|which_is|that_is|which_are? refundable|returnable|returned|refunded|given_back",
      "@deposit ..6 get|gets|receive|back it? back? if|when|at|once|after no|nothing|everything|move|leave|you",
    ],
    without: [...KEYS, ...NO_DEPOSIT],
  },
  {
    find: [
      "caution ..3 mandat|mois|deposit|euros|remboursable",
      "mois|loyer +|et|plus une|la? caution",
      "depot de garantie|securite|dommages|dommage",
      "deposito de garantia|seguridad|danos",
      "押一付|押二付|押金",
      "押 # 付",
    ],
    without: ["钥匙|门卡|不收|无|没有|无需|不需要 押金"],
  },
];

/** Fees that the building or a supplier charges, and fees that other people pay. */
const NOT_THE_LANDLORDS = [
  "@fee ..1 set|charged|payable|collected|paid|covered? by|to the? condo|corporation|building|management|board|property_management|owner",
  "@fee landlord_pays",
  "@supplier ..1 @fee|deposit",
  "we|landlord|owner|i will? pay|pays|cover|covers",
  "included|covered",
  "paid by us|the|landlord|owner",
];

/** Rules for unlawful fees (Residential Tenancies Act, s. 134). */
const FEES: TextRule[] = [
  {
    find: [
      "@service list|unlock|processing|check|agreement? @fee",
      "@fee of? $? #? is|are|applies|required? for|to_cover ..1 @service|viewings|showings|credit|background",
      "key money",
      "under the table",
      "non refundable application|move|cleaning|pet|admin|processing|booking? ..1 @fee",
    ],
    without: [
      ...NOT_THE_LANDLORDS,
      "@fee ..1 waived|free|none",
      "refuse|illegal|beware|scam|scammer|scammers|never_pay",
    ],
  },
  {
    // A fee for a viewing or a list.
    find: [
      "$ #1-999 ..2 for|per|each|a the|each|every|your? call|visit|tour|trip|head|guest|visitor|slot|list",
      "#1-999 $|dollars ..2 for|per|each|a the|each|every|your? call|visit|tour|trip|head|guest|visitor|slot|list",
      "$ #1-999 membership|registration",
      "membership|registration is|costs|cost|:? $? #1-999 $?",
      "$ #1-999 to book|arrange|reserve|get|join|see the|a|your? viewing|showing|tour|slot|visit|list",
      "slot|slots|viewing|viewings ..1 $ #1-999 each",
      "payment of $ #1-999",
      "$ #1-999 gas_money",
      "$ #1-999 cash at_the_door|at_door per",
      "pay the $ #1-999 ..1 unlock|activation",
      "#10-99 $|dollars per|each adult|person|applicant ,,4 non_refundable|credit",
      "#1-999 $ account_opening",
    ],
    without: [...NOT_THE_LANDLORDS, "deposit", "guest_suite|parking|free"],
  },
  {
    // A fee for checks and documents.
    find: [
      "$ #1-999 per|each|a|an? person|adult|applicant? non_refundable? for|to_cover|to_run|to_do? the|your|a|an|my? @paper",
      "credit|background and|&? credit|background? check|checks|report ,|is|of|at|for|costs|cost|(? $ #1-999",
      "application|background_check|screening|paperwork|viewing|showing processing? is|costs|cost|cost_you|for|:? $ #1-999",
      "run|check|pull|cover ..4 credit|background|references ,,3 $ #1-999 per|each|a|an adult|person|applicant",
    ],
    without: ["deposit|free", "no charge"],
  },
  {
    isPlain: true,
    find: [
      "中介费|申请费|看房费|手续费|清洁费",
      "frais de_dossier|de_visite|d'agence|d'application|administratifs",
      "comision",
    ],
    without: ["无|免|不收|没有 中介费|申请费|看房费|手续费|清洁费", "sans|aucun|sin"],
  },
];

/** Phrases that offer other ways to pay, or let the tenant choose. */
const OR_NOT = [
  "optional|never|whatever|whichever|either|flexible|appreciated|nice",
  "if you|possible",
  "can be paid|made|given|provided|used",
  "not required|needed",
  "up_to_you|your_choice|you_choose|may_choose",
  "prefer|preferred|preferably",
  "or by|via|with|a|an|the|even? e|email|interac|etransfer|emt|pre_auth*|preauth*|bank|direct|cash|draft|debit|online|pad|pap|automatic",
  "e_transfer|etransfer|e_transfers|interac|cash|bank_draft|direct_deposit|transfer or",
  "@cheque|check|checks|debit|payment|payments|withdrawal ..5 accepted|welcome|ok|okay|fine",
  "you|tenant|tenants may|can ..2 pay|offer|prepay|provide|give|use",
];
const DEMANDS = [
  "require|requires|required|requirement|requirements|must|need|needs|needed|mandatory|compulsory|provide|submit|bring|only|obligatory|give",
  "have to",
  "upon|at|on signing|lease",
  "#1-12|six|ten|eleven|twelve postdated|post_dated",
  "^ postdated|post_dated",
];

/**
 * Rules for post-dated cheques and automatic payments. A landlord may accept but not require them (Residential
 * Tenancies Act, s. 108).
 */
const CHEQUES: TextRule[] = [
  {
    find: [
      "#1-24? months? of? post_dated|postdated rent? @cheque|check|checks",
      "pdc|pdcs",
      "#2-12|six|ten|eleven|twelve @month? of? rent? @cheque",
      "@cheque for the? #2-12|ten|eleven|twelve|whole|full|entire|one|1|all month|months|year|years|yr",
      "year|months|year's|months' worth? of @cheque",
      "pre_authorized|pre_authorised|preauthorized|pre_auth|automatic|direct bank|rent? debit|debits|payment|payments|withdrawal|withdrawals",
      "pad|pap form|agreement|enrolment|enrollment|only|required|mandatory",
    ],
    needs: DEMANDS,
    without: [...OR_NOT, "cheque_free"],
  },
  {
    // A demand for a number of cheques.
    find: [
      "@cheque for the? #10-12|twelve|1|one|whole|full|entire months|month|year|yr",
      "#10-12|ten|eleven|twelve post_dated|postdated? @cheque with|at|on|upon|and|when",
      "void cheque|check ..2 required|mandatory|needed ..8 withdraw*|debit|automatic|monthly",
      "cheques postdates exiges|exigés|requis|obligatoires",
      "期票 ..4 必须|需要",
      "必须|需要|需 ..4 期票|支票",
    ],
    without: OR_NOT,
  },
];

/** Rules for cheques that a text names as one of several ways to pay. */
const CHEQUES_NAMED: TextRule[] = [
  {
    find: [
      "@cheque",
      "post_dated|postdated|personal|certified check|checks",
      "by check",
      "pre_authorized|pre_authorised debit|debits|payment|payments|withdrawal|withdrawals",
      "支票",
    ],
    without: [
      "no|not|without ..3 @cheque|check|checks needed|required|necessary",
      "@cheque ..1 not required|needed|necessary",
      "void|pay|welfare|odsp|government|paper|rubber|pension|reality @cheque|check",
      "@cheque free|cashing|stub|stubs",
      "money mart",
    ],
  },
];

/** Parts of a building and things to which a rule on animals may apply without refusing animals altogether. */
const OF_A_PLACE = [
  "@animal|@allowed in|on|at|near the? shared? pool|pools|gym|party|amenity|amenities|patio|roof|elevator|lobby|lawn|grass|courtyard|furniture",
];
const NOT_A_REFUSAL = [
  ...OF_A_PLACE,
  "@animal @matter",
  "@animal or|and ..2 fee|fees|deposit|deposits|charge",
  "have|has|are|were|with no @animal",
  "no breed|restrictions|restriction|limit|problem",
  "no problem with",
];

/** Rules for 'no pets', a term that is void in a lease (Residential Tenancies Act, s. 14). */
const PETS: TextRule[] = [
  {
    isPlain: true,
    find: [
      "no|zero|non @banned? ,|and|or|&|nor? no|non? @banned? ,|and|or|&? no? small|large|big|indoor|furry|other? @animal",
      "@animal are|is|will_be|be? strictly|absolutely? not|never|aren't|isn't|cannot|can't|un be? @allowed",
      "@cannot ..1 allow|accept|take|have|permit|accepting|allowing|want|accommodate any|your|small|large|big|other|people_with? @animal",
      "don't|dont|not|won't|never rent|renting to people|anyone|tenants with @animal",
      "not suitable|suited|good|ideal for ..1 @animal",
      "prefer no @animal",
      "without @animal",
      "@animal free",
      "not|non pet friendly",
      "no pet|pets policy|building|rule|clause",
      "@animal : no|none",
      "@animal not_allowed|sorry",
      "no 4|four legged",
      "n_p",
    ],
    without: [
      ...NOT_A_REFUSAL,
      "we|owner|landlord|i don't|do_not have any? @animal",
      "if you ..1 have",
      "do not have to",
      "free of",
    ],
  },
  {
    isPlain: true,
    find: [
      "pas d'animaux",
      "sans|aucun animaux|animal",
      "animaux interdits|non|refuses|pas",
      "no|sin ..3 mascotas",
      "bawal ang? pet|pets|alaga|aso",
      "不能|不可|不可以|不许|不准|不得|不允许|禁止|谢绝|请勿|勿|不接受|无|不 养|带|有? 宠物|猫狗",
    ],
  },
];

/** Rules on unlawful demands, by the code of their note. */
export const LAW_TABLE = {
  deposit_not_allowed: DEPOSITS,
  fee_not_allowed: FEES,
  cheques_required: CHEQUES,
  cheques_hint: CHEQUES_NAMED,
  no_pets: PETS,
};

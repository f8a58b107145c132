import type { TextRule } from "../../../contracts/phrase-rules.ts";

// Phrases that are signs of fraud in an advertisement (phrase-matcher.ts). Each sign describes an act that harms a
// renter. An absent landlord, haste or a cheque is not a sign on its own. English comes first, then French, Spanish,
// Portuguese, Chinese, Korean and Tamil.

export const SCAM_LISTS = {
  money:
    "deposit|deposits|depo|payment|payments|money|$|fee|fees|first_month|first_months|first_month's|1st_month|month's_rent|months_rent|first_and_last|first_&_last|last_month|last_month's_rent|half_month|token|token_money|commitment|charge|hold|bucks|dollars|dollar|usdt|gift_card|gift_cards|etransfer|e_transfer|interac|funds",
  pay: "pay|pays|paying|send|sends|sending|put|puts|leave|wire|wires|transfer|transfers|etransfer|e_transfer|e_transfers|emt|interac|drop|give|mail|make|deposit|deposits",
  paid: "paid|received|recieved|receive|receives|confirmed|confirms|arrived|arrives|cleared|clears|sent|in|through|made|lands|shows",
  see: "viewing|viewings|showing|showings|tour|tours|visit|visits|walkthrough|walk_through|walk_thru|appointment|inspection|slot|slots|see_it|see_the|see_inside|view_the|view_it|look_at|touring|visiting|viewing_list|open_house",
  sees: "see|view|visit|tour|inspect|look|walk_through|come_by|come_and_see|come_see",
  away: "abroad|overseas|out_of_the_country|out_of_country|outside_the_country|outside_of_canada|outside_canada|out_of_canada|not_in_canada|not_in_the_country",
  carrier:
    "mail|post|courier|couriered|mailed|fedex|fedexed|dhl|ups|usps|purolator|canada_post|parcel|registered_mail|express_mail|chronopost|shipped|ship",
  papers:
    "passport|sin|sin_card|sin_number|social_insurance_number|health_card|ohip_card|bank_card|credit_card|debit_card|driver_licence|driver_license|driver's_licence|driver's_license|drivers_licence|drivers_license|driving_licence|identity_card",
  copy: "copy|copies|picture|pictures|pic|pics|photo|photos|photograph|photographs|scan|scans|scanned|selfie|screenshot|front_and_back|both_sides",
} as const;

/** Phrases of sentences that warn about scams, or state that no such payment is required. */
const WARNING = [
  "beware|wary|illegal|unlawful|scammer|scammers|fraudster|fraudsters|crooks",
  "never|nobody|no_one|nothing|without|refuse",
  "if|when anyone|anybody|someone|somebody|they",
  "if|when you|u hear|read|see|get",
  "don't|dont|do_not|does_not|doesn't|won't|will_not|wouldn't|need_not|needn't|not_have_to ..3 pay|ask|send|need|require|charge|collect",
  "don't|dont|do_not|won't|will_not ..2 take ..3 deposit|deposits|money|payment|payments|anything",
  "no|not ..2 deposit|deposits|payment|payments|money|fee|fees",
];

/** Phrases with which a landlord says that nobody can show the home. */
const NOBODY_SHOWS = [
  "i|i'm|im|we|we're|my|owner|landlord|nobody|no_one|there's ..8 can't|cannot|cant|can_not|unable_to|not_able_to|won't_be_able_to ..3 show|showing|meet|let_you_in|walk_you|give_tours",
  "i|i'm|im|we|we're|owner|owners|landlord ..4 @away",
  "i|i'm|im|we|we're|owner|landlord ..4 transferred|deployed|relocated|posted|stationed to|in|with",
  "nobody|no_one|no_way_for_anyone ..6 show|let_you|open_the_door|walk_you|let_u",
  "missionary|missionaries|deployed|oil_rig|offshore|drilling|cruise_ship|peacekeeping|vessel|on_a_mission_in",
  "no|not ..3 viewings|showings|visits|showing|viewing ..3 possible|sorry|due_to|available|anymore|too_many|at_this_time",
  "not_doing|no_time_for|can't_do|cant_do|cannot_do ..2 viewings|showings|tours|visits",
  "so|therefore|hence no viewings|showings|tours",
  "keys|key ..4 by|via|through @carrier",
  "keys|key ..3 with me|us in|here|to|at?",
  "ne peux|peut|pouvons pas|vous ..3 visiter",
  "a l'etranger|hors_du_canada",
  "fuera del|de pais|canada",
  "fora do|no pais|exterior",
  "在 国外|海外|外国",
  "해외에|외국에",
];

/** Rules for payment before the renter sees the home. */
const PAY_BEFORE_VIEWING: TextRule[] = [
  // Matches only if the money is mentioned before the viewing.
  {
    find: [
      "@money ..6 before|prior_to|ahead_of ..5 @see",
      "@pay ..5 @money ..6 before|prior_to ..6 @sees",
      "before|prior_to ..4 @see ,,4 @pay|need|want|require|ask|must|charge ..6 @money",
      "before|prior_to ..3 @see ,,3 @money is|are|must|needed|required|due|first",
      "@pay ..8 @money ..4 to|for|and book|schedule|arrange|get|unlock|reserve|secure|confirm|hold|keep|lock ..4 viewing|viewings|showing|showings|tour|tours|visit|appointment|slot|spot_to_see",
      "to|for book|schedule|arrange|unlock|see|view|tour|get_on|be_on|be_put_on|be_added_to|join ..4 @see|unit|place|apartment|house|slot|list|queue ,,4 @pay ..4 @money",
      "@money ..3 to|for book|schedule|arrange|unlock|view|see|tour|be_put_on ..4 @see|it|unit|place|apartment|list",
      "@pay ..6 @money ,,8 then|and_then|afterwards ..3 you|u|i|we ..3 @sees|show|book|schedule|arrange",
      "@money ..2 first ,,6 then|and|before ..3 you|u|i|we ..3 @sees|show|book|schedule",
      "viewing|viewings|showing|showings|tour|tours ..6 people|those|person|anyone|applicants ..2 @pay ..3 @money",
      "before|prior_to ..5 address|unit_number|suite_number|location ,,4 @pay|need|want|require|ask ..6 @money",
      "buy|purchase|get|pay ..6 card|cards|voucher ,,10 before|prior_to ..4 @see",
      "buy|purchase|pay|send ..6 card|cards|voucher|vouchers ,,12 then ..5 @see",
      "charge|ask|request|require|take|collect ..6 @money ,,3 then ..2 book|schedule|arrange|give ..2 you|a|the ..2 time|slot|viewing|showing|tour|visit|appointment",
      "viewing|showing|tour|booking_a_viewing fee|fees|deposit|charge",
      "viewing|viewings|showing|showings|tour|inspection|appointment|slots|visits ..10 until|unless|without|only_after ..6 @money|paid|pay",
      "viewing|viewings|showing|showings|tour|visit|slot|slots|appointment ..5 $ # each|per|fee|deposit|paid|charge|booking",
      "viewing|viewings|showing|showings|tours|visits ..4 only ..4 people|those|person|persons ..6 deposit|paid|rent",
      "$ #? ..2 per|a|each person|head|visitor|party|adult ..8 tour|viewing|look|visit|see",
      "$|# ..3 keep|keeps|hold|holds|save|saves ..5 name|spot|place|line|list ,,8 see|viewing|saturday|sunday|look|show",
      "application|processing|screening|booking|registration|background fee|charge ,,16 book|books|schedule|time ..4 viewing|showing|tour|see|visit",
      "application|processing|screening|$ ..6 due|payable|paid before|prior ..3 we|touring|booking|viewing|showing|any",
      "viewing|viewings|showing|showings|tour|tours ..3 after|requires|require|needs ..5 deposit|deposits|payment|$",
      "only show to|for? people|those|persons|someone ..4 @money",
      "tour|tours|viewing ..3 unlock|activation|registration ..1 fee|deposit|charge?",
      "secure|reserve|book|lock it today|now ,,2 view|see|tour ..2 later",
      "viewing|viewings|showing|showings|tour|tours|visit|visits|list ..3 by|against|on deposit|payment|prepayment",
      "$|deposit|fee|payment|transfer ..4 puts|moves|gets|bumps you ..1 on|up|onto|ahead ..4 list|line|queue",
      "no $|deposit|money|payment|reservation ..2 no tour|viewing|showing|visit|appointment",
    ],
    without: [
      ...WARNING,
      "@sees|viewed|viewing|seen|viewings before you|u|paying|any|signing",
      "after|once ..4 viewing|showing|view|visit|seeing|seen ,,6 @money",
      "like|liked|love|happy ..4 after|once",
      "credit_check|report ..3 before",
    ],
  },
  // Matches only if the payment is mentioned before the viewing, address or keys.
  {
    find: [
      "once|after|when|upon|until|soon_as ..7 @money ..4 @paid ,,9 you|u|we|i ..4 @sees|show|book|schedule|text|release|send|arrange|give",
      "once|after|upon ..3 @money ,,8 you|u can|may|will ..4 @sees",
      "once|after|when|upon you|u ..2 pay|paid|send|sent|transfer ,,8 you|u|i|we ..4 @sees|show|book|schedule|text|release",
      "only ..2 @sees ..6 after|once|when you|you've|u|your|the ..4 pay|paid|sent|transferred|@money",
      "address ..6 after|once|when ..6 @money|paid",
      "address|code|lockbox ..8 as_soon_as|after|once ..6 @money|payment|commitment",
      "@pay ,,4 @money ,,10 then|after_that ..4 share|give|tell|send|text|show|shows|book|books|schedule|see|visit|come|call ..4 address|place|you|u|code|visit|it|viewing|lockbox|tour|see",
      "@pay ..6 @money ,,12 and|then|& you|u|to can|could|will|get|finally ,,4 see|look|tour|inspect|view|visit",
      "first @money ,,8 then ..4 see|visit|viewing|show|let_you_in",
      "pay|send|transfer|etransfer|e_transfer|deposit ..8 and|then then|later|after|afterwards? i|we ..2 text|send|give|release|tell ..4 address|code|lockbox|key_code",
      "refund|refunded|refundable|return|returned ,,6 if you|u ..4 don't_like|dont_like|not_like|not_happy|not_satisfied ..3 it|unit|place|apartment",
    ],
    without: [...WARNING, "sign|signed|signing|lease|possession|move_in_day"],
    inText: ["@sees|viewing|tour|showing|visit|inspection|check_it_out|address"],
  },
  // Matches if nobody can show the home and the text requests money.
  {
    find: [
      "send|sends|wire|transfer|etransfer|e_transfer|interac|mail|pay|paying|deposit ..6 @money|first|rent|half",
      "@money ..5 secures|reserves|holds|hold|secure|reserve|lock",
      "on_receipt|upon_receipt|once|after ..4 @money",
    ],
    without: [
      ...WARNING,
      "cheque|cheques|at_signing|sign|signing|monthly|each_month|every_month",
      "pay|paid|deposit ..6 in_person",
    ],
    inText: NOBODY_SHOWS,
    notInText: [
      "my|our|sister|brother|mother|father|parents|friend|agent|realtor|super|superintendent|manager|wife|husband|cousin|neighbour|neighbor ..3 shows|does_the|will_show|can_show|handles_viewings|can_let_you_in|meets",
      "viewing|viewings|showing|showings ..4 by_appointment|weekends|saturday|sunday|evenings|welcome|anytime",
    ],
  },
  {
    find: [
      "avant la|de|toute|votre visite|visiter ,,8 depot|caution|payer|verser|virement|acompte|loyer",
      "depot|caution|acompte|loyer|virement|verser|payer|envoyer ,,8 avant la|de|toute|votre visite|visiter",
      "apres le|votre|reception paiement|virement|depot|versement ,,14 visiter|visite|cles|adresse",
      "d'abord verser|payer|envoyer ..8 depot|caution|acompte|loyer|virement ,,12 visite|visiter|reserver|cles",
      "versez|envoyez|payez|virez ..4 depot|caution|acompte|loyer ,,14 visite|visitez|visiter|cles",
      "pour reserver|planifier|obtenir|fixer|organiser ..2 visite|visiter ,,5 envoy*|vers*|pay*|vir* ..6 depot|caution|acompte|loyer|$",
      "para ver|verlo|verla|visitar|agendar|reservar ..3 visita|apartamento|piso|cuarto|habitacion|casa|lo? ,,6 envi*|pag*|deposit*|transfer* ..5 deposito|dolares|$|dinero|renta",
      "para ver|visitar|agendar|marcar|reservar ..3 visita|apartamento|quarto|casa ,,6 envi*|pag*|deposit*|transfer* ..5 deposito|sinal|caucao|dolares|$",
      "antes de la|ver|visitar|cualquier|verlo|verla|que ,,8 deposito|pagar|pago|transferencia|abono|renta",
      "deposito|pagar|pago|transferencia|abono|enviar|envie ,,8 antes de la|ver|visitar|cualquier|verlo|verla visita|visitar|ver|el|apartamento|piso|cuarto|habitacion?",
      "despues del|de pago|deposito|transferencia|pagar|recibir ,,10 visita|visitar|ver|llaves|direccion",
      "primero ..2 transfi*|pag*|deposit*|envi* ,,10 luego|despues|entonces ,,8 llaves|direccion|visita*|ver|verlo",
      "primeiro ..2 transf*|pag*|deposit*|envi* ,,10 depois|entao ,,8 chave|chaves|endereco|visita*|ver",
      "antes da|de visita|ver|visitar|qualquer ,,8 deposito|sinal|caucao|pagar|pagamento|transferencia|pix",
      "deposito|sinal|caucao|pagar|pagamento|transferencia ,,8 antes da|de visita|ver|visitar|qualquer",
      "depois do|de|apos o? pagamento|deposito|sinal|transferencia|pagar|receber ,,10 visita|visitar|ver|chave|chaves|endereco",
      "先 ..4 付|交|转|汇|打|支付|缴 ,,16 看房|地址|钥匙|留房",
      "看房|约看 请|必须|需要|需|要|得? 先|要 ,,2 付|交|转|汇",
      "预约|约看 ..1 需|须|要 ,,3 付|交|转|汇 ,,8 金|元|押|钱",
      "付款|付完|转账|到账 ,,4 后|才 ,,6 地址|密码|钥匙",
      "看房 前|之前 ,,12 定金|押金|付|转账|订金|汇款|交",
      "定金|押金|订金|房租|转账|汇款 ,,12 才|后|再|之后 ,,8 看房|地址|钥匙",
      "보기|방문|관람|집 전에|전 ,,20 보증금|계약금|예약금|입금|송금|선입금",
      "입금|송금|보증금|계약금|예약금 ,,20 후|뒤|먼저|해야 ,,20 볼|보실|방문|주소|열쇠",
      "பார்க்கும்|பார்ப்பதற்கு|பார்க்க|பார்வையிடும் முன்|முன்பு|முன்னர் ,,10 முன்பணம்*|பணம்*|வைப்பு*|டெபாசிட்*|கட்டணம்*|செலுத்த*|அனுப்ப*",
      "முன்பணம்*|பணம்*|பணத்தை*|டெபாசிட்* ,,6 அனுப்பிய*|செலுத்திய*|கட்டிய* ,,10 பார்க்க*|முகவரி*|சாவி*",
    ],
    without: [
      "personne ne ..2 demande*|pay*|envoy*",
      "jamais|nunca|nadie|ninguem|不用|不需|无需|不会|필요_없",
      "ne ..2 pas",
      "signature|signez|signer",
      "签约|签合同|合同",
      "estafa|estafadores|golpe|arnaque",
    ],
  },
];

/** Rules for payments that cannot be recovered. */
const UNTRACEABLE_PAYMENT: TextRule[] = [
  {
    find: [
      "western_union|money_gram|moneygram|ria_money",
      "pay|paid|pays|payed|payable|payment|payments|send|deposit|rent|fee|accept|accepted|take|takes|buy ..8 gift_card|gift_cards|giftcard|giftcards|itunes_card|steam_card|steam_cards|google_play|apple_card|prepaid_card|prepaid_gift_card|vanilla_card",
      "gift_card|gift_cards|giftcards|steam_cards|google_play_code ..6 code|codes|scratch|back|picture|pics|reservation|deposit",
      "pay|paid|pays|payable|payment|payments|send|deposit|rent|accept|accepted|take|takes|half|via|in|by|by_a? bitcoin|btc|usdt|crypto|cryptocurrency|ethereum|eth",
      "bitcoin|btc|usdt|crypto ..3 only|accepted|reserves|wallet|machine|deposit|payment|preferred",
      "wire|wired|wiring me|us|the|it|to|transfer ..4 money|funds|deposit|first|rent|account|month",
      "wire_transfer|swift_transfer|swift_wire|bank_wire|hawala|money_order_to|mandat_cash|pcs_coupon",
      "zelle|cash_app|cashapp",
      "西联|比特币|礼品卡",
    ],
    without: [
      ...WARNING,
      "near|beside|next_to|steps|walk|minutes|across|lobby|close|corner|store ..4 western_union|moneygram|money_gram|bitcoin",
      "receive|get|win|bonus|incentive|move_in ..4 gift_card|gift_cards",
      "western_union ..4 minutes|away|nearby|next|beside|branch|downstairs",
      "bitcoin|crypto|btc atm|office|startup|company|miner|miners|people|fans|trader|cafe|mural|punk",
      "mines|mining bitcoin|crypto",
      "above|over|beside|behind|next_to the? western_union|moneygram",
    ],
  },
];

/** Rules for keys that are mailed or sent in a similar way, instead of being handed over by a person. */
const KEYS_BY_MAIL: TextRule[] = [
  {
    find: [
      "key|keys|fob|fobs ..6 @carrier",
      "mail|post|ship|courier|fedex|send|forward you|u|out|off|over|the|your|both|my? ..2 key|keys|fob ..6 @carrier|door|address|receipt|received|payment|paid|deposit|transfer",
      "mail|post|ship|courier|fedex|mails|ships|couriers ..4 the|your|my|you_the|you|u key|keys|fob|fobs|key_set",
      "llaves ..6 correo|mensajeria|dhl|fedex",
      "cles ..6 poste|courrier|dhl|chronopost|colissimo|envoyees",
      "钥匙 ,,6 快递|邮寄|寄",
    ],
    without: [
      ...WARNING,
      "mail|parcel|locker|gym|laundry|bike|garage key|keys",
      "mailbox|mail_box|mail_room|parcel_locker|post_office|key_deposit|key_location|office|station|ups_store|canada_post_outlet",
      "key|keys for|to ..3 mail|mailbox|parcel",
      "post lease|signing",
    ],
  },
];

/** Rules for statements that nobody can show the home before it is rented. */
const NO_VIEWING: TextRule[] = [
  {
    find: [
      "i|we|owner|landlord|nobody|no_one ..5 can't|cannot|cant|can_not|unable_to|won't_be_able_to show",
      "no|not_possible|not_available in_person|inside|physical? viewings|viewing|showings|tours",
      "^ ..3 no viewings|showings",
      "no viewings|showings before|until|due_to|possible",
      "rent|rented|let|take ..3 sight_unseen|by_photos|from_photos",
      "ne peux|peut|pouvons pas ..3 visiter",
      "不能|无法|不方便 ,,4 看房|带看",
    ],
    without: [
      "before|until|except|today|tonight|after|this week|weekend|month|sunday|sundays|saturday|mornings|evenings|holiday|holidays|#|then|week",
      "no viewings|showings on|after|today|this|fee|fees",
      "mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday",
    ],
    isPlain: true,
  },
];

/** Rules for requests for copies or numbers of identity documents before a meeting. */
const ASKS_PAPERS: TextRule[] = [
  {
    find: [
      "@copy ..6 of|your|both|my ..6 @papers",
      "send|email|text|upload|attach|whatsapp|provide|submit|message|need ..4 @copy ..8 @papers",
      "send|email|text|upload|attach|whatsapp ..6 passport|sin|sin_card|sin_number|social_insurance_number|health_card|driver_licence|driver_license|driver's_licence|driver's_license|drivers_license|drivers_licence",
      "@papers ..4 front_and_back|both_sides|scan|photo|copy|picture",
      "upload front and back of",
      "@copy ..4 id|ids|photo_id|government_id ..10 before|first_message|first_email|viewing|address",
      "before|first_message|first_email ,,8 @copy ..4 id|photo_id|government_id",
      "copie|photo|scan ..6 passeport|piece_d'identite|permis|carte_d'identite",
      "copia|foto|escaneo ..6 pasaporte|cedula|identificacion|ine",
      "copia|foto ..6 passaporte|rg|cpf|identidade|documento",
      "发 ,,6 护照|身份证",
      "护照|身份证 ,,6 照片|复印件|扫描",
      "여권|신분증|주민등록증 ,,8 사본|사진",
    ],
    without: [
      ...WARNING,
      "at|when|upon|for|after ..2 signing|lease|lease_signing|viewing|closing|approval",
      "bring|show|front_desk|concierge|register|registers|parking",
      "copy|copies|photo|picture|scan of my",
    ],
  },
];

/** Rules by the code of their note. */
export const SCAM_TABLE = {
  pay_before_viewing: PAY_BEFORE_VIEWING,
  untraceable_payment: UNTRACEABLE_PAYMENT,
  keys_by_mail: KEYS_BY_MAIL,
  no_viewing: NO_VIEWING,
  asks_papers: ASKS_PAPERS,
} as const;

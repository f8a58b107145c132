import type { TextRule } from "../../../contracts/phrase-rules.ts";

// Phrases that refuse or prefer groups of people (Human Rights Code, ss. 2 and 13), for phrase-matcher.ts.

const ORIGIN = `
    european western asian chinese mandarin cantonese korean japanese indian south_indian north_indian punjabi gujarati
    gujrati tamil telugu telegu malayali malayalee malayalam keralite kannada marathi hindi urdu bengali bangla
    bangladeshi sri_lankan srilankan sinhalese nepali nepalese afghan filipino filipina pinoy arab arabic persian
    iranian farsi pakistani somali ghanaian nigerian ethiopian eritrean kenyan african caribbean jamaican desi
    south_asian caucasian anglo vietnamese thai tibetan turkish lebanese egyptian syrian israeli mexican colombian
    brazilian latino latina latin hispanic portuguese spanish italian greek polish russian ukrainian romanian serbian
    hungarian irish british french german dutch indigenous white black brown`;
const FAITH = `
    christian christians muslim muslims moslem hindu hindus sikh sikhs jewish jew jews catholic catholics buddhist
    buddhists jain jains brahmin brahmins ismaili ismailis islamic atheist atheists believer believers brethren
    kababayan`;
const PEOPLES = `
    indians europeans asians koreans punjabis gujaratis tamils filipinos filipinas pinoys arabs persians iranians
    pakistanis bengalis somalis ghanaians nigerians ethiopians jamaicans desis russians ukrainians latinos whites blacks
    canadians locals citizens africans afghans turks caucasians brazilians mexicans italians greeks`;
const SEX = `
    female females male males girl girls boy boys lady ladies woman women man men gentleman gentlemen guys gents sister
    sisters brother brothers`;
const HEAD = `
    person persons people ppl someone somebody individual individuals tenant tenants renter renters applicant applicants
    occupant occupants adult adults couple couples pair single singles type types family families household households
    folk folks roommate roommates housemate housemates flatmate soul souls crowd worker workers grad grads graduate
    graduates student students lady ladies woman women man men gentleman gentlemen gent female females male males girl
    girls guy guys boy boys artist neighbours lads chap earner citizen citizens resident professionals professional
    executive executives academic retirees duo earners minds humans characters community speaker speakers background
    origin`;

export const DISCRIMINATION_LISTS = {
  origin: ORIGIN,
  faith: FAITH,
  sex: SEX,
  head: HEAD,
  peoples: PEOPLES,
  // Groups that the Code names, as single words.
  group: `
    ${FAITH} ${PEOPLES} ${SEX} married unmarried gays lesbians our_community own_community our_people own_people
    our_culture our_faith fellow_believers`,
  kids: `
    kid kids child children childrens baby babies infant infants toddler toddlers newborn newborns teenager teenagers
    family families familys little_ones strollers`,
  // Other people whom landlords refuse.
  others: `
    odsp ow ontario_works welfare social_assistance subsidy subsidies assistance allowance newcomer newcomers immigrant
    immigrants refugee refugees foreigners international_students asylum work_permit work_permits single_mom single_moms
    single_mother single_mothers single_parent single_parents unmarried common_law gays lesbians seniors elderly
    old_people disabled wheelchair wheelchairs service_dog service_dogs service_animal service_animals couple couples
    boyfriend boyfriends girlfriend girlfriends`,
  choose: `
    only strictly must_be just_for exclusively exclusive reserved_for restricted_to limited_to priority preference
    prefer prefers preferred preferably preferring first_choice first_look favour favours favor looking_for seeking
    seeks seek want wants wanted need needs rent_to rents_to renting_to keep_it_for suitable_only_for`,
  chosen: `
    only exclusively preferred prefered preferably prefer preferable preferrable favoured favored priority wanted
    required needed prioritized`,
  refused: `
    not_accepted not_allowed not_welcome not_considered not_permitted not_wanted not_possible not_suitable
    not_be_accepted not_be_considered declined refused rejected excluded prohibited forbidden banned need_not_apply
    do_not_apply don't_apply dont_apply not_apply don't_message dont_message don't_call dont_call don't_contact no_sorry
    sorry_no never_accepted`,
  // Words about age or stage of life that mean a group of people.
  stage: `
    mature older elderly young younger youthful middle_aged retired semi_retired senior child_free self_sufficient
    gainfully_employed full_time working employed salaried single solo unattached married newlywed childless
    professional executive corporate established settled healthy able_bodied career mid_career like_minded traditional
    god_fearing god_loving church_going religious observant vegetarian veg grown_up adult english_speaking dual_income
    old_fashioned similar same_age able agile high_income white_collar blue_collar heterosexual straight spiritual
    modest divorced widowed local canadian canadian_born twenty_something thirty_something 20_something 30_something
    office government hospital bank tech female male ${ORIGIN}`,
  // Nouns that name a group of people by age or stage of life.
  named: `
    professional professionals executive executives exec execs retiree retirees pensioner pensioners widow widows
    widower empty_nester empty_nesters downsizers snowbirds newlyweds academic academics scholar scholars professor
    professors postdoc postdocs intern interns fellas dude husband_and_wife dink dinks dual_income believers artist
    artists designer designers musicians creatives developers programmers techies tech_workers newcomers_from nurse
    nurses doctor doctors teacher teachers engineer engineers banker bankers lawyers grad_student grad_students
    graduate_student graduate_students phd university_student university_students college_students
    international_students medical_students mature_student mature_students full_time_student full_time_students day_job
    office_job steady_job 9_5_job 9_5_career 9_to_5_job certain_age golden_years 20s 30s 40s 50s 60s our_people
    our_community our_culture back_home raised_here born_here t4 chap lads gals millennials civil_servants shift_workers
    white_collar office_workers office_worker hospital_staff flight_attendants people_like_us like_us like_minded
    our_own_kind flight_crew grandparents salaried grown_ups middle_aged age_group over_30 over_35 over_40 over_50
    over_55 good_health good_english fluent_english canadian_born canadian_experience canadian_background bachelorette`,
  wish: `
    prefer prefers preferred preferring preference preferences preferably preferable ideal ideally suit suits suited
    suitable perfect perfectly best better great_for great_fit good_for good_fit nice_for excellent_for lovely_for
    right_for looking_for look_for seek seeks seeking search searching hope hoping hopes want wants wanted would_love
    would_like we'd_love we'd_like i'd_love would_rather love_to_have love_to_rent love_renting loves thinking_of think
    fits fit fancy_yourself picture imagine wish_list dream_tenant dream_tenants favour favours priority choose
    comfortable_with more_comfortable at_ease_with geared target targeted aimed aim designed_for designed_with intended
    meant_for reserved appeals appealing cater caters catering tailored tenant_profile must_be should_be need_to_be
    needs_to_be goes_to kind_of sort_of type_of mostly mainly usually typically traditionally always_been would_enjoy
    attracts works_well_for work_well_for lean_towards best_luck_with lends_itself keen_on soft_spot happiest_with
    made_for built_for screams in_mind like_to_have made_up_of another rent_to rents_to rented_to welcome_most`,
  after: `
    preferred prefered preferably prefer preferable wanted ideal only please pls plz priority favoured favored
    appreciated sought desired would_be_perfect would_be_ideal would_be_best would_be_a_blessing would_feel would_fit
    would_suit would_love would_enjoy will_love will_enjoy is_who are_who is_better are_better is_best is_ideal
    is_perfect are_ideal are_perfect our_kind kind_of_tenant sort_of_tenant always_been a_blessing in_mind fits_best
    fits_well who_this come_first comes_first at_ease at_home sort_of_company is_better_fit is_what_we easier
    would_be_better better_fit`,
  // People for whom a text calls a home unsuitable.
  unfit: `
    young_family growing_family families_with family_with youngsters young_guys young_men single_guys school_age crib
    guide_dog blind deaf foreigners refugees unemployed social_worker social_housing visa visas asylum language_barrier
    broken_english boyfriends girlfriends spices smelly_food ethnic_food running_feet sticky_fingers jumping crutches
    cane kid kids child children baby babies infant infants toddler toddlers teens teenagers little_ones little_feet
    stroller strollers large_family large_families big_family big_families wheelchair wheelchairs walkers bad_knees
    mobility disability disabled disabilities service_dog service_dogs anxiety depression mental illness autism subsidy
    subsidies allowance welfare odsp government_cheque social_assistance accent accents student students undergrads
    still_in_school seniors elderly older_people old_people newcomer newcomers immigrants single_mom
    single_moms single_mother single_mothers single_parent single_parents stay_home_moms stay_at_home unmarried
    common_law expecting_baby expecting pregnant curry strong_cooking spicy_cooking spicy_food crying pensioners
    work_permit program benefit benefits bachelors young_people kids' baby's`,
  against: `
    unsuitable unsafe unfit unsuited hard_for too_steep too_small too_hard too_noisy too_tight too_narrow too_cramped
    too_delicate too_nice too_thin too_quiet too_risky too_much too_far too_many too_loud difficult tricky awkward
    dangerous risky hazard hazardous worry worries worried nervous lose_sleep losing_sleep headache headaches trouble
    troubles wrecked complain complains complaints at_most maximum elsewhere someplace_else some_place_else
    somewhere_else another_place better_off happier hesitate hesitant reluctant rather_not prefer_not tend_not
    bad_experience bad_experiences burned no_thanks would_struggle struggle unfortunately steep footstep footsteps
    thin_walls carry_every challenge challenging linger lingers refrain avoid mindful sensitive_to allergic enough_of
    no_more guarantor cosigner may_not may_find might_not might_find would_find disturb disturbs disrupt demanding
    out_of_the_question extra_charge higher_rent higher_deposit`,
  never: `
    not isn't aren't wasn't never hardly wouldn't won't don't doesn't less nor rather_than instead_of rarely cannot
    can't`,
  fitting: `
    fit suit suits suited suitable place spot home space ideal good great best right convenient laid_out set_up setup
    proofed meant made practical appropriate advisable recommended comfortable geared designed equipped work safe easy
    possible depending depend relying rely qualify considered your looking keen friendly realistic wise take what_we
    our_style`,
  // Words after which the name of a group only describes a thing: 'women only gym', 'professional kitchen'.
  amenity: `
    pool pools gym swim fitness hot_tub sauna hours floor section area spa lounge studio school schools church mosque temple
    synagogue centre center community_centre store stores shop shops grocery groceries restaurant restaurants food college
    hospital residence washroom bakery cuisine town market cafe plaza appliances counters`,
  thing: `
    condo rental apartment suite unit clean cleaned cleaning managed management painted kitchen gym range landscaped building
    bed beds car garage detached home house family_home storey space district centre fireplace`,
  pair: "couple|couples|common_law|unmarried|boyfriends|girlfriends",
  arrived: `
    immigrant immigrants newcomer newcomers new_immigrants refugee refugees refugee_claimants foreigners international_students
    asylum_seekers work_permit work_permits`,
  settled: "established|settled|mature|retired|employed|working|professional|single|married|older|young|career",
  record: "credit|job|work|employment|rental|landlord|reference|references|experience|guarantor",
  nearby: `
    near close_to next_to across_from beside walk_to minutes mins steps_from steps_to neighbours neighbors tenants_are
    owner_is i_am_a i'm_a im_a we_are_a we're_a we're_two previous last_tenant is_rented_to discount`,
} as const;

/** Phrases that welcome everyone. */
const EVERYONE_WELCOME = [
  "everyone|everybody|anyone|anybody is|are? welcome|considered|can|may|equally|included|:|,",
  "to everyone|everybody|anyone|all",
  "whoever",
  "great|good for students or|and professionals",
  "great|perfect|ideal|good|suitable for young|growing? families",
  "all are? welcome|applicants|backgrounds|ages|sources|nationalities|genders",
  "open to all",
  "@kids|@named|@sex|students|seniors|newcomers|couples are|is? also|all? welcome|ok|okay|fine|no_problem",
  "students|newcomers|seniors|professionals and|&|or ..2 welcome|ok|fine",
  "welcome @kids|students|newcomers|seniors",
  "we love @kids",
  "doesn't|not|don't|no matter|care|mind",
  "regardless",
  "any gender|background|nationality|age|source|community|religion",
  "human rights",
  "up to you",
  "you decide|judge",
  "for newcomers and",
  "happy|glad|pleased|willing to rent_to|have|take|welcome",
];
const BOTH_SEXES = ["@sex or|and|& ..1 @sex", "male female"];
/** Phrases in which the word for a group is only part of the name of a thing or place. */
const OF_A_PLACE = [
  "only|adults|adult|@sex|@group|@origin|@faith @amenity",
  "only @origin|@faith school|church|mosque|temple|grocery|store",
  "hospital|shelter|ymca|ywca",
  "in|on|at the? shared? pool|pools|gym|patio|roof|elevator|lobby|party_room|courtyard|hot_tub",
  "@kids bike|bikes|bicycle|stroller|strollers|shoes|playground|play|area|room|furniture|toys|unattended|size",
  "@kids upstairs|above|below|next_door",
  "there|we|i|they|owners|owner|neighbours are|is|have|were no @kids|couples",
  "wheelchair access",
  "seniors|student discount|discounts|home|residence",
  "couples therapy|counselling|massage",
];
const INCLUSIVE = [...EVERYONE_WELCOME, ...OF_A_PLACE];
const NEAR_A_GROUP = ["@nearby ..3 @stage|@named|student|students|family"];
/** Phrases in which words for people only describe things or are polite forms. */
const NOT_A_PERSON = [
  "professional|professionally|executive|single|adult|working|office|bank ..1 @thing",
  "family home|use|dwelling|room",
  "interest in",
];

/** Rules for refusals and explicit preferences. */
const REFUSALS: TextRule[] = [
  {
    // Refusals of children.
    isPlain: true,
    find: [
      "no|zero pets|pet|smoking|smokers|dogs|cats|couples|parties|drugs|students|roommates? ,|or|and|&? no? small|young|little|noisy? @kids",
      "no @kids",
      "adult|adults people|tenants? only",
      "only for? mature? adults",
      "@kids are|is? strictly? not|aren't|isn't|un allowed|permitted|accepted|welcome|suitable|possible|ok",
      "not suitable|suited|ideal|good|appropriate|recommended|meant|fit for a|an? small|young|little? @kids",
      "not suitable|suited|ideal|good for elderly|seniors|disabled|handicapped|wheelchair",
      "childless",
      "child|kid|baby free",
      "without kids|children",
      "can't|cannot|don't|dont have|accept|take kids|children|babies|families",
      "not|don't|dont|won't rent|renting to families|people_with_kids",
      "prefer|prefers|preferably ..3 no|without kids|children|babies|families|couples",
    ],
    without: [...INCLUSIVE, "not really|very|ideally|too|so"],
  },
  {
    // Refusals by faith and origin.
    isPlain: true,
    find: [
      "@origin|@faith ,|or|and|&? @origin|@faith? @head|speaking? @head? is|are|please|pls|strictly|would_be? @chosen",
      "@origin|@faith ..2 @head ..3 @chosen|first",
      "@choose ..5 @faith|@peoples",
      "@choose ..4 @origin ,|or|and|&? @origin? ..1 @head",
      "prefer|preferably|preferred a|an? @origin",
      "@choose ..3 canadian citizen|citizens|born",
      "available|open only? for|to @faith|@origin|@group",
      "only? for|to ..2 @faith",
      "for ..1 @origin ,|or|and|&? @origin? @head only|please|lang",
      "only|just for ..2 @origin @head",
      "no @faith",
      "no @origin @head",
      "@origin|@faith @head? ..3 @refused|no",
      "canadian? citizen|citizens|pr|residents|pr_holders|canadian_born ..3 only",
      "must|should|to be practising|practicing|a|an? @faith|@origin|vegetarian|married",
      "someone|somebody|person|people|tenant|family|couple ,,4 @faith",
      "looking_for|want|need|waiting|prefer|seek|only|must|by|for ,,6 god_fearing|church_going person|people|tenant|tenants|family|couple|individual",
      "our|fellow community|people|believers|countrymen|kababayan only|first|preferred",
      "love renting_to|to_rent_to fellow|our @group|believers|people",
      "@faith|kababayan are priority",
      "@peoples|@faith ..3 @chosen|first",
      "@peoples|@faith|@origin|locals ..4 gets|get|given|have|has the? first|priority|preference",
      "@never ..2 rent|renting|lease|take|accept|consider|house|want ..3 @faith|@peoples",
      "except|excluding|anyone_but|but_not|sorry_no|closed_to @faith|@peoples|@sex|@others",
      "don't|dont|won't|wont|do_not|will_not ..2 rent|lease|take|accept ..3 @origin|@faith",
    ],
    without: [...INCLUSIVE, "@nearby ..2 @origin|@faith", "@origin|@faith ..2 minutes|steps|blocks|away|near|nearby"],
  },
  {
    // Refusals by sex and marital status.
    isPlain: true,
    find: [
      "@sex @head? room? is|are|please|pls|strictly? @chosen",
      "only @sex",
      "@choose ..5 @sex",
      "room|rooms|bed|beds|accommodation|space|apartment|apt|unit|bsmt|basement|place|suite|bachelor|spot available|avail? for ..2 @sex",
      "for|to @sex only",
      "@sex please|pls|plz",
      "no male|males|men|boys|guys|female|females|women|girls",
      "@sex ..4 exclusively|preferred|prefered|priority|wanted",
      "@sex ..3 only|first",
      "@sex ..4 @refused",
      "@sex ..4 gets|get|given the? first|priority|preference",
      "married ..1 only",
      "only married",
      "@choose ..4 married couple|couples|people|person",
      "no|not_for|sorry_no|don't_take|don't_accept pets|kids|smokers|guests? ,|or|and? @pair",
      "couple|couples not|no allowed|accepted|welcome|permitted|sorry",
      "@sex ..4 is|are who|what|whom we|i",
    ],
    without: [...INCLUSIVE, ...BOTH_SEXES],
  },
  {
    // Phrases that turn away renters because of their income, recent arrival in Canada, or age.
    isPlain: true,
    find: [
      "no ,? ..4 odsp|ow|ontario_works|welfare|social_assistance|subsidy|subsidies",
      "no|not_for @arrived",
      "no seniors|elderly|retirees|old_people|single_mothers|single_moms|single_parents",
      "no service_dogs|service_animals|disabled|wheelchairs",
      "@others ..4 @refused",
      "@never|dont|do_not|wont|will_not ..1 rent|renting|lease|take|accept|accepting|consider|house|want ..3 @others",
      "single moms|mothers|parents please? look_elsewhere",
      "sorry|absolutely|strictly|definitely no @others",
      "must_be|tenants|only|aged|people|anyone|person under|over|below|above the_age_of? #21-99",
      "take people under|over #21-99",
      "50|55|60 + and|only",
    ],
    without: [
      ...INCLUSIVE,
      "@others|odsp|ow|welfare welcome|ok|accepted",
      "#21-99 k|%|minutes|mins|min|percent|dollars|sq|years_lease",
    ],
  },
  {
    isPlain: true,
    find: [
      "只|仅|僅 ..8 华人|中国人|国人|女生|女性|男生|男性|女士|单身女|留学生",
      "限 女生|女性|男生|男性|华人|单身|女",
      "女生|女性|男生|华人|女士 优先",
      "不接受|谢绝|不租|不要|无|不带 给? 小孩|孩子|儿童|情侣|夫妻|男生|黑人|印度人|老人|老外",
      "femme|femmes|fille|filles|homme|hommes|etudiantes seulement|uniquement|preferees",
      "pas_d'|pas_d|sans enfants|enfant",
      "solo|solamente para? mujeres|chicas|hombres|damas|senoritas|latinos|hispanos",
      "sin|no ninos",
      "ਕੁੜੀਆਂ ਲਈ",
    ],
  },
];

/** Rules for wordings that may exclude people but are often only clumsy. */
const HINTS: TextRule[] = [
  {
    // 'Would suit a quiet mature couple', 'looking for a professional'
    find: [
      "@wish ,,6 @stage ,|and|or|&? ..3 @head",
      "@wish ,,6 @named",
      "only ..5 @stage ,|and|or|&? ..3 @head",
      "only ..5 @named",
      "prefer|prefers|preferred|preferably ..3 student|students|family|families|couple|couples",
      "only ..1 students|couples|families",
      "looking_for|seeking|want ..2 students",
      "@wish ..3 quiet|tidy|clean|single|local|girl|grad|serious|good student",
      "@wish ..3 decent|respectable|cultured|good|traditional family|families",
      "best|better fits|fit ..1 family|families|couple|couples",
      "better|best for adults",
      "ideal|best|perfect|suit|suits|suited|geared|reserved|seeks|seeking ..4 student|students|seniors|bachelors",
      "^ for ..2 students|seniors",
      "prefer|prefers|preferred|preferably|looking_for|want|seeking ..5 working|works|full_time|steady|stable|studying",
      "only suitable|good|big_enough|enough? for one|1|a|single ..1 person|individual|occupant|adult",
    ],
    without: [...INCLUSIVE, ...NEAR_A_GROUP, ...NOT_A_PERSON],
  },
  {
    find: ["@wish ..4 couple|couples"],
    without: [...INCLUSIVE, "couple|couples or|and", "or|and|& ..2 couple|couples"],
  },
  {
    // 'Good for one working guy', 'more comfortable with ladies'
    find: ["@wish ..5 @sex"],
    without: [...INCLUSIVE, ...BOTH_SEXES, "@nearby ..3 @sex"],
  },
  {
    // 'A bachelor for one quiet employed person'
    isHint: true,
    find: ["for ..3 @stage ..2 @head", "for ..3 @named"],
    without: [...INCLUSIVE, ...NEAR_A_GROUP, ...NOT_A_PERSON],
  },
  {
    // 'Mature person wanted', 'professionals only', 'student preferred'
    find: [
      "@stage ..3 @head ..4 @after",
      "@named ..4 @after",
      "student|students|family|families|couple|couples|seniors|singles ..2 @chosen",
      "someone|somebody|person|people|lady|couple|student ,,9 is|are|would_be who|what|whom we|i|this",
      "someone|somebody|person|people quiet|nice|bit|more|rather? @settled",
      "guy's|dude's|man's|girl's|lady's|woman's place|pad|space",
    ],
    without: [...INCLUSIVE, ...NEAR_A_GROUP, ...NOT_A_PERSON],
  },
  {
    // 'It may not be a good fit for little ones'
    isPlain: true,
    find: [
      "@against ..8 @unfit",
      "@unfit ..10 @against",
      "@never ..4 @fitting ..8 @unfit",
      "@unfit ..10 @never ..4 @fitting",
    ],
    without: [...INCLUSIVE, "neighbours|neighbors|housemates|i_am|im|i'm|welcome|problem|love"],
  },
  {
    // 'Must be employed', 'someone who works days'
    isPlain: true,
    find: [
      "must|should|needs_to|has_to|have_to be|have a|an? fully|full_time|steady|stable|permanent|good? @settled|student|job|employment|work",
      "unless ..1 employed",
      "someone|somebody|person|people|tenant|those who|that ..4 works|work|working|employed|retired|job|career|employment",
      "both are? working|employed|professionals",
      "@wish ..6 works|work days|nights|full_time|in_an_office|outside",
      "@wish ..6 out_of_the_house|out_during|out_all_day|away_during|steady_income|steady_paycheque|stable_income|stable_employment",
      "two|dual|double income|incomes",
      "age|ages|aged ..1 #20-59 to|and|plus|+? #30-75?",
      "someone|somebody|people|tenant|tenants|person|lady|man|woman over|under|above|below|around #21-79",
      "income ..4 from ..1 job|employment|work|pension",
      "employment income",
      "no students",
      "students free",
      "not a student|couple",
      "one|single|1 person|occupant|adult|individual|tenant only|please",
      "only ..3 single person|tenant|occupant|individual|adult",
      "single occupancy only",
      "adult|adults|mature|grown_up lifestyle|building|oriented|living|space|life|environment|home|community|residents|house",
      "student|kid|child|baby|family|senior|teen free",
      "one child|kid at_most|only|max",
      "no|not ..2 shift|night workers",
    ],
    without: [...INCLUSIVE, "when you leave", "appliances|smoke", "order|condition", "neighbours|neighbors|housemates"],
  },
  {
    // Open or hidden hints about language, origin and belief.
    isPlain: true,
    find: [
      "need|needs|must_have|require|requires|required|only|with|without|consider ..4 canadian @record",
      "canadian @record ..4 only|required|needed|a_must|mandatory",
      "fluent|good|proper|native english",
      "english ..1 should|must",
      "must speak|know|understand ..1 english",
      "english speaking|speakers|speaker only|preferred|required",
      "vegetarian|vegetarians|veg|pure_veg ..1 only|preferred|prefered|family",
      "pure veg|vegetarian",
      "prefer|preferably|preferred ..1 vegetarian|vegetarians|vegan|halal",
      "no|only non_veg|vegetarian|vegetarians|meat|beef|pork",
      "lived|living|been in canada for? at_least|minimum|over|more_than",
      "someone|somebody|people|person|family from_our|from_back_home|in_a_similar|of_similar|from_the_same|of_our|like_us",
      "similar walk_of_life|age|stage|lifestyle|background|culture|faith",
    ],
    without: [...INCLUSIVE, "kitchen|cooking|not_required|no_problem", "newcomers welcome"],
  },
  {
    isPlain: true,
    find: [
      "适合|最适合|欢迎|优先 ..4 单身|白领|上班族|留学生|学生|情侣|夫妻|小家庭|专业人士|老年",
      "白领|上班族|学生|情侣|夫妻|家庭 优先",
    ],
  },
];

/** Rules on refusals and hints, by the code of their note. */
export const DISCRIMINATION_TABLE = { discrimination: REFUSALS, discrimination_hint: HINTS };

/** Phrases that call a home suitable for a group. They are milder than a preference, unless a firm word is nearby. */
export const SUITABILITY_WORDS = [
  "suit|suits|suited|suitable|ideal|ideally|geared|aimed|meant|fits",
  "perfect|nice|good|great|best for|fit|place|spot|home",
];
export const FIRM_WORDS = [
  "only|must|no|not|isn't|never|prefer|prefers|preferred|preferably|strictly|priority|first|require|requires|required|exclusively|sorry",
];

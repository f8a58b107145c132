/**
 * Words about rents in the languages of the city's landlords, normalised as in rent-tokens.ts, with "_" for a space. A
 * word may have several kinds. The rules in read-rent.ts choose a kind by the neighbouring words.
 */
const WORDS = {
  /** Words that mark the amount beside them as the rent. */
  rent: `rent rental rents rate asking loyer alquiler renta aluguel 租金 房租 임대료 렌트 방값 வாடகை`,
  /** Words that mark the amount beside them as the whole rent. */
  whole: `total altogether whole entire in_total all_together for_both au_total en_total no_total 总共 一共 合计 총`,
  /** Words that do not change the meaning. */
  plain: `: = ~ * price priced is are at the of for only just approx approximately about around roughly circa cost costs it
    its it's this we my our pay pays paid amount firm negotiable nego neg obo ono ish best offer all base basic great
    one_time flat unit apartment apt house condo home place here hi on de du des le la el est prix environ precio preco
    valor cerca aprox por renda 价格 价 约 大约 左右 才 仅 약 정도 விலை சுமார்`,
  /** Words for the Canadian dollar, the currency of rents. */
  dollar: `$ cad cdn c$ ca$ cad$ cdn$ can$ $cad $cdn $ca dollars dollar bucks canadian canadian_dollars canadiens canadien
    dolares dolar canadienses canadenses 加元 加币 加幣 刀 块 塊 元 달러 불 캐나다달러 டாலர் டாலர்கள்`,
  foreign: `usd us us$ u$s $us $usd usd$ us_dollars us_dollar us_funds american american_dollars dollars_us
    dollars_americains dolares_americanos eur euro euros € gbp £ pound pounds quid sterling libras ¥ yen jpy cny rmb yuan ₩
    krw won ₹ inr rupee rupees rs mxn mx$ pesos brl r$ reais chf aud a$ au$ hkd hk$ nt$ nz$ sgd s$ ₽ ₱ ₫ ₪ ₺ ฿ btc bitcoin
    usdt 美元 美金 美刀 欧元 歐元 英镑 英鎊 人民币 人民幣 日元 韩元 미화 미국_달러 유로 파운드 원 만원 யூரோ அமெரிக்க_டாலர்`,
  /** Words that join an amount to its period or share. */
  per: `/ per every each par chaque cada al a_la por pr p aux toutes_les tous_les for_a for_each for_every by_the ao`,
  article: `a an la le the`,
  each: `each ea cada`,
  /** Words for the term of a lease, which is not a period of the rent. */
  term: `lease leases contract minimum min term stay stays commitment bail contrato`,
  /** Periods without a fixed length. */
  unconverted: `semester semesters semestre term session season stay 学期 학기`,
  /** Words for people who pay a share of the rent, or for parts of the home. */
  share: `person persons people ppl pers head girl female male tenant tenants student roommate renter adult occupant guest
    individual room rooms rm bedroom bedrooms bdrm br bed beds personne tete chambre locataire persona habitacion cuarto
    cama pessoa quarto cabeca 人 间 間 房间 房 床 个人 位 사람 명 방 நபர் அறை படுக்கை`,
  /** Words with the meaning of both `per` and `share`. */
  apiece: `pp /pp apiece a_head p_p p/p /p chacun chacune cada_uno cada_una cada_um 每人 每个人 每间 每間 每间房 每个房间 每张床 每房 每床 每位 一人 인당
    1인당 일인당 각각 각자 방당 ஒருவருக்கு நபருக்கு அறைக்கு`,
  /** Words for costs in addition to the rent. */
  extra: `parking park prkg spot spots space spaces stall garage locker lockers storage hydro utilities utility utils util
    electricity electric heat heating water gas internet wifi cable laundry key keys fob pet pets dog cat cleaning
    application admin fee fees move_in_fee bills furniture stationnement casier rangement electricite chauffage eau cle cles
    menage animaux frais estacionamiento parqueo trastero servicios luz agua limpieza mascota mascotas llave estacionamento
    garagem energia limpeza chave 停车 停车费 停车位 车位 泊车 停車 車位 水电 水電 水电费 网费 网络 储物 储物柜 钥匙 清洁费 宠物 주차 주차비 주차장 관리비 공과금 전기 수도 인터넷 열쇠
    청소비 창고 பார்க்கிங் மின்சாரம் தண்ணீர் இணையம் சாவி`,
  /** Words for amounts that are never a rent, however high they are. */
  deposit: `deposit deposits dep security_deposit damage_deposit refundable_deposit holding_deposit rental_deposit
    key_deposit refundable_key_deposit bond income salary score insurance depot caution deposito fianza garantia caucao 押金
    定金 보증금 முன்பணம் வைப்புத்தொகை`,
  /** Words with the meaning of `deposit`, but only before the amount. */
  beforehand: `first_and_last first_&_last first_+_last first_last 1st_and_last 1st_&_last last_month last_months last_month's valued_at worth market_value
    premier_et_dernier`,
  /** Words that state whether the rent includes an extra. */
  said: `w/ included incl inc inclusive including includes include in with w free no all ok available avail required req not
    separate separately sharing friendly allowed onsite negotiable welcome compris comprise comprises inclus incluse
    incluses avec sans incluido incluidos incluida incluidas incluye con sin incluindo inclui com sem 包 含 全包 不含 包括 포함 별도
    உட்பட சேர்த்து`,
  added: `extra more additional supplementaire adicional adicionales 另付 另加 추가`,
  plus: `+ plus another mas mais 外加 加 더하기`,
  minus: `less minus moins menos − 减`,
  off: `off discount rebate remise rabais descuento desconto cashback reduced_by lowered_by 折 할인`,
  times: `x × ÷ times half ½`,
  former: `was were formerly previously previous originally original regular regularly reg before used_to_be old_price
    old_rent instead_of down_from changed_from reduced_from dropped_from lowered_from avant etait auparavant au_lieu_de
    reduit_de antes era anteriormente en_vez_de em_vez_de rebajado_de reduzido_de 原价 原價 原来 之前 원래 이전 முன்பு முன்னர்`,
  now: `now -> => → ➡ ➜ ⬇ ↓ ↘ > today reduced lowered reduced_to lowered_to dropped_to down_to slashed_to changed_to
    new_price new_rent maintenant desormais reduit_a ahora rebajado_a agora reduzido_para 现价 現價 现在 現在 现 지금 현재 இப்போது`,
  range: `- to through thru ~ a ate hasta 至 到 에서 முதல்`,
  between: `between entre`,
  and: `and et y e & 和`,
  /** Words that mark the lower or upper end of a rent, before the amount or after it. */
  from: `from starting starts starting_at starting_from starts_at starts_from as_low_as up_to desde des a_partir_de jusqu'a
    从`,
  upward: `up ++ and_up &_up onwards or_more and_more et_plus 起 부터`,
  /** Words between two amounts that show that the rent depends on a condition. */
  change: `then after afterwards thereafter later or if without furnished unfurnished single couple couples double winter
    summer promo promotional depending otherwise until increasing increases rising going puis ensuite ou luego despues o depois 然后 之后 之後 或 이후 또는
    அல்லது பிறகு`,
  /** Words for rents before and after an incentive. */
  net: `net gross net_effective effective`,
  first: `first 1st premier primer primeiro 首月 第一个月 첫달`,
  and_last: `and & + / last half free rent deposit gratuit gratis`,
  /** Words that show that the number after them is not money. */
  numbered: `unit suite ste ph ext # floor lot box buzzer buzz ref id hwy highway route rte line streetcar bus near close_to code`,
  phone: `call text txt tel telephone phone cell whatsapp contact fax 电话 電話 전화 telefono telefone`,
  home: `apt apartment apartments condo`,
  /** Words that show that the number after them may be a year. */
  built: `built build since year renovated reno renovation constructed construction updated building model 建于`,
  calendar: `jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october
    nov november dec december janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre enero
    febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre janeiro fevereiro marco maio junho
    julho setembro outubro novembro dezembro`,
  /** Words that show that the number before them is not money. */
  street: `street st str ave avenue av rd road blvd boulevard dr drive cres crescent lane ln court crt terrace trail pkwy
    parkway`,
  street_first: `rue chemin boul calle rua`,
  measure: `% sq sqft sf square ft feet foot ft2 m2 sqm metres meters km psf pi2 pieds pies pi credit 平 尺 平方 평 号`,
  /** Words with the meaning of `measure`, except after an amount with a currency sign: "$2,000 steps to the subway". */
  distance: `min mins minutes steps bus streetcar`,
} as const;

/**
 * Units and frequencies of time, each with the number of times that it occurs in a year. A single letter counts only
 * after "/" or "per".
 */
const TIMES = {
  time: {
    1: `year years yr yrs annum annee ano anos 年 년 வருடம் வருடத்திற்கு ஆண்டு ஆண்டுக்கு`,
    4: `quarter trimestre`,
    12: `month months mo mos mth mths mnth mois mes meses 月 个月 달 개월 மாதம் மாத மாதத்திற்கு மாதத்துக்கு`,
    24: `half_month demi_mois quincena quinzena`,
    26: `fortnight fortnights`,
    52: `week weeks wk wks semaine semaines semana semanas 周 週 星期 礼拜 주 주일 வாரம் வார வாரத்திற்கு வாரத்துக்கு`,
    365: `day days night nights nite nt jour jours nuit nuits nuitee dia dias noche noches noite noites 天 日 晚 夜 일 박 நாள்
      நாளுக்கு இரவு இரவுக்கு`,
  },
  every: {
    1: `yearly annually annual pa par_an /an p_a annuel anual anuales 每年 年租 연 매년`,
    4: `quarterly`,
    12: `monthly month_to_month mthly pcm pm p_m p/m mensuel mensuelle mensual mensuales mensal mensais mensualmente 每月 每个月 一个月 月租 月付
      월 월세 매월 매달 한달 한달에 மாதந்தோறும்`,
    24: `semimonthly semi_monthly half_monthly bimonthly bi_monthly bimensuel twice_a_month twice_per_month
      twice_monthly twice_each_month twice/month 2_times_a_month 2_times_per_month two_times_a_month 2x_a_month 2x_month 2x/month
      deux_fois_par_mois dos_veces_al_mes duas_vezes_por_mes 半月 每半月 每月两次`,
    26: `biweekly bi_weekly bi-_weekly bi_wkly biwkly fortnightly every_other_week every_second_week quincenal quinzenal 双周 两周 每两周
      隔周 격주 격주로`,
    52: `weekly week_to_week wkly pw p_w p/w hebdomadaire hebdo semanal semanales semanais 每周 每週 一周 一週 一星期 周租 週租 每星期 每礼拜 매주 주당
      일주일 일주일에 한주 வாரந்தோறும்`,
    365: `daily nightly diario diaria journalier journaliere 每天 每日 每晚 日租 하루 하루에 매일 தினசரி`,
  },
  letter: { 12: `m`, 52: `w sem`, 365: `d n j` },
} as const;

/** Numbers written as words, for counting periods and people. */
export const COUNTS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    1: `one une un uno una um uma`,
    2: `two deux dos dois duas other second 两 兩 이 두 இரண்டு`,
    3: `three trois tres`,
    4: `four quatre cuatro quatro`,
    5: `five`,
    6: `six seis`,
    12: `twelve douze doce doze`,
    15: `fifteen quinze quince`,
  }).flatMap(([count, words]) => words.split(" ").map((word): [string, number] => [word, Number(count)])),
);

/** Words after a number that multiply it. */
export const SCALES: ReadonlyMap<string, number> = new Map([
  ["k", 1000],
  ["thousand", 1000],
  ["grand", 1000],
  ["mil", 1000],
  ["mille", 1000],
  ["千", 1000],
  ["천", 1000],
  ["ஆயிரம்", 1000],
  ["hundred", 100],
]);

export type WordKind = keyof typeof WORDS | keyof typeof TIMES;

/** The meanings of a known word. */
export interface Word {
  kinds: ReadonlySet<WordKind>;
  /** Number of times a year that the unit of time occurs; 0 if the word is not a unit of time. */
  yearly: number;
}

function lexicon(): Map<string, { kinds: Set<WordKind>; yearly: number }> {
  const found = new Map<string, { kinds: Set<WordKind>; yearly: number }>();
  const add = (kind: string, list: string, yearly: number) => {
    for (const word of list.trim().split(/\s+/)) {
      const phrase = word.replaceAll("_", " ");
      const known = found.get(phrase) ?? { kinds: new Set(), yearly: 0 };
      known.kinds.add(kind as WordKind);
      found.set(phrase, { ...known, yearly: yearly || known.yearly });
    }
  };
  for (const [kind, list] of Object.entries(WORDS)) add(kind, list, 0);
  for (const [kind, lists] of Object.entries(TIMES))
    for (const [yearly, list] of Object.entries(lists)) add(kind, list, Number(yearly));
  return found;
}

/** Every known word and phrase. */
export const LEXICON: ReadonlyMap<string, Word> = lexicon();
/** Length of the longest word or count, by its first character. */
export const LONGEST_WORD_LENGTHS: ReadonlyMap<string, number> = new Map(
  [...Map.groupBy([...LEXICON.keys(), ...COUNTS.keys()], (word) => word.charAt(0))].map(([first, words]) => [
    first,
    Math.max(...words.map(({ length }) => length)),
  ]),
);

import { LISTS } from "../../../../contracts/kind-rules.ts";
import { ATTRIBUTE_WORDS } from "./attribute-words.ts";
import type { Entry, Meaning } from "./vocabulary-entry.ts";
import { Wordings } from "./query-tokens.ts";

// Phrases that people type, and their meanings. Commas separate phrases; "a|b" stands for either word.

const KINDS: readonly Entry[] = [
  {
    means: { bedrooms: "Studio" },
    says: {
      English:
        "studio|studios|bachelor|bachelors|bachelorette apartment?, studio|bachelor unit, bachelor pad, bach, batchelor",
      French: "studette",
      Spanish: "estudio|estudios, monoambiente",
      Portuguese: "estudio, kitnet|kitinete|quitinete",
      Chinese: "开间, 開間, 单身公寓, 單身公寓, 工作室, 一室户",
      Korean: "원룸, 스튜디오",
      Tamil: "ஸ்டுடியோ, ஸ்டூடியோ",
    },
  },
  {
    means: { bedrooms: "Private Room" },
    says: {
      English:
        "room|rooms, private|single|spare|master|extra room|rooms, room|rooms for|to rent, one|1 room, rm for rent, bedroom for rent, private|master bedroom|bedrooms, private|master bedroom|bedrooms for|to rent, roommate|roommates|housemate|housemates wanted?, room share, room in shared? house|home|apartment|condo, shared house|apartment|accommodation, student room",
      French: "chambre|chambres, chambre privee, colocation|colocations|coloc, colocataire|colocataires",
      Spanish: "habitacion|habitaciones, cuarto|cuartos, recamara, pieza, habitacion privada, cuarto privado",
      Portuguese: "quarto|quartos, quarto privado|individual, vaga em quarto",
      Chinese:
        "单间, 單間, 房间, 房間, 单房, 單房, 雅房, 套房, 分租, 分租房, 合租, 单间出租, 單間出租, 房间出租, 房間出租, 租房间, 租房間, 主卧, 主臥, 次卧, 次臥, 主人房, 一间房, 一間房, 求合租, 室友",
      Korean:
        "방, 룸, 룸렌트, 방렌트, 룸메이트, 하숙, 민박, 쉐어룸, 쉐어하우스, 마스터룸, 방 하나 렌트, 단칸방, 개인방, 개인 방, 독방",
      Tamil: "அறை, அறைகள், தனி அறை, வாடகை அறை, ரூம், தனியறை, தனி ரூம்",
    },
  },
  {
    means: { homeType: "shared_bed" },
    says: {
      English: "shared|sharing room, bed in a? shared? room, bed space, bedspace, bunk bed",
      French: "chambre partagee, lit dans une chambre",
      Spanish: "habitacion|cuarto compartida|compartido, cama en cuarto",
      Portuguese: "quarto compartilhado|partilhado",
      Chinese: "床位, 合住",
      Korean: "쉐어베드, 합방",
      Tamil: "பகிரப்பட்ட அறை",
    },
  },
  {
    means: { homeType: "basement" },
    says: {
      English: `${LISTS.bsmt}, walkout|walk_out basement, lower level|unit`,
      French: "sous_sol|demi_sous_sol|soussol",
      Spanish: "sotano|sotanos|semisotano",
      Portuguese: "porao, subsolo, cave",
      Chinese: "地下室, 半地下, 半地下室, 土库, 土庫, 地库, 地庫",
      Korean: "지하, 반지하, 지하방, 지하층, 베이스먼트, 지하실, 반지하방",
      Tamil: "அடித்தளம், அடித்தள, பேஸ்மென்ட், பேஸ்மெண்ட், நிலவறை, அடித்தள வீடு, அடித்தளத்தில்",
    },
  },
  {
    means: { homeType: "house" },
    says: {
      English:
        "house|houses, whole|entire|full|detached|semi_detached|semi house, detached|semi_detached|bungalow|bungalows|townhouse|townhouses|townhome|townhomes, town house|home, row house",
      French: "maison|maisons, maison de ville",
      Spanish: "casa|casas",
      Portuguese: "casa|casas, moradia",
      Chinese: "独立屋, 獨立屋, 别墅, 別墅, 独栋, 獨棟, 整栋, 联排, 镇屋, 鎮屋, 半独立, 整屋",
      Korean: "주택, 하우스, 단독주택, 타운하우스, 단독 주택",
      Tamil: "தனி வீடு, முழு வீடு, வீடு",
    },
  },
  {
    means: { homeType: "condo" },
    says: {
      English: "condo|condos|condominium|condominiums, condo apartment|unit",
      French: "condo",
      Spanish: "condominio|condominios",
      Portuguese: "condominio",
      Chinese: "共管公寓, 康斗, 康都",
      Korean: "콘도, 콘도미니엄",
      Tamil: "காண்டோ, கொண்டோ",
    },
  },
];

const CONDITIONS: readonly Entry[] = [
  {
    means: { with: "parking", isPaid: true },
    says: {
      English:
        "parking, parking spot|space|stall|available|spots|ok, car parking, free_parking_spot, park my car, 1|one parking spot?, underground parking",
      French: "stationnement, place de stationnement|parking, garage de stationnement",
      Spanish: "estacionamiento, aparcamiento, parqueo, parqueadero, cochera, garaje, con_garaje",
      Portuguese: "estacionamento, vaga de garagem|carro|estacionamento, garagem, vaga",
      Chinese: "停车位, 停車位, 车位, 車位, 停车, 停車, 泊车, 泊車, 泊车位, 有车位, 有車位, 带车位, 可停车, 車庫, 车库",
      Korean: "주차, 주차장, 주차 가능, 주차공간, 파킹, 주차자리, 주차 공간",
      Tamil:
        "வாகன நிறுத்தம், வாகன நிறுத்துமிடம், வாகன தரிப்பிடம், கார் நிறுத்தம், கார் பார்க்கிங், பார்க்கிங், பார்கிங், வண்டி நிறுத்தம், கார் நிறுத்துமிடம்",
    },
  },
  {
    means: { with: "parking" },
    says: {
      English: "parking included|incl|inc|free, free|included|includes|including|incl parking",
      French: "stationnement|parking inclus|gratuit|compris, stationnement est inclus",
      Spanish: "estacionamiento|parqueo|aparcamiento|parqueadero incluido|gratis",
      Portuguese: "estacionamento|garagem incluido|incluso|gratis|inclusa|incluida",
      Chinese: "包停车位, 包車位, 包车位, 含车位, 含車位, 免费停车, 免費停車, 车位免费, 免费车位, 包停車",
      Korean: "주차 포함, 주차포함, 무료 주차, 무료주차, 주차 무료",
      Tamil: "வாகன நிறுத்தம் உட்பட, பார்க்கிங் உட்பட, இலவச பார்க்கிங்",
    },
  },
  {
    means: { with: "pets" },
    says: {
      English:
        "pet|pets|dog|dogs|cat|cats|animals, pet|pets|dog|dogs|cat|cats friendly|ok|okay|allowed|welcome|accepted|fine|permitted|considered, pets are ok|okay|allowed|welcome, allow|allows|allowing|accept|accepts pets|dogs|cats|pet, petfriendly|dogfriendly|catfriendly, cats|dogs and|or dogs|cats, pets yes, with my? cat|dog|pet",
      French:
        "animaux|animal|chat|chats|chien|chiens, animaux|chat|chats|chien|chiens accepte|acceptes|permis|bienvenu|bienvenus|admis|autorise|autorises|ok, animaux de compagnie, accepte|acceptent|acceptant les? animaux|chats|chiens",
      Spanish:
        "mascota|mascotas|perro|perros|gato|gatos, se? acepta|aceptan|admite|admiten|permite|permiten mascota|mascotas|perros|gatos, mascotas permitidas|aceptadas|bienvenidas|ok, con mascota|mascotas",
      Portuguese:
        "animais|animal|cachorro|cachorros|gato|gatos|cao|caes, aceita|aceitam|permite|permitem animais|pet|pets|cachorro|gato, animais de estimacao, animais permitidos|aceitos|bem_vindos, animais de estimacao permitidos, aceita animais de estimacao",
      Chinese:
        "宠物, 寵物, 可养宠物, 可養寵物, 允许宠物, 允許寵物, 可带宠物, 可帶寵物, 宠物友好, 寵物友好, 接受宠物, 接受寵物, 养猫, 養貓, 养狗, 養狗, 能养宠物, 可养猫, 可养狗, 可以养宠物",
      Korean:
        "반려동물, 애완동물, 반려견, 반려묘, 강아지, 고양이, 반려동물 가능, 애완동물 가능, 반려동물 허용, 펫, 애견, 펫 가능, 애완동물 허용, 반려동물 환영",
      Tamil:
        "செல்லப்பிராணி, செல்லப்பிராணிகள், செல்லப் பிராணிகள், செல்ல பிராணிகள், செல்லப்பிராணிகள் அனுமதி, செல்லப்பிராணி அனுமதி, நாய், பூனை, செல்லப்பிராணிகளுக்கு அனுமதி, செல்லப்பிராணிகள் அனுமதிக்கப்படும்",
    },
  },
  {
    means: { with: "furnished" },
    says: {
      English:
        "furnished|furniture, fully|completely|well|partly|partially furnished, with|including furniture, furniture included",
      French: "meuble|meubles|meublee|meublees, entierement|tout meuble|meublee",
      Spanish: "amueblado|amueblada|amueblados|amoblado|amoblada, con muebles",
      Portuguese: "mobiliado|mobiliada|mobilado|mobilada, com moveis",
      Chinese:
        "带家具, 帶傢俱, 帶家具, 有家具, 家具, 傢俱, 包家具, 含家具, 家具齐全, 家具齊全, 拎包入住, 全家具, 配家具",
      Korean: "가구, 가구 포함, 가구포함, 풀옵션, 가구 완비, 가구완비, 가구 있음, 가구 구비, 가구딸린, 가구 딸린",
      Tamil: "தளபாடங்கள், தளபாடம், தளபாடங்களுடன், தளவாடங்கள், தளவாடங்களுடன், மரச்சாமான்கள், மரச்சாமான்களுடன், பர்னிச்சர், பர்னிஷ்டு, அறைகலன்கள்",
    },
  },
  {
    means: { with: "laundry" },
    says: {
      English:
        "laundry, in_unit|ensuite|en_suite|in_suite|in_house|insuite|own|private|unit|free laundry|washer, on_site|onsite laundry, laundry on_site|onsite, laundry in_unit|ensuite|in_suite|in_the_unit|included, washer|washers|dryer|dryers, washer and|& dryer, washing machine, washer dryer, w/d, laundry included",
      French: "laveuse|secheuse|buanderie, laveuse et? secheuse, machine a laver, lave_linge, buanderie privee",
      Spanish: "lavadora|lavadoras|lavanderia|secadora, lavadora y secadora",
      Portuguese: "lavanderia|lavandaria, maquina de lavar, maquina de lavar roupa, lavadora, secadora",
      Chinese: "洗衣机, 洗衣機, 洗衣, 洗衣房, 洗烘, 独立洗衣, 獨立洗衣, 室内洗衣, 自带洗衣机, 洗衣机烘干机, 洗衣烘干",
      Korean: "세탁기, 세탁, 세탁실, 빨래, 세탁기 포함, 개별 세탁기, 세탁기 건조기, 인유닛 세탁",
      Tamil: "சலவை, சலவை இயந்திரம், துணி துவைக்கும் இயந்திரம், வாஷிங் மெஷின், சலவை வசதி, லாண்டரி",
    },
  },
  {
    means: { with: "utilities" },
    says: {
      English:
        "utility|utilities|utils, utilities|utils|util|hydro|bills included|inclusive|incl|inc|paid|are_included, all|including|includes|included|incl|inc|with|free|includes_all|including_all utilities|utils, includes|including hydro|bills, hydro|heat|water|electricity|electric|gas and|&|/? hydro|heat|water|electricity|electric|gas included|incl|inclusive, hydro|heat|water|electricity|gas hydro|heat|water|electricity|gas and|&? hydro|heat|water|electricity|gas included|incl, all inclusive|included|utilities_included, all_inclusive|inclusive, bills paid, everything included, all bills included",
      French:
        "charges|services|electricite|hydro|hydro_quebec compris|comprises|inclus|incluses|incluse, tout inclus|compris, toutes charges comprises, services publics inclus, electricite|chauffage et chauffage|electricite inclus|compris",
      Spanish:
        "servicios|gastos|facturas incluidos|incluidas|incluido, todo incluido, con servicios, servicios publicos incluidos, luz|agua y agua|luz incluidos|incluido|incluidas, luz|agua incluida, servicios",
      Portuguese:
        "contas|despesas|utilidades|servicos incluidas|incluidos|inclusas|inclusos, tudo incluido|incluso, agua e luz inclusas|incluidas|inclusos",
      Chinese:
        "包水电, 包水電, 水电全包, 水電全包, 全包, 包水电网, 包水電網, 水电网全包, 水電網全包, 含水电, 含水電, 水电包, 包杂费, 包雜費, 水电费全包, 包水电费, 水电",
      Korean:
        "유틸리티, 유틸리티 포함, 유틸 포함, 공과금 포함, 관리비 포함, 전기세 포함, 공과금포함, 수도 전기 포함, 전기 수도 포함, 유틸리티포함, 공과금, 유틸포함",
      Tamil:
        "மின்சாரம் தண்ணீர் உட்பட, பயன்பாடுகள் உட்பட, மின்சாரம் உட்பட, பயன்பாட்டு கட்டணம் உட்பட, அனைத்து கட்டணங்களும் உட்பட, பில்கள் உட்பட, எல்லாம் உட்பட, மின்சாரம் தண்ணீர் சேர்த்து",
    },
  },
  {
    means: { with: "short-lease" },
    says: {
      English:
        "short term|lease|stay|stays|let, short|temporary|flexible|monthly lease|rental|term|terms, flexible lease terms, short term lease|rental|stay, month to month, month by month, monthly basis, temporary, sublet|sublease|sublets, 1|2|3|4|5|6|one|two|three|four|five|six month|months lease|rental|term|stay|sublet|sublease|contract",
      French:
        "court terme, courte duree, sous_location, location court terme|temporaire, au mois, court sejour, mois par mois",
      Spanish:
        "corto plazo, corta estancia|duracion, por meses, temporal, alquiler temporal, estancia corta, mes a mes",
      Portuguese: "curto prazo, curta duracao|temporada|estadia, por temporada, temporada, mes a mes",
      Chinese: "短租, 短期, 短期租, 短期出租, 短期租房, 月租房, 按月租, 短租房",
      Korean: "단기, 단기 렌트, 단기렌트, 단기 임대, 단기임대, 월 단위, 단기 거주, 서블렛, 단기방",
      Tamil: "குறுகிய கால, குறுகிய காலம், குறுகிய கால வாடகை, மாதாந்திர, தற்காலிக, குறுகிய காலத்திற்கு",
    },
  },
  {
    means: { near: "subway" },
    says: {
      English:
        "subway|ttc|metro|lrt|station|transit, the? subway|ttc|metro|train station|access|line|stop, easy|quick|good access to the? subway|ttc|transit, public transit, the subway, underground station",
      French: "metro, station de metro, transport en commun, transports en commun, du metro, au metro",
      Spanish: "metro, estacion de metro|del_metro|subte, del metro, al metro, estacion, subterraneo",
      Portuguese: "metro, estacao de|do metro, do metro, ao metro, estacao",
      Chinese:
        "地铁, 地鐵, 近地铁, 近地鐵, 地铁站, 地鐵站, 地铁附近, 地鐵附近, 地铁站附近, 地鐵站附近, 靠近地铁, 靠近地鐵, 地铁旁, 地鐵旁, 地铁口, 地铁沿线, 地鐵口, 近地铁站, 近地鐵站",
      Korean:
        "지하철, 지하철역, 지하철 근처, 지하철역 근처, 역세권, 전철, 전철역, 지하철 가까운, 역 근처, 지하철 옆, 지하철역 가까운, 지하철 도보, 메트로",
      Tamil:
        "சுரங்கப்பாதை, சுரங்க ரயில், சப்வே, மெட்ரோ, சுரங்கப்பாதை நிலையம், சுரங்க ரயில் நிலையம், மெட்ரோ நிலையம், ரயில் நிலையம், சுரங்கப்பாதைக்கு, சப்வேக்கு, மெட்ரோவுக்கு, சுரங்கப்பாதை நிலையத்திற்கு, ரயில் நிலையத்திற்கு",
    },
  },
];

/** Phrases with "room" that do not mean a room to let, and attributes of more than one word. */
const FIXED: readonly Entry[] = [
  "laundry|dining|family|rec|storage|party|sun|powder|mud|media|games room",
  "separate|eat_in kitchen",
  "main|top|ground|upper|first|second|third|1st|2nd|3rd floor",
  "credit check",
  "walk_in closet",
  "coin|shared laundry",
  "laundry in building|basement",
  "visitor parking",
  "bike|bicycle|street parking|storage",
  "coach|laneway house",
  "house keeping",
  "open concept",
  "duplex|triplex|fourplex",
  "bay window|windows",
  "front porch|yard|door|desk",
  "king|queen size|sized? bed",
  "college|university student|students",
].map((says) => ({ means: { words: [] }, says: { English: says } }));

const NOISE: readonly Entry[] = [
  {
    means: { noise: true },
    says: {
      English:
        "apartment|apartments|apt|apts|appartment|appartments|apartement|aptmt|unit|units|suite|suites|flat|flats|place|places|home|homes|property|properties|rental|rentals|accommodation|housing|listing|listings|rent|rents|renting|rented|lease|leasing|let|for|with|within|in|near|nearby|around|at|by|close|to|next|beside|the|a|an|and|or|of|on|from|off|per|whole|entire|looking|look|need|needed|want|wanted|seeking|search|searching|find|show|me|my|i|im|we|is|are|am|that|this|has|have|having|available|please|pls|cheap|affordable|good|nice|area|located|location|neighbourhood|neighborhood|walking|distance|steps|walk|minutes|min|mins|ontario|canada|complete|some|any|plus|who|there|it|its|be|can|would|like|hi|hello|ok|full|accessible|convenient|long|term|w|few|along|price|priced|under_construction|but|also|must|prefer|preferably|ideally|right|just|than, less|more than, walking distance, 1|2|3|4|5|6|7|8|9|10|12|15|20 min|mins|minute|minutes walk|walking|drive|away?, minute, corner|intersection of, close|next to, steps to|from, for|to rent|lease, looking for, long term rental?, not far from|to?",
      French:
        "appartement|appartements|appart|apparts|logement|logements|louer|location|loyer|bail|a|au|aux|du|de|des|d|le|la|les|l|un|une|et|avec|dans|pres|proche|proches|en|sur|pour|cherche|recherche|disponible|quartier|centre|rue|inclus|incluse|incluses|compris|comprise|comprises, a cote, a louer, en location, pres|proche de|du|des",
      Spanish:
        "apartamento|apartamentos|departamento|departamentos|depto|piso|pisos|vivienda|alquiler|alquilar|alquilo|alquila|renta|rentar|rento|arriendo|arrendar|en|el|la|los|las|del|al|de|con|por|para|y|un|una|cerca|cercano|junto|busco|se|que, en renta|alquiler|arriendo, se renta|alquila|arrienda, cerca de|del, de alquiler",
      Portuguese:
        "apartamento|apartamentos|apto|aptos|aluguel|aluguer|alugar|aluga|alugo|arrendamento|para|com|em|na|nos|nas|do|da|dos|das|o|os|as|e|um|uma|perto|proximo|proxima|procuro|inteiro, para alugar|arrendar, perto de|do|da, aluga se",
      Chinese:
        "公寓, 出租, 租房, 招租, 出租房, 租, 整租, 房屋, 房子, 附近, 靠近, 近, 旁, 旁边, 的, 有, 带, 帶, 可, 找, 求租, 求, 一套, 套, 在, 和, 大楼, 大樓, 柏文, 单位, 單位, 租屋, 元, 刀, 加元, 月, 每月, 住房, 要, 整套, 整套房, 整套房子, 整层, 整層, 房东, 直租",
      Korean:
        "아파트, 렌트, 임대, 월세, 전세, 집, 구함, 구해요, 찾아요, 근처, 가까운, 있는, 가능, 가능한, 포함, 의, 에, 에서, 유닛, 숙소, 매물, 도보, 옆, 세, 놓음, 구합니다",
      Tamil:
        "வாடகை, வாடகைக்கு, அபார்ட்மெண்ட், அபார்ட்மென்ட், அடுக்குமாடி, அடுக்குமாடி குடியிருப்பு, குடியிருப்பு, அருகில், அருகே, உடன், கொண்ட, உள்ள, வீடு வாடகைக்கு, தேவை, ஒரு, பிளாட், வசதி, வசதியுடன், இடம், அடுக்ககம், வேண்டும், பக்கத்தில்",
    },
  },
];

/** All wordings that the search understands, except names, counts and amounts. */
export const VOCABULARY: readonly Entry[] = [...KINDS, ...CONDITIONS, ...ATTRIBUTE_WORDS, ...FIXED, ...NOISE];

/** Index of {@link VOCABULARY} by wording. */
export const PHRASES = new Wordings<Meaning>();
for (const { means, says } of VOCABULARY) for (const text of Object.values(says)) PHRASES.add(text, means);

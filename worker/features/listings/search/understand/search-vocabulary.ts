import type { AttributeFilter } from "../../../../contracts/attributes.ts";
import type { Bedrooms, HomeType } from "../../../../contracts/bedrooms.ts";
import { LISTS } from "../../../../contracts/kind-rules.ts";

// What people type, and what it means. Phrases are separated by commas; "a|b" stands for either word.

/** The languages that a search is understood in. */
const LANGUAGES = ["English", "French", "Spanish", "Portuguese", "Chinese", "Korean", "Tamil"] as const;
type Sayings = Partial<Record<(typeof LANGUAGES)[number], string>>;

/** A condition, a word of the texts, or nothing. */
export type Meaning =
  | { bedrooms: Bedrooms }
  | { homeType: HomeType }
  | { with: AttributeFilter; isPaid?: true }
  | { near: "subway" }
  /** As the listings say it: one word each, or one fixed phrase. */
  | { words: readonly string[] }
  | { noise: true };

interface Entry {
  means: Meaning;
  says: Sayings;
}

const KINDS: readonly Entry[] = [
  {
    means: { bedrooms: "Studio" },
    says: {
      English: "studio|studios|bachelor|bachelors|bachelorette apartment?, studio|bachelor unit, bach, batchelor",
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
        "room|rooms, private|single|spare|master|extra room|rooms, room|rooms for|to rent, one|1 room, rm for rent, bedroom for rent, roommate|roommates|housemate|housemates wanted?, room share, room in shared? house|home|apartment|condo, shared house|apartment|accommodation, student room",
      French: "chambre|chambres, chambre privee, colocation|colocations|coloc, colocataire|colocataires",
      Spanish: "habitacion|habitaciones, cuarto|cuartos, recamara, pieza, habitacion privada, cuarto privado",
      Portuguese: "quarto|quartos, quarto privado|individual, vaga em quarto",
      Chinese:
        "单间, 單間, 房间, 房間, 单房, 單房, 雅房, 套房, 分租, 分租房, 合租, 单间出租, 單間出租, 房间出租, 房間出租, 一间房, 一間房, 求合租, 室友",
      Korean: "방, 룸, 룸렌트, 방렌트, 룸메이트, 하숙, 민박, 쉐어룸, 방 하나 렌트, 단칸방, 개인방, 개인 방, 독방",
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
        "pet|pets|dog|dogs|cat|cats|animals, pet|pets|dog|dogs|cat|cats friendly|ok|okay|allowed|welcome|accepted|fine|permitted|considered, pets are ok|okay|allowed|welcome, allow|allows|allowing|accept|accepts pets|dogs|cats|pet, cats|dogs and|or dogs|cats, pets yes, with my? cat|dog|pet",
      French:
        "animaux|animal|chat|chats|chien|chiens, animaux|chats|chiens acceptes|permis|bienvenus|admis|autorises|ok, animaux de compagnie, accepte|acceptent|acceptant les? animaux|chats|chiens",
      Spanish:
        "mascota|mascotas|perro|perros|gato|gatos, se? acepta|aceptan|admite|admiten|permite|permiten mascota|mascotas|perros|gatos, mascotas permitidas|aceptadas|bienvenidas|ok, con mascota|mascotas",
      Portuguese:
        "animais|animal|cachorro|cachorros|gato|gatos|cao|caes, aceita|aceitam|permite|permitem animais|pet|pets|cachorro|gato, animais de estimacao, animais permitidos|aceitos|bem_vindos, animais de estimacao permitidos, aceita animais de estimacao",
      Chinese:
        "宠物, 寵物, 可养宠物, 可養寵物, 允许宠物, 允許寵物, 可带宠物, 可帶寵物, 宠物友好, 寵物友好, 接受宠物, 接受寵物, 养猫, 養貓, 养狗, 養狗, 能养宠物, 可养猫, 可养狗, 可以养宠物",
      Korean:
        "반려동물, 애완동물, 반려견, 반려묘, 강아지, 고양이, 반려동물 가능, 애완동물 가능, 반려동물 허용, 펫, 펫 가능, 애완동물 허용, 반려동물 환영",
      Tamil:
        "செல்லப்பிராணி, செல்லப்பிராணிகள், செல்லப் பிராணிகள், செல்ல பிராணிகள், செல்லப்பிராணிகள் அனுமதி, செல்லப்பிராணி அனுமதி, நாய், பூனை, செல்லப்பிராணிகளுக்கு அனுமதி, செல்லப்பிராணிகள் அனுமதிக்கப்படும்",
    },
  },
  {
    means: { with: "furnished" },
    says: {
      English: "furnished|furniture, fully|completely|well|partly|partially furnished, with|including furniture",
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
        "laundry, in_unit|ensuite|en_suite|in_suite|in_house|insuite|own|private|unit laundry|washer, laundry in_unit|ensuite|in_suite|in_the_unit|included, washer|washers|dryer|dryers, washer and|& dryer, washing machine, washer dryer, w/d, laundry included",
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
        "utility|utilities, utilities|hydro|bills included|inclusive|incl|inc|paid|are_included, all|including|includes|included|with|free utilities, all inclusive|included|utilities_included, all_inclusive|inclusive, bills paid, everything included, all bills included, included utilities, utils included",
      French:
        "charges|services|electricite|hydro|hydro_quebec compris|comprises|inclus|incluses|incluse, tout inclus|compris, toutes charges comprises, services publics inclus, electricite et chauffage inclus",
      Spanish:
        "servicios|gastos|facturas incluidos|incluidas|incluido, todo incluido, con servicios, servicios publicos incluidos, luz y agua incluidos|incluido, luz|agua incluida, servicios",
      Portuguese:
        "contas|despesas|utilidades|servicos incluidas|incluidos|inclusas|inclusos, tudo incluido|incluso, agua e luz inclusas|incluidas|inclusos",
      Chinese:
        "包水电, 包水電, 水电全包, 水電全包, 全包, 包水电网, 包水電網, 水电网全包, 水電網全包, 含水电, 含水電, 水电包, 包杂费, 包雜費, 水电费全包, 包水电费, 水电",
      Korean:
        "유틸리티, 유틸리티 포함, 유틸 포함, 공과금 포함, 관리비 포함, 전기세 포함, 공과금포함, 유틸리티포함, 공과금, 유틸포함",
      Tamil:
        "மின்சாரம் தண்ணீர் உட்பட, பயன்பாடுகள் உட்பட, மின்சாரம் உட்பட, பயன்பாட்டு கட்டணம் உட்பட, அனைத்து கட்டணங்களும் உட்பட, பில்கள் உட்பட, எல்லாம் உட்பட, மின்சாரம் தண்ணீர் சேர்த்து",
    },
  },
  {
    means: { with: "short-lease" },
    says: {
      English:
        "short term|lease|stay|stays|let, short|temporary|flexible|monthly lease|rental|term, short term lease|rental|stay, month to month, month by month, monthly basis, temporary, sublet|sublease|sublets",
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
        "subway|ttc|metro|lrt|station|transit, subway|ttc|metro|train station|access|line|stop, public transit, the subway, underground station",
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

/** Attributes that no field has, as the texts say them. */
const ATTRIBUTE_WORDS: readonly Entry[] = [
  {
    means: { words: ["balcony"] },
    says: {
      French: "balcon|balcons",
      Spanish: "balcon|balcones",
      Portuguese: "varanda|sacada",
      Chinese: "阳台, 陽台, 陽臺, 带阳台",
      Korean: "발코니, 베란다",
      Tamil: "பால்கனி, மாடம்",
    },
  },
  {
    means: { words: ["gym"] },
    says: {
      French: "salle de sport|gym, gymnase, salle d entrainement",
      Spanish: "gimnasio",
      Portuguese: "academia|ginasio",
      Chinese: "健身房, 健身, 健身室",
      Korean: "헬스장, 헬스, 체육관, 피트니스",
      Tamil: "ஜிம், உடற்பயிற்சி கூடம், உடற்பயிற்சிக் கூடம்",
    },
  },
  {
    means: { words: ["dishwasher"] },
    says: {
      English: "dish washer",
      French: "lave_vaisselle",
      Spanish: "lavavajillas|lavaplatos|lavatrastes",
      Portuguese: "lava_loucas|lava_louca|lavaloucas, maquina de lavar louca",
      Chinese: "洗碗机, 洗碗機",
      Korean: "식기세척기, 식세기",
      Tamil: "பாத்திரம் கழுவும் இயந்திரம், டிஷ்வாஷர்",
    },
  },
  {
    means: { words: ["air", "conditioning"] },
    says: {
      English: "a/c, ac, aircon, air con",
      French: "climatisation|climatise|climatisee|clim, air climatise",
      Spanish: "aire acondicionado, climatizado",
      Portuguese: "ar condicionado, climatizado",
      Chinese: "空调, 空調, 冷气, 冷氣, 中央空调",
      Korean: "에어컨, 냉방",
      Tamil: "குளிர்சாதன, ஏசி, குளிரூட்டி, குளிர்சாதன வசதி",
    },
  },
  {
    means: { words: ["elevator"] },
    says: {
      English: "lift",
      French: "ascenseur",
      Spanish: "ascensor|elevador",
      Portuguese: "elevador",
      Chinese: "电梯, 電梯",
      Korean: "엘리베이터, 승강기",
      Tamil: "லிஃப்ட், மின்தூக்கி, லிப்ட்",
    },
  },
  {
    means: { words: ["pool"] },
    says: {
      English: "swimming pool",
      French: "piscine",
      Spanish: "piscina|alberca",
      Portuguese: "piscina",
      Chinese: "游泳池, 泳池",
      Korean: "수영장",
      Tamil: "நீச்சல் குளம், நீச்சல்குளம்",
    },
  },
  {
    means: { words: ["internet"] },
    says: {
      French: "internet",
      Chinese: "网络, 網絡, 上网, 宽带, 網路, 包网",
      Korean: "인터넷",
      Tamil: "இணையம், இணைய",
    },
  },
  {
    means: { words: ["wifi"] },
    says: {
      English: "wi_fi",
      French: "sans_fil",
      Chinese: "无线网, 無線網, 无线",
      Korean: "와이파이",
      Tamil: "வைஃபை, வைபை",
    },
  },
  {
    means: { words: ["storage"] },
    says: {
      French: "rangement|rangements|entreposage",
      Spanish: "trastero|bodega|almacenamiento",
      Portuguese: "armazenamento|deposito|despensa",
      Chinese: "储物, 儲物, 储藏室, 儲藏室, 储物间, 儲物間, 储物柜",
      Korean: "창고, 수납, 수납공간",
      Tamil: "சேமிப்பு, களஞ்சியம், சேமிப்பு அறை",
    },
  },
  {
    means: { words: ["backyard"] },
    says: {
      English: "back yard",
      French: "jardin, cour arriere, cour",
      Spanish: "jardin|patio, patio trasero",
      Portuguese: "jardim|quintal",
      Chinese: "后院, 後院, 花园, 花園, 院子",
      Korean: "마당, 정원, 뒷마당",
      Tamil: "தோட்டம், பின்புறம், கொல்லைப்புறம்",
    },
  },
  {
    means: { words: ["terrace"] },
    says: {
      French: "terrasse|terrasses",
      Spanish: "terraza",
      Portuguese: "terraco",
      Chinese: "露台, 天台",
      Korean: "테라스, 옥상",
      Tamil: "மொட்டை மாடி",
    },
  },
  {
    means: { words: ["renovated"] },
    says: {
      French: "renove|renovee|renoves",
      Spanish: "renovado|renovada|reformado|remodelado",
      Portuguese: "renovado|renovada|reformado|reformada",
      Chinese: "新装修, 新裝修, 全新装修, 翻新, 精装修, 精装",
      Korean: "리모델링, 새단장, 수리된",
      Tamil: "புதுப்பிக்கப்பட்ட, புதுப்பிக்கப்பட்டது",
    },
  },
  {
    means: { words: ["new"] },
    says: {
      French: "neuf|neuve, tout neuf",
      Spanish: "nuevo|nueva, a estrenar",
      Portuguese: "novo|nova",
      Chinese: "全新, 新房, 新楼",
      Korean: "신축, 새집, 새 집",
      Tamil: "புதிய",
    },
  },
  {
    means: { words: ["quiet"] },
    says: {
      French: "calme|tranquille",
      Spanish: "tranquilo|tranquila|silencioso",
      Portuguese: "tranquilo|tranquila|silencioso|calmo",
      Chinese: "安静, 安靜, 清静",
      Korean: "조용한, 조용",
      Tamil: "அமைதியான, அமைதி",
    },
  },
  {
    means: { words: ["bright"] },
    says: {
      French: "lumineux|lumineuse|ensoleille",
      Spanish: "luminoso|luminosa|soleado",
      Portuguese: "luminoso|luminosa|ensolarado|iluminado",
      Chinese: "明亮, 采光好, 采光, 阳光",
      Korean: "밝은, 채광, 햇볕",
      Tamil: "வெளிச்சமான, பிரகாசமான",
    },
  },
  {
    means: { words: ["separate", "entrance"] },
    says: {
      English: "own|independent entrance, seperate entrance, side entrance, separate entry",
      French: "entree privee|separee|independante",
      Spanish: "entrada independiente|separada|privada",
      Portuguese: "entrada independente|separada|privativa|privada",
      Chinese: "独立出入, 獨立出入, 独立门户, 獨立門戶, 独立入口, 獨立入口, 分门, 独立进出, 分门进出",
      Korean: "별도 출입구, 독립 출입구, 개별 출입구, 전용 출입구, 별도출입구",
      Tamil: "தனி நுழைவாயில், தனி நுழைவு, தனி வாசல், தனிநுழைவாயில்",
    },
  },
  {
    means: { words: ["private", "bathroom"] },
    says: {
      English: "own bathroom|washroom, private washroom, ensuite bathroom",
      French: "salle de bain privee, salle de bains privee",
      Spanish: "bano privado|propio",
      Portuguese: "banheiro privativo|privado|proprio",
      Chinese: "独立卫浴, 獨立衛浴, 独立卫生间, 獨立衛生間, 独卫, 獨衛, 独立洗手间, 私人卫生间",
      Korean: "개인 화장실, 개인화장실, 전용 화장실, 단독 화장실, 개인 욕실",
      Tamil: "தனி குளியலறை, தனிக் குளியலறை",
    },
  },
  {
    means: { words: ["heat", "included"] },
    says: {
      French: "chauffage inclus|compris, chauffe",
      Spanish: "calefaccion incluida",
      Portuguese: "aquecimento incluido|incluso",
      Chinese: "包暖气, 包暖氣, 含暖气, 暖气",
      Korean: "난방 포함, 난방비 포함, 난방",
      Tamil: "வெப்பம் உட்பட",
    },
  },
  {
    means: { words: ["hardwood"] },
    says: {
      English: "hard wood",
      French: "bois franc, parquet, plancher de bois",
      Spanish: "piso|pisos de madera, parquet",
      Portuguese: "piso de madeira, assoalho",
      Chinese: "木地板, 实木地板, 硬木",
      Korean: "마루, 원목, 나무 바닥",
      Tamil: "மரத்தரை, மரத் தரை",
    },
  },
  {
    means: { words: ["no smoking"] },
    says: {
      English: "non_smoking, non_smoker|non_smokers, nonsmoking|nonsmoker, smoke_free",
      French: "non_fumeur|non_fumeurs",
      Spanish: "no fumar, no fumadores, prohibido fumar",
      Portuguese: "nao fumantes|fumante|fumar, proibido fumar",
      Chinese: "不吸烟, 不吸煙, 禁烟, 禁煙, 无烟, 不抽烟",
      Korean: "금연, 비흡연, 비흡연자",
      Tamil: "புகைபிடிக்க கூடாது, புகைபிடிக்கக் கூடாது, புகை இல்லை",
    },
  },
  {
    means: { words: ["no pets"] },
    says: {
      English: "pet_free, pets not allowed|permitted|ok",
      French: "sans animaux, pas d|de animaux, animaux interdits|refuses|non_admis|non_acceptes",
      Spanish: "sin mascotas, no mascotas, no se aceptan|admiten|permiten mascotas",
      Portuguese: "sem animais, sem pets, nao aceita animais|pets, proibido animais",
      Chinese: "不养宠物, 不養寵物, 无宠物, 禁止宠物, 不接受宠物, 不可养宠物, 不允许宠物",
      Korean: "반려동물 금지, 애완동물 금지, 반려동물 불가, 애완동물 불가, 펫 불가",
      Tamil: "செல்லப்பிராணிகள் இல்லை, செல்லப்பிராணி இல்லை, செல்லப்பிராணிகள் அனுமதி இல்லை",
    },
  },
  {
    means: { words: ["no parking"] },
    says: {
      French: "sans stationnement|parking, pas de stationnement|parking",
      Spanish: "sin estacionamiento|parqueo",
      Portuguese: "sem estacionamento|garagem",
      Chinese: "无车位, 没有车位, 不含车位",
      Korean: "주차 불가, 주차 없음",
      Tamil: "வாகன நிறுத்தம் இல்லை, பார்க்கிங் இல்லை",
    },
  },
  {
    means: { words: ["unfurnished"] },
    says: {
      English: "un_furnished, not furnished, no|without furniture, non furnished",
      French: "non_meuble|non_meublee, pas meuble",
      Spanish: "sin amueblar|muebles, no amueblado",
      Portuguese: "sem moveis|mobilia, nao mobiliado",
      Chinese: "无家具, 無家具, 不带家具, 不帶家具, 没有家具, 空房",
      Korean: "가구 없음, 가구 없는, 무옵션",
      Tamil: "தளபாடங்கள் இல்லாமல், தளபாடம் இல்லை",
    },
  },
  {
    means: { words: ["no credit check"] },
    says: {
      English: "no|without credit checks, no credit needed|required",
      French: "sans enquete|verification de credit, pas de verification de credit",
      Spanish: "sin verificacion|chequeo de credito, sin credito",
      Portuguese: "sem analise|verificacao de credito",
      Chinese: "不查信用, 无需信用, 不看信用, 不要信用报告, 无需信用报告, 不查信用记录",
      Korean: "신용조회 없음, 신용 조회 없음, 크레딧 체크 없음",
      Tamil: "கடன் சரிபார்ப்பு இல்லை",
    },
  },
  {
    means: { words: ["living", "room"] },
    says: {
      English: "living_room, livingroom",
      French: "salon",
      Spanish: "sala",
      Portuguese: "sala de estar, sala",
      Chinese: "客厅, 客廳",
      Korean: "거실",
      Tamil: "வரவேற்பறை",
    },
  },
  { means: { words: ["locker"] }, says: { Chinese: "储物柜, 儲物櫃", Korean: "락커, 라커" } },
  {
    means: { words: ["kitchen"] },
    says: {
      French: "cuisine",
      Spanish: "cocina",
      Portuguese: "cozinha",
      Chinese: "厨房, 廚房",
      Korean: "부엌, 주방",
      Tamil: "சமையலறை",
    },
  },
  {
    means: { words: ["students"] },
    says: {
      French: "etudiant|etudiants|etudiante",
      Spanish: "estudiante|estudiantes",
      Portuguese: "estudante|estudantes",
      Chinese: "学生, 學生",
      Korean: "학생, 유학생",
      Tamil: "மாணவர், மாணவர்கள்",
    },
  },
  {
    means: { words: ["female"] },
    says: { Chinese: "女生, 仅限女生, 限女生, 只限女生, 女性", Korean: "여성, 여자, 여성 전용, 여성전용" },
  },
];

/** Rooms that are no rooms to let, and attributes of more than one word. */
const FIXED: readonly Entry[] = [
  "laundry|dining|family|rec|storage|party|sun|powder|mud|media|games room",
  "separate|eat_in kitchen",
  "main|top|ground|upper|second|third floor",
  "credit check",
  "walk_in closet",
  "coin|shared laundry",
  "laundry in building|basement",
  "visitor parking",
  "bike|bicycle|street parking|storage",
  "coach|laneway house",
  "house keeping",
  "open concept",
].map((says) => ({ means: { words: [] }, says: { English: says } }));

const NOISE: readonly Entry[] = [
  {
    means: { noise: true },
    says: {
      English:
        "apartment|apartments|apt|apts|appartment|appartments|apartement|aptmt|unit|units|suite|suites|flat|flats|place|places|home|homes|property|properties|rental|rentals|accommodation|housing|listing|listings|rent|rents|renting|rented|lease|leasing|let|for|with|within|in|near|nearby|around|at|by|close|to|next|beside|the|a|an|and|or|of|on|from|off|per|whole|entire|looking|look|need|needed|want|wanted|seeking|search|searching|find|show|me|my|i|im|we|is|are|am|that|this|has|have|having|available|please|pls|cheap|affordable|good|nice|area|located|location|neighbourhood|neighborhood|walking|distance|steps|walk|minutes|min|mins|ontario|canada|complete|some|any|plus|who|there|it|its|be|can|would|like|hi|hello|ok|full|accessible|convenient|long|term|under_construction, walking distance, close|next to, steps to|from, for|to rent|lease, looking for, long term rental?, not far from|to?",
      French:
        "appartement|appartements|appart|apparts|logement|logements|louer|location|loyer|bail|a|au|aux|du|de|des|d|le|la|les|l|un|une|et|avec|dans|pres|proche|proches|en|sur|pour|cherche|recherche|disponible|quartier|centre|rue, a louer, en location, pres|proche de|du|des",
      Spanish:
        "apartamento|apartamentos|departamento|departamentos|depto|piso|pisos|vivienda|alquiler|alquilar|alquilo|alquila|renta|rentar|rento|arriendo|arrendar|en|el|la|los|las|del|al|de|con|por|para|y|un|una|cerca|cercano|junto|busco|se|que, en renta|alquiler|arriendo, se renta|alquila|arrienda, cerca de|del, de alquiler",
      Portuguese:
        "apartamento|apartamentos|apto|aptos|aluguel|aluguer|alugar|aluga|alugo|arrendamento|para|com|em|na|nos|nas|do|da|dos|das|o|os|as|e|um|uma|perto|proximo|proxima|procuro|inteiro, para alugar|arrendar, perto de|do|da, aluga se",
      Chinese:
        "公寓, 出租, 租房, 招租, 出租房, 租, 整租, 房屋, 房子, 附近, 靠近, 近, 旁, 旁边, 的, 有, 带, 帶, 可, 找, 求租, 求, 一套, 套, 在, 和, 大楼, 大樓, 柏文, 单位, 單位, 租屋, 元, 刀, 加元, 月, 每月, 住房, 要",
      Korean:
        "아파트, 렌트, 임대, 월세, 전세, 집, 구함, 구해요, 찾아요, 근처, 가까운, 있는, 가능, 가능한, 포함, 의, 에, 에서, 유닛, 숙소, 매물, 도보, 옆, 세, 놓음, 구합니다",
      Tamil:
        "வாடகை, வாடகைக்கு, அபார்ட்மெண்ட், அபார்ட்மென்ட், அடுக்குமாடி, அடுக்குமாடி குடியிருப்பு, குடியிருப்பு, அருகில், அருகே, உடன், கொண்ட, உள்ள, வீடு வாடகைக்கு, தேவை, ஒரு, பிளாட், வசதி, வசதியுடன், இடம், அடுக்ககம், வேண்டும், பக்கத்தில்",
    },
  },
];

/** All that is understood without names, counts and amounts. */
export const VOCABULARY: readonly Entry[] = [...KINDS, ...CONDITIONS, ...ATTRIBUTE_WORDS, ...FIXED, ...NOISE];

/** Numbers in words. */
export const NUMBERS: ReadonlyMap<string, number> = new Map(
  [
    "one un une uno una um uma 一 单 單 ஒரு ஒன்று 하나 한",
    "two deux dos dois duas 两 兩 二 இரண்டு இரு 둘 두 투",
    "three trois tres 三 மூன்று 셋 세 쓰리",
    "four quatre cuatro quatro 四 நான்கு 넷 네",
    "five cinq cinco 五 ஐந்து 다섯",
    "six seis 六 ஆறு",
  ].flatMap((names, nth) => names.split(" ").map((name) => [name, nth + 1] as const)),
);
/** Numbers that are articles, too: "un cuarto" may be one bedroom or a room. */
export const ARTICLES: ReadonlySet<string> = new Set("un une una um uma ஒரு".split(" "));

/** Behind a number: bedrooms. */
export const BEDROOM_UNITS = `${LISTS.bed}, bedrrom|bedrom|brm|brms|bedr|bedrms|bed_room|bed_rooms|room|rooms, chambre|chambres, chambre|chambres a coucher, habitacion|habitaciones|dormitorio|dormitorios|cuarto|cuartos|recamara|recamaras|alcobas, quarto|quartos|dormitorio|dormitorios, 房, 室, 居, 居室, 卧, 臥, 卧室, 臥室, 睡房, 房间, 房間, 间房, 間房, 个房间, 个卧室, 個睡房, 베드룸, 베드, 침실, 룸, 개 방, 개방, 개 침실, படுக்கையறை, படுக்கை அறை, படுக்கையறைகள், படுக்கை அறைகள், படுக்கையறை வீடு, அறைகள், பெட்ரூம், அறை`;
/** Of them: those that mean a room to let without a number. */
export const ALSO_ROOMS: ReadonlySet<string> = new Set(
  "room rooms chambre chambres habitacion habitaciones cuarto cuartos recamara quarto quartos அறை".split(" "),
);
/** In front of a number: bedrooms. */
export const BEDROOMS_BEFORE = "방, 침실, 베드룸";
/** Behind a number of bedrooms in Chinese and Korean: the other rooms, which say nothing. */
export const OTHER_ROOMS = ["厅", "廳", "卫", "衛", "浴", "厨", "廚", "阳台", "개", "거실"] as const;
/** Between a number and its bedrooms. */
export const BETWEEN: ReadonlySet<string> = new Set(
  "good bright big large spacious full size sized nice private separate de + - or".split(" "),
);
export const DENS: ReadonlySet<string> = new Set("den dens 1 office solarium 书房 書房".split(" "));
/** Sizes of Quebec: two of the rooms and the half are kitchen, living room and bath. */
export const HALVES: readonly Bedrooms[] = ["Studio", "Studio", "1 Bedroom", "2 Bedrooms", "3 Bedrooms", "4+ Bedrooms"];

/** Behind a number: bathrooms, which are words of the texts. */
export const BATHS: ReadonlySet<string> = new Set(
  "bath baths bathroom bathrooms washroom washrooms ba banos banheiros".split(" "),
);

export const MONEY = {
  /** In front of the most that one pays. */
  most: "under|below|max|maximum|upto|budget|beneath|until, less than, up to, at most, no more than, not over|above, max of, budget of|is, maximum of|rent, cheaper than, around|about, approx|approximately, moins de, jusqu|jusqua a?, au maximum, menos de, hasta, maximo, ate, no maximo, 低于, 低於, 少于, 不超过, 不超過, 最多, 最高, 预算, 預算, 최대, 예산, அதிகபட்சம்",
  /** Behind it. */
  mostBehind:
    "max|maximum|or_less|tops, or less|under|below, and under|below|less, ou moins, maximum, o menos, ou menos, 以下, 以内, 以內, 之内, 之內, 이하, 미만, 까지, க்கு கீழ், கீழ், க்குள், வரை, ரூபாய்க்கு கீழ், டாலருக்கு கீழ்",
  /** In front of the least. */
  least:
    "over|above|min|minimum|starting, more than, at least, no less than, starting at|from, from, plus de, au moins, a partir de, minimum, mas de, desde, al menos, a partir de, mais de, pelo menos, 高于, 高於, 超过, 超過, 至少, 最低, 최소, குறைந்தபட்சம்",
  leastBehind: "and up|over|above|more, or more|above, et plus, o mas, ou mais, 以上, 이상, க்கு மேல்",
  /** In front of two amounts, and between them. */
  between: "between|from|entre|de|desde|within, rent from, range",
  to: "-|to|and|till|until|et|a|y|e|ate|hasta|au|至|到|~|–",
  /** Behind an amount. */
  unit: "dollars|dollar|bucks|cad|$|month|monthly|mo|pm|元|块|刀|加元|加币|달러|불|டாலர், a|per|/|each month|mo, / mo|month, cad|dollars per|a month, par mois, por mes, al mes, 元 每月, டாலர்கள்",
} as const;

/** Begins a negation. */
export const NEGATIONS: ReadonlySet<string> = new Set("no not without non sans sin sem pas".split(" "));
/** Negated phrases of more than one word. */
export const NEGATED =
  "credit check|checks, background check, last month, first and last, key deposit, long term|lease, shared kitchen|bathroom|laundry|bath|washroom, rental history, bed bugs, side street, job letter, guarantor needed|required, agent fee";
/** Says the same as the negation alone. */
export const BEHIND_NEGATION = "allowed|please|required|needed|permitted|included|available|ok|at_all";

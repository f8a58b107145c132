import type { Bedrooms, HomeType } from "../../worker/contracts/bedrooms.ts";
import { type KindCode, kindSignals } from "../../worker/contracts/kind-signals.ts";
import ads1 from "../labelled/ads-1.json";
import ads2 from "../labelled/ads-2.json";

/** A labelled ad as entered in the form (test/labelled/README.md). */
export interface LabelledAd {
  id: string;
  title: string;
  text: string;
  address: string;
  rent: string;
  bedrooms: Bedrooms;
  truth: {
    kind: "whole" | "basement" | "room" | "shared_bed" | "wanted" | "not_a_home";
    homeType: HomeType | null;
    /** Codes of the expected notes. */
    notes: string[];
    area: "toronto" | "gta" | "elsewhere" | "unknown";
    municipality: string | null;
    /** Precision of the location that the ad's address names. */
    address: "house" | "crossing" | "street+postal" | "postal" | "town" | "none";
    lat: number | null;
    lng: number | null;
  };
}

const FILES = [ads1, ads2] as unknown as LabelledAd[][];

/** The ads that were not used for developing the rules: every third ad of each file. */
export const HELD_BACK: readonly LabelledAd[] = FILES.flatMap((ads) => ads.filter((_, at) => at % 3 === 0));
/** The ads that the rules were developed with. */
export const SEEN: readonly LabelledAd[] = FILES.flatMap((ads) => ads.filter((_, at) => at % 3 !== 0));

/** Returns the form's additional information. */
export const textOf = ({ title, text }: LabelledAd): string => `${title}\n${text}`;

/** Returns whether an ad for part of a home is listed as a whole home. */
export const isRoomFiledAsHome = ({ bedrooms, truth }: LabelledAd): boolean =>
  (truth.kind === "room" || truth.kind === "shared_bed") && bedrooms !== "Private Room";

const isOfPart = (code: string) => code === "reads_like_room" || code === "reads_like_shared_bed";

/** Returns the codes of an ad's actual notes. */
const notesOf = (ad: LabelledAd): KindCode[] =>
  kindSignals({
    ...ad,
    homeType: ad.bedrooms === "Private Room" ? "room" : null,
    additionalInfo: textOf(ad),
  }).map(({ code }) => code);

/** Returns whether an ad's text gets a note that it is for part of a home. */
export const hasRoomNote = (ad: LabelledAd): boolean => notesOf(ad).some(isOfPart);

/** Returns whether an ad gets a note that its label does not include. */
export const hasWrongNote = (ad: LabelledAd): boolean => notesOf(ad).some((code) => !ad.truth.notes.includes(code));

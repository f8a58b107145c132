import type { Bedrooms } from "../../worker/contracts/bedrooms.ts";
import type { HomeType } from "../../worker/contracts/home-types.ts";
import { type KindCode, kindSignals } from "../../worker/contracts/kind-signals.ts";
import ads1 from "../labelled/ads-1.json" with { type: "json" };
import ads2 from "../labelled/ads-2.json" with { type: "json" };

/** An ad as its writer filled in the form, and what it is in truth (test/labelled/README.md). */
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
    /** Codes of the notes on what is let that it deserves. */
    notes: string[];
    area: "toronto" | "gta" | "elsewhere" | "unknown";
    municipality: string | null;
    /** How much of a place its address names. */
    address: "house" | "crossing" | "street+postal" | "postal" | "town" | "none";
    lat: number | null;
    lng: number | null;
  };
}

const FILES = [ads1, ads2] as unknown as LabelledAd[][];

/** The ads that no rule was made from: every third of each file. */
export const HELD_BACK: readonly LabelledAd[] = FILES.flatMap((ads) => ads.filter((_, at) => at % 3 === 0));
/** Those that rules are made from. */
export const SEEN: readonly LabelledAd[] = FILES.flatMap((ads) => ads.filter((_, at) => at % 3 !== 0));

/** The additional information that the form would carry. */
export const textOf = ({ title, text }: LabelledAd): string => `${title}\n${text}`;

/** Whether an ad is of a part of a home, filed as a whole one. */
export const isRoomFiledAsHome = ({ bedrooms, truth }: LabelledAd): boolean =>
  (truth.kind === "room" || truth.kind === "shared_bed") && bedrooms !== "Private Room";

const isOfPart = (code: string) => code === "reads_like_room" || code === "reads_like_shared_bed";

/** Codes of the notes on what is let that the words of an ad get. */
const notesOf = (ad: LabelledAd): KindCode[] =>
  kindSignals({
    ...ad,
    homeType: ad.bedrooms === "Private Room" ? "room" : null,
    additionalInfo: textOf(ad),
  }).map(({ code }) => code);

/** Whether the words of an ad say that it is of a part of a home. */
export const isNotedAsRoom = (ad: LabelledAd): boolean => notesOf(ad).some(isOfPart);

/**
 * Whether the words of an ad get a note that it does not deserve. What is said of a whole home besides, such as another
 * rent, is no mistake where its label says the same.
 */
export const isWronged = (ad: LabelledAd): boolean => notesOf(ad).some((code) => !ad.truth.notes.includes(code));

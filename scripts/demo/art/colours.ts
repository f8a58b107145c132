import type { Dice } from "../dice.ts";

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A colour between two, `share` of the second. Colours are written `#rrggbb`. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  return `#${a
    .map((channel, at) =>
      Math.round(channel + ((b[at] ?? channel) - channel) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

export function lighter(colour: string, share: number): string {
  return mix(colour, "#fffaf0", share);
}

/** Towards a warm dark rather than black, which looks dirty on flat colours. */
export function darker(colour: string, share: number): string {
  return mix(colour, "#2a2320", share);
}

/** The colours of one home. */
export interface Scheme {
  wall: string;
  /** The wall that faces the eye, in some homes in a colour of its own. */
  feature: string;
  /** Sofa, duvet, cabinets: the large piece. */
  main: string;
  /** Cushions, art, throws. */
  accent: string;
  second: string;
  floor: string;
  wood: string;
}

const SCHEMES: readonly Omit<Scheme, "floor" | "wood" | "feature">[] = [
  { wall: "#efe7da", main: "#5e7f7a", accent: "#d08a5b", second: "#e5c79a" },
  { wall: "#e3e7de", main: "#b9714f", accent: "#53706a", second: "#ead7b7" },
  { wall: "#dde5e8", main: "#d3c4ae", accent: "#3f6480", second: "#d9a05b" },
  { wall: "#f1e2d3", main: "#7b8b6b", accent: "#b5543c", second: "#efcf9c" },
  { wall: "#e9e4e0", main: "#4e6580", accent: "#d8a24a", second: "#c9d3d6" },
  { wall: "#d6dfd2", main: "#cbb79c", accent: "#a4553f", second: "#5f7d63" },
  { wall: "#eee3dc", main: "#86657a", accent: "#7f9c8c", second: "#e3b99a" },
  { wall: "#e7e3d3", main: "#8c9a9e", accent: "#c8743e", second: "#47606a" },
  { wall: "#f0ebe2", main: "#3f5a54", accent: "#dcb25f", second: "#c7795a" },
  { wall: "#dcd9e2", main: "#c9a98d", accent: "#5c6c96", second: "#9bb09a" },
  { wall: "#eadfc9", main: "#6d7f95", accent: "#a65d4b", second: "#f0e2c2" },
  { wall: "#d5e0de", main: "#b58a5a", accent: "#38605f", second: "#e7b58f" },
];
const FLOORS = ["#cba271", "#d9bb8e", "#b98a5b", "#9a6c47", "#c7b299", "#a87f58"] as const;
const WOODS = ["#a9744a", "#c79a68", "#7d5438", "#d3ae7f", "#8f6648"] as const;

export function pickScheme(dice: Dice): Scheme {
  const scheme = dice.pick(SCHEMES);
  const feature = dice.chance(0.3)
    ? mix(scheme.wall, dice.pick([scheme.main, scheme.accent, scheme.second]), 0.42)
    : scheme.wall;
  return { ...scheme, feature, floor: dice.pick(FLOORS), wood: dice.pick(WOODS) };
}

/** The light outside: sky from zenith to horizon, far and near buildings, leaves, and what the sun puts on the floor. */
export interface Daylight {
  sky: readonly [string, string];
  far: string;
  near: string;
  leaves: string;
  sun: string;
  /** Strength of the patch of sun on the floor, 0…1. */
  beam: number;
  /** Lamps are switched on. */
  lamps: boolean;
}

const DAYLIGHTS: readonly Daylight[] = [
  {
    sky: ["#9fcbe8", "#e6f1f2"],
    far: "#b9cfd9",
    near: "#8fabb8",
    leaves: "#7fa277",
    sun: "#fff3cf",
    beam: 0.5,
    lamps: false,
  },
  {
    sky: ["#86b9df", "#d9ecf1"],
    far: "#a9c4d4",
    near: "#7d9db0",
    leaves: "#6d9668",
    sun: "#fff6dc",
    beam: 0.42,
    lamps: false,
  },
  {
    sky: ["#a9c4dd", "#fbe3c2"],
    far: "#c9c3c4",
    near: "#a39aa3",
    leaves: "#94935f",
    sun: "#ffdf9e",
    beam: 0.6,
    lamps: false,
  },
  {
    sky: ["#c4d1d8", "#eef0ec"],
    far: "#c3ccd1",
    near: "#9eaab1",
    leaves: "#86997f",
    sun: "#fffaf0",
    beam: 0.18,
    lamps: true,
  },
  {
    sky: ["#7d8fb8", "#f4c3a0"],
    far: "#9d94ab",
    near: "#746f8d",
    leaves: "#6c7566",
    sun: "#ffcf94",
    beam: 0.4,
    lamps: true,
  },
];

export function pickDaylight(dice: Dice): Daylight {
  return dice.pick(DAYLIGHTS);
}

import { varint } from "../import/pmtiles-file.ts";

/** A field of a protobuf message: its number and type, and the bytes of its value. */
interface Field {
  tag: number;
  bytes: Uint8Array;
}
type Point = readonly [x: number, y: number];

const BYTES = 2;
/** Numbers of the fields of a vector tile (Mapbox Vector Tile 2.1). */
const LAYER = (3 << 3) | BYTES;
const NAME = (1 << 3) | BYTES;
const FEATURE = (2 << 3) | BYTES;
const TYPE = 3 << 3;
const GEOMETRY = (4 << 3) | BYTES;
const LINES = 2;
const MOVE = 1;
const LINE = 2;

function readVarint(bytes: Uint8Array, from: number): [value: number, next: number] {
  let value = 0;
  let at = from;
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[at++] ?? 0;
    value += (byte & 127) * scale;
    if (byte < 128) return [value, at];
  }
}

/** The fields of a message whose values are numbers or bytes. */
function fieldsOf(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < message.length;) {
    const [tag, start] = readVarint(message, at);
    const [value, next] = readVarint(message, start);
    at = (tag & 7) === BYTES ? next + value : next;
    fields.push({ tag, bytes: message.subarray((tag & 7) === BYTES ? next : start, at) });
  }
  return fields;
}

const messageOf = (fields: readonly Field[]) =>
  new Uint8Array(
    Buffer.concat(
      fields.flatMap(({ tag, bytes }) => [
        Uint8Array.from([...varint(tag), ...((tag & 7) === BYTES ? varint(bytes.length) : [])]),
        bytes,
      ]),
    ),
  );

function linesOf(geometry: Uint8Array): Point[][] {
  const lines: Point[][] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < geometry.length;) {
    const [command, next] = readVarint(geometry, at);
    at = next;
    for (let left = command >> 3; left > 0; left -= 1) {
      const [right, afterRight] = readVarint(geometry, at);
      const [down, afterDown] = readVarint(geometry, afterRight);
      at = afterDown;
      x += (right >> 1) ^ -(right & 1);
      y += (down >> 1) ^ -(down & 1);
      if ((command & 7) === MOVE) lines.push([]);
      lines.at(-1)?.push([x, y]);
    }
  }
  return lines;
}

function geometryOf(lines: readonly (readonly Point[])[]): Uint8Array {
  const numbers: number[] = [];
  let [x, y] = [0, 0];
  const step = ([toX, toY]: Point) => {
    for (const by of [toX - x, toY - y]) numbers.push(by < 0 ? -2 * by - 1 : 2 * by);
    [x, y] = [toX, toY];
  };
  for (const [first, ...others] of lines) {
    if (!first) continue;
    numbers.push((1 << 3) | MOVE);
    step(first);
    numbers.push((others.length << 3) | LINE);
    for (const point of others) step(point);
  }
  return Uint8Array.from(numbers.flatMap((number) => varint(number)));
}

/** Joins lines where just two of them meet. */
export function joined(lines: readonly (readonly Point[])[]): Point[][] {
  const left = new Set<readonly Point[]>(lines);
  const meetingAt = new Map<string, (readonly Point[])[]>();
  for (const line of lines)
    for (const end of [line[0], line.at(-1)]) {
      const key = String(end);
      meetingAt.set(key, [...(meetingAt.get(key) ?? []), line]);
    }
  /** The line goes on from its last point as long as it can. */
  const extend = (chain: Point[]) => {
    for (;;) {
      const end = String(chain.at(-1));
      const meeting = meetingAt.get(end) ?? [];
      const next = meeting.length === 2 ? meeting.find((line) => left.has(line)) : undefined;
      if (!next) return chain;
      left.delete(next);
      chain.push(...(String(next[0]) === end ? next : next.toReversed()).slice(1));
    }
  };
  const chains: Point[][] = [];
  for (const line of lines) {
    if (!left.delete(line)) continue;
    chains.push(extend(extend([...line]).toReversed()));
  }
  return chains;
}

/** Joins the pieces of each street in a tile, because a name is only written along a line that is longer than it. */
export function withWholeStreets(tile: Uint8Array): Uint8Array<ArrayBuffer> {
  const inFeature = (feature: Field): Field => {
    const fields = fieldsOf(feature.bytes);
    if (!fields.some(({ tag, bytes }) => tag === TYPE && bytes[0] === LINES)) return feature;
    const whole = fields.map((field) =>
      field.tag === GEOMETRY ? { tag: GEOMETRY, bytes: geometryOf(joined(linesOf(field.bytes))) } : field,
    );
    return { tag: FEATURE, bytes: messageOf(whole) };
  };
  const inLayer = (layer: Field): Field => {
    const fields = fieldsOf(layer.bytes);
    const isRoads = fields.some(({ tag, bytes }) => tag === NAME && new TextDecoder().decode(bytes) === "roads");
    if (!isRoads) return layer;
    return { tag: LAYER, bytes: messageOf(fields.map((field) => (field.tag === FEATURE ? inFeature(field) : field))) };
  };
  return messageOf(fieldsOf(tile).map(inLayer));
}

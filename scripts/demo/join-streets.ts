import { PbfReader, PbfWriter } from "pbf";

/** A field of a protobuf message by its number. */
type Field = readonly [field: number, value: number | Uint8Array];
type Point = readonly [x: number, y: number];

/** The wire type of a value that has a length prefix. */
const BYTES = 2;
/** Field numbers of a vector tile, of its layers and of their features (Mapbox Vector Tile 2.1). */
const LAYERS = 3;
const LAYER = { name: 1, features: 2 };
const FEATURE = { type: 3, geometry: 4 };
/** The feature type for lines, and the commands of its geometry. */
const LINES = 2;
const MOVE = 1;
const LINE = 2;

/** Reads the fields of a message whose values are numbers or bytes, in their order. */
const fieldsOf = (message: Uint8Array): Field[] =>
  new PbfReader(message).readFields<Field[]>((field, fields, reader) => {
    fields.push([field, reader.type === BYTES ? reader.readBytes() : reader.readVarint()]);
  }, []);

function messageOf(fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const writer = new PbfWriter();
  for (const [field, value] of fields)
    if (typeof value === "number") writer.writeVarintField(field, value);
    else writer.writeBytesField(field, value);
  return new Uint8Array(writer.finish());
}

function linesOf(geometry: Uint8Array): Point[][] {
  const lines: Point[][] = [];
  const reader = new PbfReader(geometry);
  let [x, y] = [0, 0];
  while (reader.pos < reader.length) {
    const command = reader.readVarint();
    for (let left = command >> 3; left > 0; left -= 1) {
      x += reader.readSVarint();
      y += reader.readSVarint();
      if ((command & 7) === MOVE) lines.push([]);
      lines.at(-1)?.push([x, y]);
    }
  }
  return lines;
}

function geometryOf(lines: readonly (readonly Point[])[]): Uint8Array {
  const writer = new PbfWriter();
  let [x, y] = [0, 0];
  const step = ([toX, toY]: Point) => {
    writer.writeSVarint(toX - x);
    writer.writeSVarint(toY - y);
    [x, y] = [toX, toY];
  };
  for (const [first, ...others] of lines) {
    if (!first) continue;
    writer.writeVarint((1 << 3) | MOVE);
    step(first);
    writer.writeVarint((others.length << 3) | LINE);
    for (const point of others) step(point);
  }
  return writer.finish();
}

/** Joins lines at points where exactly two of them meet. */
export function joinLines(lines: readonly (readonly Point[])[]): Point[][] {
  const left = new Set<readonly Point[]>(lines);
  const meetingAt = new Map<string, (readonly Point[])[]>();
  for (const line of lines)
    for (const end of [line[0], line.at(-1)]) {
      const key = String(end);
      meetingAt.set(key, [...(meetingAt.get(key) ?? []), line]);
    }
  /** Extends the line from its last point as far as possible. */
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

/** Applies a function to the byte values of one field. */
const mapField = (fields: readonly Field[], wanted: number, change: (value: Uint8Array) => Uint8Array): Field[] =>
  fields.map(([field, value]) => [field, field === wanted && typeof value !== "number" ? change(value) : value]);

function withWholeLines(feature: Uint8Array): Uint8Array {
  const fields = fieldsOf(feature);
  if (!fields.some(([field, value]) => field === FEATURE.type && value === LINES)) return feature;
  return messageOf(mapField(fields, FEATURE.geometry, (geometry) => geometryOf(joinLines(linesOf(geometry)))));
}

/** Joins the pieces of each street in a tile, because a name is only drawn along a line longer than the name. */
export const withWholeStreets = (tile: Uint8Array): Uint8Array<ArrayBuffer> =>
  messageOf(
    mapField(fieldsOf(tile), LAYERS, (layer) => {
      const fields = fieldsOf(layer);
      const [, name] = fields.find(([field]) => field === LAYER.name) ?? [];
      const isRoads = name instanceof Uint8Array && new TextDecoder().decode(name) === "roads";
      return isRoads ? messageOf(mapField(fields, LAYER.features, withWholeLines)) : layer;
    }),
  );

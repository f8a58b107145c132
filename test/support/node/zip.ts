import { crc32, deflateRawSync } from "node:zlib";

const [LOCAL, CENTRAL, END] = [0x04_03_4b_50, 0x02_01_4b_50, 0x06_05_4b_50];
const DEFLATE = 8;

/** Builds a zip file (PKWARE's APPNOTE 6.3) of some texts. */
export function zipOf(files: Readonly<Record<string, string>>): Buffer<ArrayBuffer> {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [plain, title] = [Buffer.from(text), Buffer.from(name)];
    const packed = deflateRawSync(plain, { level: 1 });
    // Version, flags, method, time and date, checksum, sizes, length of the name, and no extra field.
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(DEFLATE, 4);
    about.writeUInt32LE(crc32(plain), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(plain.length, 18);
    about.writeUInt16LE(title.length, 22);
    const local = Buffer.alloc(4);
    local.writeUInt32LE(LOCAL);
    const central = Buffer.alloc(6);
    central.writeUInt32LE(CENTRAL);
    // No comment, disk 0, no attributes, and the offset of the local part.
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    locals.push(local, about, title, packed);
    centrals.push(central, about, place, title);
    offset += local.length + about.length + title.length + packed.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

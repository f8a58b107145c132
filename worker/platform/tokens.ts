import { AppError } from "./errors.ts";
import { FORMER_LINKS_MS, type KeyRing } from "./key-ring.ts";

/** The purpose of an emailed link. A token is only valid for its own purpose. */
export type TokenPurpose =
  | "manage"
  | "delete"
  | "confirm"
  | "unsubscribe"
  | "preferences"
  | "privacy"
  | "appeal"
  | "answer"
  | "login"
  | "invitation"
  | "follow"
  | "unfollow"
  | "shortlist"
  | "alerts"
  | "alert"
  | "alerts_stop";

/**
 * Purposes of links that can only stop emails. Former secrets remain valid for these links for longer (key-ring.ts).
 */
const STOPS_ONLY: ReadonlySet<TokenPurpose> = new Set(["unsubscribe", "unfollow", "alerts_stop"]);

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
/** Length of a signature: 160 bits of HMAC-SHA-256, which cannot be guessed. */
const MAC_BYTES = 20;
/** Id, optional addressee hash and signature. */
const TOKEN = /^([1-9]\d{0,14})-([a-z2-7]{8})?([a-z2-7]{32})$/;
/**
 * Number of characters that identify a recipient: 40 bits of a keyed hash, which nobody without the secret can compute.
 */
const ADDRESSEE_LENGTH = 8;
/**
 * Number of characters for 130 bits. The hash of an address and the signature of that hash form a token of 52
 * characters.
 */
const HALF_LENGTH = 26;
const SEALED_HASH = /^([a-z2-7]{26})[a-z2-7]{26}$/;

function base32(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  let text = "";
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >>> bits) & 31];
      value &= (1 << bits) - 1;
    }
  }
  return text;
}

/** Encodes a number below 2^40 with as many characters as identify a recipient. */
const encodeNumber = (number: number) =>
  Array.from({ length: ADDRESSEE_LENGTH }, (_, nth) => ALPHABET[Math.floor(number / 32 ** nth) % 32]).join("");
const decodeNumber = (part: string) =>
  Array.from(part).reduce((sum, char, nth) => sum + ALPHABET.indexOf(char) * 32 ** nth, 0);

/** Length of the initialisation vector, as recommended for AES-GCM. */
const IV_BYTES = 12;
const encode = (text: string) => new TextEncoder().encode(text);

function importKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["sign"]);
}

/** Compares two texts in constant time. */
export async function equalInConstantTime(left: string, right: string): Promise<boolean> {
  const encoder = new TextEncoder();
  const [a, b] = await Promise.all([left, right].map((text) => crypto.subtle.digest("SHA-256", encoder.encode(text))));
  return crypto.subtle.timingSafeEqual(a as ArrayBuffer, b as ArrayBuffer);
}

type Mac = (purpose: string, id: string, version: number) => Promise<string>;

/** Returns a function that signs texts with a secret. */
function macOf(secret: string | undefined): Mac {
  let key: Promise<CryptoKey> | undefined;
  return async (purpose, id, version) => {
    if (!secret) throw new AppError("session.not_configured");
    key ??= importKey(secret);
    const message = new TextEncoder().encode(`${purpose}\n${id}\n${version}`);
    return base32(new Uint8Array(await crypto.subtle.sign("HMAC", await key, message)).subarray(0, MAC_BYTES));
  };
}

/** The key ring for a secret that was never changed. */
const ringOf = (secret: string | undefined): KeyRing => ({
  addressKey: async () => secret ?? "",
  former: async () => [],
  now: () => new Date(),
});

/**
 * Signed tokens for emailed links and session cookies: `{id}-{mac}`, or `{id}-{addressee}{mac}` where they identify the
 * recipient or something else. Tokens have at most 56 characters, are lower-case and never stored. Increasing the
 * version of the object to which a token refers revokes the token. Links signed with a former secret work for a limited
 * time ({@link FORMER_LINKS_MS}); cookies do not.
 * @throws AppError `session.not_configured` when SESSION_SECRET is missing, and what the key ring throws
 */
export function tokenSigner(secret: string | undefined, ring: KeyRing = ringOf(secret)) {
  const mac = macOf(secret);
  let ofAddresses: Promise<Mac> | undefined;
  const addressMac: Mac = async (...message) => {
    ofAddresses ??= ring.addressKey().then(macOf, (error: unknown) => {
      ofAddresses = undefined;
      throw error;
    });
    return (await ofAddresses)(...message);
  };
  const sealingKey = async (use: string) => {
    const key = await crypto.subtle.sign("HMAC", await importKey(await ring.addressKey()), encode(`seal\n${use}`));
    return crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
  };
  const addresseeOf = async (purpose: TokenPurpose, id: number, email: string) =>
    (await addressMac(`addressee:${purpose}:${id}`, email.toLowerCase(), 1)).slice(0, ADDRESSEE_LENGTH);
  /** Returns whether a token was created with the secret, or with a former secret that is still valid for this use. */
  const isSigned = async (given: string, use: "stop" | "other", make: (mac: Mac) => Promise<string>) => {
    if (await equalInConstantTime(given, await make(mac))) return true;
    for (const { secret: former, isLeaked, since } of await ring.former()) {
      const lasts = use === "stop" || !isLeaked ? FORMER_LINKS_MS[use] : 0;
      if (ring.now().getTime() - since.getTime() >= lasts) continue;
      if (await equalInConstantTime(given, await make(macOf(former)))) return true;
    }
    return false;
  };
  return {
    async mint(purpose: TokenPurpose, id: number, version: number): Promise<string> {
      return `${id}-${await mac(purpose, String(id), version)}`;
    },
    /**
     * Like {@link mint}, for a link that shows, when used, whether it was emailed to an address ({@link wasMailedTo}).
     */
    async mintFor(
      purpose: TokenPurpose,
      { id, version, email }: { id: number; version: number; email: string },
    ): Promise<string> {
      const addressee = await addresseeOf(purpose, id, email);
      return `${id}-${addressee}${await mac(`${purpose}:${addressee}`, String(id), version)}`;
    },
    /**
     * Like {@link mint}, for a link that refers to two objects. `id` is checked; the object with `secondId`, a whole number
     * below 2^40, may no longer exist ({@link secondIdOf}).
     */
    async mintForTwo(
      purpose: TokenPurpose,
      { id, version, secondId }: { id: number; version: number; secondId: number },
    ): Promise<string> {
      const part = encodeNumber(secondId);
      return `${id}-${part}${await mac(`${purpose}:${part}`, String(id), version)}`;
    },
    /** Returns the `secondId` of a verified token that {@link mintForTwo} created. */
    secondIdOf(token: string): number {
      return decodeNumber(TOKEN.exec(token.toLowerCase())?.[2] ?? "");
    },
    /** Returns whether a verified token was emailed to an address; false for tokens without a recipient. */
    async wasMailedTo(token: string, purpose: TokenPurpose, id: number, email: string): Promise<boolean> {
      const addressee = TOKEN.exec(token.toLowerCase())?.[2];
      return addressee !== undefined && equalInConstantTime(addressee, await addresseeOf(purpose, id, email));
    },
    /** Returns the id in a token, before its version is known; null when malformed. */
    idOf(token: string): number | null {
      const match = TOKEN.exec(token.toLowerCase());
      return match ? Number(match[1]) : null;
    },
    /** Returns whether the token was created for this purpose, id and version, with any recipient. */
    async verify(token: string, purpose: TokenPurpose, id: number, version: number): Promise<boolean> {
      const given = token.toLowerCase();
      const addressee = TOKEN.exec(given)?.[2] ?? "";
      const signed = addressee === "" ? purpose : `${purpose}:${addressee}`;
      const use = STOPS_ONLY.has(purpose) ? "stop" : "other";
      return isSigned(given, use, async (by) => `${id}-${addressee}${await by(signed, String(id), version)}`);
    },
    /** Returns the 8 characters that identify an email address in a link, different for every id. */
    addresseeOf,
    /** Returns a keyed hash of 32 characters, deterministic, and not reversible without the secret. */
    keyedHash(kind: string, value: string): Promise<string> {
      return mac(`hash:${kind}`, value, 1);
    },
    /**
     * Returns the keyed hash that is stored for an email address: 26 characters.
     * @param email lower case
     */
    async addressHash(email: string): Promise<string> {
      return (await addressMac("hash:address", email, 1)).slice(0, HALF_LENGTH);
    },
    /**
     * Returns a token of 52 lower-case characters that contains the hash of an email address, and can be verified
     * without a stored row.
     */
    async sealHash(purpose: string, hash: string): Promise<string> {
      return hash + (await mac(`sealed:${purpose}`, hash, 1)).slice(0, HALF_LENGTH);
    },
    /**
     * Returns the hash in a token that sealHash created, or null if its signature is invalid.
     * @param use what the token is used for: only to stop emails, or anything else
     */
    async openHash(purpose: string, token: string, use: "stop" | "other"): Promise<string | null> {
      const given = token.toLowerCase();
      const hash = SEALED_HASH.exec(given)?.[1];
      if (hash === undefined) return null;
      const make = async (by: Mac) => hash + (await by(`sealed:${purpose}`, hash, 1)).slice(0, HALF_LENGTH);
      return (await isSigned(given, use, make)) ? hash : null;
    },
    /**
     * Encrypts a text for one use, so that a copy of the database does not reveal it. The text can still be decrypted
     * after SESSION_SECRET changes.
     */
    async seal(use: string, text: string): Promise<string> {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const bytes = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await sealingKey(use), encode(text));
      return `${iv.toBase64()}.${new Uint8Array(bytes).toBase64()}`;
    },
    /** Decrypts a text that was sealed for a use; null if it was sealed with another key. */
    async unseal(use: string, sealed: string): Promise<string | null> {
      const [iv = "", text = ""] = sealed.split(".");
      const key = await sealingKey(use);
      try {
        const algorithm = { name: "AES-GCM", iv: Uint8Array.fromBase64(iv) };
        return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, Uint8Array.fromBase64(text)));
      } catch {
        return null;
      }
    },
    /** Returns 32 secret bytes for one use, which do not change with SESSION_SECRET. */
    async keyBytes(use: string): Promise<Uint8Array<ArrayBuffer>> {
      const key = await importKey(await ring.addressKey());
      return new Uint8Array(await crypto.subtle.sign("HMAC", key, encode(`key\n${use}`)));
    },
    /** Stores the data of the key ring now, instead of with the first email address or former link. */
    async keepKeys(): Promise<void> {
      await ring.addressKey();
    },
    /** Signs a random id for a cookie, so that invalid cookies never cause a database query. */
    async sign(kind: string, value: string): Promise<string> {
      return `${value}.${await mac(`cookie:${kind}`, value, 1)}`;
    },
    /** Returns the value of a signed cookie, or null if its signature is invalid. */
    async open(kind: string, signed: string): Promise<string | null> {
      const value = /^([A-Za-z0-9_-]{16,64})\.[a-z2-7]{32}$/.exec(signed)?.[1];
      if (!value) return null;
      return (await equalInConstantTime(signed, `${value}.${await mac(`cookie:${kind}`, value, 1)}`)) ? value : null;
    },
  };
}
export type TokenSigner = ReturnType<typeof tokenSigner>;

/** Returns random hexadecimal text for a number of bytes. */
export function randomHex(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex();
}

/** Two hexadecimal digits for each byte value. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Returns a SHA-256 hash in hexadecimal, the stored form of secrets such as session ids. */
export async function sha256Hex(data: string | Uint8Array): Promise<string> {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  // Some tests run this in Node, whose Uint8Array does not have toHex yet.
  let hex = "";
  for (const byte of new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))) hex += HEX[byte];
  return hex;
}

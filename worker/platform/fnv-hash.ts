/** Hashes the UTF-16 units of a text with FNV-1a (32 bits, draft-eastlake-fnv). Do not use it for secrets. */
export function fnvHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

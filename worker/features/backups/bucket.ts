/** Maximum number of keys that R2 deletes in one call. */
const DELETED_AT_ONCE = 1_000;

/** Returns all keys that begin with a prefix, in order. */
export async function keysUnder(bucket: R2Bucket, prefix: string, startAfter?: string): Promise<string[]> {
  const keys: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix, ...(cursor ? { cursor } : startAfter && { startAfter }) });
    keys.push(...page.objects.map(({ key }) => key));
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return keys;
}

export async function deleteObjects(bucket: R2Bucket, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += DELETED_AT_ONCE) await bucket.delete(keys.slice(at, at + DELETED_AT_ONCE));
}

/** Response of POST /api/admin/system/empty-cache. */
export interface CacheEmptied {
  ok: true;
  /** Purges that Cloudflare presumably still allows at once, of 25; one comes back every 12 seconds. */
  callsLeft: number;
}

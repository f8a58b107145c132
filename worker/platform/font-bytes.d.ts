/** The bytes of a font, put into a module by scripts/font-bytes.ts. */
declare module "*.ttf?bytes" {
  export const bytes: Uint8Array;
}

/** Compiled by the platform when it is imported. */
declare module "@resvg/resvg-wasm/index_bg.wasm" {
  const compiled: WebAssembly.Module;
  export default compiled;
}

import type { Plugin } from "vite";

const LUCIDE = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;

/** What a module of lucide exports: the data of an icon, unless it is another name of one. */
interface LucideModule {
  __iconData?: { name: string; aliases?: string[]; node: [element: string, attributes: Record<string, string>][] };
}

/** Turns the icons of lucide into constants: src/ui/icon.tsx. `vite dev` takes them as they come. */
export function constantIcons(): Plugin {
  return {
    name: "constant-icons",
    apply: "build",
    transform: {
      filter: { id: LUCIDE },
      async handler(_, id) {
        const { __iconData: data } = (await import(id)) as LucideModule;
        if (!data) return null;
        const names = ["lucide", ...[data.name, ...(data.aliases ?? [])].map((name) => `lucide-${name}`)].join(" ");
        const shapes = data.node.map(([element, { key: _key, ...attributes }]) => {
          const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
          return `<${element}${written.join("")}/>`;
        });
        return {
          code: `import { icon } from "/src/ui/icon.tsx";
export default icon(${JSON.stringify(names)}, ${JSON.stringify(shapes.join(""))});`,
          map: null,
        };
      },
    },
  };
}

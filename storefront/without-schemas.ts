import type { Plugin } from 'vite';

const empty = '\0typebox';

/**
 * Leaves the schema library out of the browser's build. A contract's method, path and types are
 * needed there, its schemas are not: only the API checks input.
 */
export function withoutSchemas(): Plugin {
  return {
    name: 'fynbos-without-schemas',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: { filter: { id: /^typebox$/ }, handler: () => empty },
    load: {
      filter: { id: /^\0typebox$/ },
      handler: () => 'export const Type = new Proxy({}, { get: () => () => ({}) });',
    },
  };
}

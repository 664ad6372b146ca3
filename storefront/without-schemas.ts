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
    resolveId: (id) => (id === 'typebox' ? empty : undefined),
    load: (id) =>
      id === empty ? 'export const Type = new Proxy({}, { get: () => () => ({}) });' : undefined,
  };
}

import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** A file without code of its own: other files import it dynamically to get names of its only import. */
interface Facade {
  fileName: string;
  target: string;
  /** An object literal with the names, read from the namespace `e` of the target. */
  names: string;
}

/** The stylesheet of every document. Vite would load it a second time, because its link there has another form. */
const stylesheet = /"assets\/shop-[\w-]{8}\.css"/g;
/** The import of a file of messages, which imports nothing, in Vite's function that preloads the imports of a file. */
const preloadedMessages =
  /[\w$]+\(\(\)=>(import\([`"']\.\/[\w-]+-[a-z]{2}-[A-Z]{2}-[\w-]{8}\.js[`"']\)),\[\]\)/g;
const reExport = /^export\{([^}]*)\}from["'`]\.\/([\w.-]+)["'`];?\s*$/;

/**
 * The bundler writes a file of a hundred bytes for each dynamic import of a module that shares a file with
 * others. This plugin imports the shared file directly and removes the small files: each would be a request.
 * It also removes the stylesheet from the lists of files to preload, and the lists of files of messages.
 */
export function directImports(): Plugin {
  return {
    name: 'fynbos-direct-imports',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const facades = new Map(chunks.flatMap(readFacade).map((facade) => [facade.fileName, facade]));
        // The lists are read by position, so the file itself takes the place of the stylesheet.
        for (const chunk of chunks)
          chunk.code = withoutFacades(chunk.code, facades)
            .replace(stylesheet, JSON.stringify(chunk.fileName))
            .replace(preloadedMessages, '$1');
        const manifest = bundle['.vite/manifest.json'];
        if (manifest?.type === 'asset')
          manifest.source = retargeted(JSON.parse(String(manifest.source)), facades);
        for (const { fileName } of facades.values()) delete bundle[fileName];
      },
    },
  };
}

function readFacade({ fileName, isEntry, code }: Rolldown.OutputChunk): Facade[] {
  const [, list, file] = (!isEntry && reExport.exec(code)) || [];
  if (list === undefined || file === undefined) return [];
  const names = list.split(',').map((pair) => {
    const [inner, outer = inner] = pair.split(' as ');
    return `${outer}:e.${inner}`;
  });
  const target = path.posix.join(path.posix.dirname(fileName), file);
  return [{ fileName, target, names: `{${names.join()}}` }];
}

function withoutFacades(code: string, facades: ReadonlyMap<string, Facade>): string {
  return code
    .replace(/import\(([`"'])\.\/([\w.-]+)\1\)/g, (whole, _quote, file) => {
      const facade = facades.get(`assets/${file}`);
      return facade ? `import("./${path.posix.basename(facade.target)}").then(e=>(${facade.names}))` : whole;
    })
    .replace(/"(assets\/[\w.-]+\.js)"/g, (_whole, file) => JSON.stringify(facades.get(file)?.target ?? file));
}

type ManifestChunk = { file: string; imports?: string[] };

/** Names the file with the code for each module, with the imports of that file. */
function retargeted(manifest: Record<string, ManifestChunk>, facades: ReadonlyMap<string, Facade>): string {
  const byFile = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));
  for (const chunk of Object.values(manifest)) {
    const target = facades.get(chunk.file)?.target;
    const shared = target === undefined ? undefined : byFile.get(target);
    if (shared) Object.assign(chunk, { file: shared.file, imports: shared.imports });
  }
  return JSON.stringify(manifest, null, 2);
}

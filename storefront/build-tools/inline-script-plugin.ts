import { readFile } from 'node:fs/promises';
import { minify, type Plugin, transformWithOxc } from 'vite';

const query = '?inline-script';

/** `import text from './file.ts?inline-script'` is the minified text of a module without imports. */
export function inlineScripts(): Plugin {
  return {
    name: 'fynbos-inline-scripts',
    load: {
      filter: { id: /\?inline-script$/ },
      async handler(id) {
        const file = id.slice(0, -query.length);
        this.addWatchFile(file);
        const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
        const whole = `(() => {${code.replace('export {};', '')}})()`;
        const { code: small, errors } = await minify(file, whole);
        if (errors.length > 0) this.error(errors.map(({ message }) => message).join('\n'));
        return `export default ${JSON.stringify(small.trim())}`;
      },
    },
  };
}

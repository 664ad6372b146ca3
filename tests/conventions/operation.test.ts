import { dirname } from 'node:path';
import { variables } from '@fynbos/api/config/config.ts';
import { providerVariables } from '@fynbos/api/config/payment-variables.ts';
import { providerList } from '@fynbos/api/payments/providers/provider-list.ts';
import { readMigrations } from '@fynbos/api/platform/database/connection/migrations.ts';
import { breakingStatements } from '@fynbos/test-kit/database/failing-statements.ts';
import { describe, expect, test } from 'vitest';
import { threatsIn } from '../../scripts/testing/tally.ts';
import { filesAbout, threats } from '../security/threats.ts';
import { product, productIn, sources } from './source-graph.ts';

describe('Migrations', () => {
  // Earlier migrations were applied while the shop was stopped.
  const before = 13;

  test('state in their first line which older code survives them, and break no surviving code (ADR-028)', async () => {
    const migrations = (await readMigrations()).filter(({ number }) => number > before);
    const silent = migrations.filter(
      ({ text }) => !/^-- old code: (survives( from \d{3})?|must stop)\n/.test(text),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
    const breaking = migrations
      .filter(({ survivesFrom }) => survivesFrom === 0)
      .flatMap(({ name, text }) => breakingStatements(text).map((statement) => `${name} ${statement}`));
    expect(breaking).toEqual([]);
  });
});

describe('Threats', () => {
  test('each has a test that names it where `npm run security` searches', () => {
    const untested = Object.keys(threats).filter((threat) => filesAbout(sources, [threat]).length === 0);
    expect(untested).toEqual([]);
  });

  test('each is counted by the id in the title of a test', () => {
    const ids = Object.keys(threats);
    expect(ids.flatMap((id) => threatsIn(`is refused (${id}, spec D1)`))).toEqual(ids);
  });
});

describe('Settings', () => {
  test('the code reads each setting', () => {
    const readers = product.filter(({ path }) => path !== 'api/src/config/config.ts').map(({ code }) => code);
    const names = Object.keys(variables).filter((name) => !(name in providerVariables));
    const unread = names.filter(
      (name) =>
        !readers.some((code) =>
          new RegExp(`\\bconfig\\.${name}\\b|\\b${name}\\b[^=]*\\} = (config|readConfig)`).test(code),
        ),
    );
    expect(unread).toEqual([]);
  });

  test('an adapter reads each setting of its provider', () => {
    const files = productIn('api/src/payments/providers/');
    const unread = providerList.flatMap(({ settings }) => {
      const declared = files.find(({ code }) => code.includes(`'${settings.url.name}'`))!.path;
      const folder = files.filter(({ path }) => dirname(path) === dirname(declared));
      return Object.entries(settings).filter(
        ([key]) => !folder.some(({ code }) => new RegExp(`\\b${key}\\b(?!:)`).test(code)),
      );
    });
    expect(unread.map(([, { name }]) => name)).toEqual([]);
  });
});

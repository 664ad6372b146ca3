import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** One migration of the schema. */
export interface Migration {
  number: number;
  name: string;
  text: string;
  /**
   * The oldest code that survives the migration, named by the newest migration which that code knows. 0
   * means any.
   */
  survivesFrom: number;
}

/** The folder of this version's migrations. */
export const ownMigrations = new URL('../../../../migrations/', import.meta.url);

const isMigration = (name: string) => /^\d{3}-.+\.sql$/.test(name);
const numberOf = (name: string) => Number(name.slice(0, 3));

/** The newest migration this code knows. */
export const knownSchema = Math.max(0, ...readdirSync(ownMigrations).filter(isMigration).map(numberOf));

/**
 * The application name of the shop's database connections; it carries the schema version that the code
 * knows.
 */
export const applicationName = `fynbos ${knownSchema}`;

/** Reads the migrations of a folder in order. */
export function readMigrations(folder = ownMigrations): Promise<Migration[]> {
  const names = readdirSync(folder).filter(isMigration).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { number: numberOf(name), name, text, survivesFrom: survivesFrom(text, numberOf(name)) };
    }),
  );
}

/**
 * Parses the first line of a migration, which declares whether older code survives it: `-- old code:
 * survives`, `-- old code: survives from 014` (the code must know migration 014), or `-- old code: must
 * stop`. The last is also the default (ADR-028).
 */
function survivesFrom(text: string, number: number): number {
  const [firstLine = ''] = text.split('\n', 1);
  const [, survives, from] = /^-- old code: (survives)(?: from (\d{3}))?$/.exec(firstLine) ?? [];
  if (!survives) return number;
  return from === undefined ? 0 : Number(from);
}

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A step of the schema. */
export interface Migration {
  number: number;
  name: string;
  text: string;
  /** The oldest code that goes on beside it, by the newest migration which that code knows; 0 is any. */
  survivesFrom: number;
}

/** The migrations this code brings along. */
export const ownMigrations = new URL('../migrations/', import.meta.url);

const isMigration = (name: string) => /^\d{3}-.+\.sql$/.test(name);
const numberOf = (name: string) => Number(name.slice(0, 3));

/** The newest migration this code knows. */
export const knownSchema = Math.max(0, ...readdirSync(ownMigrations).filter(isMigration).map(numberOf));

/** How a connection of the shop names itself to the database: by what its code knows. */
export const applicationName = `fynbos ${knownSchema}`;

/** Reads the migrations of a folder in their order. */
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
 * What a migration's first line says of older code that runs beside it: `-- old code: survives`, `-- old code: survives
 * from 014` (what 014 changed was needed first), or `-- old code: must stop`, which is also what silence means (decision 28).
 */
function survivesFrom(text: string, number: number): number {
  const [, survives, from] =
    /^-- old code: (survives)(?: from (\d{3}))?$/.exec(text.split('\n', 1)[0]!) ?? [];
  if (!survives) return number;
  return from === undefined ? 0 : Number(from);
}

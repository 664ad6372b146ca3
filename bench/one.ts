import type { Bench } from './figure.ts';

/** Runs one bench in a process of its own, so that none measures what another left in memory. */
const [file, ...part] = process.argv[2]!.split('/');
const { run } = (await import(`./${file}.ts`)) as { run: (...part: string[]) => Promise<Bench> };
const bench = await run(...part);
process.send?.(bench, () => process.exit());

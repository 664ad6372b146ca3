import type { Bench } from './figure.ts';

/** Runs one bench in a process of its own, so that none measures what another left in memory. */
const { run } = (await import(`./${process.argv[2]}.ts`)) as { run: () => Promise<Bench> };
const bench = await run();
process.send?.(bench, () => process.exit());

import type { Bench } from './lib/metric.ts';

/** Runs one benchmark in its own process, so that memory of another one does not affect it. */
const [file, ...part] = process.argv[2]!.split('/');
const { run } = (await import(`./suites/${file}.ts`)) as { run: (...part: string[]) => Promise<Bench> };
const bench = await run(...part);
process.send?.(bench, () => process.exit());

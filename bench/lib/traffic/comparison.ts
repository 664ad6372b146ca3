import { load, summed } from '../requests/load-generator.ts';
import type { Child } from '../servers/child-server.ts';

/** Duration of each measurement, in seconds; the warm-up before it takes half of that. */
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const slices = 4;

export interface Measured {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds of CPU time per request, over all threads of the server process. */
  cpu: number;
}

/** Measures both in alternating slices, so that other load on the machine affects both alike. */
export async function sideBySide(
  shop: Child,
  floor: Child,
  next: () => Buffer,
): Promise<[Measured, Measured]> {
  const both = [shop, floor].map((server) => ({ server, times: [] as number[], took: 0, cpu: 0 }));
  for (const { server } of both) await load(server.port, next, seconds / 2);
  for (let slice = 0; slice < slices; slice++) {
    for (const measured of both) {
      const before = await measured.server.usage();
      const { times, took } = await load(measured.server.port, next, seconds / slices);
      const after = await measured.server.usage();
      for (const time of times) measured.times.push(time);
      measured.took += took;
      measured.cpu += after.cpu - before.cpu;
    }
  }
  return both.map((of) => ({ ...summed(of), cpu: of.cpu / of.times.length })) as [Measured, Measured];
}

export const rate = ({ perSecond }: Measured) => `${Math.round(perSecond).toLocaleString('en')}/s`;
export const ms = (time: number) => `${time.toFixed(1)} ms`;
export const micro = (time: number) => `${Math.round(time).toLocaleString('en')} µs`;

import type { Child } from './child.ts';
import { load, summed } from './load.ts';

/** How long each figure is measured, in seconds; the warm-up before it is half of that. */
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const slices = 4;

export interface Measured {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds that the server's process used a request, all its threads together. */
  cpu: number;
}

/** In turns, a slice each, so that whatever else the machine does meets both alike. */
export async function sideBySide(
  one: Child,
  other: Child,
  next: () => Buffer,
): Promise<[Measured, Measured]> {
  const both = [one, other].map((server) => ({ server, times: [] as number[], took: 0, cpu: 0 }));
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

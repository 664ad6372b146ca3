interface Sample {
  /** In milliseconds. */
  at: number;
  megabytes: number;
}

/** Memory of a process over time. A restarted process begins anew. */
export class MemoryTrend {
  #samples: Sample[] = [];
  #pid: number | undefined;

  /** @param megabytes memory of the process; undefined when it has ended */
  note(pid: number, megabytes: number | undefined): void {
    if (megabytes === undefined) return;
    if (pid !== this.#pid) this.#samples = [];
    this.#pid = pid;
    this.#samples.push({ at: performance.now(), megabytes });
  }

  get maxMegabytes(): number {
    return Math.max(...this.#samples.map(({ megabytes }) => megabytes));
  }

  /** The median of each period of this length since the process was started. */
  medians(periodMs: number): number[] {
    const begin = this.#samples[0]?.at ?? 0;
    const periods = Map.groupBy(this.#samples, ({ at }) => Math.floor((at - begin) / periodMs));
    return [...periods.values()].map((samples) => {
      const sorted = samples.map(({ megabytes }) => megabytes).sort((left, right) => left - right);
      return sorted[Math.floor(sorted.length / 2)]!;
    });
  }

  /**
   * Growth in megabytes an hour, as a fitted line.
   * @param from earlier samples are skipped
   * @returns undefined with too few samples; `error` is one standard error
   */
  slope(from: number): { perHour: number; error: number } | undefined {
    const samples = this.#samples.filter(({ at }) => at >= from);
    if (samples.length < 3) return undefined;
    const at = mean(samples.map((sample) => sample.at));
    const megabytes = mean(samples.map((sample) => sample.megabytes));
    const points = samples.map((sample) => ({
      x: (sample.at - at) / 3_600_000,
      y: sample.megabytes - megabytes,
    }));
    const width = sum(points.map(({ x }) => x * x));
    const perHour = sum(points.map(({ x, y }) => x * y)) / width;
    const residual = sum(points.map(({ x, y }) => (y - perHour * x) ** 2));
    return { perHour, error: Math.sqrt(residual / (points.length - 2) / width) };
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);
const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length;

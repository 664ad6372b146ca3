/** A sample of `/api/metrics`. */
export interface MetricSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Parses the Prometheus text format. */
export function parseMetrics(text: string): MetricSample[] {
  return [...text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels = '', value]) => ({
    name: name!,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, labelValue]) => [label!, labelValue!]),
    ),
    value: value === 'Nan' ? Number.NaN : Number(value),
  }));
}

/** The sum of all samples with this name and these labels; undefined when none exists. */
export function sumOf(
  samples: readonly MetricSample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const matching = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, labelValue]) => sample.labels[label] === labelValue),
  );
  return matching.length === 0 ? undefined : matching.reduce((sum, { value }) => sum + value, 0);
}

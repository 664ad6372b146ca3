/** A line of `/api/metrics`. */
export interface Figure {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads Prometheus text. */
export function figuresOf(text: string): Figure[] {
  return [...text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels = '', value]) => ({
    name: name!,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, said]) => [label!, said!]),
    ),
    value: value === 'Nan' ? Number.NaN : Number(value),
  }));
}

/** What all figures of a name with these labels come to; undefined where there is none. */
export function sumOf(
  figures: readonly Figure[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const found = figures.filter(
    (figure) =>
      figure.name === name && Object.entries(labels).every(([label, said]) => figure.labels[label] === said),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

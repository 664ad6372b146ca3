import { readFile } from 'node:fs/promises';

/** The parts of a V8 heap snapshot that are read: nodes as rows of numbers, their columns, and their texts. */
interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
  strings: string[];
}

/** Objects of one class, or values of one type, in a heap. */
interface HeapShare {
  count: number;
  bytes: number;
}

/**
 * What two heap snapshots of one process differ in, largest growth first.
 * @returns a line per class of objects that grew by more than 50 kB, at most ten, after the totals in megabytes
 */
export async function compareHeaps(before: string, after: string): Promise<string[]> {
  const [old, current] = [await readHeap(before), await readHeap(after)];
  const growth = [...current]
    .map(([name, { bytes, count }]) => ({
      ...{ name, bytes: bytes - (old.get(name)?.bytes ?? 0), count: count - (old.get(name)?.count ?? 0) },
    }))
    .filter(({ bytes }) => bytes > 50_000)
    .toSorted((left, right) => right.bytes - left.bytes);
  const lines = growth.slice(0, 10).map(({ name, bytes, count }) => {
    const sign = count >= 0 ? '+' : '';
    return `${name} +${Math.round(bytes / 1000)} kB (${sign}${count})`;
  });
  return [`${megabytesOf(old)} MB, then ${megabytesOf(current)} MB`, ...lines];
}

async function readHeap(file: string): Promise<Map<string, HeapShare>> {
  const { snapshot, nodes, strings } = JSON.parse(await readFile(file, 'utf8')) as HeapSnapshot;
  const fields = snapshot.meta.node_fields;
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field)) as [
    ...[number, number, number],
  ];
  const types = snapshot.meta.node_types[0];
  const shares = new Map<string, HeapShare>();
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[nodes[at + type]!]!;
    // The names of strings and code are their contents.
    const label = kind === 'object' ? strings[nodes[at + name]!]! : `(${kind})`;
    const share = shares.get(label) ?? { count: 0, bytes: 0 };
    share.count++;
    share.bytes += nodes[at + size]!;
    shares.set(label, share);
  }
  return shares;
}

function megabytesOf(shares: Map<string, HeapShare>): string {
  const bytes = [...shares.values()].reduce((sum, share) => sum + share.bytes, 0);
  return (bytes / 2 ** 20).toFixed(1);
}

import { readdirSync, readFileSync } from 'node:fs';

/** One process of a tree: its command, and its share of memory in MB (PSS, which divides shared memory). */
export interface Process {
  pid: number;
  name: string;
  memory: number;
}

/** A process and its descendants, from `/proc` (Linux); empty on other systems. */
export function processTree(root: number): Process[] {
  const parents = parentsOfAll();
  const within = (pid: number): boolean => pid === root || (parents.has(pid) && within(parents.get(pid)!));
  return [...parents.keys()].filter(within).flatMap(readProcess);
}

function parentsOfAll(): Map<number, number> {
  const pids = list('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.map((pid) => [Number(pid), Number(/^PPid:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1])]),
  );
}

function readProcess(pid: number): Process[] {
  const kilobytes = /^Pss:\s*(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1];
  const name = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
  return kilobytes ? [{ pid, name, memory: Number(kilobytes) / 1024 }] : [];
}

/** A process may end during the read; its files are gone then. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

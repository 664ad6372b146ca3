import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Exposes the garbage collector without a Node flag.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Heap and buffers of this process after collection, in bytes. */
export function memoryInUse(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

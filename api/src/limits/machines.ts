import { machineOf, networkOf } from './client-address.ts';
import { bucketKey, type Rate } from './limits.ts';
import type { Bucket } from './take-all.ts';

/**
 * Rates of a machine, and of the network that it is in: who rents one address often rents its neighbours. A mobile
 * carrier has tens of thousands of people in one, so a network may do many times what a machine may.
 */
export interface MachineRates {
  machine: Rate;
  network: Rate;
}

/** Where is counted what a machine does, and what its network does; for `takeAll`. */
export function machineBuckets(kind: string, ip: string, { machine, network }: MachineRates): Bucket[] {
  return [
    { key: bucketKey(`${kind}-machine`, machineOf(ip)), rate: machine },
    { key: bucketKey(`${kind}-network`, networkOf(ip)), rate: network },
  ];
}

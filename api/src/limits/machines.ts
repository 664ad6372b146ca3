import { machineOf, networkOf } from './client-address.ts';
import { bucketKey, type Limits, type Rate } from './limits.ts';

/** Rates of a machine, and of the network that it is in: who rents one address often rents its neighbours. */
export interface MachineRates {
  machine: Rate;
  network: Rate;
}

/** Counts what a machine does, and what its network does. @throws Problem too_many_attempts */
export async function countMachine(
  limits: Limits,
  kind: string,
  ip: string,
  { machine, network }: MachineRates,
): Promise<void> {
  await limits.take(bucketKey(`${kind}-machine`, machineOf(ip)), machine);
  await limits.take(bucketKey(`${kind}-network`, networkOf(ip)), network);
}

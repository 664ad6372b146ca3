import type { Point } from '@fynbos/core/stores/distance.ts';

const patienceMs = 10_000;
/** A place of the last minutes is near enough to tell stores apart. */
const oldMs = 300_000;

/** Asks the device where it is; the shopper may refuse, and the device may not know. */
export function findDevice(): Promise<Point | 'denied' | 'failed'> {
  return new Promise((resolve) => {
    if (!navigator.geolocation) return resolve('failed');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      (error) => resolve(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed'),
      { timeout: patienceMs, maximumAge: oldMs },
    );
  });
}

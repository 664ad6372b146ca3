import type { Point } from '@fynbos/core/stores/distance.ts';

const timeoutMs = 10_000;
/** A position from the last minutes is precise enough to sort stores by distance. */
const oldMs = 300_000;

/** Requests the position of the device; the shopper may refuse it, or the device may not know it. */
export function findDevice(): Promise<Point | 'denied' | 'failed'> {
  return new Promise((resolve) => {
    if (!navigator.geolocation) return resolve('failed');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      (error) => resolve(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed'),
      { timeout: timeoutMs, maximumAge: oldMs },
    );
  });
}

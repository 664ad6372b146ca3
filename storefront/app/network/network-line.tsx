import { apiSettings } from '../api-settings.ts';
import { LowDataBar } from './low-data-bar.tsx';
import { NetworkStrip } from './network-strip.tsx';

/** Network notices of a page: low-data mode, and network failures. */
export function NetworkNotices() {
  return (
    <>
      {apiSettings().low && <LowDataBar />}
      <NetworkStrip />
    </>
  );
}

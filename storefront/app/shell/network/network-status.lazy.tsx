import { apiSettings } from '../../platform/api/api-settings.ts';
import { LowDataBar } from './low-data-bar.tsx';
import { NetworkStrip } from './network-banner.tsx';

/** Network notices of a page: low-data mode, and network failures. */
export function NetworkNotices() {
  return (
    <>
      {apiSettings().low && <LowDataBar />}
      <NetworkStrip />
    </>
  );
}

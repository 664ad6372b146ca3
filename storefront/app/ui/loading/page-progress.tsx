import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

/** Loading longer than this is announced, in milliseconds. */
const longWait = 1000;

/** A progress bar while the next page loads; a fast navigation is not announced. */
export function PageProgress({ label }: { label: string }) {
  const waiting = useNavigation().state !== 'idle';
  const long = useLasting(waiting, longWait);
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-30 h-1">
      {waiting && <div className="page-progress h-full bg-petal-mark" />}
      <span className="sr-only">{long ? label : ''}</span>
    </div>
  );
}

/** Whether a state has lasted for some time. */
function useLasting(now: boolean, milliseconds: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => setLasting(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [now, milliseconds]);
  return lasting;
}

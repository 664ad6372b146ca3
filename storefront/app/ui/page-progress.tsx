import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

/** From here on a wait is worth a word, in milliseconds. */
const longWait = 1000;

/** A line across the top while the next page is on its way; a quick one shows nothing and says nothing. */
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

/** Whether something has been so for a while. */
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

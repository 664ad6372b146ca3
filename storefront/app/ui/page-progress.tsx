import { useNavigation } from 'react-router';

/** A line across the top while the next page is on its way; a quick one never shows it. */
export function PageProgress({ label }: { label: string }) {
  const { state } = useNavigation();
  return (
    <div role="status" aria-live="polite" className="fixed inset-x-0 top-0 z-30 h-1">
      {state !== 'idle' && (
        <div className="page-progress h-full bg-petal-mark">
          <span className="page-progress-words sr-only">{label}</span>
        </div>
      )}
    </div>
  );
}

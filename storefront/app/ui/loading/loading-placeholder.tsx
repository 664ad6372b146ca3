/** A skeleton for loading content. Fast responses arrive before a screen reader announces the label. */
export function LoadingPlaceholder({ label, lines = 3 }: { label: string; lines?: number }) {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div key={line} className="h-20 rounded-petal bg-surface-muted" />
      ))}
    </div>
  );
}

/** The shape of what is on its way; quick answers come before its word is read out. */
export function Shape({ label, lines = 3 }: { label: string; lines?: number }) {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div key={line} className="h-20 rounded-petal bg-sunken" />
      ))}
    </div>
  );
}

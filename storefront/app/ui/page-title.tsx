/** The heading of a page with an optional count. It can receive the focus after a navigation. */
export function PageTitle({ children, count }: { children: React.ReactNode; count?: string }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <h1 tabIndex={-1} className="font-extrabold text-2xl tracking-tight sm:text-3xl md:text-4xl">
        {children}
      </h1>
      {count && (
        <p aria-live="polite" className="tabular-nums text-muted">
          {count}
        </p>
      )}
    </div>
  );
}

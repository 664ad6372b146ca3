import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Icon, type IconName } from '../icons.tsx';

/**
 * A button with a small list of links under it, which lies above the notices. It is a native disclosure, so it opens
 * before scripts have loaded. Escape, a click elsewhere or a navigation closes it.
 */
export function Menu({
  label,
  icon,
  className = '',
  quiet = false,
  children,
}: {
  label: React.ReactNode;
  icon?: IconName;
  className?: string;
  /** Without a border, in the colours of its background. */
  quiet?: boolean;
  children: React.ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  useEffect(() => details.current?.removeAttribute('open'), [key]);
  useEffect(() => {
    const element = details.current;
    if (!element) return undefined;
    const onPointer = (event: Event) => {
      // A pointer event has a node as its target.
      if (!element.contains(event.target as Node)) element.open = false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return;
      element.open = false;
      element.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <details ref={details} className={`group/menu relative ${className}`}>
      <summary
        className={`flex min-h-11 list-none items-center gap-2 rounded-petal-small px-3 py-1 font-semibold sm:px-4 ${quiet ? 'hover:underline' : 'border border-control bg-surface hover:border-accent hover:text-accent'}`}
      >
        {icon && <Icon name={icon} className="size-5" />}
        {label}
        <Icon name="down" className="ml-auto size-4 group-open/menu:rotate-180" />
      </summary>
      <div className="absolute right-0 z-21 mt-1 min-w-full rounded-petal-small border border-divider bg-surface p-1 text-default shadow-lift">
        {children}
      </div>
    </details>
  );
}

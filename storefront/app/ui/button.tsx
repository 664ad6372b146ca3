import type { LinkProps } from 'react-router';
import { Icon, type IconName } from './icons.tsx';
import { PageLink } from './page-link.tsx';

type Variant = 'strong' | 'plain' | 'quiet';

const variantClasses: Record<Variant, string> = {
  strong: 'bg-accent text-on-accent hover:bg-accent-strong',
  plain: 'border border-control bg-surface text-default hover:border-accent hover:text-accent',
  quiet: 'text-accent hover:bg-accent-subtle',
};

/** The classes shared by buttons and links styled as buttons: at least 44 pixels high. */
export function buttonClass(variant: Variant = 'strong', more = ''): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-petal-small px-5 py-2 font-semibold transition-colors disabled:opacity-50 ${variantClasses[variant]} ${more}`;
}

export function Button({
  variant,
  className,
  type = 'button',
  ...rest
}: React.ComponentProps<'button'> & { variant?: Variant }) {
  return <button type={type} className={buttonClass(variant, className)} {...rest} />;
}

export function ButtonLink({ variant, className, ...rest }: LinkProps & { variant?: Variant }) {
  return (
    <PageLink className={buttonClass(variant, typeof className === 'string' ? className : '')} {...rest} />
  );
}

/** A button that shows only an icon; `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  className = '',
  type = 'button',
  ...rest
}: Omit<React.ComponentProps<'button'>, 'children'> & { icon: IconName; label: string }) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-petal-small hover:bg-accent-subtle hover:text-accent ${className}`}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}

import { Link, type LinkProps } from 'react-router';
import { Icon, type IconName } from './icons.tsx';

type Look = 'strong' | 'plain' | 'quiet';

const looks: Record<Look, string> = {
  strong: 'bg-leaf text-on-leaf hover:bg-leaf-deep',
  plain: 'border border-edge bg-card text-ink hover:border-leaf hover:text-leaf',
  quiet: 'text-leaf hover:bg-leaf-tint',
};

/** The shape every button and every link that looks like one shares: at least 44 pixels high. */
export function buttonClass(look: Look = 'strong', more = ''): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-petal-small px-5 py-2 font-semibold transition-colors disabled:opacity-50 ${looks[look]} ${more}`;
}

export function Button({
  look,
  className,
  type = 'button',
  ...rest
}: React.ComponentProps<'button'> & { look?: Look }) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}

export function ButtonLink({ look, className, ...rest }: LinkProps & { look?: Look }) {
  return <Link className={buttonClass(look, typeof className === 'string' ? className : '')} {...rest} />;
}

/** A button that shows a drawing only; `label` is its name. */
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
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-petal-small hover:bg-leaf-tint hover:text-leaf ${className}`}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}

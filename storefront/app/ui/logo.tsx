import { shop } from '@fynbos/core/shop.ts';

/** The protea and the name, drawn in `app.css` for a dark ground. */
export function Logo() {
  return <span role="img" aria-label={shop.name} className="logo" />;
}

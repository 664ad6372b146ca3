import { formatPrice } from '@fynbos/core/pricing/format.ts';

export default function HomePage() {
  return (
    <main>
      <h1>Fynbos</h1>
      <p>{formatPrice(1234.5)}</p>
    </main>
  );
}

import { placeNames } from '@fynbos/core/stores/places.ts';

/** The towns a field may be completed with. */
export function TownList({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {placeNames().map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

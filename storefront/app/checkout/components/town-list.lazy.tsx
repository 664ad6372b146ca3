import { placeNames } from '@fynbos/core/stores/places.ts';

/** Town names for a field with completion. */
export function TownList({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {placeNames().map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

/**
 * Caches documents written with a subset of their fields. A shop's own pages use two or three such shapes.
 * Other clients may request any shape, so all shapes together are limited to `maxCharacters`. The least
 * recently used shape is evicted first.
 */
export function createDocumentCache(maxCharacters: number) {
  const shapes = new Map<string, { texts: Map<number, string>; length: number }>();
  let length = 0;

  function shapeOf(key: string) {
    let shape = shapes.get(key);
    if (!shape) {
      shape = { texts: new Map(), length: key.length };
      length += key.length;
    }
    shapes.delete(key);
    shapes.set(key, shape);
    return shape;
  }

  function evictShapes(): void {
    for (const [key, shape] of shapes) {
      if (length <= maxCharacters) return;
      shapes.delete(key);
      length -= shape.length;
    }
  }

  return {
    /** The text of a product in a shape: the cached one, or the result of `write`. */
    text(key: string, id: number, write: () => string): string {
      const shape = shapeOf(key);
      const known = shape.texts.get(id);
      if (known !== undefined) return known;
      const text = write();
      shape.texts.set(id, text);
      shape.length += text.length;
      length += text.length;
      evictShapes();
      return text;
    },
    /** @param ids the changed products; all products if omitted */
    forget(ids?: Iterable<number>): void {
      if (!ids) {
        shapes.clear();
        length = 0;
        return;
      }
      for (const id of ids) {
        for (const shape of shapes.values()) {
          const freed = shape.texts.get(id)?.length ?? 0;
          shape.texts.delete(id);
          shape.length -= freed;
          length -= freed;
        }
      }
    },
    /** The number of cached characters. */
    get length() {
      return length;
    },
  };
}

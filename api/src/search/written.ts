/**
 * Documents written with the fields that were asked for, kept for the next who asks for the same ones.
 * A shop's own pages ask for two or three such shapes; anybody may ask for others, so that all together
 * have `mostCharacters` of room, and the shape asked for the longest time ago goes first.
 */
export function keepWritten(mostCharacters: number) {
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

  function makeRoom(): void {
    for (const [key, shape] of shapes) {
      if (length <= mostCharacters) return;
      shapes.delete(key);
      length -= shape.length;
    }
  }

  return {
    /** The text of a product in a shape: what was kept, or what `write` gives. */
    text(key: string, id: number, write: () => string): string {
      const shape = shapeOf(key);
      const known = shape.texts.get(id);
      if (known !== undefined) return known;
      const text = write();
      shape.texts.set(id, text);
      shape.length += text.length;
      length += text.length;
      makeRoom();
      return text;
    },
    /** @param ids the products that read otherwise now; all, where left out */
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
    /** How many characters are kept. */
    get length() {
      return length;
    },
  };
}

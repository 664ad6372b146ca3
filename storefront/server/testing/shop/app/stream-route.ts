/** A resource that comes in pieces. */
export function loader() {
  const pieces = ['one ', 'two ', 'three'];
  const stream = new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(piece));
    },
  });
  return new Response(stream, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

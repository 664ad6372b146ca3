/** A resource that is streamed in chunks. */
export function loader() {
  const chunks = ['one ', 'two ', 'three'];
  const stream = new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(chunk));
    },
  });
  return new Response(stream, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

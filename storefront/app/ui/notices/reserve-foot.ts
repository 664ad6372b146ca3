/**
 * Publishes the height of an element at the foot of the window, so that the notices are above it.
 * @param property the CSS variable with the height
 * @returns the function that ends it
 */
export function reserveFoot(element: HTMLElement, property: '--offer' | '--prompt' | '--total'): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`));
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(property);
  };
}

/** Whether a click on a link opens another tab or window, which is left to the browser. */
export const opensElsewhere = ({
  metaKey,
  ctrlKey,
  shiftKey,
}: Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey'>): boolean => metaKey || ctrlKey || shiftKey;

/** Moves the focus to the first invalid field of a form, once the form has marked it. */
export function focusFirstProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>(
      '[aria-invalid="true"], fieldset:has(.text-danger:not(:empty))',
    );
    const field = wrong?.matches('fieldset') ? wrong.querySelector<HTMLElement>('input, select') : wrong;
    field?.focus();
  });
}

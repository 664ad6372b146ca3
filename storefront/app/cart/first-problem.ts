/** Leads to the first thing in a form that is not as it must be, once it has been marked. */
export function focusFirstProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>(
      '[aria-invalid="true"], fieldset:has(.text-protea:not(:empty))',
    );
    const field = wrong?.matches('fieldset') ? wrong.querySelector<HTMLElement>('input, select') : wrong;
    field?.focus();
  });
}

import { redirect } from 'react-router';

/** Takes a form, as the page does to which payment providers send shoppers back. */
export const action = () => redirect('/taken', 303);

import { redirect } from 'react-router';

/** Accepts a form, like the page to which payment providers return shoppers. */
export const action = () => redirect('/taken', 303);

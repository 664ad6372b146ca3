/** Panels that buttons elsewhere open; each is an element with this id. */
export const sidebarPanel = 'sidebar';
export const searchPanel = 'searchpanel';

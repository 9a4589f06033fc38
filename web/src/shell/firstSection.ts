/** The console's first page: apart from the sections, so that naming it does not load them all. */
export const FIRST_SECTION = 'overview';

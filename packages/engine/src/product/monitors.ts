/** An external monitor counts as silent when it has missed this many calls. */
export const MISSED_CALLS = 3;

/** Dead webhooks that the overview shows at first. */
export const FIRST_DEAD = 20;

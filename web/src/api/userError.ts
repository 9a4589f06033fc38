/** An error whose message is written for the user. */
export class UserError extends Error {}

/** The roles that an operator can give; `admin` stands in the access list itself. */
export const GIVEN_ROLES = ['editor', 'premium'] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

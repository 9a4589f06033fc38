import { type RightsOf, type Statuses } from '../http/testing.ts';
import type { accountFeature } from './feature.ts';

/** Everybody with a browser, and no program: the bot calls without a person here. */
const people = (status: number): Statuses => [401, status, status, status, status, status, status, 401, 403, 403, 403];

export const rights: RightsOf<typeof accountFeature> = {
	account: { expected: people(200) },
	accountExport: { expected: people(200) },
	accountDelete: { body: { confirm: false }, expected: people(400) },
};

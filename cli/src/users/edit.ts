import type { Work } from '../command.ts';
import { usage } from '../failure.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { writeUser } from './present.ts';
import { type TermsOptions, termsOf } from './terms.ts';

export const run: Work<TermsOptions> = async ({ args: [discordId], options, globals }) => {
	const terms = termsOf(options);
	if (Object.keys(terms).length === 0) throw usage('Name what to change: --plan, --expires or --note.');
	const { data } = await openClient(openSession(globals)).userEdit({ discordId: String(discordId), ...terms });
	return writeUser(data, 'changed', globals.json);
};

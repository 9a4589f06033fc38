import { createRequire } from 'node:module';

interface GrantStep {
	output: { access_token?: string };
}
/** A step of grant's after Discord's redirect. */
export type CreateGrantStep = (tools: unknown) => (step: GrantStep) => Promise<GrantStep>;

/** Grant's step that reads the profile; it has no types. */
const readProfile = createRequire(import.meta.url)('grant/lib/profile.js') as CreateGrantStep;

/** Reads the profile only with a token. Grant reads it without one too, and Discord counts that towards its ban. */
export const readProfileByToken: CreateGrantStep = (tools) => {
	const read = readProfile(tools);
	return async (step) => (step.output.access_token ? read(step) : step);
};

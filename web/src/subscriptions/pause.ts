import { api } from '../api/client.ts';
import { readCall } from '../api/useCall.ts';

/**
 * Pauses or resumes a subscription and keeps its other options.
 * @throws ApiError 409 if somebody changes them at the same moment
 */
export async function setPaused(id: string, paused: boolean): Promise<void> {
	const { data } = await readCall('subscription', { id });
	const { paused: _, ...others } = data.options;
	await api.subscriptionEdit({ id, options: { ...others, ...(paused && { paused }) }, version: data.version });
}

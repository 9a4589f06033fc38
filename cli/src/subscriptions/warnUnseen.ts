import { counted, type SubscriptionOptions, unseenSizes } from '@dropwire/contract';
import type { openApi } from '../server/client.ts';
import { safe, warn } from '../terminal/output.ts';

/** Warns about sizes that no product of the topic's last events has: they may be typed in another notation than the shop's. */
export async function warnUnseen(
	api: ReturnType<typeof openApi>,
	id: string,
	{ sizes }: SubscriptionOptions,
): Promise<void> {
	if (!sizes?.length) return;
	const { data } = await api.subscriptionSizes({ id });
	const unseen = data.sizes.length === 0 ? [] : unseenSizes(sizes, data.sizes);
	if (unseen.length === 0) return;
	warn(`No product of the last ${counted(data.of, 'event')} has the size ${unseen.map(safe).join(' or ')}.`);
}

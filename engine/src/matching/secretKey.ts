import { type Database, SettingsError, Webhook } from '@dropwire/db';
import { webhookUrl } from './subscriptions.ts';

/**
 * Tells a wrong SECRET_KEY at the start, by one saved webhook, instead of by deliveries that fail one after the other.
 * @throws SettingsError when what is saved was sealed with another key
 */
export async function checkSecretKey({ knex, vault }: Database): Promise<void> {
	const saved = await Webhook.query(knex).first().select('urlSealed');
	if (!saved) return;
	try {
		webhookUrl(vault, saved);
	} catch {
		throw new SettingsError(
			'SECRET_KEY is not the one that the saved webhooks were encrypted with. Set it back, or start on an empty database',
		);
	}
}

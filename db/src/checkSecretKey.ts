import { SettingsError } from '@dropwire/domain/settings';
import type { Database } from './connection/open.ts';
import { Webhook } from './models/index.ts';

/** Binds a sealed webhook URL to its column, so that a value copied from another column cannot be opened as a webhook. */
export const WEBHOOK_SEALED_AS = 'webhook';

/**
 * Detects a wrong SECRET_KEY at startup, instead of through failing deliveries. Checks two saved webhooks, the oldest
 * and the newest: an unfinished key rotation has re-encrypted the oldest webhooks first.
 * @throws SettingsError when the saved data was sealed with another key
 */
export async function checkSecretKey({ knex, vault }: Database): Promise<void> {
	for (const order of ['asc', 'desc'] as const) {
		const saved = await Webhook.query(knex).orderBy('id', order).first().select('urlSealed');
		if (!saved) return;
		try {
			vault.open(saved.urlSealed, WEBHOOK_SEALED_AS);
		} catch {
			throw new SettingsError(
				'SECRET_KEY is not the one that the saved webhooks were encrypted with. Set it back, or set SECRET_KEY_PREVIOUS ' +
					'to the key of before until `npm run rotate-key` has finished. If it is lost, see "The key is lost" in docs/operations.md',
			);
		}
	}
}

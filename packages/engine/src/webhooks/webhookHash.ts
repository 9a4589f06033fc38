import { type Knex, type Vault, Webhook } from '@dropwire/db';
import { chunks, type WebhookAddress } from '@dropwire/domain';

const CHUNK = 500;
const nameOf = ({ id, token, threadId }: WebhookAddress) =>
	`${id}/${token}${threadId === undefined ? '' : `?thread_id=${threadId}`}`;

/** The key of a saved webhook and thread, the same for every spelling of the URL. */
export function hashOf(vault: Vault, address: WebhookAddress): string {
	return vault.fingerprint(nameOf(address));
}

/** The key of a webhook's token, the same for all its threads. */
export function tokenHashOf(vault: Vault, { id, token }: WebhookAddress): string {
	return vault.fingerprint(nameOf({ id, token }));
}

/** Finds the saved webhook of an address, even if its hash was made with the previous SECRET_KEY. */
export async function findWebhook(knex: Knex, vault: Vault, address: WebhookAddress): Promise<Webhook | undefined> {
	const hashes = [hashOf(vault, address), vault.previousFingerprint(nameOf(address)) ?? []].flat();
	return Webhook.query(knex).whereIn('urlHash', hashes).first();
}

/**
 * Updates saved webhooks whose hash was made with the previous SECRET_KEY. Call it before comparing addresses with
 * saved rows or saving them, so that each webhook has only one row, even during a key rotation.
 */
export async function adoptHashes(knex: Knex, vault: Vault, addresses: readonly WebhookAddress[]): Promise<void> {
	const current = new Map<string, string>();
	for (const address of addresses) {
		const previous = vault.previousFingerprint(nameOf(address));
		if (previous !== null) current.set(previous, hashOf(vault, address));
	}
	const hashes = [...current.keys()];
	for (const some of chunks(hashes, CHUNK)) {
		const rows = await Webhook.query(knex).whereIn('urlHash', some).select('id', 'urlHash');
		if (rows.length === 0) continue;
		const taken = await Webhook.query(knex)
			.whereIn(
				'urlHash',
				rows.map(({ urlHash }) => current.get(urlHash) as string),
			)
			.select('urlHash');
		for (const { id, urlHash } of rows) {
			if (taken.some((row) => row.urlHash === current.get(urlHash))) continue;
			// Checks the hash again: `npm run rotate-key` may have updated it first.
			const adopted = { urlHash: current.get(urlHash) as string };
			await knex('webhooks').where({ id, urlHash }).update(adopted);
		}
	}
}

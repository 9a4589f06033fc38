import { type APIMessage, WebhookClient, type WebhookMessageCreateOptions } from 'discord.js';
import { type Contender, CONCURRENCY } from './target.ts';

/** discord.js's webhook client, one per webhook, as a bot's author would write it. */
export function webhookClient(origin: string): Contender {
	let clients: WebhookClient[] = [];
	let message: WebhookMessageCreateOptions = {};

	async function sendNext(): Promise<void> {
		for (let client = clients.pop(); client; client = clients.pop()) {
			const sent: APIMessage = await client.send(message);
			if (!sent.id) throw new Error('Discord gave no message id');
			client.destroy();
		}
	}

	return {
		async prepare(targets, body) {
			message = JSON.parse(body) as WebhookMessageCreateOptions;
			const rest = { api: `${origin}/api`, version: '10', globalRequestsPerSecond: Number.MAX_SAFE_INTEGER };
			clients = targets.map(({ id, token }) => new WebhookClient({ id, token }, { rest }));
		},
		async run() {
			await Promise.all(Array.from({ length: CONCURRENCY }, sendNext));
		},
		async close() {},
	};
}

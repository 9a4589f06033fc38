import { createPrivateKey, sign } from 'node:crypto';
import { SANDBOX_APP } from '../../seeds.ts';

/** The key of SANDBOX_APP.publicKey: PKCS #8 around 32 bytes (RFC 8410). */
const KEY = createPrivateKey({
	key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
	format: 'der',
	type: 'pkcs8',
});
const TIMEOUT_MS = 3000;

/** Discord's webhook events: signed requests to the address that the application names (its documentation, "Webhook Events"). */
export class WebhookEvents {
	#url: string | null = null;
	readonly #fetch: typeof fetch;

	constructor(send: typeof fetch = fetch) {
		this.#fetch = send;
	}

	/**
	 * Sets the address, or none. As Discord does, it first sends a PING with a valid signature, which must be answered
	 * with 204, and one with an invalid signature, which must be answered with 401.
	 * @throws Error with the answers
	 */
	async setUrl(url: string | null): Promise<void> {
		if (url !== null) {
			const answers = [await this.#post(url, { type: 0 }, true), await this.#post(url, { type: 0 }, false)];
			if (answers.join() !== '204,401') throw new Error(`The address answered the PINGs with ${answers.join(' and ')}`);
		}
		this.#url = url;
	}

	/** Never rejects: an event that does not arrive is lost. */
	async send(type: string, data: unknown): Promise<void> {
		if (this.#url === null) return;
		const event = { type, timestamp: new Date().toISOString(), data };
		await this.#post(this.#url, { type: 1, event }, true).catch(() => undefined);
	}

	async #post(url: string, content: object, valid: boolean): Promise<number> {
		const body = JSON.stringify({ version: 1, application_id: SANDBOX_APP.clientId, ...content });
		const timestamp = String(Math.floor(Date.now() / 1000));
		const signature = sign(null, Buffer.from(valid ? timestamp + body : body), KEY).toString('hex');
		const response = await this.#fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				'user-agent': 'Discord-Webhook/1.0 (+https://discord.com)',
				'x-signature-ed25519': signature,
				'x-signature-timestamp': timestamp,
			},
			body,
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		await response.body?.cancel();
		return response.status;
	}
}

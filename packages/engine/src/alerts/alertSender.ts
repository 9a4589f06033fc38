import type { WebhookAddress } from '@dropwire/domain';
import type { Logger } from 'pino';
import { createSender, type Sender } from '../discord/sender.ts';
import { composeAlert } from './composeAlert.ts';
import type { Problem } from './problems.ts';

const TIMEOUT_MS = 15_000;

export interface AlertSenderOptions {
	log: Logger;
	discordUrl: string;
	/** The local address to send from; null for the system's choice. */
	localAddress: string | null;
	/** Where the alerts go: a Discord webhook. */
	webhook: WebhookAddress;
}

/** Sends alerts to operators. */
export class AlertSender {
	readonly #options: AlertSenderOptions;
	readonly #sender: Sender;

	constructor(options: AlertSenderOptions) {
		this.#options = options;
		this.#sender = createSender({ ...options, connections: 1, timeoutMs: TIMEOUT_MS });
	}

	/** Sends one message about problems that began or ended. @returns false if it must be sent again later */
	async send(began: readonly Problem[], ended: readonly Problem[]): Promise<boolean> {
		const { log, webhook } = this.#options;
		const body = JSON.stringify(composeAlert(began, ended, Date.now()));
		const { outcome } = await this.#sender.send(
			{ discordId: webhook.id, token: webhook.token },
			{ body: Buffer.from(body), target: null, threadId: webhook.threadId ?? null, inPost: false },
		);
		if (outcome.kind === 'sent') return true;
		const later = outcome.kind === 'retry' || outcome.kind === 'limited';
		const reason = 'reason' in outcome ? outcome.reason : 'Discord limits its rate';
		// A webhook that Discord rejects is not asked again for the same problem: that would count towards its ban.
		log.error({ reason, began, ended }, later ? 'an alert is delayed' : 'ALERT_WEBHOOK_URL does not work');
		return !later;
	}

	close(): Promise<void> {
		return this.#sender.close();
	}
}

import { DISCORD_USER_AGENT } from '@dropwire/domain';
import { isInvalid } from '@dropwire/engine';
import { readBounded } from '@dropwire/retailers';
import { Agent, request } from 'undici';
import type { Server } from '../http/context.ts';
import { createDiscordBot, type DiscordBot } from './bot.ts';
import { createInvalidRequests, type InvalidRequests } from './invalidRequests.ts';
import { createWebhookReading, type WebhookReading } from './webhooks.ts';

const TIMEOUT_MS = 8000;
/** The largest answer is a user's list of at most 200 servers, each of which takes a few hundred bytes. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** A request to Discord's API. */
export interface Question {
	method: 'GET' | 'PUT' | 'DELETE' | 'POST';
	headers: Readonly<Record<string, string>>;
	body?: string;
}

export interface Answer {
	status: number;
	header: (name: string) => string | undefined;
	text: string;
}

/** What this server asks Discord for, with one count of the requests that Discord rejects. */
export interface Discord {
	invalidRequests: InvalidRequests;
	webhooks: WebhookReading;
	/** Null without the bot's token. */
	bot: DiscordBot | null;
	/**
	 * Sends a request that the bot's client does not: with a user's token, or with the application's.
	 * @param path below `/api/v10`
	 * @throws Error when Discord does not answer within 8 s, or with too much
	 */
	ask(path: string, question: Question): Promise<Answer>;
	close(): Promise<void>;
}

export function openDiscord({ settings, log }: Pick<Server, 'settings' | 'log'>): Discord {
	const invalidRequests = createInvalidRequests();
	const webhooks = createWebhookReading(settings.DISCORD_URL, invalidRequests);
	const bot = createDiscordBot(settings, invalidRequests, log);
	const agent = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
	return {
		invalidRequests,
		webhooks,
		bot,
		async ask(path, { headers, ...question }) {
			const response = await request(`${settings.DISCORD_URL}/api/v10${path}`, {
				...question,
				dispatcher: agent,
				signal: AbortSignal.timeout(TIMEOUT_MS),
				headers: { ...headers, 'user-agent': DISCORD_USER_AGENT },
			});
			const { statusCode: status } = response;
			const header = (name: string) => [response.headers[name]].flat()[0];
			if (isInvalid(status, header)) invalidRequests.add();
			return { status, header, text: (await readBounded(response.body, MAX_RESPONSE_BYTES)).toString() };
		},
		async close() {
			bot?.close();
			await webhooks.close();
			await agent.destroy();
		},
	};
}

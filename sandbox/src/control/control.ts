import type { DiscordLimits } from '../discord/limits.ts';
import type { DiscordFault, DiscordStats, SandboxMessage, SandboxWebhook } from '../discord/world.ts';
import type { NikeFault, ProductChange } from '../retail/nikeWorld.ts';
import type { XFault } from '../x/xWorld.ts';

export type WebhookWithUrl = SandboxWebhook & { url: string };
/** Messages of one webhook, of one channel, or all. */
export interface MessageFilter {
	webhookId?: string;
	channelId?: string;
}

const POLL_MS = 20;

/** Drives a sandbox over its HTTP control API, in this process or another. */
export function createControl(origin: string) {
	async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${origin}/control${path}`, {
			method,
			...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
		});
		const answer = (await response.json()) as T & { error?: string };
		if (!response.ok) throw new Error(`Sandbox: ${answer.error ?? response.status}`);
		return answer;
	}

	const control = {
		/** Faults, limits, figures, messages and products back to the start. */
		reset: () => call('POST', '/reset'),
		webhooks: () => call<WebhookWithUrl[]>('GET', '/discord/webhooks'),
		createWebhooks: (wanted: { count: number; channelId?: string; ownChannels?: boolean }) =>
			call<WebhookWithUrl[]>('POST', '/discord/webhooks', wanted),
		deleteWebhook: (id: string) => call('DELETE', `/discord/webhooks/${id}`),
		/** Gives a webhook another token: the old one is refused from now on. */
		rotateToken: (id: string) => call<WebhookWithUrl>('POST', `/discord/webhooks/${id}/rotate`),
		/** `webhookId: 'users'` is for the calls about the signed-in user. */
		failDiscord: (plan: { webhookId?: string; times: number | 'forever'; fault: DiscordFault }) =>
			call('POST', '/discord/faults', plan),
		healDiscord: () => call('DELETE', '/discord/faults'),
		setLimits: (limits: Partial<DiscordLimits>) => call<DiscordLimits>('PUT', '/discord/limits', limits),
		stats: () => call<DiscordStats>('GET', '/discord/stats'),
		/** Oldest first. */
		messages: (filter: MessageFilter = {}) =>
			call<SandboxMessage[]>('GET', `/discord/messages?${new URLSearchParams({ ...filter })}`),
		/** Waits until so many messages stand there. @throws Error naming how many there were in time */
		async waitForMessages({ count, ...filter }: MessageFilter & { count: number }, timeoutMs = 10_000) {
			const until = Date.now() + timeoutMs;
			for (;;) {
				const messages = await control.messages(filter);
				if (messages.length >= count) return messages;
				if (Date.now() > until) throw new Error(`Waited for ${count} messages, there are ${messages.length}`);
				await new Promise((resolve) => setTimeout(resolve, POLL_MS));
			}
		},
		setProduct: (wanted: { sku: string; region: string; change: ProductChange }) =>
			call('POST', '/retail/nike/products', wanted),
		/** Copies of a recorded product under new SKUs. */
		addProducts: (wanted: { count: number; regions: readonly string[]; prefix?: string }) =>
			call<string[]>('POST', '/retail/nike/more', wanted),
		failNike: (plan: { region?: string; times: number | 'forever'; fault: NikeFault }) =>
			call('POST', '/retail/nike/faults', plan),
		healNike: () => call('DELETE', '/retail/nike/faults'),
		nikeRequests: () => call<{ count: number; last: string[] }>('GET', '/retail/nike/requests'),
		/** What stands at the sandbox's X. */
		xPosts: () => call<{ posts: { id: string; text: string; at: number }[]; requests: number }>('GET', '/x/posts'),
		failX: (plan: { times: number | 'forever'; fault: XFault }) => call('POST', '/x/faults', plan),
		catalogue: () =>
			call<{ sku: string; region: string; status: string; title: string }[]>('GET', '/retail/nike/products'),
	};
	return control;
}

export type Control = ReturnType<typeof createControl>;

import { SANDBOX_CHANNELS } from '@dropwire/sandbox';
import type { Browser, TestServer } from '../testing.ts';

/** Previews links of a server to webhooks with invented tokens, each of which Discord answers with 401. */
export async function previewInvented({ sandbox }: TestServer, browser: Browser, guildId: string, count: number) {
	const { id } = SANDBOX_CHANNELS[0]!.webhook;
	const url = (n: number) => `${sandbox.origin}/api/webhooks/${id}/invented-${n}`;
	const change = { action: 'ADD', region: 'US', toolsName: 'HP Laptops' } as const;
	const changes = Array.from({ length: count }, (_, n) => ({ ...change, webHook: url(n) }));
	const { data } = await browser.api.serverSetup({ guildId, changes, dryRun: true });
	return data;
}

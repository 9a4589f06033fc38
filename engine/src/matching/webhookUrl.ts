/** Hosts that serve Discord's API (contract: "A webhook URL is a Discord webhook URL"). */
const DISCORD_HOSTS = new Set(['discord.com', 'ptb.discord.com', 'canary.discord.com', 'discordapp.com']);
const PATH = /^\/api(?:\/v\d{1,2})?\/webhooks\/(\d{17,20})\/([\w-]{1,128})\/?$/;

/** What names a webhook at Discord, however its URL is spelled. */
export interface WebhookAddress {
	id: string;
	token: string;
}

/**
 * Reads a webhook URL: `https://{discord host}/api[/vN]/webhooks/{id}/{token}`, or the same below the origin that is
 * configured as Discord (`discordUrl`).
 * @returns null when it is anything else
 */
export function parseWebhookUrl(text: string, discordUrl: string): WebhookAddress | null {
	if (!URL.canParse(text)) return null;
	const url = new URL(text);
	const ours = url.origin === new URL(discordUrl).origin;
	const discords = url.protocol === 'https:' && url.port === '' && DISCORD_HOSTS.has(url.hostname);
	if (!(ours || discords) || url.username || url.password || url.search || url.hash) return null;
	const [, id, token] = PATH.exec(url.pathname) ?? [];
	return id && token ? { id, token } : null;
}

/** The webhook as anyone may see it: who knows the token can post in our name. */
export function maskWebhook(id: string): string {
	return `…/webhooks/${id}/••••`;
}

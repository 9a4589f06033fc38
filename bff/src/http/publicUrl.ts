import { isPublicHost } from '@dropwire/retailers';
import type { ServerSettings } from '../settings.ts';

/** The problem with a link that others follow or fetch; null if it is valid. Its form is already checked. */
export function linkProblem(address: string, settings: ServerSettings): string | null {
	const url = new URL(address);
	if (url.username || url.password) return 'must not contain a user name or password';
	if (isPublicHost(url) || namedOrigins(settings).has(url.origin)) return null;
	return `must be on the public internet, and ${url.hostname} is not`;
}

/** The configured origins of Dropwire, Discord and the shops; in sandbox mode, they are on this machine. */
function namedOrigins(settings: ServerSettings): ReadonlySet<string> {
	const shops = Object.values(settings.SHOP_URLS).filter((address) => URL.canParse(address));
	const addresses = [settings.PUBLIC_URL, settings.DISCORD_URL, ...shops];
	return new Set(addresses.map((address) => new URL(address).origin));
}

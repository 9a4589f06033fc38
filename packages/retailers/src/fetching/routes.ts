import { lookup } from 'node:dns/promises';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { isPublicAddress, isPublicHost, publicAgent } from './guard.ts';
import { notPublic, type Target } from './places.ts';

/** Opens the connections: directly, or through a proxy, of which a host keeps one until it is walled. */
export class Routes {
	readonly #public: Agent;
	readonly #trusted: Agent;
	readonly #proxies: readonly ProxyAgent[];

	/** @param proxies URLs of HTTP proxies */
	constructor(proxies: readonly string[], options: Agent.Options) {
		this.#public = publicAgent(options);
		this.#trusted = new Agent(options);
		this.#proxies = proxies.map((uri) => new ProxyAgent({ ...options, uri }));
	}

	/**
	 * @param walls how often the host has answered with a wall
	 * @throws GuardedLinkError if a proxy would get a name that leads to an address that is not public
	 */
	async dispatcherFor({ address, trusted }: Target, walls: number): Promise<Dispatcher> {
		const proxy = this.#proxies[(startOf(address.host) + walls) % this.#proxies.length];
		// A proxy on the internet does not reach private shops.
		if (!proxy || !isPublicHost(address)) return trusted ? this.#trusted : this.#public;
		if (!trusted) await checkName(address);
		return proxy;
	}

	async close(): Promise<void> {
		await Promise.all([this.#public, this.#trusted, ...this.#proxies].map((agent) => agent.destroy()));
	}
}

/** Spreads the hosts over the proxies. */
function startOf(host: string): number {
	return [...host].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}

/** The proxy resolves the name itself; the guard of direct connections does not see that. */
async function checkName(address: URL): Promise<void> {
	const found = await lookup(address.hostname, { all: true });
	if (found.some((one) => !isPublicAddress(one.address))) throw notPublic(address);
}

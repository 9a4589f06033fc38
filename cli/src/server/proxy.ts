import http from 'node:http';
import { warn } from '../terminal/output.ts';

const PROXY = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];

/**
 * Sends requests through the proxy in HTTPS_PROXY or HTTP_PROXY, except to hosts in NO_PROXY. Node has this built in
 * since 24.14; an older one is named in a warning, so that a proxy which is ignored is not mistaken for a network fault.
 */
export function useProxy(): void {
	const name = PROXY.find((one) => process.env[one]);
	if (name === undefined) return;
	const { setGlobalProxyFromEnv: use } = http as { setGlobalProxyFromEnv?: () => void };
	if (use) use();
	else if (!process.env['NODE_USE_ENV_PROXY']) {
		warn(`Warning: ${name} is ignored: Node ${process.versions.node} cannot use a proxy, Node 24.14 and later can.`);
	}
}

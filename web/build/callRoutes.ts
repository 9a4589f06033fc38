import { contract, type Endpoint, routesOf } from '@dropwire/contract';
import type { Plugin } from 'vite';

const NAME = 'virtual:call-routes';

/** What a browser opens by its address. */
const PAGE_LIKE = new Set<Endpoint['output']>(['redirect', 'page', 'stream', 'csv', 'rows']);
/** Calls that a browser makes by the client: not those of programs and signers, and no page that it opens. */
const CALLS = Object.fromEntries(
	Object.entries<Endpoint>(contract).filter(
		([, { auth, output }]) => auth.via !== 'token' && auth.signed === undefined && !PAGE_LIKE.has(output),
	),
);

/**
 * Provides the contract's routes as data, so that the browser does not load the schemas; the server validates requests.
 */
export function callRoutes(): Plugin {
	return {
		name: 'dropwire:call-routes',
		resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
		load: (id) => (id === `\0${NAME}` ? `export const routes = ${JSON.stringify(routesOf(CALLS))};` : undefined),
	};
}

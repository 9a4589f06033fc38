import { contract, routesOf } from '@dropwire/contract';
import type { Plugin } from 'vite';

const NAME = 'virtual:call-routes';

/**
 * Provides the contract's routes as data, so that the browser does not load the schemas; the server validates requests.
 */
export function callRoutes(): Plugin {
	return {
		name: 'dropwire:call-routes',
		resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
		load: (id) => (id === `\0${NAME}` ? `export const routes = ${JSON.stringify(routesOf(contract))};` : undefined),
	};
}

import { contract, routesOf } from '@dropwire/bff/contract';
import type { Plugin } from 'vite';

const NAME = 'virtual:call-routes';

/** The contract's routes as data: the browser calls by them without loading the schemas, which the server checks. */
export function callRoutes(): Plugin {
	return {
		name: 'dropwire:call-routes',
		resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
		load: (id) => (id === `\0${NAME}` ? `export const routes = ${JSON.stringify(routesOf(contract))};` : undefined),
	};
}

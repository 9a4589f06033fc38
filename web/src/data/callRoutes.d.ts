declare module 'virtual:call-routes' {
	import type { CallRoute } from '@dropwire/bff/contract';

	/** Made by web/build/callRoutes.ts from the contract. */
	export const routes: Readonly<Record<string, CallRoute>>;
}

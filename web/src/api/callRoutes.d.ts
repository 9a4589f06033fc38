declare module 'virtual:call-routes' {
	import type { CallRoute } from '@dropwire/contract';

	/** Generated from the contract by web/build/callRoutes.ts. */
	export const routes: Readonly<Record<string, CallRoute>>;
}

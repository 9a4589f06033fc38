import type Router from '@koa/router';
import type Koa from 'koa';
import type { Handlers } from './context.ts';

/** One feature of the server: the calls that it answers, and what it runs beside them. `features.ts` lists all. */
export interface Feature {
	handlers: Partial<Handlers>;
	/** Runs ahead of everything else, also of the error handler: for responses that cost next to nothing. */
	early?: Koa.Middleware;
	/** Adds middleware and routes behind the error handler and ahead of the calls. */
	mount?(app: Koa, router: Router): void;
	/** Ends the streams, when the server stops. */
	drain?(): void;
	/** Ends its background jobs and connections, after the last request. */
	close?(): Promise<void> | void;
}

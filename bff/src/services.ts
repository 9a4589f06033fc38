import type { Database } from '@dropwire/db';
import {
	createImageFetcher,
	createImageSearch,
	createProductQuery,
	type Engine,
	IMAGE_HOSTS,
	type ImageHost,
	type Origins,
} from '@dropwire/engine';
import type { Logger } from 'pino';
import { createGuildRights } from './guilds/rights.ts';
import { createAnswers } from './http/answers.ts';
import type { Server } from './http/call.ts';
import { createCallers } from './http/callers.ts';
import { createLimiter } from './http/limiter.ts';
import { createLiveHub } from './live/hub.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { ServerSettings } from './settings.ts';
import { sessionStore } from './signin/sessionStore.ts';
import { createClickCounter } from './shortener/clicks.ts';
import { createKnownTargets } from './shortener/known.ts';

/** Everything that calls have at hand, made once for a server. */
export function createServices({
	settings,
	db,
	log,
	engine,
	limitFactor,
}: {
	settings: ServerSettings;
	db: Database;
	log: Logger;
	engine: Engine | null;
	/** How many times the rate limits are allowed; for tests that are about something else. */
	limitFactor?: number | undefined;
}): Server & { close(): Promise<void> } {
	const guilds = createGuildRights(settings.DISCORD_URL);
	const limiter = createLimiter(settings.REDIS_URL, log, limitFactor);
	const live = createLiveHub(db, log);
	const clicks = createClickCounter(db, log);
	const products = createProductQuery({ apiUrl: settings.NIKE_API_URL });
	const fetcher = createImageFetcher(imageOrigins(settings));
	const images = createImageSearch({ fetcher, hosts: settings, adidasApiUrl: settings.ADIDAS_API_URL, products });
	return {
		db,
		callers: createCallers(db, settings.ADMIN_DISCORD_IDS),
		answers: createAnswers(),
		sessions: sessionStore(db),
		settings,
		engine,
		guilds,
		limiter,
		live,
		clicks,
		targets: createKnownTargets(),
		products,
		fetcher,
		images,
		metrics: createMetrics(db, engine),
		async close() {
			live.close();
			limiter.close();
			await clicks.close();
			await Promise.all([guilds.close(), products.close(), fetcher.close()]);
		},
	};
}

/** Where pictures may come from. One that is set by hand may be a private address; the built-in ones may not. */
function imageOrigins(settings: ServerSettings): Origins {
	const origins = new Map<string, { byHand: boolean }>();
	for (const [name, builtIn] of Object.entries(IMAGE_HOSTS) as [ImageHost, string][]) {
		const { origin } = new URL(settings[name]);
		origins.set(origin, { byHand: origin !== builtIn });
	}
	const adidas = new URL(settings.ADIDAS_API_URL).origin;
	origins.set(adidas, { byHand: origins.get(adidas)?.byHand ?? adidas !== 'https://www.adidas.com' });
	return origins;
}

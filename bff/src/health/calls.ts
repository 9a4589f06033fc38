import { createHash, timingSafeEqual } from 'node:crypto';
import { Worker } from '@dropwire/db';
import { DEAD_AFTER_MS } from '@dropwire/engine';
import type { Handlers } from '../http/call.ts';
import { docsPage } from '../documents/docsPage.ts';
import { openApi } from '../documents/openApi.ts';
import { readPulse } from './pulse.ts';
import { CallError, forbidden } from '../http/errors.ts';

export const healthHandlers = {
	healthz: () => ({ status: 'ok' as const }),
	/** The heartbeat tells of the engine wherever it runs: in this process or in another. */
	readyz: async ({ knex }) => {
		const alive = await Worker.query(knex)
			.where('heartbeatAt', '>', Date.now() - DEAD_AFTER_MS)
			.resultSize()
			.catch(() => 0);
		if (alive === 0) throw new CallError('not_ready', 'The database or the engine is not usable.');
		return { status: 'ok' as const };
	},
	pulse: async ({ knex }) => ({ data: await readPulse(knex, Date.now()) }),
	site: ({ server: { settings } }) => ({
		inviteUrl: settings.INVITE_URL ?? null,
		socialUrls: settings.SOCIAL_URLS,
		contactEmail: settings.CONTACT_EMAIL ?? null,
	}),
	invite: ({ server: { settings } }) => {
		if (!settings.INVITE_URL) throw new CallError('not_found', 'The operator has named no community.');
		return settings.INVITE_URL;
	},
	metrics: async (call) => {
		const { server } = call;
		const { METRICS_TOKEN: token } = server.settings;
		const { loopback, bearer } = call.from();
		const allowed = loopback || (token !== undefined && bearer !== null && sameText(bearer, token));
		if (!allowed) throw forbidden('The figures are for callers of this machine, or with METRICS_TOKEN as bearer.');
		return { type: 'text/plain; version=0.0.4; charset=utf-8', body: await server.metrics.text() };
	},
	openapi: ({ server }) => openApi(server.settings.PUBLIC_URL),
	docs: () => ({ type: 'text/html; charset=utf-8', body: docsPage() }),
} satisfies Partial<Handlers>;

/** Compared in a time that says nothing about where they differ. */
function sameText(a: string, b: string): boolean {
	const hash = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(hash(a), hash(b));
}

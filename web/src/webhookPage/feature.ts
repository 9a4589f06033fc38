import { DASHBOARD_PAGES, shortenMask } from '@dropwire/contract';
import { Webhook } from 'lucide-react';
import { api } from '../api/client.ts';
import type { Feature, Found, FoundLine } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';
import { sectionPath, webhookPath } from '../ui/paths.ts';

const LIST = sectionPath('allwebhooks');

export const webhookPage: Feature = {
	sections: [
		{
			id: 'allwebhooks',
			group: 'Webhooks',
			label: 'All webhooks',
			icon: Webhook,
			...lazily(() => import('./AllWebhooks.tsx')),
		},
	],
	consolePages: [{ path: DASHBOARD_PAGES.webhook, ...lazily(() => import('./WebhookPage.tsx')) }],
	actions: [
		{ id: 'dead-webhooks', label: 'Show dead webhooks', names: 'off broken deleted', path: `${LIST}?state=OFF` },
		{ id: 'failing-webhooks', label: 'Show failing webhooks', path: `${LIST}?state=FAILING` },
		{ id: 'paused-webhooks', label: 'Show paused webhooks', path: `${LIST}?state=PAUSED` },
		{ id: 'replace-webhook', label: 'Replace a webhook everywhere', names: 'leaked url rotate', path: LIST },
	],
	verbs: ['pause', 'resume'],
	find: ({ labels, webhooks, verb }) => [
		...(verb === 'pause' || verb === 'resume' ? pauseLines(labels, verb) : []),
		...(verb === null ? webhooks : []).map(({ id, target }) => ({
			id: `webhook/${id}`,
			group: 'Webhooks',
			label: shortenMask(target),
			names: target,
			path: webhookPath(id),
		})),
	],
};

/** Pauses or resumes a webhook in all of its lists, and opens its page. */
function pauseLines(labels: Found['labels'], verb: 'pause' | 'resume'): FoundLine[] {
	const byId = new Map(labels.map(({ webhookId, label }) => [webhookId, label]));
	return [...byId].map(([id, label]) => ({
		id: `${verb}/${id}`,
		group: 'Actions',
		label: `${verb === 'pause' ? 'Pause' : 'Resume'} ${label}`,
		description: 'in all of its lists',
		path: webhookPath(id),
		run: () => api.webhookChange({ id, paused: verb === 'pause' }),
	}));
}

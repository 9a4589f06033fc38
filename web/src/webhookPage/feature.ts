import { DASHBOARD_PAGES } from '@dropwire/contract';
import { Webhook } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';

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
};

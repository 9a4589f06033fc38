import { DASHBOARD_PAGES, PAGES } from '@dropwire/contract';

const PATH = PAGES.dashboard.replace('*', DASHBOARD_PAGES.webhook);

/** The path of a webhook's page. */
export function webhookPath(id: string): string {
	return PATH.replace(':webhookId', id);
}

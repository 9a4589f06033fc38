import { DASHBOARD_PAGES, PAGES, screenOf } from '@dropwire/contract';

/** The path of a section of the console. */
export function sectionPath(id: string): string {
	return `/dashboard/settings/${id}`;
}

/**
 * The path of the screen with the webhooks of a brand and category; the overview if the brand does not have the
 * category.
 */
export function screenPath(brand: string, category: string): string {
	return sectionPath(screenOf(brand, category)?.id ?? 'overview');
}

const WEBHOOK_PATH = PAGES.dashboard.replace('*', DASHBOARD_PAGES.webhook);

/** The path of a webhook's page. */
export function webhookPath(id: string): string {
	return WEBHOOK_PATH.replace(':webhookId', id);
}

/** The path of a product's page. */
export function productPath(brand: string, sku: string): string {
	return PAGES.product.replace(':brand', encodeURIComponent(brand)).replace(':sku', encodeURIComponent(sku));
}

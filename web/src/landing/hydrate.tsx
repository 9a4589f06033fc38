import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { embeddedData, type PageData } from './data.ts';
import { Page } from './Page.tsx';

/** Makes the page that the server rendered interactive. */
export async function hydrate(): Promise<void> {
	const root = document.getElementById('root') as HTMLElement;
	const embedded = embeddedData();
	// The development server sends the document as it is in the sources.
	const data = embedded ?? (import.meta.env.DEV ? await developmentData() : null);
	if (!data) return;
	const Calendar = data.page === 'releases' ? (await import('./Releases.tsx')).Releases : null;
	const page = <Page data={data} Calendar={Calendar} />;
	// In pieces, so that a slow processor answers the visitor in between.
	if (embedded) startTransition(() => void hydrateRoot(root, page));
	else createRoot(root).render(page);
}

async function developmentData(): Promise<PageData> {
	const read = async (path: string): Promise<unknown> => (await fetch(path)).json();
	const [site, status] = await Promise.all(['/api/site', '/api/status'].map(read));
	const page = { '/status': 'status', '/payout': 'payout', '/releases': 'releases' }[location.pathname] ?? 'landing';
	return { page, site, status, search: '', releases: null, messages: [] } as unknown as PageData;
}

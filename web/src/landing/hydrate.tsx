import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { embeddedData, type PageData } from './data.ts';
import { Page } from './Page.tsx';

/** Makes the page that the server rendered interactive. */
export async function hydrate(): Promise<void> {
	const root = document.getElementById('root') as HTMLElement;
	const data = embeddedData();
	// In pieces, so that a slow processor answers the visitor in between.
	if (data) startTransition(() => void hydrateRoot(root, <Page data={data} />));
	// The development server sends the document as it is in the sources.
	else if (import.meta.env.DEV) createRoot(root).render(<Page data={await developmentData()} />);
}

async function developmentData(): Promise<PageData> {
	const read = async (path: string): Promise<unknown> => (await fetch(path)).json();
	const [site, status] = await Promise.all([read('/api/site'), read('/api/status')]);
	const page = { '/status': 'status', '/payout': 'payout' }[location.pathname] ?? 'landing';
	return { page, site, status, messages: [] } as unknown as PageData;
}

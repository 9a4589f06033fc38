import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { callRoutes } from './callRoutes.ts';

const EMPTY = '<div id="root"></div>';

/** Loads modules of the app into this process, to render its pages. */
export async function withModules<R>(
	root: string,
	run: (load: (path: string) => Promise<unknown>) => Promise<R>,
): Promise<R> {
	const server = await createServer({
		configFile: false,
		root,
		logLevel: 'error',
		appType: 'custom',
		plugins: [react(), callRoutes()],
		optimizeDeps: { noDiscovery: true },
		server: { middlewareMode: true, ws: false, watch: null },
	});
	try {
		return await run((path) => server.ssrLoadModule(path));
	} finally {
		await server.close();
	}
}

/** Writes HTML into the document's root element, which must be empty. */
export function withRoot(html: string, content: string): string {
	if (!html.includes(EMPTY)) throw new Error(`The document does not contain ${EMPTY}`);
	return html.replace(EMPTY, () => `<div id="root">${content}</div>`);
}

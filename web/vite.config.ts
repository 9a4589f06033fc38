import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type ProxyOptions } from 'vite';
import { budget } from './build/budget.ts';
import { compress } from './build/compress.ts';
import { buildServerModule } from './build/serverModule.ts';
import { packExtension } from './build/extension.ts';
import { pages } from './build/pages.ts';
import { callRoutes } from './build/callRoutes.ts';
import { writeDocuments } from './build/documents.ts';

const SERVER = 'http://localhost:3000';
const root = import.meta.dirname;

const LIBRARY = /node_modules[\\/](@mantine[\\/](core|spotlight)|@floating-ui|react-remove-scroll|react-number-format)/;
/** Fields and buttons of lists. */
const INPUTS =
	/@mantine[\\/]core[\\/].*[\\/](ActionIcon|Avatar|Checkbox|InlineInput|InputBase|NativeSelect|Textarea)\b|@mantine[\\/]hooks/;
/** Dialogs, menus and what they are placed with. */
const OVERLAYS =
	/@floating-ui|react-remove-scroll|@mantine[\\/](spotlight|core[\\/].*[\\/](core|Menu|Modal|ModalBase|Popover|Overlay|Tooltip|Combobox|ScrollArea|Paper|CloseButton)\b)/;

/**
 * Shared files. By default the build makes a hundred small ones, each with its own request. A page loads the first four,
 * a list of webhooks or channels also the inputs; the rest belongs to dialogs, menus and the image editor.
 */
const CHUNKS = [
	// The only part of the vocabulary that the landing page needs.
	{ name: 'markdown', test: /discordMarkdown/, priority: 7 },
	{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 6 },
	{ name: 'components', test: /node_modules[\\/]@mantine[\\/]/, tags: ['$initial' as const], priority: 5 },
	{ name: 'vocabulary', test: /packages[\\/](domain|contract)[\\/]/, tags: ['$initial' as const], priority: 4 },
	{ name: 'domain', test: /packages[\\/]domain[\\/]/, minShareCount: 2, priority: 3 },
	{ name: 'inputs', test: INPUTS, priority: 2 },
	{ name: 'overlays', test: OVERLAYS, priority: 1 },
	{ name: 'pickers', test: LIBRARY, priority: 0 },
];

export default defineConfig({
	root,
	plugins: [react(), callRoutes(), pages(), budget('index.html'), finish()],
	build: {
		target: 'es2023',
		chunkSizeWarningLimit: 700,
		rolldownOptions: {
			input: [join(root, 'index.html'), join(root, 'app.html')],
			output: {
				codeSplitting: { groups: CHUNKS },
			},
		},
	},
	server: {
		proxy: Object.fromEntries(
			['/api', '/auth', '/connect', '/twitter', '/url', '/nike', '/s', '/invite'].map((path) => [path, toServer()]),
		),
	},
});

/** The server accepts writes from its own origin only, so the proxy replaces this page's origin with the server's. */
function toServer(): ProxyOptions {
	return {
		target: SERVER,
		configure(proxy) {
			proxy.on('proxyReq', (proxied, { headers: { origin, host } }) => {
				if (origin === `http://${host}`) proxied.setHeader('origin', SERVER);
			});
		},
	};
}

/** The steps after the files are written, in order. */
function finish(): Plugin {
	const outDir = join(root, 'dist');
	return {
		name: 'dropwire:finish',
		apply: 'build',
		// Not in closeBundle, which also runs after a failed build and would hide its error.
		async writeBundle(_, bundle) {
			await writeDocuments(root, outDir, bundle);
			await packExtension(outDir);
			await compress(outDir);
			await buildServerModule(root, join(outDir, '.server'));
		},
	};
}

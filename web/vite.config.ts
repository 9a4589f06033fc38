import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type ProxyOptions } from 'vite';
import { budget } from './build/budget.ts';
import { compress } from './build/compress.ts';
import { buildServerModule } from './build/serverModule.ts';
import { packExtension } from './build/extension.ts';
import { leanComponents } from './build/leanComponents.ts';
import { pages } from './build/pages.ts';
import { callRoutes } from './build/callRoutes.ts';
import { writeDocuments } from './build/documents.ts';

const SERVER = 'http://localhost:3000';
const root = import.meta.dirname;

/** The router without its warnings for developers. Its package names only the file with them. */
const ROUTER = join(root, '../node_modules/react-router/dist/production/index.mjs');

const LIBRARY = /node_modules[\\/](@mantine[\\/](core|spotlight)|@floating-ui|react-remove-scroll|react-number-format)/;
/** Fields and buttons of lists. */
const INPUTS =
	/@mantine[\\/]core[\\/].*[\\/](ActionIcon|Avatar|Checkbox|InlineInput|InputBase|NativeSelect|Textarea)\b|@mantine[\\/]hooks/;
/** Dialogs, menus and what they are placed with. */
const OVERLAYS =
	/@floating-ui|react-remove-scroll|@mantine[\\/](spotlight|core[\\/].*[\\/](core|Menu|Modal|ModalBase|Popover|Overlay|Tooltip|Combobox|ScrollArea|Paper|CloseButton)\b)/;
/** React, and what the landing page shares with the app. */
const REACT =
	/node_modules[\\/]((react|react-dom|scheduler)[\\/]|lucide-react[\\/]dist[\\/]esm[\\/](?!icons[\\/](?!(check|hash|pause|play)\.)))/;
/** Scripts other than those of the landing page. */
const OF_APP =
	/(web[\\/]src[\\/](?!landing|status|main\.tsx).*\.tsx?|node_modules[\\/].*\.m?js|packages[\\/].*\.ts|call-routes)$/;
/** What most screens share. */
const PARTS =
	/packages[\\/]|node_modules[\\/]lucide-react|web[\\/]src[\\/](api[\\/]notAsSeen|ui[\\/](use|format)|coverage[\\/](useCoverage|CoverageProblems|families)|webhooks[\\/](brands|webhookPath|WebhookName))/;
/** What is above a list, also where its rows are of another kind. */
const LIST_TOOLS =
	/web[\\/]src[\\/](ui[\\/](ListTools|SelectAll|lists)|bulk[\\/](kinds|BulkButton)|watchlists[\\/]EntryHint)/;
/** Rows of webhooks and SKUs. */
const LISTS =
	/@tanstack|web[\\/]src[\\/](freshness|webhooks[\\/](?!screens|WebhookTab|WebhookName|Broadcast|AddWebhook|customSkus)|watchlists[\\/](SkuForm|EntryList|EntryRow|ListFilters|use))/;

/**
 * Shared files. By default the build makes a hundred small ones, each with its own request, of which a browser makes six
 * at a time. Every page loads the first three, a screen with a list also `lists`; the rest belongs to dialogs, menus and
 * the image editor.
 */
const CHUNKS = [
	{ name: 'runtime', test: /preload-helper|@fontsource|tokens\.css/, priority: 9 },
	{ name: 'react', test: REACT, priority: 8 },
	// The landing page shows messages, too.
	{ name: 'markdown', test: /discordMarkdown|announcements[\\/]Markdown/, priority: 7 },
	{ name: 'shell', test: OF_APP, tags: ['$initial' as const], priority: 6 },
	{ name: 'inputs', test: INPUTS, priority: 4 },
	{ name: 'overlays', test: OVERLAYS, priority: 3 },
	{ name: 'pickers', test: LIBRARY, priority: 2 },
	{ name: 'parts', test: PARTS, minShareCount: 2, priority: 1 },
	{ name: 'list-tools', test: LIST_TOOLS, minShareCount: 2, priority: 0 },
	{ name: 'lists', test: LISTS, minShareCount: 2, priority: 0 },
];

export default defineConfig({
	root,
	plugins: [react(), leanComponents(), callRoutes(), pages(), budget('index.html'), finish()],
	resolve: { alias: [{ find: /^react-router$/, replacement: ROUTER }] },
	build: {
		target: 'es2023',
		chunkSizeWarningLimit: 700,
		// All supported browsers preload modules.
		modulePreload: { polyfill: false },
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

import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type ProxyOptions } from 'vite';
import { budget } from './build/budget.ts';
import { compress } from './build/compress.ts';
import { buildServerModule } from './build/serverModule.ts';
import { inlineStyles } from './build/inlineStyles.ts';
import { packExtension } from './build/extension.ts';
import { pages } from './build/pages.ts';
import { callRoutes } from './build/callRoutes.ts';
import { CHUNKS } from './build/chunks.ts';

const SERVER = 'http://localhost:3000';
const root = import.meta.dirname;

export default defineConfig({
	root,
	plugins: [react(), callRoutes(), pages(), inlineStyles(), budget(), finish()],
	build: {
		target: 'es2023',
		chunkSizeWarningLimit: 700,
		// All supported browsers preload modules.
		modulePreload: { polyfill: false },
		rolldownOptions: {
			input: [join(root, 'index.html'), join(root, 'app.html')],
			output: { codeSplitting: { groups: CHUNKS } },
		},
	},
	server: {
		proxy: Object.fromEntries(
			['/api', '/auth', '/connect', '/twitter', '/url', '/nike', '/s/', '/invite'].map((path) => [path, toServer()]),
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
		async writeBundle() {
			await packExtension(outDir);
			await compress(outDir);
			await buildServerModule(root, join(outDir, '.server'));
		},
	};
}

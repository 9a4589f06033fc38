import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { budget } from './build/budget.ts';
import { compress } from './build/compress.ts';
import { packExtension } from './build/extension.ts';
import { pages } from './build/pages.ts';
import { callRoutes } from './build/callRoutes.ts';
import { prerender } from './build/prerender.ts';

const SERVER = 'http://localhost:3000';
const root = import.meta.dirname;

export default defineConfig({
	root,
	plugins: [react(), callRoutes(), pages(), budget('index.html'), finish()],
	build: {
		target: 'es2023',
		chunkSizeWarningLimit: 700,
		rolldownOptions: { input: [join(root, 'index.html'), join(root, 'app.html')] },
	},
	server: {
		proxy: Object.fromEntries(
			['/api', '/auth', '/connect', '/twitter', '/url', '/nike', '/s', '/invite'].map((path) => [path, SERVER]),
		),
	},
});

/** What is done to the written files, in this order. */
function finish(): Plugin {
	const outDir = join(root, 'dist');
	return {
		name: 'dropwire:finish',
		apply: 'build',
		async closeBundle() {
			await prerender(root, outDir);
			await packExtension(outDir);
			await compress(outDir);
		},
	};
}
